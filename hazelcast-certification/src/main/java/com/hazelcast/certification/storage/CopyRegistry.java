package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.ShardStorage.StorageFigures;
import com.hazelcast.certification.storage.files.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which copies of shards a member has, what the disk has of each, and which one is to get a snapshot next.
 *
 * <p>Thread-safe: partition threads attach journals, and the threads of snapshots and of the log look and record. One lock guards all. Under it
 * the locks of journals, of the log, of forgotten cards and of the memory's list of shards are taken, never the other way round. Most looks go
 * through all copies of the member. Those that are made often look at no object: it would not be collected.
 */
final class CopyRegistry {
    /** A copy of a shard that is not on this member any more is kept that long: until then others may need it. */
    private static final long DEPARTED_KEPT_NS = TimeUnit.MINUTES.toNanos(10);

    /** Snapshots take at most that share of the log's size more than they must. */
    private static final int SNAPSHOT_BYTES_PER_LOG_BYTE = 4;

    /** A byte of the log takes as long to be replayed as some thirty of snapshots take to be written: measured, with 30 million cards. */
    private static final int SNAPSHOT_BYTES_PER_REPLAYED_BYTE = 32;

    /** Of the log that is kept in any case: to replay that takes less than a second. */
    private static final int REPLAYED_SHARE = 8;

    private final ChangeLog log;
    private final boolean isAwaited;
    private final long logSizeMinBytes;
    private final HistoryMemory memory;
    private final List<String> damages;

    @GuardedBy("this")
    private final Map<Integer, ShardJournal> journals = new HashMap<>();

    @GuardedBy("this")
    private final Map<Integer, Kept> kept = new HashMap<>();

    /** As read from disk. Until one is delivered its files stay, and other objects of that key get none, or some beside them. */
    private final UndeliveredCopies undelivered;

    @GuardedBy("this")
    private final Map<Integer, String> broken;

    /** Keys of shards of whose log the disk may lack something; until it has snapshots of them, nothing is durable. */
    @GuardedBy("this")
    private final Set<Integer> unsure = new HashSet<>();

    /** All that is kept is to be in log files from that one on, and in snapshots that begin there. */
    @GuardedBy("this")
    private long renewedFrom;

    /**
     * By key, up to which generation copies have a card which whoever holds the shard now has forgotten: they are not kept when they are
     * here no more.
     */
    @GuardedBy("this")
    private final Map<Integer, Long> forgotten = new HashMap<>();

    /** The highest generation that any copy has had. */
    @GuardedBy("this")
    private long generation;

    /** A snapshot that is on disk. */
    static final class Kept {
        final Snapshot.Base base;
        final String name;
        private final long sizeBytes;

        // Under the lock of the registry.
        private long departedNs;

        private Kept(Snapshot.Base base, String name, long sizeBytes) {
            this.base = base;
            this.name = name;
            this.sizeBytes = sizeBytes;
        }
    }

    /**
     * No copies yet.
     *
     * @param disk that the copies are on
     * @param isAwaited whether changes wait for their write
     * @param logSizeMinBytes a log of so many bytes is kept, whatever snapshots take
     * @param recovery has read what the disk has
     */
    CopyRegistry(
            Disk disk,
            ChangeLog log,
            boolean isAwaited,
            long logSizeMinBytes,
            HistoryMemory memory,
            Recovery recovery) {
        this.undelivered = new UndeliveredCopies(disk);
        this.log = log;
        this.isAwaited = isAwaited;
        this.logSizeMinBytes = logSizeMinBytes;
        this.memory = memory;
        this.generation = recovery.generationMax();
        this.broken = recovery.broken();
        this.damages = recovery.damages();
    }

