package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes snapshots of shards, one after another on a thread of its own, and deletes what is not needed behind them: snapshots of before, those of
 * copies that have left, and the log.
 *
 * <p>Thread-safe. One lock is held while files come or go; the locks of the {@link CopyRegistry}, of journals and of the log are taken under
 * it. A snapshot holds the journal of its shard for a slice at a time. While somebody reads the files, none goes, and only shards that the disk does
 * not have get snapshots: these are not scored, and count as no copy, until then.
 */
final class SnapshotKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeeper.class);
    private static final long TICK_MS = 10;
    private static final long TOUCH_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FAILED_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** Longer than a part of a snapshot takes on a slow disk. */
    static final long STUCK_NS = TimeUnit.MINUTES.toNanos(1);

    /** A renewal begins when none was requested for that long: one is enough for all cards that a command forgets. */
    static final long RENEWAL_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** So long after the first request a renewal begins at the latest. */
    static final long RENEWAL_DELAY_MAX_NS = TimeUnit.SECONDS.toNanos(30);

    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final HistoryMemory memory;
    private final ChangeLog log;
    private final Optional<OutcomeLog> outcomes;
    private final CopyRegistry copies;
    private final LongSupplier clock;
    private final Thread thread = new Thread(this::run, "fraud-snapshots");
    private final AtomicLong snapshotCount = new AtomicLong();

    /** How far a snapshot has come, in bytes, since one was whole. What is written again after a failure is no further. */
    private final AtomicLong furthestBytes = new AtomicLong();

    /** Rises when a snapshot has come further, or is whole. */
    private final AtomicLong progress = new AtomicLong();

    /** Whoever takes or deletes files of snapshots, or chooses which to read, holds it. */
    private final Object filesLock = new Object();

    /** How many read the files now. */
    @GuardedBy("filesLock")
    private int readings;

    /** Keys of shards that have another snapshot since it was last seen to those before. */
    @GuardedBy("filesLock")
    private final Set<Integer> replaced = new HashSet<>();

    /** Keys of shards of which no file is to stay that nobody needs, whether or not this member has the shard. */
    private final Set<Integer> toClear = ConcurrentHashMap.newKeySet();

    private volatile IntConsumer touch = key -> {};
    private volatile boolean isEnded;
    private volatile boolean isHeld;
    private volatile BooleanSupplier heldWhile = () -> false;

    /** Whether somebody is to take what is left, several at once. */
    private volatile boolean isStopping;

    private final AtomicLong renewalsRequested = new AtomicLong();

    /** So many of them have begun: the registry has where. */
    private volatile long renewalsBegun;

    /** When the last one was requested. */
    private volatile long renewalRequestedNs;

    // Of the thread.
    private long nextTouchNs = System.nanoTime();
    private long snapshotsFromNs = System.nanoTime();
    private long deletionsFromNs = System.nanoTime();
    private boolean isRenewalSeen;
    private long renewalSeenNs;

    /** Reads files of the disk, while they stay as they are. */
    interface Reading<T> {
        /**
         * Reads them.
         *
         * @param names of the newest snapshots, and of the log's files that they need
         * @param keys of the shards of these snapshots
         */
        T read(List<String> names, Set<Integer> keys) throws IOException;
    }

    /**
     * Takes none before it {@linkplain #begin begins}.
     *
     * @param outcomes need the log as well; empty: they do not
     * @param clock in nanoseconds, by which a snapshot is stuck, and a renewal waits for others
     */
    SnapshotKeeper(
            Disk disk,
            Optional<DataKey> dataKey,
            HistoryMemory memory,
            ChangeLog log,
            Optional<OutcomeLog> outcomes,
            CopyRegistry copies,
            LongSupplier clock) {
        this.disk = disk;
        this.dataKey = dataKey;
        this.memory = memory;
        this.log = log;
        this.outcomes = outcomes;
        this.copies = copies;
        this.clock = clock;
        thread.setDaemon(true);
    }

    /**
     * Begins. Called once.
     *
     * @param read keys of the shards that were read: files that newer snapshots of them have replaced go, if the process ended before they had gone
     */
    void begin(Collection<Integer> read) throws IOException {
        Set<Integer> seen = new HashSet<>();
        List<Integer> ofSeveralFiles = disk.list().stream()
                .filter(name -> name.startsWith(Snapshot.PREFIX) && name.endsWith(Snapshot.SUFFIX))
                .flatMap(name -> Snapshot.Base.ofName(name).stream())
                .map(Snapshot.Base::key)
                .filter(key -> !seen.add(key) && read.contains(key))
                .toList();
        synchronized (filesLock) {
            replaced.addAll(ofSeveralFiles);
        }
        thread.start();
    }

    /** From now on that makes the thread of a shard open its journal. */
    void touchBy(IntConsumer action) {
        touch = action;
    }

    /** No snapshot begins and no file is deleted until {@link #release}. What is under way goes on to its end. */
    void hold() {
        isHeld = true;
    }

    /** Goes on. */
    void release() {
        isHeld = false;
    }

    /** As after {@link #hold}, whenever that is so. */
    void holdWhile(BooleanSupplier isSo) {
        heldWhile = isSo;
    }

    private boolean mayChange() {
        return !isHeld && !heldWhile.getAsBoolean();
    }

    /** What is on disk is to go, but for what is there now: soon, together with what is requested meanwhile. Returns at once. */
    void renew() {
        renewalRequestedNs = clock.getAsLong();
        renewalsRequested.incrementAndGet();
    }

    /**
     * Snapshots of that shard that nobody needs go soon, such as those that could not be read: nothing else would delete them where the
     * shard is on other members.
     */
    void clear(int key) {
        toClear.add(key);
    }

    /** Whether something that was there before a {@link #renew} or a {@link #clear} may be on disk still. */
    boolean isRenewing() {
        return renewalsBegun != renewalsRequested.get() || !toClear.isEmpty() || !copies.isRenewed(outcomes);
    }

    /** Snapshots taken since the start. */
    long count() {
        return snapshotCount.get();
    }

    /**
     * Waits until the disk has all shards that are in place.
     *
     * @throws StorageException when no snapshot has come further for a minute; says what to do
     */
    void awaitPending() throws InterruptedException {
        long seen = progress.get();
        long sinceNs = clock.getAsLong();
        while (copies.pendingCount() > 0) {
            long now = progress.get();
            if (now != seen) {
                seen = now;
                sinceNs = clock.getAsLong();
            } else if (clock.getAsLong() - sinceNs > STUCK_NS) {
                throw new StorageException(
                        "shards that are in place do not come to the disk; make room in the data folder, or repair the disk: data-dir="
                                + disk.where() + " shards=" + copies.pendingCount());
            }
            Thread.sleep(TICK_MS);
        }
    }

    private void run() {
        boolean isNextDue = false;
        while (!isEnded) {
            try {
                if (!isNextDue) {
                    Thread.sleep(TICK_MS);
                }
                isNextDue = look() && !isStopping;
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                isNextDue = false;
                sayFailed(e);
            }
        }
    }

    /**
     * Takes a snapshot, if one is to be taken, and deletes what is not needed. What fails is tried again after a second, and does not stop the
     * other. Of the thread.
     *
     * @return whether it was of a shard that the disk did not have: answers of others may wait for theirs, so the next look is not to wait
     */
    boolean look() throws IOException {
        touchUnknown();
        synchronized (filesLock) {
            return mayChange() && keepNext();
        }
    }

    private void touchUnknown() {
        if (System.nanoTime() - nextTouchNs < 0) {
            return;
        }
        nextTouchNs = System.nanoTime() + TOUCH_NS;
        for (HistoryMemory.Standing shard : memory.installed()) {
            if (shard.attachment() == null && shard.key() != HistoryShard.NO_KEY) {
                touch.accept(shard.key());
            }
        }
    }

    /** Returns whether the disk did not have what has a snapshot now. */
    @GuardedBy("filesLock")
    private boolean keepNext() throws IOException {
        boolean isRead = readings > 0;
        if (!isRead) {
            beginRenewal();
        }
        Optional<ShardJournal> next = System.nanoTime() - snapshotsFromNs < 0 ? Optional.empty() : copies.nextToKeep();
        boolean isPending = next.isPresent() && !next.get().isKept();
        boolean isToBeKept = next.isPresent() && (!isRead || isPending);
        boolean isTaken = false;
        if (isToBeKept) {
            snapshotsFromNs = System.nanoTime() + FAILED_PAUSE_NS;
            isTaken = keep(next.get());
            snapshotsFromNs = System.nanoTime();
        }
        if (isTaken) {
            replaced.add(next.get().key());
        }
        if (!isRead && System.nanoTime() - deletionsFromNs >= 0) {
            deletionsFromNs = System.nanoTime() + FAILED_PAUSE_NS;
            deleteUnneeded();
            deletionsFromNs = System.nanoTime();
        }
        return isTaken && isPending;
    }

    @GuardedBy("filesLock")
    private void deleteUnneeded() throws IOException {
        Set<Integer> cleared = Set.copyOf(toClear);
        replaced.addAll(cleared);
        for (int key : replaced) {
            deleteOlder(key);
        }
        replaced.clear();
        toClear.removeAll(cleared);
        dropDeparted();
        log.deleteBefore(firstNeeded());
    }

    private void beginRenewal() {
        // Before the file: a card that is forgotten meanwhile asks for another renewal.
        long requested = renewalsRequested.get();
        if (requested == renewalsBegun || isRenewalToWait()) {
            return;
        }
        try {
            copies.renewFrom(log.begin());
            renewalsBegun = requested;
            isRenewalSeen = false;
        } catch (LogStalledException e) {
            LOG.debug("the renewal waits for the log", e);
        }
    }

    private boolean isRenewalToWait() {
        long now = clock.getAsLong();
        if (!isRenewalSeen) {
            isRenewalSeen = true;
            renewalSeenNs = now;
        }
        return now - renewalRequestedNs < RENEWAL_PAUSE_NS && now - renewalSeenNs < RENEWAL_DELAY_MAX_NS;
    }

    /** Takes a snapshot, if its object is still there; returns whether it has. */
    private boolean keep(ShardJournal journal) throws IOException {
        copies.undelivered().keepBeside(journal);
        Optional<Snapshot.Written> written =
                Snapshot.write(disk, dataKey, journal, log::currentFile, this::recordProgress);
        if (written.isEmpty()) {
            copies.dropIfGone(journal);
            return false;
        }
        Optional<CopyRegistry.Kept> before = copies.keep(journal, written.get());
        journal.kept();
        furthestBytes.set(0);
        progress.incrementAndGet();
        snapshotCount.incrementAndGet();
        Snapshot.Base base = written.get().base();
        if (before.isPresent() && before.get().base.generation() != base.generation()) {
            log.forget(base.key(), before.get().base.generation());
        }
        return true;
    }

    private void recordProgress(long bytes) {
        if (furthestBytes.getAndAccumulate(bytes, Math::max) < bytes) {
            progress.incrementAndGet();
        }
    }

    /** Deletes the snapshots of a shard that another one has taken the place of. */
    private void deleteOlder(int key) throws IOException {
        Set<String> needed = copies.neededNames(key);
        for (String name : disk.list()) {
            boolean isOld = name.startsWith(Snapshot.PREFIX + key + "-") && !needed.contains(name);
            if (isOld && name.endsWith(Snapshot.SUFFIX)) {
                disk.delete(name);
            }
        }
    }

    private void dropDeparted() throws IOException {
        for (CopyRegistry.Kept copy : copies.departed()) {
            log.forget(copy.base.key(), copy.base.generation());
            disk.delete(copy.name);
            copies.dropped(copy);
        }
    }

    /** The first log file that is not to go: that some snapshot needs, or whoever sends outcomes. */
    private long firstNeeded() throws IOException {
        long needed = copies.oldestNeeded();
        return outcomes.isPresent() ? Math.min(needed, outcomes.get().firstKept(needed)) : needed;
    }

    /**
     * Takes snapshots of the shards that the disk does not have yet. Takes them of all shards when a start would take longer to replay the log
     * than that takes; then the log before goes. Blocks; what fails stays in the log.
     */
    void shortenLog() throws InterruptedException {
        isStopping = true;
        synchronized (filesLock) {
            while (readings > 0) {
                filesLock.wait();
            }
            if (!mayChange()) {
                return;
            }
            boolean areAllOnDisk = keepAtOnce(copies.notKept());
            if (!areAllOnDisk) {
                LOG.warn("shards that were loaded a moment ago are not all on disk: data-dir={}", disk.where());
            }
            if (!copies.isReplayLonger()) {
                return;
            }
            long beginNs = System.nanoTime();
            try {
                copies.renewFrom(log.begin());
                boolean areAllKept = keepAtOnce(copies.allToKeep());
                log.deleteBefore(firstNeeded());
                if (areAllKept) {
                    LOG.info(
                            "snapshots of all shards are taken, so that the next start need not replay the log: data-dir={} ms={}",
                            disk.where(),
                            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
                } else {
                    LOG.warn(
                            "not all snapshots could be taken; the next start replays the log of the others: data-dir={}",
                            disk.where());
                }
            } catch (IOException | LogStalledException e) {
                LOG.warn("the next start replays the whole log of shards: data-dir={}", disk.where(), e);
            }
        }
    }

    /** Returns whether that succeeded for all. */
    private boolean keepAtOnce(List<ShardJournal> journals) throws InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(Recovery.workers());
        try {
            boolean areAllKept = true;
            for (Future<Boolean> snapshot :
                    writers.invokeAll(journals.stream().map(this::keeping).toList())) {
                try {
                    areAllKept &= snapshot.get();
                } catch (ExecutionException e) {
                    sayFailed(e);
                    areAllKept = false;
                }
            }
            return areAllKept;
        } finally {
            writers.shutdownNow();
        }
    }

    private Callable<Boolean> keeping(ShardJournal journal) {
        return () -> {
            if (keep(journal)) {
                deleteOlder(journal.key());
            }
            return true;
        };
    }

    private void sayFailed(Throwable e) {
        LogEvent.SNAPSHOT_FAILED
                .at(LOG)
                .setCause(e)
                .log(
                        "a snapshot of a shard could not be written, or a file that is not needed any more could not be deleted; it is"
                                + " tried again: make room in the data folder, or repair the disk: data-dir={}",
                        disk.where());
    }

    /**
     * Reads the files, if the newest ones of each shard have all that this member has: with all that was appended to the log until now.
     * They stay as they are meanwhile.
     *
     * @return empty: they have not
     * @throws LogStalledException when the log cannot be written now
     */
    <T> Optional<T> readIfAllKept(Reading<T> reading) throws IOException {
        Map<Integer, String> byKey;
        List<String> names;
        synchronized (filesLock) {
            if (copies.incompleteCount() > 0) {
                return Optional.empty();
            }
            long cut = log.cut();
            byKey = copies.snapshotNames();
            names = new ArrayList<>(byKey.values());
            for (long number : LogReader.files(disk).keySet()) {
                if (number >= copies.oldestNeeded() && number <= cut) {
                    names.add(LogFiles.name(number));
                }
            }
            readings++;
        }
        try {
            return Optional.of(reading.read(names, byKey.keySet()));
        } finally {
            synchronized (filesLock) {
                readings--;
                filesLock.notifyAll();
            }
        }
    }

    /** Takes no more snapshots, as soon as what is under way is done. */
    void end() {
        isEnded = true;
    }

    /** Waits until nothing is under way, but no longer than that. Called after {@link #end}. */
    void awaitEnd(long maxMs) throws InterruptedException {
        thread.join(maxMs);
    }
}
