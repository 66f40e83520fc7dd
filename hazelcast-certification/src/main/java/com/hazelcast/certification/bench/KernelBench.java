package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The kernel alone: parse, find, score, append over shards in one process; one thread a core, no cluster and no socket. It
 * is the bound that a member can come near.
 *
 * <p>Each thread has shards of its own and records of its own cards, made before the clock starts; only their time is set
 * anew in each round, because a record that comes twice would be a duplicate. What a read brings is grouped by shard and
 * scored as the product does it.
 */
public final class KernelBench {
    /** Records made for a thread, four a card within bounds; they are replayed with a later time. */
    private static final int RECORDS_MIN = 400_000;

    private static final int RECORDS_MAX = 2_000_000;

    private static final int TIME_INDEX = 15;

    /** With so many, each thread has some among its shards; one without any would look for its records for ever. */
    private static final int CARDS_A_THREAD_MIN = 100;

    private final Settings settings;
    private final int shards;
    private final int threads;
    private final int recordsPerRead;
    private final Clock clock;
    private final int recordCount;

    /**
     * What to measure.
     *
     * @param shards as many as threads, or more
     * @param clockSpeed how many times faster than the real time that of the records passes. 1: records of one round through them
     *     have the same time. More: each read has its own, so that histories expire while they grow
     * @param rules a set that decides in place of the rules that members run
     */
    public record Settings(
            int cards,
            int historyPerCard,
            int shards,
            int threads,
            int recordsPerRead,
            MemoryKind memory,
            Traffic traffic,
            int clockSpeed,
            Optional<CompiledRules> rules) {
        /** @throws IllegalArgumentException when a thread would have no card or nothing to read, or the clock would stand still */
        public Settings {
            requireWithin("threads", threads, 1, shards);
            requireWithin("cards", cards, CARDS_A_THREAD_MIN * threads, Integer.MAX_VALUE);
            requireWithin("history", historyPerCard, 0, HistoryLimits.ENTRIES_PER_CARD_DEFAULT);
            requireWithin("records-per-read", recordsPerRead, 1, RECORDS_MIN);
            if (clockSpeed < 1) {
                throw new IllegalArgumentException(
                        "the speed of the records' clock must be 1 or more: clockSpeed=" + clockSpeed);
            }
        }

        private static void requireWithin(String key, int value, int least, int most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(
                        key + " must be " + least + " to " + most + ": " + key + "=" + value);
            }
        }
    }

    /**
     * What a run found.
     *
     * @param transactions scored in the measured time
     * @param elapsedNs the measured time
     * @param cpuNs processor time of the threads in it
     * @param batchNs times of the batches, one value a batch
     * @param bytesPerCard after loading
     */
    public record Result(long transactions, long elapsedNs, long cpuNs, Histogram batchNs, double bytesPerCard) {
        /** Processor time of a transaction: on a busy machine it varies less than the throughput. */
        public double cpuNsPerTransaction() {
            return (double) cpuNs / transactions;
        }

        /** Transactions a second. */
        public double tps() {
            return transactions * 1e9 / elapsedNs;
        }
    }

    public KernelBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.shards = settings.shards();
        this.threads = settings.threads();
        this.recordsPerRead = settings.recordsPerRead();
        this.clock = clock;
        this.recordCount = (int) Math.max(RECORDS_MIN, Math.min(RECORDS_MAX, 4L * settings.cards() / threads));
    }

    /** Loads, warms up, measures. */
    public Result run(long warmUpNs, long measureNs) throws InterruptedException {
        LoadSpec spec =
                new LoadSpec(settings.cards(), settings.historyPerCard(), 1, clock.millis(), settings.traffic());
        HistoryMemory pages = HistoryMemory.unbounded(settings.memory());
        SyntheticShards synthetic =
                new SyntheticShards(spec, shards, pages, HistoryLimits.ENTRIES_PER_CARD_DEFAULT, Optional.empty());
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(new Worker(i, synthetic));
        }
        runAll(workers, Worker::load);
        double bytesPerCard = workers.stream().mapToLong(Worker::sizeBytes).sum() / (double) settings.cards();
        runAll(workers, worker -> worker.scoreFor(warmUpNs));
        workers.forEach(Worker::resetFigures);
        long startNs = System.nanoTime();
        runAll(workers, worker -> worker.scoreFor(measureNs));
        long elapsedNs = System.nanoTime() - startNs;
        Histogram batchNs = new Histogram(3);
        workers.forEach(worker -> batchNs.add(worker.batchNs));
        long transactions = workers.stream().mapToLong(worker -> worker.scored).sum();
        long cpuNs = workers.stream().mapToLong(worker -> worker.cpuNs).sum();
        return new Result(transactions, elapsedNs, cpuNs, batchNs, bytesPerCard);
    }

    private static void runAll(List<Worker> workers, Consumer<Worker> task) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(workers.size());
        List<Throwable> failures = new ArrayList<>();
        for (Worker worker : workers) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            task.accept(worker);
                        } finally {
                            done.countDown();
                        }
                    },
                    "kernel-" + worker.number);
            thread.setUncaughtExceptionHandler((ignored, failure) -> {
                synchronized (failures) {
                    failures.add(failure);
                }
            });
            thread.start();
        }
        done.await();
        synchronized (failures) {
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a kernel thread failed", failures.get(0));
            }
        }
    }

    /** One thread's shards and records. */
    private final class Worker {
        private final int number;
        private final SyntheticShards synthetic;
        private final HistoryShard[] owned = new HistoryShard[shards];
        private final byte[][] groups = new byte[shards][];
        private final int[] groupCounts = new int[shards];
        private final BatchScorer scorer = new BatchScorer();
        private final Optional<RuleBatches> ruleBatches =
                settings.rules().map(rules -> new RuleBatches(rules.newEvaluator()));
        private final byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        private final short[] answers = new short[recordsPerRead];
        private final Histogram batchNs = new Histogram(3);
        private byte[] records = {};
        private final long startMs = clock.millis();
        private long nextTimeMs = startMs;
        private int nextRecord;
        private long scored;
        private long cpuNs;

        Worker(int number, SyntheticShards synthetic) {
            this.number = number;
            this.synthetic = synthetic;
        }

        private boolean owns(long card) {
            return CardHash.shard(CardHash.of(card), shards) % threads == number;
        }

        void load() {
            for (int shard = number; shard < shards; shard += threads) {
                owned[shard] = synthetic.make(shard);
                groups[shard] = new byte[recordsPerRead * TransactionLayout.TRANSACTION_SIZE_BYTES];
            }
            records = ownRecords();
        }

        private byte[] ownRecords() {
            RecordGenerator generator =
                    new GeneratedStream(settings.traffic(), settings.cards(), number).generator(LabelSink.NONE);
            byte[] own = new byte[recordCount * WireRecord.SIZE_BYTES];
            byte[] drawn = new byte[WireRecord.SIZE_BYTES];
            int count = 0;
            while (count < recordCount) {
                generator.fill(drawn, 0, 1, nextTimeMs);
                RecordParser.parse(drawn, 0, parsed, 0);
                if (owns(TransactionLayout.cardAt(parsed, 0))) {
                    System.arraycopy(drawn, 0, own, count++ * WireRecord.SIZE_BYTES, drawn.length);
                }
            }
            return own;
        }

        long sizeBytes() {
            return Arrays.stream(owned)
                    .filter(shard -> shard != null)
                    .mapToLong(HistoryShard::sizeBytes)
                    .sum();
        }

        void resetFigures() {
            scored = 0;
            cpuNs = 0;
            batchNs.reset();
        }

        void scoreFor(long durationNs) {
            long startCpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long endNs = System.nanoTime() + durationNs;
            while (System.nanoTime() < endNs) {
                if (settings.clockSpeed() > 1) {
                    nextTimeMs = Math.max(nextTimeMs + 1, speededMs());
                }
                setTimes();
                parseRead();
                for (int shard = number; shard < shards; shard += threads) {
                    scoreGroup(shard);
                }
            }
            cpuNs += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startCpuNs;
        }

        private long speededMs() {
            return startMs + (clock.millis() - startMs) * settings.clockSpeed();
        }

        private void setTimes() {
            byte[] time = Long.toString(nextTimeMs).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < recordsPerRead; i++) {
                System.arraycopy(time, 0, records, (nextRecord + i) * WireRecord.SIZE_BYTES + TIME_INDEX, time.length);
            }
        }

        private void parseRead() {
            for (int i = 0; i < recordsPerRead; i++) {
                int parse = RecordParser.parse(records, (nextRecord + i) * WireRecord.SIZE_BYTES, parsed, 0);
                if (parse != RecordParser.OK) {
                    throw new IllegalStateException("the bench made a record that the parser rejects: reason=" + parse);
                }
                long hash = CardHash.of(TransactionLayout.cardAt(parsed, 0));
                int shard = CardHash.shard(hash, shards);
                TransactionLayout.copy(parsed, 0, groups[shard], groupCounts[shard]++);
            }
            nextRecord += recordsPerRead;
            if (nextRecord + recordsPerRead > recordCount) {
                nextRecord = 0;
                nextTimeMs = Math.max(nextTimeMs + 1, clock.millis());
            }
        }

        private void scoreGroup(int shard) {
            int count = groupCounts[shard];
            if (count > 0) {
                long startNs = System.nanoTime();
                if (ruleBatches.isPresent()) {
                    ruleBatches.get().score(owned[shard], groups[shard], count);
                } else {
                    scorer.score(owned[shard], nextTimeMs, groups[shard], count, answers);
                }
                batchNs.recordValue(System.nanoTime() - startNs);
                scored += count;
                groupCounts[shard] = 0;
            }
        }
    }
}
