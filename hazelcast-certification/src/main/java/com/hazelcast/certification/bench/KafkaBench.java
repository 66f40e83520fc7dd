package com.hazelcast.certification.bench;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
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

/**
 * Kafka in and out: one broker and members, each a process on this machine, read a topic that was filled before. Beside it an empty loop
 * of the same client reads the same topic, writes as many records of the same size, and commits as often: the limit of the client and the
 * broker. Both are measured alike, by the positions that their groups have committed.
 */
public final class KafkaBench {
    private static final String IN = "bench-in";
    private static final String DEAD = "bench-dead";
    private static final int PARTITIONS = 4;
    private static final long STEP_NS = 20_000_000;
    private static final long TIMEOUT_NS = 240_000_000_000L;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final int JSON_BYTES_ABOUT = 300;

    /** The part of the records that warms up; what comes behind it is measured. */
    private static final double WARM_UP_SHARE = 0.3;

    private final Settings settings;

    /**
     * What to run.
     *
     * @param records in the topic
     * @param isJson whether records and verdicts are JSON; otherwise 100-byte records and compact verdicts
     * @param rate records a second, whose times are measured; 0: as fast as they are read
     * @param commitEvery the longest that a transaction is open
     */
    public record Settings(
            int records,
            int cards,
            int history,
            int members,
            int backups,
            boolean isJson,
            int rate,
            Duration commitEvery,
            String heap) {}

    /**
     * What a run found.
     *
     * @param loopPerSecond records a second of the empty loop; 0 with a rate
     * @param membersPerSecond records a second of the members; 0 with a rate
     * @param fromAppendNs with a rate: from when a record was due to when a reader of committed records had its verdict
     */
    public record Result(double loopPerSecond, double membersPerSecond, Histogram fromAppendNs) {}

    public KafkaBench(Settings settings) {
        this.settings = settings;
    }

    /** Starts everything, measures, stops everything. */
    public Result run() throws IOException, InterruptedException, ExecutionException {
        try (LocalCluster processes = new LocalCluster();
                LocalBrokers brokers =
                        new LocalBrokers(1, LocalBrokers.classPathFile(), processes.file("kafka"), Map.of())) {
            brokers.createTopics(PARTITIONS, List.of(IN, "loop-out", "members-out", DEAD));
            return settings.rate > 0 ? runAtRate(processes, brokers) : runFull(processes, brokers);
        }
    }

    private Result runFull(LocalCluster processes, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        fill(brokers);
        Measured loop;
        try (EmptyKafkaLoop running = new EmptyKafkaLoop(
                brokers.addresses(),
                IN,
                "loop-out",
                settings.isJson ? JSON_BYTES_ABOUT : CompactVerdict.SIZE_BYTES,
                settings.commitEvery)) {
            running.start();
            loop = measure(brokers, EmptyKafkaLoop.GROUP);
        }
        startMembers(processes, brokers);
        Measured members = measure(brokers, "members");
        return new Result(loop.perSecond, members.perSecond, new Histogram(3));
    }

    private record Measured(double perSecond) {}