    /**
     * Goes on with copies that were read from disk.
     *
     * @param copies of each key the older first: only the newest one's log may go on
     * @param leftovers names of the files of older copies that nobody needs
     */
    synchronized void resume(Iterable<Recovery.Copy> copies, Iterable<String> leftovers) throws IOException {
        Map<Integer, Recovery.Copy> newest = new TreeMap<>();
        for (Recovery.Copy copy : copies) {
            int key = copy.base.key();
            Kept snapshot = new Kept(copy.base, copy.name, copy.sizeBytes);
            undelivered.add(copy.shard, snapshot);
            kept.put(key, snapshot);
            newest.put(key, copy);
            generation = Math.max(generation, copy.base.generation());
            long unused = log.append(key, copy.base.generation(), copy.sequence(), LogRecord.RESUMED, new byte[0], 0);
        }
        for (Recovery.Copy copy : newest.values()) {
            ShardJournal journal =
                    new ShardJournal(log, isAwaited, copy.shard, copy.base.generation(), copy.sequence());
            journal.kept();
            copy.shard.attach(journal);
            journals.put(journal.key(), journal);
        }
        for (String name : leftovers) {
            undelivered.addLeftover(new Kept(Snapshot.Base.ofName(name).orElseThrow(), name, 0));
        }
        undelivered.takeMarks();
        log.writeWaiting();
    }

    /** What was read from disk and is not with its owner yet. */
    UndeliveredCopies undelivered() {
        return undelivered;
    }

    /** The journal of an object; one that has none gets one. */
    ShardJournal journalOf(HistoryShard shard) {
        return shard.attachment() instanceof ShardJournal attached ? attached : attach(shard);
    }

    private synchronized ShardJournal attach(HistoryShard shard) {
        if (shard.attachment() instanceof ShardJournal attached) {
            return attached;
        }
        ShardJournal journal = new ShardJournal(log, isAwaited, shard, ++generation, 0);
        shard.attach(journal);
        journals.put(shard.key(), journal);
        return journal;
    }

    /** What the kernel had of the log may be lost, so no copy is on disk for certain. */
    synchronized void doubt() {
        journals.values().forEach(ShardJournal::lost);
    }

    /** Each shard begins a log of its own anew; until the disk has them, they are {@linkplain #isSure not sure}. Waits for changes that go on. */
    synchronized void replaceJournals() {
        unsure.addAll(journals.keySet());
        for (ShardJournal journal : journals.values()) {
            HistoryShard shard = journal.shard();
            journal.lost();
            if (shard != null) {
                journal.lock();
                shard.attach(null);
                journal.release();
            }
        }
        for (ShardJournal journal : List.copyOf(journals.values())) {
            HistoryShard shard = journal.shard();
            if (shard != null) {
                ShardJournal unused = attach(shard);
            }
        }
    }

    /** What is in place and was in doubt has a snapshot by now. */
    synchronized boolean isSure() {
        if (!unsure.isEmpty()) {
            unsure.retainAll(pendingKeys());
        }
        return unsure.isEmpty();
    }

    /** Keys of the shards in place that the disk does not have yet. */
    @GuardedBy("this")
    private Set<Integer> pendingKeys() {
        Set<Integer> pending = new HashSet<>();
        for (HistoryMemory.Standing shard : memory.installed()) {
            boolean isSeenTo =
                    shard.attachment() instanceof ShardJournal journal && (journal.isKept() || isReplaced(journal));
            if (!isSeenTo) {
                pending.add(shard.key());
            }
        }
        return pending;
    }

    /**
     * Another object of that shard has come since, as when a backup is copied anew. The one before gets no snapshot, and is there until it
     * is collected.
     */
    @GuardedBy("this")
    private boolean isReplaced(ShardJournal journal) {
        ShardJournal newest = journals.get(journal.key());
        return newest != null && newest.generation() > journal.generation() && newest.isHere();
    }

    /** Of how many shards the newest snapshots and the log are not all that this member has: the disk has none yet, or an older copy beside it. */
    synchronized int incompleteCount() {
        Set<Integer> incomplete = new HashSet<>(pendingKeys());
        for (Kept copy : undelivered.snapshots()) {
            if (kept.get(copy.base.key()) != copy) {
                incomplete.add(copy.base.key());
            }
        }
        return incomplete.size();
    }

