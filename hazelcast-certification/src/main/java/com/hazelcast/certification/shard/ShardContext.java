package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What entry processors of every package find of the cluster on the member they run on: which members it sees, and whether these have
 * delivered. Each package that needs more keeps a context of its own. All are kept in the Hazelcast instance's user context, because a
 * processor arrives without references. Thread-safe.
 */
public final class ShardContext {
    private static final String KEY = ShardContext.class.getName();

    private final MembersView members;
    private final Deliveries deliveries;

    /**
     * The context of a member.
     *
     * @param backups that each shard is to have
     * @param membersMin fewer members never go on with fewer copies
     */
    public ShardContext(int backups, int membersMin) {
        this(backups, membersMin, System::nanoTime);
    }

    /** As the other one, with a clock that says when a shard that is missing counts as lost. */
    public ShardContext(int backups, int membersMin, LongSupplier clockNs) {
        this.members = new MembersView(backups, membersMin);
        this.deliveries = new Deliveries(clockNs, members.cutOff());
    }

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    public static ShardContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (ShardContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** Which members this one sees. */
    public MembersView members() {
        return members;
    }

    /** Which members of a split have delivered what they held. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** What can be done with a shard on its owner, which sees that view. */
    public ShardPresence presence(@Nullable HistoryShard shard, MembersView.View view) {
        if (!deliveries.isThrough(view)) {
            return ShardPresence.AWAITED;
        }
        if (shard != null && shard.isInstalled()) {
            return ShardPresence.PRESENT;
        }
        return deliveries.presenceOfMissing(view);
    }
}
