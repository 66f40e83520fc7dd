package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    private final ForgottenCards forgotten = new ForgottenCards();
    private volatile Optional<ShardStorage> storage = Optional.empty();

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

    /** From now on the member keeps its shards there. Before it has any. */
    public void keepIn(ShardStorage kept) {
        kept.holdWhile(deliveries::isDelivering);
        storage = Optional.of(kept);
    }

    /** Where the member keeps its shards; empty: nowhere. */
    public Optional<ShardStorage> storage() {
        return storage;
    }

    /**
     * Opens the journal of the shard for a change, where there is a storage and the shard is in place; whoever does releases it.
     *
     * @see ShardStorage#open
     */
    public @Nullable ShardJournal openJournal(HistoryShard shard) {
        Optional<ShardStorage> kept = storage;
        return kept.isPresent() && shard.isInstalled() ? kept.get().open(shard) : null;
    }

    /** Whether the disk has what it must have of a shard before it is answered; always, where there is no storage. Called by the shard's thread. */
    public boolean isStored(HistoryShard shard) {
        Optional<ShardStorage> kept = storage;
        return kept.isEmpty() || kept.get().isReady(shard);
    }

    /** Which members this one sees. */
    public MembersView members() {
        return members;
    }

    /** Which members of a split have delivered what they held. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** Which copies on this member have missed that a card was forgotten. */
    public ForgottenCards forgotten() {
        return forgotten;
    }

    /** What can be done with the shard of that key on its owner, which sees that view. */
    public ShardPresence presence(Integer key, @Nullable HistoryShard shard, MembersView.View view) {
        if (!deliveries.isThrough(view) || deliveries.isAwaited(key, view)) {
            return ShardPresence.AWAITED;
        }
        if (shard != null && shard.isInstalled()) {
            return isStored(shard) ? ShardPresence.PRESENT : ShardPresence.AWAITED;
        }
        return deliveries.presenceOfMissing(view);
    }

    /**
     * Whether some member has a copy of that shard on disk, or may have, that is not with its owner yet; also one for which nothing waits. What
     * is in it may still come.
     */
    public boolean isOnDisk(Integer key, HazelcastInstance member) {
        MembersView.View view = members.look(member.getCluster());
        return deliveries.isOnDisk(key, view) || storage.isPresent() && !deliveries.isThrough(view);
    }

    /** What a shard is that is not there. */
    public ShardPresence presenceOfMissing(MembersView.View view) {
        return deliveries.isThrough(view) ? deliveries.presenceOfMissing(view) : ShardPresence.AWAITED;
    }
}