    /** How many shards in place the disk does not have yet. */
    synchronized int pendingCount() {
        return pendingKeys().size();
    }

    /** All that is kept is to be in log files from that one on, and in snapshots that begin there. */
    synchronized void renewFrom(long logFile) {
        renewedFrom = logFile;
    }

    /** Whether everything on disk is from the last {@link #renewFrom} on, what is to be sent included. */
    synchronized boolean isRenewed(Optional<OutcomeLog> outcomes) {
        return oldestNeeded() >= renewedFrom
                && undelivered.delivered().isEmpty()
                && outcomes.map(OutcomeLog::firstNeeded).orElse(renewedFrom) >= renewedFrom;
    }

    /** One whose object the disk does not have, or, when the log is long, that whose snapshot is the oldest. */
    synchronized Optional<ShardJournal> nextToKeep() {
        ShardJournal oldest = null;
        long oldestFile = Long.MAX_VALUE;
        for (ShardJournal journal : journals.values()) {
            if (!isToBeKept(journal)) {
                continue;
            }
            if (!journal.isKept()) {
                return Optional.of(journal);
            }
            Kept snapshot = kept.get(journal.key());
            if (snapshot != null && snapshot.base.logFile() < oldestFile) {
                oldest = journal;
                oldestFile = snapshot.base.logFile();
            }
        }
        if (oldestFile < renewedFrom) {
            return Optional.ofNullable(oldest);
        }
        long logMax = Math.max(logSizeMinBytes, snapshotBytes() / SNAPSHOT_BYTES_PER_LOG_BYTE);
        boolean isOfUse = oldestFile < log.currentFile() && oldestFile <= oldestNeeded();
        // What is kept until it is sent does not become less by snapshots.
        return isOfUse && log.files().sizeBytesFrom(oldestNeeded()) > logMax
                ? Optional.ofNullable(oldest)
                : Optional.empty();
    }

    /** All copies that may have a snapshot. */
    synchronized List<ShardJournal> allToKeep() {
        return journals.values().stream().filter(this::isToBeKept).toList();
    }

    /** Those of shards in place that the disk does not have yet, and that may have a snapshot. */
    synchronized List<ShardJournal> notKept() {
        return memory.installedShards().stream()
                .filter(shard -> shard.key() != HistoryShard.NO_KEY)
                .map(this::journalOf)
                .filter(journal -> !journal.isKept() && isToBeKept(journal))
                .toList();
    }

    /** Whether its object is in place, and may be kept whatever is still to be delivered. */
    private boolean isToBeKept(ShardJournal journal) {
        return journal.isHere() && undelivered.mayKeep(journal);
    }

    /** Whether a start would take longer to replay the log than to take snapshots of all takes. */
    synchronized boolean isReplayLonger() {
        long logBytes = log.files().sizeBytesFrom(oldestNeeded());
        return logBytes > logSizeMinBytes / REPLAYED_SHARE
                && logBytes > snapshotBytes() / SNAPSHOT_BYTES_PER_REPLAYED_BYTE;
    }

    /** A snapshot of the journal's object is on disk; returns the one of that key that was the newest before, if nobody needs it any more. */
    synchronized Optional<Kept> keep(ShardJournal journal, Snapshot.Written written) {
        Snapshot.Base base = written.base();
        Kept snapshot = new Kept(base, base.fileName(), written.sizeBytes());
        undelivered.keep(journal, snapshot);
        Kept before = kept.put(base.key(), snapshot);
        broken.remove(base.key());
        return Optional.ofNullable(before)
                .filter(one -> !undelivered.snapshots().contains(one));
    }

    /** The journal is of no use any more, if its object is gone. */
    synchronized void dropIfGone(ShardJournal journal) {
        if (!journal.isHere()) {
            journals.remove(journal.key(), journal);
        }
    }

