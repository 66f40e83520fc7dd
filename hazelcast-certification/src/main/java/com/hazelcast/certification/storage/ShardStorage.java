package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of a member on disk: reads them at the start, logs what changes them, and takes snapshots, so that the log before goes.
 * Thread-safe.
 */
public final class ShardStorage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShardStorage.class);
    private static final String CLUSTER_PREFIX = "cluster-";
    private static final String ID_PREFIX = "id-";
    private static final long KEPT_MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long TICK_MS = 10;
    private static final long TOUCH_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long FAILED_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    /** A copy of a shard that is not on this member any more is kept that long: until then others may need it. */
    private static final long DEPARTED_KEPT_NS = TimeUnit.MINUTES.toNanos(10);

    /** Snapshots take at most that share of the log's size more than they must. */
    private static final int SNAPSHOT_BYTES_PER_LOG_BYTE = 4;

    /** A byte of the log takes as long to be replayed as some thirty of snapshots take to be written: measured, with 30 million cards. */
    private static final int SNAPSHOT_BYTES_PER_REPLAYED_BYTE = 32;

    /** Of the log that is kept in any case: to replay that takes less than a second. */
    private static final int REPLAYED_SHARE = 8;

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final Disk disk;
    private final StorageSettings settings;
    private final HistoryMemory memory;
    private final ChangeLog log;
    private final Optional<OutcomeLog> outcomes;
    private final AtomicLong generations;
    private final Map<Integer, String> broken;
    private final List<String> damages;
    private final Object filesLock = new Object();
    private final Object syncSignal = new Object();
    private final List<Thread> threads = new ArrayList<>();

    @GuardedBy("this")
    private final Map<Integer, ShardJournal> journals = new HashMap<>();

    @GuardedBy("this")
    private final Map<Integer, Kept> kept = new HashMap<>();

    /** As read from disk. Until one is delivered its files stay, and no other object of that key gets any: that may be of an older copy. */
    @GuardedBy("this")
    private final Map<Integer, HistoryShard> recovered = new TreeMap<>();

    /** All that is kept is to be in log files from that one on, and in snapshots that begin there. */
    @GuardedBy("this")
    private long renewedFrom;

    /** Keys of shards of whose log the disk may lack something; until it has snapshots of them, nothing is durable. */
    @GuardedBy("this")
    private final Set<Integer> unsure = new HashSet<>();

    private volatile IntConsumer touch = key -> {};
    private volatile boolean isClosed;
    private volatile boolean isRenewalDue;
    private volatile boolean isHeld;
    private volatile String life = "";

    @GuardedBy("this")
    private @Nullable IOException doubted;

    private final AtomicLong snapshotCount = new AtomicLong();
    private long nextTouchNs = System.nanoTime();
    private long snapshotsFromNs = System.nanoTime();

    /** A snapshot that is on disk. */
    private static final class Kept {
        final Snapshot.Base base;
        final String name;
        final long sizeBytes;
        long departedNs;

        Kept(Snapshot.Base base, String name, long sizeBytes) {
            this.base = base;
            this.name = name;
            this.sizeBytes = sizeBytes;
        }
    }

    private ShardStorage(Disk disk, StorageSettings settings, HistoryMemory memory, Recovery recovery, long lastFile)
            throws IOException {
        this.disk = disk;
        this.settings = settings;
        this.memory = memory;
        this.generations = new AtomicLong(recovery.generationMax());
        this.broken = recovery.broken();
        this.damages = recovery.damages();
        this.log =
                new ChangeLog(disk, settings.dataKey(), settings.durability(), lastFile, settings.logFileSizeBytes());
        this.outcomes = OutcomeLog.open(disk, settings, log);
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
            Recovery recovery = new Recovery(disk, settings.dataKey(), memory, replayer);
            var copies = recovery.run();
            var files = LogReader.files(disk);
            long lastFile = Math.max(LogReader.newest(disk), files.isEmpty() ? 0 : files.lastKey());
            ShardStorage storage = new ShardStorage(disk, settings, memory, recovery, lastFile);
            storage.log.files().adopt(files);
            storage.resume(copies);
            storage.begin();
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

    private synchronized void resume(Iterable<Recovery.Copy> copies) {
        for (Recovery.Copy copy : copies) {
            int key = copy.base.key();
            ShardJournal journal =
                    new ShardJournal(log, isAwaited(), copy.shard, copy.base.generation(), copy.sequence());
            journal.kept();
            copy.shard.attach(journal);
            journals.put(key, journal);
            recovered.put(key, copy.shard);
            kept.put(key, new Kept(copy.base, copy.name, copy.sizeBytes));
            long unused = log.append(key, journal.generation(), copy.sequence(), LogRecord.RESUMED, new byte[0], 0);
        }
        log.writeWaiting();
    }

    private void begin() {
        start("fraud-snapshots", this::keepSnapshots);
        start("fraud-log", this::keepLog);
    }

    private void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    private boolean isAwaited() {
        return settings.durability() != Durability.MEMORY;
    }

    /** The outcomes of the log, for whoever sends their verdicts; empty: they are not sent. */
    public Optional<OutcomeLog> outcomes() {
        return outcomes;
    }

    public Durability durability() {
        return settings.durability();
    }

    /** From now on that makes the thread of a shard {@link #open} it, on its owner and its backups: for shards that nothing changes. */
    public void touchBy(IntConsumer action) {
        touch = action;
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
        isHeld = true;
    }

    /** What comes is of the life of the cluster that this folder is of, and is kept. */
    public void release(String ofLife) {
        life = ofLife;
        isHeld = false;
    }

    /** Keys of the shards that were read from disk and not {@linkplain #delivered delivered} yet. */
    public synchronized List<Integer> recoveredKeys() {
        return List.copyOf(recovered.keySet());
    }

    /** A shard that was read from disk; null once it was delivered. */
    public synchronized @Nullable HistoryShard recovered(int key) {
        return recovered.get(key);
    }

    /** The owner of that shard has what was read from disk, and so have its backups. */
    public synchronized void delivered(int key) {
        recovered.remove(key);
    }

    /** Opens the journal of a shard for a change; whoever does {@linkplain ShardJournal#release releases} it. Called by the shard's thread. */
    public ShardJournal open(HistoryShard shard) {
        while (true) {
            ShardJournal journal = shard.attachment() instanceof ShardJournal attached ? attached : attach(shard);
            journal.lock();
            if (shard.attachment() == journal) {
                return journal;
            }
            journal.release();
        }
    }

    private synchronized ShardJournal attach(HistoryShard shard) {
        if (shard.attachment() instanceof ShardJournal attached) {
            return attached;
        }
        ShardJournal journal = new ShardJournal(log, isAwaited(), shard, generations.incrementAndGet(), 0);
        shard.attach(journal);
        journals.put(shard.key(), journal);
        return journal;
    }

    /**
     * Whether the disk has a snapshot of this object, and its log can be written. It gets none while this member still has another one of that key
     * to deliver. Called by the shard's thread.
     */
    public boolean isReady(HistoryShard shard) {
        ShardJournal journal = shard.attachment() instanceof ShardJournal attached ? attached : attach(shard);
        return journal.isKept() && log.isWritable();
    }

    /** The shard has changed in a way that has no record: another snapshot is needed. Its journal is open, and of no use any more. */
    public void changedOtherwise(HistoryShard shard) {
        shard.attach(null);
    }

    /**
     * What is on disk is to go, but for what is there now: each shard gets a snapshot, one after the other, and then the log before is
     * deleted. Returns at once.
     */
    public void renew() {
        isRenewalDue = true;
    }

    /** Whether something that was there before a {@link #renew} may be on disk still. */
    public synchronized boolean isRenewing() {
        return isRenewalDue
                || oldestNeeded() < renewedFrom
                || outcomes.map(OutcomeLog::firstNeeded).orElse(renewedFrom) < renewedFrom;
    }

    /** Whether the log can be written; tries it again at times. */
    public boolean isWritable() {
        return log.isWritable();
    }

    /** Completes when all that was appended until now is as durable as answers need it. */
    public CompletionStage<Void> whenDurable() {
        if (settings.durability() != Durability.SYNCED) {
            return DONE;
        }
        CompletionStage<Void> done = log.whenSynced();
        synchronized (syncSignal) {
            syncSignal.notifyAll();
        }
        return done;
    }

    private void keepLog() {
        boolean isHeld = false;
        while (!isClosed) {
            try {
                synchronized (syncSignal) {
                    if (isHeld || !log.isSyncAwaited()) {
                        syncSignal.wait(TICK_MS);
                    }
                }
                isHeld = true;
                isHeld = !keepLogOnce();
            } catch (LogStalledException | IOException e) {
                LOG.debug("the log waits", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) {
                // No other thread would write or sync, nor say that nobody does.
                LOG.error("the log of shards could not be kept; it is tried again: data-dir={}", disk.where(), e);
            }
        }
    }

    /** Returns whether the log is where it is to be; else it waits for the disk. */
    private boolean keepLogOnce() throws IOException {
        Optional<IOException> loss = log.loss();
        loss.ifPresent(this::doubt);
        if (!log.isWritable()) {
            return false;
        }
        if (loss.isPresent()) {
            // First: snapshots that begin in the file before would need what the disk may lack.
            log.beginBehindLoss();
            replaceJournals();
        }
        if (settings.durability() == Durability.MEMORY) {
            log.writeWaiting();
        } else if (log.isSyncAwaited()) {
            if (!isSure()) {
                return false;
            }
            log.writeWaiting();
            log.sync();
        }
        return true;
    }

    /** What the kernel had may be lost, and no later sync says so. */
    private synchronized void doubt(IOException e) {
        if (doubted != e) {
            doubted = e;
            LogEvent.STORAGE_LOG_LOST
                    .at(LOG)
                    .setCause(e)
                    .log(
                            "the disk did not take the log of shards; answers wait until it has snapshots of all of them:"
                                    + " data-dir={}",
                            disk.where());
        }
        journals.values().forEach(ShardJournal::lost);
    }

    /** What is in place and was in doubt has a snapshot by now. */
    private synchronized boolean isSure() {
        if (!unsure.isEmpty()) {
            unsure.retainAll(pendingKeys());
        }
        return unsure.isEmpty();
    }

    /** Each shard begins a log of its own anew. */
    private synchronized void replaceJournals() {
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

    private void keepSnapshots() {
        while (!isClosed) {
            try {
                Thread.sleep(TICK_MS);
                touchUnknown();
                synchronized (filesLock) {
                    if (!isHeld) {
                        keepNext();
                    }
                }
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                snapshotsFromNs = System.nanoTime() + FAILED_PAUSE_NS;
                sayFailed(e);
            }
        }
    }

    private void keepNext() throws IOException {
        beginRenewal();
        Optional<ShardJournal> next = System.nanoTime() - snapshotsFromNs < 0 ? Optional.empty() : nextToKeep();
        if (next.isPresent()) {
            keep(next.get());
        }
        dropDeparted();
        log.deleteBefore(firstNeeded());
    }

    /** The first log file that is not to go: that some snapshot needs, or whoever sends outcomes. */
    private long firstNeeded() throws IOException {
        long needed = oldestNeeded();
        return outcomes.isPresent() ? Math.min(needed, outcomes.get().firstKept(needed)) : needed;
    }

    /**
     * Takes snapshots of all shards when a start would take longer to replay the log than that takes; then the log before goes. For a member
     * that stops, whose shards nothing changes any more. Blocks, for some seconds where there are ten gigabytes. What fails stays in the log.
     */
    public void shortenLog() throws InterruptedException {
        synchronized (filesLock) {
            if (isHeld || !isReplayLonger()) {
                return;
            }
            long beginNs = System.nanoTime();
            try {
                long from = log.begin();
                synchronized (this) {
                    renewedFrom = from;
                }
                boolean areAllKept = keepAtOnce(due());
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

    private synchronized boolean isReplayLonger() {
        long logBytes = log.files().sizeBytesFrom(oldestNeeded());
        return logBytes > settings.logSizeMinBytes() / REPLAYED_SHARE
                && logBytes > snapshotBytes() / SNAPSHOT_BYTES_PER_REPLAYED_BYTE;
    }

    private synchronized long snapshotBytes() {
        return kept.values().stream().mapToLong(copy -> copy.sizeBytes).sum();
    }

    private synchronized List<ShardJournal> due() {
        List<ShardJournal> due = new ArrayList<>();
        for (ShardJournal journal : journals.values()) {
            if (isToBeKept(journal)) {
                due.add(journal);
            }
        }
        return due;
    }

    /** Whether its object is in place, and no other one of its key is still to be delivered. */
    @GuardedBy("this")
    private boolean isToBeKept(ShardJournal journal) {
        HistoryShard read = recovered.get(journal.key());
        return journal.shard() != null && (read == null || read.attachment() == journal);
    }

    /** Returns whether that succeeded for all. */
    private boolean keepAtOnce(List<ShardJournal> due) throws InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(Recovery.workers());
        try {
            boolean areAllKept = true;
            for (Future<Boolean> snapshot :
                    writers.invokeAll(due.stream().map(this::keeping).toList())) {
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
            keep(journal);
            return true;
        };
    }

    private void sayFailed(Throwable e) {
        LogEvent.SNAPSHOT_FAILED
                .at(LOG)
                .setCause(e)
                .log(
                        "a snapshot of a shard could not be written; it is tried again: make room in the data folder,"
                                + " or repair the disk: data-dir={}",
                        disk.where());
    }

    private void beginRenewal() {
        if (!isRenewalDue) {
            return;
        }
        // Before the file: a card that is forgotten meanwhile asks for another renewal.
        isRenewalDue = false;
        try {
            long from = log.begin();
            synchronized (this) {
                renewedFrom = from;
            }
        } catch (LogStalledException e) {
            isRenewalDue = true;
            LOG.debug("the renewal waits for the log", e);
        }
    }

    /**
     * Copies what is on disk into a folder of this member's own in that one: all that was answered until now, and maybe some of what comes
     * meanwhile. No snapshot is taken meanwhile.
     *
     * @param takenAtMs of the whole backup
     * @throws StorageException when it cannot be made; says what to do
     */
    public Backup.Report backUp(Path folder, long takenAtMs) {
        try {
            while (true) {
                awaitKept();
                synchronized (filesLock) {
                    if (figures().pending() == 0) {
                        return copyFiles(folder, takenAtMs);
                    }
                }
            }
        } catch (IOException | LogStalledException e) {
            throw new StorageException(
                    "the backup could not be written; check that all members see the folder, may write to it, and that it has room: folder="
                            + folder + ": " + e.getMessage(),
                    e);
        }
    }

    private Backup.Report copyFiles(Path folder, long takenAtMs) throws IOException {
        long cut = log.cut();
        List<String> names = new ArrayList<>();
        Set<Integer> keys;
        synchronized (this) {
            keys = Set.copyOf(kept.keySet());
            kept.values().forEach(copy -> names.add(copy.name));
        }
        for (long number : LogReader.files(disk).keySet()) {
            if (number >= oldestNeeded() && number <= cut) {
                names.add(LogFiles.name(number));
            }
        }
        Path member = folder.resolve(BackupManifest.MEMBER_PREFIX + id());
        return Backup.write(disk, names, member, settings.cluster(), life, takenAtMs, keys);
    }

    /** A shard that has just come has no snapshot yet. */
    private void awaitKept() throws IOException {
        long endNs = System.nanoTime() + KEPT_MAX_NS;
        while (figures().pending() > 0) {
            if (System.nanoTime() - endNs > 0) {
                throw new IOException("some shards are not on this member's disk yet: shards="
                        + figures().pending());
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

    /** One whose object the disk does not have, or, when the log is long, that whose snapshot is the oldest. */
    private synchronized Optional<ShardJournal> nextToKeep() {
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
        long logMax = Math.max(settings.logSizeMinBytes(), snapshotBytes() / SNAPSHOT_BYTES_PER_LOG_BYTE);
        boolean isOfUse = oldestFile < log.currentFile() && oldestFile <= oldestNeeded();
        // What is kept until it is sent does not become less by snapshots.
        return isOfUse && log.files().sizeBytesFrom(oldestNeeded()) > logMax
                ? Optional.ofNullable(oldest)
                : Optional.empty();
    }

    private void keep(ShardJournal journal) throws IOException {
        Optional<Snapshot.Written> written = Snapshot.write(disk, settings.dataKey(), journal, log::currentFile);
        if (written.isEmpty()) {
            synchronized (this) {
                if (journal.shard() == null) {
                    journals.remove(journal.key(), journal);
                }
            }
            return;
        }
        Snapshot.Base base = written.get().base();
        Kept before;
        synchronized (this) {
            before = kept.put(
                    base.key(), new Kept(base, base.fileName(), written.get().sizeBytes()));
            broken.remove(base.key());
        }
        journal.kept();
        snapshotCount.incrementAndGet();
        for (String name : disk.list()) {
            boolean isOld = name.startsWith(Snapshot.PREFIX + base.key() + "-") && !name.equals(base.fileName());
            if (isOld && name.endsWith(Snapshot.SUFFIX)) {
                disk.delete(name);
            }
        }
        if (before != null && before.base.generation() != base.generation()) {
            log.forget(base.key(), before.base.generation());
        }
    }

    private void touchUnknown() {
        if (System.nanoTime() - nextTouchNs < 0) {
            return;
        }
        nextTouchNs = System.nanoTime() + TOUCH_NS;
        for (HistoryShard shard : memory.installedShards()) {
            if (shard.attachment() == null && shard.key() != HistoryShard.NO_KEY) {
                touch.accept(shard.key());
            }
        }
    }

    private void dropDeparted() throws IOException {
        List<Kept> departed = new ArrayList<>();
        synchronized (this) {
            for (Kept copy : kept.values()) {
                ShardJournal journal = journals.get(copy.base.key());
                boolean isHere = journal != null && journal.shard() != null;
                if (isHere || recovered.containsKey(copy.base.key())) {
                    copy.departedNs = 0;
                } else if (copy.departedNs == 0) {
                    copy.departedNs = System.nanoTime();
                } else if (System.nanoTime() - copy.departedNs > DEPARTED_KEPT_NS) {
                    departed.add(copy);
                }
            }
            departed.forEach(copy -> kept.remove(copy.base.key()));
        }
        for (Kept copy : departed) {
            log.forget(copy.base.key(), copy.base.generation());
            disk.delete(copy.name);
        }
    }

    /** The first log file that some snapshot needs. */
    private synchronized long oldestNeeded() {
        return kept.values().stream()
                .mapToLong(copy -> copy.base.logFile())
                .min()
                .orElse(0);
    }

    /** What is on disk, and what is not yet. */
    public synchronized StorageFigures figures() {
        return new StorageFigures(
                log.files().sizeBytes(),
                snapshotBytes(),
                log.writtenBytes(),
                log.syncCount(),
                snapshotCount.get(),
                kept.size(),
                pendingKeys().size(),
                recovered.size(),
                broken.size(),
                damages,
                log.whyStalled().orElse(""));
    }

    /** Keys of the shards in place that the disk does not have yet. */
    private Set<Integer> pendingKeys() {
        return memory.installedShards().stream()
                .filter(shard -> !(shard.attachment() instanceof ShardJournal journal && journal.isKept()))
                .map(HistoryShard::key)
                .collect(Collectors.toSet());
    }

    /** Why copies of shards could not be read, by key. */
    public synchronized Map<Integer, String> broken() {
        return Map.copyOf(broken);
    }

    /** Ends; what was appended is written and brought to the disk, which is closed. */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        log.close();
        disk.close();
    }
}
