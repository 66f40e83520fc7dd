package com.hazelcast.certification.shard;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.cluster.Member;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which members have nothing to deliver any more. A member that comes back from the other side of a split joins first and brings
 * what it held there afterwards; until it has, nothing may be scored or answered in the view that it is in. It knows of itself
 * when it begins and when it has delivered; of each other member this one has to hear it once, because a member that merges comes with
 * another UUID. Unknown means wait; a member that dies leaves the view. A view without those that may have gone on elsewhere
 * ({@link CutOff}) waits as well. Thread-safe; usually one comparison.
 */
public final class Deliveries {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final long NONE = MembersView.NONE;

    /**
     * So long after the last change of the members a shard is waited for that was loaded and is not here: sides that find each other merge
     * within some 30 s. Then it counts as lost.
     */
    public static final long LOST_AFTER_NS = TimeUnit.SECONDS.toNanos(60);

    private final LongSupplier clockNs;
    private final CutOff cutOff;
    private final Set<UUID> delivered = ConcurrentHashMap.newKeySet();
    private final Map<UUID, List<String>> awaitedByOthers = new ConcurrentHashMap<>();
    private final Map<UUID, OnDisk> onDisks = new ConcurrentHashMap<>();
    private volatile boolean isDelivering;
    private volatile boolean isGathering;

    /** Who was there when this member had everything together that it was to wait for. */
    private volatile Set<UUID> gatheredWith = Set.of();

    private volatile boolean wasLoaded;
    private volatile long throughView = NONE;

    /** Keys of the shards of which a member has such copies, by whether they are waited for. */
    private record OnDisk(Set<Integer> awaited, Set<Integer> goneOn) {
        private static final OnDisk NOTHING = new OnDisk(Set.of(), Set.of());

        private boolean isNothing() {
            return awaited.isEmpty() && goneOn.isEmpty();
        }
    }

    Deliveries(LongSupplier clockNs, CutOff cutOff) {
        this.clockNs = clockNs;
        this.cutOff = cutOff;
    }

    /** This member begins to merge into the other side of a split; before anything is taken from it. */
    public synchronized void begin() {
        isDelivering = true;
        throughView = NONE;
        LogEvent.MERGE_BEGAN
                .at(LOG)
                .log("this member merges into the other side of a split: nothing is answered until it has delivered its"
                        + " shards");
    }

    /** This member has delivered what it held, and each owner and its backups have it. */
    public synchronized void end() {
        isDelivering = false;
        LogEvent.MERGE_ENDED.at(LOG).log("this member has delivered its shards to the other side of a split");
    }

    /** Whether this member still has to deliver what it held on its side of a split. */
    public boolean isDelivering() {
        return isDelivering;
    }

    /** That member has said that it has nothing to deliver. */
    public void hasDelivered(UUID member) {
        delivered.add(member);
    }

    /** That member waits for those who may have gone on without it ({@link CutOff}), by address; none: it does not. */
    public void waits(UUID member, List<String> awaited) {
        if (awaited.isEmpty()) {
            awaitedByOthers.remove(member);
        } else {
            awaitedByOthers.put(member, awaited);
        }
    }

    /** Addresses of the members that may have gone on without some of that view; nothing is answered until enough of them are back. */
    public List<String> awaited(MembersView.View view) {
        return Stream.concat(
                        cutOff.awaited(view.members()).stream(),
                        view.members().stream()
                                .flatMap(member -> awaitedByOthers.getOrDefault(member.getUuid(), List.of()).stream()))
                .distinct()
                .sorted()
                .toList();
    }

    /** Some shard of this cluster has been loaded: from now on one that is not there is elsewhere, or lost. */
    public void histories() {
        wasLoaded = true;
    }

    /**
     * That member has copies of shards on disk that are not with their owners yet, by key. Then something was loaded.
     *
     * @param awaited nothing is scored on these until they are
     * @param goneOn these are scored meanwhile: the cluster has gone on with them
     */
    public void hasOnDisk(UUID member, Set<Integer> awaited, Set<Integer> goneOn) {
        OnDisk reported = new OnDisk(Set.copyOf(awaited), Set.copyOf(goneOn));
        if (reported.isNothing()) {
            onDisks.remove(member);
        } else {
            onDisks.put(member, reported);
            histories();
        }
    }

    /** Keys of the shards of which that member had copies on disk at its last report for which nothing waits. */
    public Set<Integer> goneOn(UUID member) {
        return onDisks.getOrDefault(member, OnDisk.NOTHING).goneOn;
    }

    /** This member waits for others before it delivers what it has on disk. */
    public void gather() {
        isGathering = true;
    }

    /** It waits no longer, and goes on with these, if it has waited until now. */
    public void gathered(Set<UUID> present) {
        if (isGathering) {
            gatheredWith = Set.copyOf(present);
            isGathering = false;
        }
    }

    /** Whether this member went on before that one was here: it has waited for all that it was to wait for, and that one was none of them. */
    public boolean hasGoneOnWithout(UUID member) {
        return !isGathering && !gatheredWith.contains(member);
    }

    /** Whether some member of that view has a copy of that shard on disk that is not with its owner yet, and is waited for. */
    boolean isAwaited(Integer key, MembersView.View view) {
        return isReported(view, onDisk -> onDisk.awaited.contains(key));
    }

    /** Whether some member of that view has a copy of that shard on disk that is not with its owner yet. */
    boolean isOnDisk(Integer key, MembersView.View view) {
        return isReported(view, onDisk -> onDisk.awaited.contains(key) || onDisk.goneOn.contains(key));
    }

    private boolean isReported(MembersView.View view, Predicate<OnDisk> what) {
        if (onDisks.isEmpty()) {
            return false;
        }
        return view.members().stream()
                .anyMatch(member -> what.test(onDisks.getOrDefault(member.getUuid(), OnDisk.NOTHING)));
    }

    /** Whether that member had copies on disk at its last report. */
    public boolean hasOnDisk(UUID member) {
        return onDisks.containsKey(member);
    }

    /** Whether all members of that view have delivered, and nobody may have gone on without them. */
    public boolean isThrough(MembersView.View view) {
        return !isDelivering && (throughView == view.number() || look(view));
    }

    private synchronized boolean look(MembersView.View view) {
        if (isDelivering
                || !missing(view).isEmpty()
                || !cutOff.awaited(view.members()).isEmpty()) {
            return false;
        }
        throughView = view.number();
        Set<UUID> present = view.members().stream().map(Member::getUuid).collect(Collectors.toSet());
        delivered.retainAll(present);
        onDisks.keySet().retainAll(present);
        awaitedByOthers.clear();
        return true;
    }

    /** Other members of that view that have not said that they have delivered. */
    public List<Member> missing(MembersView.View view) {
        return view.members().stream()
                .filter(member -> !member.localMember() && !delivered.contains(member.getUuid()))
                .toList();
    }

    /** What a shard is that is not here: one of a cluster into which nothing was loaded, or one that may come, or counts as lost. */
    ShardPresence presenceOfMissing(MembersView.View view) {
        if (isGathering) {
            return ShardPresence.AWAITED;
        }
        if (!wasLoaded) {
            return ShardPresence.ABSENT;
        }
        return clockNs.getAsLong() - view.sinceNs() < LOST_AFTER_NS ? ShardPresence.AWAITED : ShardPresence.LOST;
    }
}
