package com.hazelcast.certification.bench;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka in and out: one broker and members, each a process on this machine, read a topic that was filled before. Beside it an empty loop
 * of the same client reads the same topic, writes as many records of the same size, and commits as often: the limit of the client and the
 * broker. Both are measured alike, by the positions that their groups have committed.
 */
public final class KafkaBench {
    private static final String IN = "bench-in";
    private static final String OUT = "members-out";
    private static final String DEAD = "bench-dead";
    private static final String GROUP = "members";
    private static final int PARTITIONS = 4;
    private static final long STEP_NS = 20_000_000;
    private static final long TIMEOUT_NS = 240_000_000_000L;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long MS_PER_SECOND = 1_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final int JSON_BYTES_ABOUT = 300;

    /** The part of the records that warms up; what comes behind it is measured. */
    private static final double WARM_UP_SHARE = 0.3;

    private final KafkaBenchRow row;
    private final Settings settings;
    private final Clock clock = Clock.systemUTC();

    /** Of the topic in. */
    private final int records;

    /**
     * How much to run.
     *
     * @param records in a full topic
     * @param cards of its payments
     * @param history transactions that are loaded for each card
     * @param rate records a second where times are measured
     * @param time how long times are measured, their warm-up included
     * @param heap of a member
     */
    public record Settings(int records, int cards, int history, int rate, Duration time, String heap) {}

    /**
     * What a run found.
     *
     * @param records that each have one committed verdict
     * @param loopPerSecond records a second of the empty loop; 0 with a rate
     * @param membersPerSecond records a second of the members; 0 with a rate
     * @param toCommittedNs with a rate: from when a record was due to when a reader of committed records had its verdict
     * @param toDecidedMs with a rate: from when a record was due to when the member had its answer, the time in its verdict
     */
    public record Result(
            KafkaBenchRow row,
            int records,
            double loopPerSecond,
            double membersPerSecond,
            Histogram toCommittedNs,
            Histogram toDecidedMs) {}

    public KafkaBench(KafkaBenchRow row, Settings settings) {
        this.row = row;
        this.settings = settings;
        this.records = row.isAtRate()
                ? Math.toIntExact(settings.rate * settings.time.toMillis() / MS_PER_SECOND)
                : settings.records;
    }

    /** Starts everything, measures, stops everything. */
    public Result run() throws IOException, InterruptedException, ExecutionException {
        try (LocalCluster processes = new LocalCluster()) {
            LocalBrokers brokers = processes.startBroker();
            brokers.createTopics(PARTITIONS, List.of(IN, "loop-out", OUT, DEAD));
            return row.isAtRate() ? runAtRate(processes, brokers) : runFull(processes, brokers);
        }
    }

    private Result runFull(LocalCluster processes, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        fill(brokers);
        double loopPerSecond;
        try (EmptyKafkaLoop running = new EmptyKafkaLoop(
                brokers.addresses(),
                IN,
                "loop-out",
                row.isJson() ? JSON_BYTES_ABOUT : CompactVerdict.SIZE_BYTES,
                row.commitEvery())) {
            running.start();
            loopPerSecond = measure(brokers, EmptyKafkaLoop.GROUP);
        }
        startMembers(processes, brokers);
        double membersPerSecond = measure(brokers, GROUP);
        read(brokers, verdict -> {});
        return new Result(row, records, loopPerSecond, membersPerSecond, new Histogram(3), new Histogram(3));
    }