    /**
     * Snapshots that nobody needs any more: those beside newer ones whose copies were delivered, and those of copies that have not been on
     * this member for long. They count until they are {@link #dropped}.
     */
    synchronized List<Kept> departed() {
        List<Kept> departed = new ArrayList<>();
        for (Kept copy : undelivered.delivered()) {
            Kept newest = kept.get(copy.base.key());
            // Its own object goes on. If this is another file, a newer snapshot of that has taken its place.
            if (newest != null && newest.base.generation() == copy.base.generation()) {
                undelivered.dropped(copy);
            } else {
                departed.add(copy);
            }
        }
        List<Integer> toDeliver = undelivered.keys();
        for (Kept copy : kept.values()) {
            ShardJournal journal = journals.get(copy.base.key());
            boolean isHere = journal != null && journal.isHere();
            if (isHere || toDeliver.contains(copy.base.key())) {
                copy.departedNs = 0;
            } else if (copy.departedNs == 0) {
                copy.departedNs = System.nanoTime();
            } else if (isForgotten(copy) || System.nanoTime() - copy.departedNs > DEPARTED_KEPT_NS) {
                departed.add(copy);
            }
        }
        return departed;
    }

    @GuardedBy("this")
    private boolean isForgotten(Kept copy) {
        return copy.base.generation() <= forgotten.getOrDefault(copy.base.key(), 0L);
    }

    /**
     * Whoever holds that shard has forgotten a card of it, on disk too, and the copy here has not: it {@linkplain #departed goes} as soon
     * as its object has.
     *
     * @param hasMissed whether an object has the card still; one that came here without the card stays for as long as others
     */
    synchronized void forgotten(int key, Predicate<HistoryShard> hasMissed) {
        ShardJournal journal = journals.get(key);
        HistoryShard shard = journal == null ? null : journal.shard();
        Kept copy = kept.get(key);
        if (journal != null && shard != null && hasMissed.test(shard)) {
            forgotten.put(key, journal.generation());
        } else if (copy != null
                && (journal == null || shard == null || copy.base.generation() < journal.generation())) {
            forgotten.put(key, copy.base.generation());
        }
    }

    /** The file of that snapshot is deleted. */
    synchronized void dropped(Kept copy) {
        kept.remove(copy.base.key(), copy);
        undelivered.dropped(copy);
    }

    /** All snapshots that are needed. */
    private synchronized Stream<Kept> needed() {
        return Stream.concat(kept.values().stream(), undelivered.snapshots().stream())
                .distinct();
    }

    /** The first log file that some snapshot needs. */
    synchronized long oldestNeeded() {
        return needed().mapToLong(copy -> copy.base.logFile()).min().orElse(0);
    }

    /** Names of the files of a shard's snapshots that are needed. */
    synchronized Set<String> neededNames(int key) {
        return needed().filter(copy -> copy.base.key() == key)
                .map(copy -> copy.name)
                .collect(Collectors.toSet());
    }

    /** Whether a newest snapshot has that name, and was begun when the log was not behind that file. */
    synchronized boolean isOfBefore(String name, long logFile) {
        return kept.values().stream().anyMatch(copy -> copy.name.equals(name) && copy.base.logFile() <= logFile);
    }

    /** Names of the files of the newest snapshots, by key. */
    synchronized Map<Integer, String> snapshotNames() {
        Map<Integer, String> names = new LinkedHashMap<>();
        kept.forEach((key, copy) -> names.put(key, copy.name));
        return names;
    }

    private long snapshotBytes() {
        return needed().mapToLong(copy -> copy.sizeBytes).sum();
    }

    /** What is on disk, and what is not yet. */
    synchronized StorageFigures figures(long snapshotsTaken) {
        return new StorageFigures(
                log.files().sizeBytes(),
                snapshotBytes(),
                log.writtenBytes(),
                log.syncCount(),
                snapshotsTaken,
                kept.size(),
                pendingKeys().size(),
                undelivered.count(),
                broken.size(),
                damages,
                log.whyStalled().orElse(""));
    }

    /** Why copies of shards could not be read, by key. */
    synchronized Map<Integer, String> broken() {
        return Map.copyOf(broken);
    }
}
