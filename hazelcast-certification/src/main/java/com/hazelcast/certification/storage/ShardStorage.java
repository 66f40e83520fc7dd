package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.KeyCheck;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * The shards of a member on disk: reads them at the start, logs what changes them ({@link LogKeeper}), and takes snapshots, so that the log before
 * goes ({@link SnapshotKeeper}). Thread-safe.
 */
public final class ShardStorage implements AutoCloseable {
    private static final String CLUSTER_PREFIX = "cluster-";
    private static final String ID_PREFIX = "id-";
    private static final long KEPT_MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long TICK_MS = 10;
    private static final long END_MAX_MS = TimeUnit.SECONDS.toMillis(10);

    private final Disk disk;
    private final StorageSettings settings;
    private final ChangeLog log;
    private final Optional<OutcomeLog> outcomes;
    private final CopyRegistry copies;
    private final SnapshotKeeper snapshots;
    private final LogKeeper logKeeper;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile String life = "";

    /**
     * Applies an outcome of the log to a shard, which may have it already: it changes nothing then. Called by several threads, of each
     * shard by one.
     */
    @FunctionalInterface
    public interface OutcomeReplayer {
        /**
         * Applies an outcome.
         *
         * @throws IOException when the outcome cannot be read
         */
        void replay(HistoryShard shard, ByteBuffer outcome) throws IOException;
    }

    /**
     * What a member has on disk.
     *
     * @param logBytes of the log's files
     * @param snapshotBytes of the snapshots
     * @param writtenBytes written to the log since the start
     * @param syncs of the log since the start
     * @param snapshots taken since the start
     * @param copies of shards that the disk has
     * @param pending copies of shards on this member that the disk does not have yet
     * @param unread copies that were read from disk and are not with their owners yet; there may be several of a shard
     * @param broken copies that could not be read
     * @param damages files that were damaged at the start, and how
     * @param stalled why nothing can be written now; empty: it can
     */
    public record StorageFigures(
            long logBytes,
            long snapshotBytes,
            long writtenBytes,
            long syncs,
            long snapshots,
            int copies,
            int pending,
            int unread,
            int broken,
            List<String> damages,
            String stalled) {}

    private ShardStorage(Disk disk, StorageSettings settings, HistoryMemory memory, Recovery recovery, long lastFile)
            throws IOException {
        this.disk = disk;
        this.settings = settings;
        this.log =
                new ChangeLog(disk, settings.dataKey(), settings.durability(), lastFile, settings.logFileSizeBytes());
        this.outcomes = OutcomeLog.open(disk, settings, log);
        boolean isAwaited = settings.durability() != Durability.MEMORY;
        this.copies = new CopyRegistry(disk, log, isAwaited, settings.logSizeMinBytes(), memory, recovery);
        this.snapshots = new SnapshotKeeper(disk, settings.dataKey(), memory, log, outcomes, copies, System::nanoTime);
        this.logKeeper = new LogKeeper(log, copies, settings.durability(), disk.where());
    }

