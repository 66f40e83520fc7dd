package com.hazelcast.certification.cli.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads committed verdicts and dead letters, and counts the payments that have one, by the positions that the records name. Knows nothing
 * of the members. On a thread of its own; counts may be read by any. Holds a bit a payment.
 */
final class VerdictCheck implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final String brokers;
    private final Thread thread = new Thread(this::run, "demo-verdicts");
    private final BitSet[] seen = new BitSet[KafkaDemo.PARTITIONS];
    private final AtomicLong verdicts = new AtomicLong();
    private final AtomicLong deadLetters = new AtomicLong();
    private final AtomicLong doubles = new AtomicLong();
    private volatile boolean isClosed;
    private volatile @Nullable Throwable failure;

    private VerdictCheck(String brokers) {
        this.brokers = brokers;
        Arrays.setAll(seen, i -> new BitSet());
    }

    /** One that reads. */
    static VerdictCheck start(String brokers) {
        VerdictCheck check = new VerdictCheck(brokers);
        check.thread.setDaemon(true);
        check.thread.setUncaughtExceptionHandler((thread, e) -> check.failure = e);
        check.thread.start();
        return check;
    }

    private void run() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "isolation.level", "read_committed",
                        "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < KafkaDemo.PARTITIONS; i++) {
                partitions.add(new TopicPartition(KafkaDemo.OUT, i));
                partitions.add(new TopicPartition(KafkaDemo.DEAD, i));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!isClosed) {
                consumer.poll(POLL).forEach(this::count);
            }
        }
    }

    private void count(ConsumerRecord<byte[], byte[]> record) {
        BitSet ofPartition = seen[Integer.parseInt(header(record, "partition"))];
        int offset = Integer.parseInt(header(record, "offset"));
        if (ofPartition.get(offset)) {
            doubles.incrementAndGet();
            return;
        }
        ofPartition.set(offset);
        (record.topic().equals(KafkaDemo.OUT) ? verdicts : deadLetters).incrementAndGet();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException when reading has failed */
    void requireAlive() {
        if (failure != null) {
            throw new IllegalStateException("verdicts could not be read: topic=" + KafkaDemo.OUT, failure);
        }
    }

    /** Payments that have a verdict. */
    long verdicts() {
        return verdicts.get();
    }

    /** Payments that are dead letters. */
    long deadLetters() {
        return deadLetters.get();
    }

    /** Verdicts and dead letters of payments that had one. */
    long doubles() {
        return doubles.get();
    }

    @Override
    public void close() throws InterruptedException {
        isClosed = true;
        thread.join();
    }
}
