package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the shards of a data folder: for each the newest snapshot that is whole, and then the log, as far as it has no gap. A copy that lacks
 * something that was promised is broken, and is not used. Beside the newest copy of a key it reads those older ones whose marks say that they
 * are {@linkplain UndeliveredCopies not delivered}; other older ones are leftovers. Used once, before anything is written.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final int WORKERS_MAX = 4;
    private static final int QUEUE_RECORDS = 4_096;
    private static final long LOOK_MS = 100;

    private final Disk disk;
    private final ShardStorage.OutcomeReplayer replayer;
    private final SnapshotLoader snapshots;
    private final LogReader log;
    private final Map<Integer, String> broken = new TreeMap<>();
    private final List<String> damages = new ArrayList<>();

    /** By key, the newest first. */
    private final Map<Integer, List<Copy>> copies = new TreeMap<>();

    /** Names of the files of older copies of these keys that nobody needs or can use. */
    private final List<String> leftovers = new ArrayList<>();

    /** What ended a thread of this, which then has not done its part. */
    private final AtomicReference<@Nullable Throwable> ended = new AtomicReference<>();

    private final AtomicLong generationMax = new AtomicLong();

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

    Recovery(Disk disk, Optional<DataKey> dataKey, HistoryMemory memory, ShardStorage.OutcomeReplayer replayer) {
        this(disk, dataKey, memory, replayer, key -> true);
    }

    /** As above, of the shards with these keys. */
    Recovery(
            Disk disk,
            Optional<DataKey> dataKey,
            HistoryMemory memory,
            ShardStorage.OutcomeReplayer replayer,
            IntPredicate keys) {
        this.disk = disk;
        this.replayer = replayer;
        this.snapshots = new SnapshotLoader(disk, dataKey, memory, keys);
        this.log = new LogReader(disk, dataKey);
    }

    /**
     * Reads all; returns the copies that are whole, by their keys, and of a key the older first.
     *
     * @throws StorageException when not all could be read, for want of memory or by a defect; says what to do
     */
    List<Copy> run() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        SnapshotLoader.Found found = snapshots.load();
        copies.putAll(found.copies());
        broken.putAll(found.broken());
        generationMax.set(snapshots.generationMax());
        replayLog();
        copies.values().removeIf(ofKey -> isBroken(ofKey.get(0)));
        found.damages().forEach(this::olderDamaged);
        copies.values().forEach(ofKey -> ofKey.removeIf(copy -> copy != ofKey.get(0) && isUnusable(copy)));
        found.leftovers().stream()
                .filter(name -> copies.containsKey(
                        Snapshot.Base.ofName(name).orElseThrow().key()))
                .forEach(leftovers::add);
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
                                    : "; the process ended while it was written, or it was damaged since. What was in it may have been answered: other members' copies have it then, and with 'backups: 0' it is lost");
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
        return copies.values().stream()
                .flatMap(ofKey -> ofKey.stream().sorted(Comparator.comparingLong(copy -> copy.base.generation())))
                .toList();
    }

    /** Names of the files of older copies that nobody needs or can use, where the newest one is whole. */
    List<String> leftovers() {
        return leftovers;
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
        return generationMax.get();
    }

    private boolean isBroken(Copy copy) {
        String failure = failure(copy);
        if (!failure.isEmpty()) {
            broken.put(copy.base.key(), failure);
        }
        return !failure.isEmpty();
    }

    /** As above, of one beside a newer one, which is used without it. */
    private boolean isUnusable(Copy copy) {
        String failure = failure(copy);
        if (!failure.isEmpty()) {
            olderDamaged(copy.name + ": " + failure);
            leftovers.add(copy.name);
        }
        return !failure.isEmpty();
    }

    /** It is one beside a newer one. */
    private void olderDamaged(String why) {
        String damage = "an older copy that was not with its owner yet cannot be used: " + why;
        damages.add(damage);
        LogEvent.STORAGE_DAMAGED.at(LOG).log("data folder {}: {}; the newer copy is used", disk.where(), damage);
    }

    /** Why the copy cannot be used; empty: it can. */
    private String failure(Copy copy) {
        LogPlace stopped = copy.stopped;
        if (!copy.failure.isEmpty()) {
            return copy.failure;
        }
        if (stopped != null && log.isPromisedBefore(stopped)) {
            return "its log before " + LogFiles.name(stopped.file()) + " offset " + stopped.offset()
                    + " is missing: sequence=" + copy.sequence;
        }
        return log.hasLostBehind(copy.last)
                ? "the log has a gap behind " + LogFiles.name(copy.last.file()) + " offset " + copy.last.offset()
                : "";
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
                .flatMap(List::stream)
                .mapToLong(copy -> copy.base.logFile())
                .min()
                .orElse(Long.MAX_VALUE);
        Map<Integer, Integer> worker = new HashMap<>();
        try {
            log.read(Math.min(from, LogReader.last(disk) + 1), (record, place) -> {
                generationMax.accumulateAndGet(record.generation(), Math::max);
                Copy copy = copyOf(record);
                // What is in a file before is in the snapshot, or was cut off from the copy by the loss of power.
                if (copy != null && ended.get() == null && copy.base.logFile() <= place.file()) {
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
        requireNoneEnded(disk, ended.get());
    }

    private @Nullable Copy copyOf(LogRecord record) {
        for (Copy copy : copies.getOrDefault(record.key(), List.of())) {
            if (copy.base.generation() == record.generation()) {
                return copy;
            }
        }
        return null;
    }

    private static void handOver(BlockingQueue<Optional<Task>> queue, Thread taker, Optional<Task> task)
            throws InterruptedException {
        boolean isTaken = false;
        while (!isTaken && taker.isAlive()) {
            isTaken = queue.offer(task, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** @param why a thread that read has ended; null: none has */
    static void requireNoneEnded(Disk disk, @Nullable Throwable why) {
        if (why != null) {
            throw new StorageException(
                    "the shards of the data folder " + disk.where()
                            + " could not all be read; if memory is short, give the member more of it, by heap, or with"
                            + " memory native by native-size: " + why,
                    why);
        }
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
                        record.apply(copy.shard, replayer);
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

    /** Threads that read and write shards at once. */
    static int workers() {
        return Math.max(1, Math.min(WORKERS_MAX, Runtime.getRuntime().availableProcessors()));
    }

    static Thread started(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
