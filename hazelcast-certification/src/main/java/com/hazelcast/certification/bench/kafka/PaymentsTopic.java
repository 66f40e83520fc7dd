package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.Traffic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
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

/** The topic that is read: what is sent to it, and how far a group has come. A call is made by one thread; calls may be made at once. */
final class PaymentsTopic {
    static final String NAME = "bench-in";
    static final int PARTITIONS = 4;

    /** Of a topic whose records have the time when the broker stored them. */
    static final Map<String, String> TIMES_OF_THE_BROKER = Map.of("message.timestamp.type", "LogAppendTime");

    /** The part of the records that warms up; what comes behind it is measured. */
    static final double WARM_UP_SHARE = 0.3;

    /** How long nothing may move. */
    static final long TIMEOUT_NS = 240_000_000_000L;

    private static final long STEP_NS = 20_000_000;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    /** What is handed over within this time after it was due is not late. */
    private static final long LATE_NS = 5_000_000;

    private final LocalBrokers brokers;
    private final InputForm form;
    private final int cards;
    private final int records;
    private final LongUnaryOperator timesMs;

    /**
     * The topic of these brokers.
     *
     * @param form of the records
     * @param records that come into it
     * @param cards of its payments
     * @param timesMs the time of a payment by its number from 0 on, in ms since 1970
     */
    PaymentsTopic(LocalBrokers brokers, InputForm form, int records, int cards, LongUnaryOperator timesMs) {
        this.brokers = brokers;
        this.form = form;
        this.records = records;
        this.cards = cards;
        this.timesMs = timesMs;
    }

    /** Sends all records at once. */
    void fill() {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            KafkaBenchRecords values = values();
            for (int i = 0; i < records; i++) {
                send(producer, i % PARTITIONS, values.next(), failure);
            }
        }
        requireStored(failure);
    }

    /** Sends all records when they are due, and writes down when that was; returns what this thread did, which alone sends. */
    DriverWork send(int perSecond, AtomicLongArray[] dueNs) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        DriverWork begin = DriverWork.ofThisThread(0);
        long lateNs = 0;
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            KafkaBenchRecords values = values();
            int[] next = new int[PARTITIONS];
            long beginNs = System.nanoTime();
            for (int i = 0; i < records; i++) {
                long due = beginNs + (long) (i * (NS_PER_SECOND / perSecond));
                long earlyNs = due - System.nanoTime();
                if (earlyNs > NS_PER_MS) {
                    LockSupport.parkNanos(earlyNs);
                }
                int partition = i % PARTITIONS;
                dueNs[partition].set(next[partition]++, due);
                send(producer, partition, values.next(), failure);
                if (System.nanoTime() - due > LATE_NS) {
                    lateNs += (long) (NS_PER_SECOND / perSecond);
                }
            }
        }
        requireStored(failure);
        return DriverWork.ofThisThread(lateNs).since(begin);
    }

    private KafkaBenchRecords values() {
        return new KafkaBenchRecords(new GeneratedStream(Traffic.NATURAL, cards, 1), form, timesMs);
    }

    private static void send(
            KafkaProducer<byte[], byte[]> producer,
            int partition,
            byte[] value,
            AtomicReference<@Nullable Exception> failure) {
        var unused = producer.send(
                new ProducerRecord<>(NAME, partition, null, value), (metadata, e) -> failure.compareAndSet(null, e));
    }

    private void requireStored(AtomicReference<@Nullable Exception> failure) {
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException(
                    "a record was not stored: topic=" + NAME + ": " + first + "; " + brokers.describe(), first);
        }
    }

    /** Gets when the broker stored a record, in milliseconds since 1970. */
    @FunctionalInterface
    interface AppendTimes {
        void put(int partition, int offset, long appendedMs);
    }

    /** Reads the times of all records of a topic that has {@link #TIMES_OF_THE_BROKER}. */
    void readAppended(AppendTimes times) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers.addresses(), "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(i -> new TopicPartition(NAME, i))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long movedNs = System.nanoTime();
            int read = 0;
            while (read < records) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    times.put(record.partition(), (int) record.offset(), record.timestamp());
                    read++;
                    movedNs = System.nanoTime();
                }
                requireMoving(movedNs, read);
            }
        }
    }

    private KafkaProducer<byte[], byte[]> producer() {
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

    /**
     * Waits until a group has committed all positions; returns the records a second from the end of the warm-up on.
     *
     * @param measure called when the warm-up is over
     * @throws IllegalStateException when it commits nothing for too long
     */
    double perSecond(String group, Runnable measure) throws InterruptedException, ExecutionException {
        long warmRecords = (long) (records * WARM_UP_SHARE);
        long movedNs = System.nanoTime();
        long before = 0;
        long beginNs = 0;
        long beginRecords = 0;
        try (Admin admin = brokers.admin()) {
            Map<TopicPartition, Long> ends = ends(admin);
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
                    measure.run();
                    beginNs = nowNs;
                    beginRecords = committedRecords;
                }
                if (committedRecords >= all) {
                    return (committedRecords - beginRecords) * NS_PER_SECOND / (nowNs - beginNs);
                }
                movedNs = committedRecords > before ? nowNs : movedNs;
                before = committedRecords;
                requireMoving(movedNs, committedRecords);
                Thread.sleep(Duration.ofNanos(STEP_NS).toMillis());
            }
        }
    }

    private static Map<TopicPartition, Long> ends(Admin admin) throws InterruptedException, ExecutionException {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            TopicPartition partition = new TopicPartition(NAME, i);
            ends.put(
                    partition,
                    admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                            .partitionResult(partition)
                            .get()
                            .offset());
        }
        return ends;
    }

    /** @throws IllegalStateException when it has come no further since then for too long */
    void requireMoving(long movedNs, long committed) {
        if (System.nanoTime() - movedNs > TIMEOUT_NS) {
            throw new IllegalStateException(
                    "not all records have a verdict in time: records=" + records + " committed=" + committed);
        }
    }
}