    /**
     * Reads committed verdicts from the first to the last one, as any reader would.
     *
     * @throws IllegalStateException when a record has two verdicts, or one has none in time: such a run is no result
     */
    private void read(LocalBrokers brokers, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        BitSet[] seen = new BitSet[PARTITIONS];
        Arrays.setAll(seen, i -> new BitSet());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "isolation.level", "read_committed",
                        "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(i -> new TopicPartition(OUT, i))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            int read = 0;
            while (read < records || !isAtEnd(consumer, partitions)) {
                for (ConsumerRecord<byte[], byte[]> verdict : consumer.poll(POLL)) {
                    reader.accept(verdict);
                    requireFirst(seen, verdict);
                    read++;
                }
                requireTime(deadlineNs, read);
            }
        }
    }

    private static boolean isAtEnd(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return partitions.stream()
                .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }

    private void requireFirst(BitSet[] seen, ConsumerRecord<byte[], byte[]> verdict) {
        int partition;
        int offset;
        if (row.isJson()) {
            partition = Integer.parseInt(header(verdict, "partition"));
            offset = Integer.parseInt(header(verdict, "offset"));
        } else {
            partition = CompactVerdict.partition(verdict.value());
            offset = (int) CompactVerdict.offset(verdict.value());
        }
        if (seen[partition].get(offset)) {
            throw new IllegalStateException("a record has two verdicts: partition=" + partition + " offset=" + offset);
        }
        seen[partition].set(offset);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private Result runAtRate(LocalCluster processes, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        startMembers(processes, brokers);
        Histogram toCommittedNs = new Histogram(3);
        Histogram toDecidedMs = new Histogram(3);
        AtomicLongArray[] dueNs = new AtomicLongArray[PARTITIONS];
        Arrays.setAll(dueNs, i -> new AtomicLongArray(records / PARTITIONS + 1));
        long beginNs = System.nanoTime();
        long beginMs = clock.millis();
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> send(brokers, dueNs));
        int[] read = new int[1];
        read(brokers, verdict -> {
            long nowNs = System.nanoTime();
            byte[] value = verdict.value();
            long due = dueNs[CompactVerdict.partition(value)].get((int) CompactVerdict.offset(value));
            if (++read[0] > records * WARM_UP_SHARE) {
                toCommittedNs.recordValue(Math.max(0, nowNs - due));
                long dueMs = beginMs + TimeUnit.NANOSECONDS.toMillis(due - beginNs);
                toDecidedMs.recordValue(Math.max(0, CompactVerdict.decidedMs(value) - dueMs));
            }
        });
        var unused = sender.get();
        return new Result(row, records, 0, 0, toCommittedNs, toDecidedMs);
    }

    private void startMembers(LocalCluster processes, LocalBrokers brokers) throws IOException, InterruptedException {
        for (int i = 0; i < row.members(); i++) {
            List<String> arguments = new ArrayList<>(List.of(
                    "--cards",
                    Integer.toString(settings.cards),
                    "--history",
                    Integer.toString(settings.history),
                    "--members",
                    Integer.toString(row.members()),
                    "--backups",
                    Integer.toString(row.backups()),
                    "--heap",
                    settings.heap,
                    "--kafka",
                    brokers.addresses(),
                    "--kafka-in",
                    IN,
                    "--kafka-out",
                    OUT,
                    "--kafka-dead-letters",
                    DEAD,
                    "--kafka-group",
                    GROUP,
                    "--kafka-format",
                    row.isJson() ? "json" : "record",
                    "--kafka-out-format",
                    row.isJson() ? "json" : "compact",
                    "--kafka-commit-every",
                    row.commitEvery().toMillis() + "ms"));
            FraudProcess unused = processes.startMember(LocalCluster.freePort(), LocalCluster.freePort(), arguments);
        }
        try (var cluster = processes.connect()) {
            cluster.load(Optional.empty());
            do {
                Thread.sleep(200);
            } while (cluster.whyNotStart().isPresent() || cluster.loadState().running());
            if (!cluster.start()) {
                throw new IllegalStateException("the members did not start to score, although they are loaded");
            }
        }
    }

    /** Waits until the group has committed all positions, and takes the time from the end of the warm-up on. */
    private double measure(LocalBrokers brokers, String group) throws InterruptedException, ExecutionException {
        long warmRecords = (long) (records * WARM_UP_SHARE);
        long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        long beginNs = 0;
        long beginRecords = 0;
        try (Admin admin = brokers.admin()) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (int i = 0; i < PARTITIONS; i++) {
                TopicPartition partition = new TopicPartition(IN, i);
                ends.put(
                        partition,
                        admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition)
                                .get()
                                .offset());
            }
            long all = ends.values().stream().mapToLong(Long::longValue).sum();
            while (true) {
                Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get();
                long nowNs = System.nanoTime();
                long committedRecords = committed.entrySet().stream()
                        .filter(one -> ends.containsKey(one.getKey()))
                        .mapToLong(one -> one.getValue().offset())
                        .sum();
                if (beginNs == 0 && committedRecords >= warmRecords) {
                    beginNs = nowNs;
                    beginRecords = committedRecords;
                }
                if (committedRecords >= all) {
                    return (committedRecords - beginRecords) * NS_PER_SECOND / (nowNs - beginNs);
                }
                requireTime(deadlineNs, committedRecords);
                Thread.sleep(Duration.ofNanos(STEP_NS).toMillis());
            }
        }
    }

    private void requireTime(long deadlineNs, long committed) {
        if (System.nanoTime() > deadlineNs) {
            throw new IllegalStateException(
                    "not all records have a verdict in time: records=" + records + " committed=" + committed);
        }
    }

    private void fill(LocalBrokers brokers) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(brokers)) {
            KafkaBenchRecords values = new KafkaBenchRecords(stream(), row.isJson(), clock);
            for (int i = 0; i < records; i++) {
                send(producer, i % PARTITIONS, values.next(), failure);
            }
        }
        requireStored(failure);
    }

    private GeneratedStream stream() {
        return new GeneratedStream(Traffic.NATURAL, settings.cards, 1);
    }

    /** Sends records when they are due, and writes down when that was. */
    private void send(LocalBrokers brokers, AtomicLongArray[] dueNs) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(brokers)) {
            KafkaBenchRecords values = new KafkaBenchRecords(stream(), row.isJson(), clock);
            int[] next = new int[PARTITIONS];
            long beginNs = System.nanoTime();
            for (int i = 0; i < records; i++) {
                long due = beginNs + (long) (i * (NS_PER_SECOND / settings.rate));
                long earlyNs = due - System.nanoTime();
                if (earlyNs > NS_PER_MS) {
                    LockSupport.parkNanos(earlyNs);
                }
                int partition = i % PARTITIONS;
                dueNs[partition].set(next[partition]++, due);
                send(producer, partition, values.next(), failure);
            }
        }
        requireStored(failure);
    }

    private static void send(
            KafkaProducer<byte[], byte[]> producer,
            int partition,
            byte[] value,
            AtomicReference<@Nullable Exception> failure) {
        var unused = producer.send(
                new ProducerRecord<>(IN, partition, null, value), (metadata, e) -> failure.compareAndSet(null, e));
    }

    private static void requireStored(AtomicReference<@Nullable Exception> failure) {
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a record was not stored: topic=" + IN + ": " + first, first);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(LocalBrokers brokers) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "linger.ms", "0",
                        "batch.size", "131072",
                        // The whole topic is handed over at once, and a busy machine takes minutes to store it.
                        "delivery.timeout.ms", Long.toString(TIMEOUT_NS / 1_000_000),
                        "max.block.ms", Long.toString(TIMEOUT_NS / 1_000_000)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