    private Result runAtRate(LocalCluster processes, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        startMembers(processes, brokers);
        Histogram times = new Histogram(3);
        long[][] dueNs = new long[PARTITIONS][settings.records];
        Thread sender = new Thread(() -> send(brokers, dueNs), "bench-sender");
        sender.start();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "isolation.level", "read_committed",
                        "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                partitions.add(new TopicPartition("members-out", i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            int read = 0;
            while (read < settings.records) {
                for (ConsumerRecord<byte[], byte[]> verdict : consumer.poll(Duration.ofMillis(50))) {
                    long nowNs = System.nanoTime();
                    int partition = CompactVerdict.partition(verdict.value());
                    long due = dueNs[partition][(int) CompactVerdict.offset(verdict.value())];
                    if (++read > settings.records * WARM_UP_SHARE) {
                        times.recordValue(Math.max(0, nowNs - due));
                    }
                }
                requireTime(deadlineNs, read);
            }
        }
        sender.join();
        return new Result(0, 0, times);
    }

    private void startMembers(LocalCluster processes, LocalBrokers brokers) throws IOException, InterruptedException {
        for (int i = 0; i < settings.members; i++) {
            List<String> arguments = new ArrayList<>(List.of(
                    "--cards",
                    Integer.toString(settings.cards),
                    "--history",
                    Integer.toString(settings.history),
                    "--members",
                    Integer.toString(settings.members),
                    "--backups",
                    Integer.toString(settings.backups),
                    "--heap",
                    settings.heap,
                    "--kafka",
                    brokers.addresses(),
                    "--kafka-in",
                    IN,
                    "--kafka-out",
                    "members-out",
                    "--kafka-dead-letters",
                    DEAD,
                    "--kafka-group",
                    "members",
                    "--kafka-format",
                    settings.isJson ? "json" : "record",
                    "--kafka-out-format",
                    settings.isJson ? "json" : "compact",
                    "--kafka-commit-every",
                    settings.commitEvery.toMillis() + "ms"));
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
    private Measured measure(LocalBrokers brokers, String group) throws InterruptedException, ExecutionException {
        long warmRecords = (long) (settings.records * WARM_UP_SHARE);
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
                long records = committed.entrySet().stream()
                        .filter(one -> ends.containsKey(one.getKey()))
                        .mapToLong(one -> one.getValue().offset())
                        .sum();
                if (beginNs == 0 && records >= warmRecords) {
                    beginNs = nowNs;
                    beginRecords = records;
                }
                if (records >= all) {
                    return new Measured((records - beginRecords) * NS_PER_SECOND / (nowNs - beginNs));
                }
                requireTime(deadlineNs, records);
                Thread.sleep(Duration.ofNanos(STEP_NS).toMillis());
            }
        }
    }

    private void requireTime(long deadlineNs, long records) {
        if (System.nanoTime() > deadlineNs) {
            throw new IllegalStateException(
                    "not all records have a verdict in time: records=" + settings.records + " committed=" + records);
        }
    }

    private void fill(LocalBrokers brokers) {
        try (KafkaProducer<byte[], byte[]> producer = producer(brokers)) {
            Values values = new Values();
            for (int i = 0; i < settings.records; i++) {
                var unused = producer.send(new ProducerRecord<>(IN, i % PARTITIONS, null, values.next()));
            }
        }
    }

    /** Sends records when they are due, and writes down when that was. */
    private void send(LocalBrokers brokers, long[][] dueNs) {
        try (KafkaProducer<byte[], byte[]> producer = producer(brokers)) {
            Values values = new Values();
            int[] next = new int[PARTITIONS];
            long beginNs = System.nanoTime();
            for (int i = 0; i < settings.records; i++) {
                long due = beginNs + (long) (i * (NS_PER_SECOND / settings.rate));
                long earlyNs = due - System.nanoTime();
                if (earlyNs > NS_PER_MS) {
                    LockSupport.parkNanos(earlyNs);
                }
                int partition = i % PARTITIONS;
                dueNs[partition][next[partition]++] = due;
                var unused = producer.send(new ProducerRecord<>(IN, partition, null, values.next()));
            }
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(LocalBrokers brokers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers.addresses(), "linger.ms", "0", "batch.size", "131072"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Records of natural customers, of now. */
    private final class Values {
        private static final int BLOCK = 1_000;

        private final RecordGenerator generator =
                new GeneratedStream(Traffic.NATURAL, settings.cards, 1).generator(LabelSink.NONE);
        private final byte[] block = new byte[BLOCK * WireRecord.SIZE_BYTES];
        private int at = BLOCK;

        byte[] next() {
            if (at == BLOCK) {
                generator.fill(block, 0, BLOCK, Clock.systemUTC().millis());
                at = 0;
            }
            byte[] record = Arrays.copyOfRange(block, at * WireRecord.SIZE_BYTES, (at + 1) * WireRecord.SIZE_BYTES);
            at++;
            return settings.isJson ? json(record) : record;
        }

        private byte[] json(byte[] record) {
            String[] fields =
                    new String(record, StandardCharsets.US_ASCII).strip().split("[,\0]", -1);
            return """
                    {"card":"%s","time":"%s","country":%d,"responseCode":%d,"amountMinor":%d,"currency":%d,"mcc":%d,"city":%d,"terminal":%d}""".formatted(
                            fields[0],
                            Instant.ofEpochMilli(Long.parseLong(fields[1])),
                            Integer.parseInt(fields[2]),
                            Integer.parseInt(fields[3]),
                            Integer.parseInt(fields[4]),
                            Integer.parseInt(fields[5]),
                            Integer.parseInt(fields[6]),
                            Integer.parseInt(fields[7]),
                            Integer.parseInt(fields[8]))
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}