    /**
     * Reads what the folder has, and goes on with it.
     *
     * @param replayer applies outcomes
     * @throws StorageException when the folder cannot be read or written; says what to do
     */
    public static ShardStorage open(
            Disk disk, StorageSettings settings, HistoryMemory memory, OutcomeReplayer replayer) {
        try {
            requireSameCluster(disk, settings.cluster());
            requireKey(disk, settings.dataKey());
            Recovery recovery = new Recovery(disk, settings.dataKey(), memory, replayer);
            var read = recovery.run();
            long lastFile = LogReader.last(disk);
            var files = LogReader.files(disk);
            ShardStorage storage = new ShardStorage(disk, settings, memory, recovery, lastFile);
            storage.log.files().adopt(files);
            storage.copies.resume(read, recovery.leftovers());
            storage.snapshots.begin(storage.recoveredKeys());
            storage.logKeeper.begin();
            return storage;
        } catch (StorageException e) {
            disk.close();
            throw e;
        } catch (IOException | LogStalledException e) {
            disk.close();
            throw new StorageException(
                    "the data folder cannot be used; make room, or repair it: data-dir=" + disk.where() + ": "
                            + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException("interrupted while the data folder was read", e);
        }
    }

    /** A folder of a cluster with other shards has nothing that can be used. */
    private static void requireSameCluster(Disk disk, String cluster) throws IOException {
        String name = CLUSTER_PREFIX + cluster;
        for (String found : disk.list()) {
            if (found.startsWith(CLUSTER_PREFIX) && !found.equals(name)) {
                throw new StorageException(
                        "the data folder is of a cluster with other shards or another card key; give the shards and"
                                + " card-key-file of then, or another data-dir: data-dir="
                                + disk.where() + " has " + found.substring(CLUSTER_PREFIX.length())
                                + ", this member has " + cluster);
            }
        }
        if (!disk.list().contains(name)) {
            disk.create(name).close();
            disk.sync();
        }
    }

    /** Of a folder that had no key before, the older files can be read without: what they lack must not be taken for what was never there. */
    private static void requireKey(Disk disk, Optional<DataKey> key) throws IOException {
        Map<String, FileHead.Kind> kinds = new TreeMap<>();
        for (String name : disk.list()) {
            BackupManifest.framesOf(name).ifPresent(kind -> kinds.put(name, kind));
        }
        KeyCheck.require(disk, kinds, key);
    }

    /** The outcomes of the log, for whoever sends their verdicts; empty: they are not sent. */
    public Optional<OutcomeLog> outcomes() {
        return outcomes;
    }

    public Durability durability() {
        return settings.durability();
    }

    /**
     * Sets how to have the threads of a shard {@link #open} it, on its owner and its backups. It is for shards that nothing changes, which would
     * get no snapshot.
     *
     * @param action takes the shard's key, on the thread of the snapshots
     */
    public void touchBy(IntConsumer action) {
        snapshots.touchBy(action);
    }

    /** Where it is kept. */
    public Disk disk() {
        return disk;
    }

    /**
     * From now on no copy that comes is kept, and none that is there is deleted, until it is {@linkplain #release released}: it is not certain that
     * what comes is of the same life of the cluster. No shard that comes is {@linkplain #isReady ready} meanwhile. One that is being written is
     * written to its end.
     */
    public void hold() {
        snapshots.hold();
    }

    /**
     * Sets when this is as after {@link #hold}: while this member brings shards to others. These shards may have come here as well, with less in
     * them, and what the member has not brought yet would then be on no disk when all members end.
     *
     * @param isBringing is asked before each snapshot begins and each file is deleted
     */
    public void holdWhile(BooleanSupplier isBringing) {
        snapshots.holdWhile(isBringing);
    }

    /** What comes is of the life of the cluster that this folder is of, and is kept. */
    public void release(String ofLife) {
        life = ofLife;
        snapshots.release();
    }

    /** Keys of the shards of which copies were read from disk and not {@linkplain #delivered delivered} yet. */
    public List<Integer> recoveredKeys() {
        return copies.undelivered().keys();
    }

    /**
     * The copies of a shard that were read from disk and not delivered yet, the newest first. Those behind it are of times when this member
     * had come back to a cluster that had {@linkplain #goneOn gone on}, and ended before it had delivered them.
     */
    public List<HistoryShard> recovered(int key) {
        return copies.undelivered().of(key);
    }

    /**
     * The cluster has gone on with the shards of these keys, and with no others: what comes of them is kept beside what was read from disk
     * and is not delivered yet. Other shards that come are kept when that is delivered, and so are shards of which there are too many
     * copies already.
     */
    public void goneOn(Set<Integer> keys) {
        copies.undelivered().goneOn(keys);
    }

    /**
     * Whether what comes of that shard is kept beside a copy of it that was read. A start does not read that copy any more when it is {@linkplain
     * #delivered delivered}, so what it was united to must be on a disk before.
     */
    public boolean isKeptBeside(int key) {
        return copies.undelivered().mayKeepBeside(key);
    }

    /**
     * The owner of that shard has a copy that was read from disk, and so have its backups. What is on disk of it goes, if a newer one is there.
     *
     * @throws StorageException when the disk cannot be written, and the copy is not delivered; says what to do
     */
    public void delivered(HistoryShard copy) {
        try {
            copies.undelivered().deliver(copy);
        } catch (IOException e) {
            throw new StorageException(
                    "what was read from disk of the shard with key " + copy.key()
                            + " is with its owner, which could not be written down; repair the"
                            + " disk, or make room in the data folder: data-dir=" + disk.where() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** Opens the journal of a shard for a change; whoever does {@linkplain ShardJournal#release releases} it. Called by the shard's thread. */
    public ShardJournal open(HistoryShard shard) {
        while (true) {
            ShardJournal journal = copies.journalOf(shard);
            journal.lock();
            if (shard.attachment() == journal) {
                return journal;
            }
            journal.release();
        }
    }

    /**
     * Whether the disk has a snapshot of this object, and its log can be written. While this member still has another one of that key to deliver, it
     * gets one only where the cluster has {@linkplain #goneOn gone on}. Called by the shard's thread.
     */
    public boolean isReady(HistoryShard shard) {
        return copies.journalOf(shard).isKept() && log.isWritable();
    }

    /** The shard has changed in a way that has no record: another snapshot is needed. Its journal is open, and of no use any more. */
    public void changedOtherwise(HistoryShard shard) {
        shard.attach(null);
    }

    /** What was read from disk is changed without records: its log ends, if it has one. */
    public void endLog(HistoryShard shard) {
        ShardJournal.endOf(shard, Long.MAX_VALUE);
    }

    /**
     * What is on disk is to go, but for what is there now: each shard gets a snapshot, one after the other, and then the log before is
     * deleted. Returns at once.
     */
    public void renew() {
        snapshots.renew();
    }

    /**
     * As {@link #renew}, where no copy of the shard with that key has forgotten the card: what is left of one goes as soon as its object is
     * collected, and files of one that could not be read go as well.
     *
     * @param hasMissed whether an object has the card still; one that came here without the card stays for as long as others
     */
    public void renewWithout(int key, Predicate<HistoryShard> hasMissed) {
        copies.forgotten(key, hasMissed);
        snapshots.clear(key);
        renew();
    }

    /** Whether something that was there before a {@link #renew} may be on disk still. */
    public boolean isRenewing() {
        return snapshots.isRenewing();
    }

    /**
     * Waits until the disk has all shards that are in place here.
     *
     * @throws StorageException when it does not get them; says what to do
     */
    public void awaitPending() throws InterruptedException {
        snapshots.awaitPending();
    }

    /** Whether the log can be written. When it could not, tries again, at most ten times a second, and waits for that write. */
    public boolean isWritable() {
        return log.isWritable();
    }

    /** Completes when all that was appended until now is as durable as answers need it. */
    public CompletionStage<Void> whenDurable() {
        return logKeeper.whenDurable();
    }

    /**
     * Takes snapshots of the shards that the disk does not have yet, such as those that were loaded a moment ago. Takes them of all shards when a
     * start would take longer to replay the log than that takes; then the log before goes. For a member that stops, whose shards nothing changes
     * any more. Blocks, for some seconds where there are ten gigabytes. What fails stays in the log.
     */
    public void shortenLog() throws InterruptedException {
        snapshots.shortenLog();
    }

    /**
     * Copies what is on disk into a folder of this member's own in that one: all that was answered until now, and maybe some of what comes
     * meanwhile. Nothing is deleted meanwhile, and shards that come get their snapshots.
     *
     * @param takenAtMs of the whole backup
     * @throws StorageException when it cannot be made; says what to do
     */
    public Backup.Report prepareBackup(Path folder, long takenAtMs) {
        try {
            try {
                return copyWhenKept(folder, takenAtMs);
            } catch (Backup.DamagedFileException e) {
                replace(e.name());
                return copyWhenKept(folder, takenAtMs);
            }
        } catch (IOException | LogStalledException e) {
            throw new StorageException(
                    "the backup could not be written; check that all members see the folder, may write to it, and that it has room: folder="
                            + folder + ": " + e.getMessage(),
                    e);
        }
    }

    private Backup.Report copyWhenKept(Path folder, long takenAtMs) throws IOException {
        Optional<Backup.Report> report = Optional.empty();
        while (report.isEmpty()) {
            awaitKept();
            report = snapshots.readIfAllKept((names, keys) -> copyFiles(names, keys, folder, takenAtMs));
        }
        return report.get();
    }

    /** What is damaged on the disk is whole in memory: snapshots of all shards take the place of that file. */
    private void replace(String damaged) throws IOException {
        long before = log.currentFile();
        renew();
        long endNs = System.nanoTime() + KEPT_MAX_NS;
        while (isNeeded(damaged, before)) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException(
                        "a file of the data folder is damaged, and snapshots that take its place are not all there yet; repeat the backup in some minutes: file="
                                + damaged);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TICK_MS));
        }
    }

    /** Of a shard that has not changed, the new snapshot has the name of the one before, and begins in a later file of the log. */
    private boolean isNeeded(String file, long before) {
        return file.endsWith(LogFiles.SUFFIX)
                ? file.compareTo(LogFiles.name(copies.oldestNeeded())) >= 0
                : copies.isOfBefore(file, before);
    }

    private Backup.Report copyFiles(List<String> names, Set<Integer> keys, Path folder, long takenAtMs)
            throws IOException {
        Path member = folder.resolve(Backup.memberFolder(id()));
        return Backup.prepare(disk, names, member, settings.cluster(), life, takenAtMs, keys);
    }

    /** A shard that has just come has no snapshot yet; one that was read may be in two generations. */
    private void awaitKept() throws IOException {
        long endNs = System.nanoTime() + KEPT_MAX_NS;
        while (copies.incompleteCount() > 0) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException(
                        "some shards are not on this member's disk yet, or older copies of them are not with their owners yet; try again in a minute: shards="
                                + copies.incompleteCount());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TICK_MS));
        }
    }

    /** Names this folder; made when it is first asked for. */
    private String id() throws IOException {
        for (String name : disk.list()) {
            if (name.startsWith(ID_PREFIX)) {
                return name.substring(ID_PREFIX.length());
            }
        }
        String id = UUID.randomUUID().toString().substring(0, 8);
        disk.create(ID_PREFIX + id).close();
        return id;
    }

    /** What is on disk, and what is not yet. */
    public StorageFigures figures() {
        return copies.figures(snapshots.count());
    }

    /** Why copies of shards could not be read, by key. */
    public Map<Integer, String> broken() {
        return copies.broken();
    }

    /** Ends; what was appended is written and brought to the disk, which is closed. */
    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        snapshots.end();
        logKeeper.end();
        try {
            snapshots.awaitEnd(END_MAX_MS);
            logKeeper.awaitEnd(END_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.close();
        disk.close();
    }
}
