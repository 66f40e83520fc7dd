package com.hazelcast.certification.shard;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the owners of shards have their backups in place, because Hazelcast makes no backup where none is assigned yet, and reports
 * success. A shard waits for its own owner only, in one view {@value #MAX_SECONDS} s at most, and for the look that is under way then. The
 * log names the owners each {@value #LINE_SECONDS} s. Used by one thread.
 *
 * <p>No answer depends on it: a strict one takes copies that are confirmed in the view, however the shard has come, and one in the degraded
 * state takes as few as there are. It protects what was answered before. A shard that comes to an owner without backups is in that one's
 * memory alone until it has some. When the owner is lost before, nobody brings the shard again until members that have it on their disks
 * start again.
 */
public final class BackupWait {
    private static final Logger LOG = LoggerFactory.getLogger(BackupWait.class);

    /** Longer than a member that hangs stays in the view (12 s), and than Hazelcast waits for a replication that was lost (10 s). */
    private static final long MAX_SECONDS = 20;

    private static final long LINE_SECONDS = 5;
    private static final long LOOK_MIN_MS = 100;

    /**
     * The longest from one look to the next. An owner that is asked compares all replicas of its shards, and has those that are behind made
     * again, for which their shards count as moving: looks of several members in short turns keep each other from an end.
     */
    private static final long LOOK_MAX_MS = 1_000;

    /** The number of no view. */
    private static final long NONE = MembersView.NONE;

    private final LongSupplier view;
    private final BooleanSupplier isRunning;
    private final IntFunction<Owner> owners;
    private final Time time;

    /** Addresses of owners that had all backups in place, in the view of the wait. */
    private final Set<String> inPlace = new HashSet<>();

    private long viewOfWait = NONE;
    private long sinceNs;
    private long nextLineNs;
    private long pauseMs;

    /** Whether it was waited too long in that view. */
    private boolean isOver;

    /**
     * The owner of a shard.
     *
     * @param address by which people know it
     * @param areBackupsInPlace whether each shard of this owner has all backups that the members can hold, and these have what it has
     */
    public record Owner(String address, BooleanSupplier areBackupsInPlace) {
        private static final Owner NONE = new Owner("no owner yet", () -> false);

        /** The one of the shard with that key, as a member knows it. When it hangs, it is ten seconds before it counts as without backups. */
        public static Owner of(HazelcastInstance hazelcast, int key) {
            PartitionService partitions = hazelcast.getPartitionService();
            Member owner = partitions.getPartition(key).getOwner();
            return owner == null
                    ? NONE
                    : new Owner(owner.getAddress().toString(), () -> partitions.isMemberSafe(owner));
        }
    }

    /**
     * A shard that need not wait any more.
     *
     * @param key of the shard
     * @param view in which that is so
     */
    public record Ready(int key, long view) {}

    /** By which it waits. */
    public interface Time {
        /** The time of this process. */
        Time OF_PROCESS = new Time() {
            @Override
            public long nowNs() {
                return System.nanoTime();
            }

            @Override
            public void pause(long ms) throws InterruptedException {
                Thread.sleep(ms);
            }
        };

        /** As {@code System.nanoTime()}. */
        long nowNs();

        /** Lets that time pass. */
        void pause(long ms) throws InterruptedException;
    }

    /**
     * Of a member.
     *
     * @param view a number that changes whenever the members change; never 0
     * @param isRunning whether this member can reach any; without it nothing is waited for
     * @param owners of shards, by key
     */
    public BackupWait(LongSupplier view, BooleanSupplier isRunning, IntFunction<Owner> owners, Time time) {
        this.view = view;
        this.isRunning = isRunning;
        this.owners = owners;
        this.time = time;
    }

    /**
     * Waits until the owner of one of these shards has its backups in place, or for too long.
     *
     * @param keys at least one; the first is taken of those that need not wait
     */
    public Ready await(List<Integer> keys) throws InterruptedException {
        while (true) {
            long now = view.getAsLong();
            beginIn(now);
            Optional<Integer> ready = isOver || !isRunning.getAsBoolean() ? Optional.of(keys.get(0)) : first(keys);
            if (view.getAsLong() != now) {
                continue;
            }
            if (ready.isPresent()) {
                return new Ready(ready.get(), now);
            }
            goOn(keys);
        }
    }

    /** In another view nothing is known of backups. */
    private void beginIn(long now) {
        if (now == viewOfWait) {
            return;
        }
        viewOfWait = now;
        inPlace.clear();
        sinceNs = time.nowNs();
        nextLineNs = sinceNs + TimeUnit.SECONDS.toNanos(LINE_SECONDS);
        pauseMs = LOOK_MIN_MS;
        isOver = false;
    }

    /** Shards of owners that are known to be ready come first, because others may hang. Of these each is asked once. */
    private Optional<Integer> first(List<Integer> keys) {
        for (Integer key : keys) {
            if (inPlace.contains(owners.apply(key).address())) {
                return Optional.of(key);
            }
        }
        Set<String> asked = new HashSet<>();
        for (Integer key : keys) {
            Owner owner = owners.apply(key);
            if (asked.add(owner.address()) && areBackupsInPlace(owner)) {
                inPlace.add(owner.address());
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    private static boolean areBackupsInPlace(Owner owner) {
        try {
            return owner.areBackupsInPlace().getAsBoolean();
        } catch (RuntimeException e) {
            LOG.debug("{} could not be asked whether its shards have their backups", owner.address(), e);
            return false;
        }
    }

    private void goOn(List<Integer> keys) throws InterruptedException {
        long nowNs = time.nowNs();
        long waitedMs = TimeUnit.NANOSECONDS.toMillis(nowNs - sinceNs);
        if (nowNs - sinceNs >= TimeUnit.SECONDS.toNanos(MAX_SECONDS)) {
            isOver = true;
            LogEvent.BACKUPS_AWAITED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, keys.size())
                    .addKeyValue(Fields.WAITED_MS, waitedMs)
                    .log(
                            "{} shard(s) from disk are brought to their owners all the same after {} ms; until these owners have all backups of"
                                    + " their shards in place, what was answered before may be in the memory of one member only: {}",
                            keys.size(),
                            waitedMs,
                            without(keys));
            return;
        }
        if (nowNs - nextLineNs >= 0) {
            nextLineNs = nowNs + TimeUnit.SECONDS.toNanos(LINE_SECONDS);
            LogEvent.BACKUPS_AWAITED
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, keys.size())
                    .addKeyValue(Fields.WAITED_MS, waitedMs)
                    .log(
                            "{} shard(s) from disk have waited for {} ms until these owners have all backups of their shards in place: {}",
                            keys.size(),
                            waitedMs,
                            without(keys));
        }
        time.pause(pauseMs);
        pauseMs = Math.min(LOOK_MAX_MS, 2 * pauseMs);
    }

    private String without(List<Integer> keys) {
        return keys.stream()
                .map(key -> owners.apply(key).address())
                .filter(address -> !inPlace.contains(address))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
