package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.LabelRecord;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the shards of a data folder: for each the newest snapshot that is whole, and then the log, as far as it has no gap. A copy that lacks
 * something that was promised is broken, and is not used. Used once, before anything is written.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final int WORKERS_MAX = 4;
    /** Threads that read snapshots wait for the disk most of the time, and it answers several at once faster. */
    private static final int READERS_PER_WORKER = 4;

    private static final int QUEUE_RECORDS = 4_096;
    private static final long LOOK_MS = 100;

    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final HistoryMemory memory;
    private final OutcomeReplayer replayer;
    private final IntPredicate keys;
    private final LogReader log;
    private final Map<Integer, String> broken = new TreeMap<>();
    private final List<String> damages = new ArrayList<>();
    private final Map<Integer, Copy> copies = new TreeMap<>();
    private volatile @Nullable StorageException keyFailure;

    /** What ended a thread of this, which then has not done its part. */
    private final AtomicReference<@Nullable Throwable> ended = new AtomicReference<>();

    private long generationMax;

    /** A copy as it is read. */
    static final class Copy {
        final String name;
        final Snapshot.Base base;
        final HistoryShard shard;
        final long sizeBytes;
        private long sequence;
        private LogPlace last;

        /** Of the first record that did not follow, until the copy goes on elsewhere. */
        private @Nullable LogPlace stopped;

        private String failure = "";

        Copy(String name, Snapshot.Loaded loaded, long sizeBytes) {
            this.name = name;
            this.base = loaded.base();
            this.shard = loaded.shard();
            this.sizeBytes = sizeBytes;
            this.sequence = base.sequence();
            this.last = new LogPlace(base.logFile(), 0);
        }

        long sequence() {
            return sequence;
        }
    }

    private record Task(Copy copy, LogRecord record, LogPlace place) {}

    Recovery(Disk disk, Optional<DataKey> dataKey, HistoryMemory memory, OutcomeReplayer replayer) {
        this(disk, dataKey, memory, replayer, key -> true);
    }

    /** As above, of the shards with these keys. */
    Recovery(Disk disk, Optional<DataKey> dataKey, HistoryMemory memory, OutcomeReplayer replayer, IntPredicate keys) {
        this.keys = keys;
        this.disk = disk;
        this.dataKey = dataKey;
        this.memory = memory;
        this.replayer = replayer;
        this.log = new LogReader(disk, dataKey);
    }

    /**
     * Reads all; returns the copies that are whole.
     *
     * @throws StorageException when not all could be read, for want of memory or by a defect; says what to do
     */
    Collection<Copy> run() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        loadSnapshots();
        replayLog();
        copies.values().removeIf(this::isBroken);
        log.damages().forEach((damage, isLoss) -> {
            damages.add(damage);
            LogEvent.STORAGE_DAMAGED
                    .at(LOG)
                    .log(
                            "data folder {}: {}{}",
                            disk.where(),
                            damage,
                            isLoss
                                    ? ""
                                    : "; nothing that was answered was in it: it was being written when the process ended");
        });
        broken.forEach((key, why) -> LogEvent.STORAGE_COPY_BROKEN
                .at(LOG)
                .addKeyValue(Fields.SHARD_KEY, key)
                .log(
                        "data folder {}: the copy of the shard with key {} cannot be used: {}; another member's copy is used"
                                + " if there is one, and else the shard is lost: restore it from a backup, or load it again",
                        disk.where(),
                        key,
                        why));
        if (!copies.isEmpty()) {
            long tookMs = (System.nanoTime() - startNs) / 1_000_000;
            LogEvent.STORAGE_READ
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, copies.size())
                    .addKeyValue(Fields.TOOK_MS, tookMs)
                    .log(
                            "read {} shards from the data folder {} in {} ms: logBytes={}",
                            copies.size(),
                            disk.where(),
                            tookMs,
                            log.bytes());
        }
        return copies.values();
    }

    /** Why copies cannot be used, by the key of their shard. */
    Map<Integer, String> broken() {
        return broken;
    }

    /** Files that are damaged, and how. */
    List<String> damages() {
        return damages;
    }

    /** The highest generation that any file names. */
    long generationMax() {
        return generationMax;
    }

    private boolean isBroken(Copy copy) {
        LogPlace stopped = copy.stopped;
        if (copy.failure.isEmpty() && stopped != null && log.isPromisedBefore(stopped)) {
            copy.failure = "its log before " + LogFiles.name(stopped.file()) + " offset " + stopped.offset()
                    + " is missing: sequence=" + copy.sequence;
        }
        if (copy.failure.isEmpty() && log.hasLostBehind(copy.last)) {
            copy.failure =
                    "the log has a gap behind " + LogFiles.name(copy.last.file()) + " offset " + copy.last.offset();
        }
        if (!copy.failure.isEmpty()) {
            broken.put(copy.base.key(), copy.failure);
        }
        return !copy.failure.isEmpty();
    }

    private void loadSnapshots() throws IOException, InterruptedException {
        Map<Integer, List<String>> names = new TreeMap<>();
        for (String name : disk.list()) {
            if (name.endsWith(Snapshot.UNFINISHED)) {
                disk.delete(name);
            } else if (name.startsWith(Snapshot.PREFIX) && name.endsWith(Snapshot.SUFFIX)) {
                Snapshot.Base.ofName(name).filter(base -> keys.test(base.key())).ifPresent(base -> {
                    generationMax = Math.max(generationMax, base.generation());
                    names.computeIfAbsent(base.key(), key -> new ArrayList<>()).add(name);
                });
            }
        }
        ConcurrentMap<Integer, Copy> loaded = new ConcurrentHashMap<>();
        ConcurrentMap<Integer, String> failed = new ConcurrentHashMap<>();
        inParallel(new ArrayList<>(names.values()), files -> loadNewest(files, loaded, failed));
        requireNoneEnded();
        copies.putAll(loaded);
        broken.putAll(failed);
        if (copies.isEmpty() && keyFailure != null) {
            throw keyFailure;
        }
    }

    private void loadNewest(List<String> names, Map<Integer, Copy> loaded, Map<Integer, String> failed) {
        Comparator<String> age = Comparator.comparingLong(
                        (String name) -> base(name).generation())
                .thenComparingLong(name -> base(name).sequence());
        List<String> newestFirst = names.stream().sorted(age.reversed()).toList();
        int key = base(newestFirst.get(0)).key();
        long generation = base(newestFirst.get(0)).generation();
        List<String> failures = new ArrayList<>();
        for (String name : newestFirst) {
            // One of another generation is of another object: without that of the newest it is an old state.
            if (base(name).generation() != generation) {
                break;
            }
            try {
                loaded.put(key, new Copy(name, Snapshot.read(disk, dataKey, name, memory), disk.size(name)));
                failed.remove(key);
                return;
            } catch (IOException | RuntimeException e) {
                boolean isSaid = e instanceof IOException || e instanceof StorageException;
                failures.add(name + ": " + (isSaid ? e.getMessage() : e.toString()));
                failed.put(key, String.join("; ", failures));
                if (e instanceof StorageException wrongKey) {
                    keyFailure = new StorageException(
                            "no shard of the data folder " + disk.where() + " can be read: " + name + ": "
                                    + e.getMessage(),
                            wrongKey);
                }
            }
        }
    }

    private static Snapshot.Base base(String name) {
        return Snapshot.Base.ofName(name).orElseThrow();
    }

    private void replayLog() throws IOException, InterruptedException {
        int workers = workers();
        List<BlockingQueue<Optional<Task>>> queues = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            BlockingQueue<Optional<Task>> queue = new ArrayBlockingQueue<>(QUEUE_RECORDS);
            queues.add(queue);
            threads.add(started("fraud-replay-" + i, () -> replayAll(queue)));
        }
        long from = copies.values().stream()
                .mapToLong(copy -> copy.base.logFile())
                .min()
                .orElse(Long.MAX_VALUE);
        Map<Integer, Integer> worker = new HashMap<>();
        try {
            log.read(Math.min(from, logFileMax() + 1), (record, place) -> {
                generationMax = Math.max(generationMax, record.generation());
                Copy copy = copies.get(record.key());
                // What is in a file before is in the snapshot, or was cut off from the copy by the loss of power.
                if (copy != null
                        && ended.get() == null
                        && copy.base.generation() == record.generation()
                        && copy.base.logFile() <= place.file()) {
                    int number = worker.computeIfAbsent(record.key(), key -> worker.size() % workers);
                    handOver(queues.get(number), threads.get(number), Optional.of(new Task(copy, record, place)));
                }
            });
        } finally {
            for (int i = 0; i < workers; i++) {
                handOver(queues.get(i), threads.get(i), Optional.empty());
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        requireNoneEnded();
    }

    private static void handOver(BlockingQueue<Optional<Task>> queue, Thread taker, Optional<Task> task)
            throws InterruptedException {
        boolean isTaken = false;
        while (!isTaken && taker.isAlive()) {
            isTaken = queue.offer(task, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void requireNoneEnded() {
        Throwable why = ended.get();
        if (why != null) {
            throw new StorageException(
                    "the shards of the data folder " + disk.where()
                            + " could not all be read; if memory is short, give the member more of it, by heap, or with"
                            + " memory native by native-size: " + why,
                    why);
        }
    }

    private long logFileMax() throws IOException {
        var files = LogReader.files(disk);
        return Math.max(LogReader.newest(disk), files.isEmpty() ? 0 : files.lastKey());
    }

    private void replayAll(BlockingQueue<Optional<Task>> queue) {
        try {
            for (Optional<Task> next = queue.take(); next.isPresent(); next = queue.take()) {
                Task task = next.get();
                replay(task.copy, task.record, task.place);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            ended.compareAndSet(null, e);
        }
    }

    private void replay(Copy copy, LogRecord record, LogPlace place) {
        if (!copy.failure.isEmpty()) {
            return;
        }
        try {
            switch (record.type()) {
                case LogRecord.REACHED -> follow(copy, record.sequence() <= copy.sequence, place);
                case LogRecord.RESUMED -> {
                    if (record.sequence() == copy.sequence) {
                        copy.stopped = null;
                        copy.last = place;
                    }
                }
                default -> {
                    if (record.sequence() == copy.sequence + 1 && copy.stopped == null) {
                        apply(copy.shard, record);
                        copy.sequence = record.sequence();
                    }
                    follow(copy, record.sequence() <= copy.sequence, place);
                }
            }
        } catch (IOException | RuntimeException e) {
            copy.failure =
                    LogFiles.name(place.file()) + " offset " + place.offset() + ": a record cannot be applied: " + e;
            LOG.error("{}", copy.failure, e);
        }
    }

    private static void follow(Copy copy, boolean isWithoutGap, LogPlace place) {
        if (copy.stopped != null) {
            return;
        }
        if (isWithoutGap) {
            copy.last = place;
        } else {
            copy.stopped = place;
        }
    }

    private void apply(HistoryShard shard, LogRecord record) throws IOException {
        ByteBuffer data = record.data();
        if (record.type() == ChangeType.OUTCOME.code()) {
            replayer.replay(shard, data);
        } else if (record.type() == ChangeType.EPOCH.code()) {
            shard.epoch().learn(data.getLong());
            shard.epoch().heard(data.getLong());
        } else if (record.type() == ChangeType.CARDS.code()) {
            while (data.hasRemaining()) {
                long card = data.getLong();
                if (!shard.holds(card)) {
                    var unused = shard.open(card);
                }
            }
        } else if (record.type() == ChangeType.LABELS.code()) {
            // What the card has dropped since has no label any more.
            int unused = LabelRecord.apply(shard, data);
        } else if (record.type() == ChangeType.REMOVAL.code()) {
            RemovalRecord.read(data).apply(shard);
        } else {
            throw new IOException("its type is not known; start the release that wrote it: type=" + record.type());
        }
    }

    /** Threads that read and write shards at once. */
    static int workers() {
        return Math.max(1, Math.min(WORKERS_MAX, Runtime.getRuntime().availableProcessors()));
    }

    private static Thread started(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private <T> void inParallel(List<T> items, Consumer<T> action) throws InterruptedException {
        BlockingQueue<T> queue = new ArrayBlockingQueue<>(Math.max(1, items.size()), false, items);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < READERS_PER_WORKER * workers(); i++) {
            threads.add(started("fraud-snapshots-" + i, () -> {
                try {
                    for (T item = queue.poll(); item != null; item = queue.poll()) {
                        action.accept(item);
                    }
                } catch (Throwable e) {
                    ended.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
