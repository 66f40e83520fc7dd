package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.WireRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends payments to the topic at a rate, on a thread of its own, each stored exactly once on all brokers that are in step. All of a card
 * go to one partition, so that they have an order; keys are numbers. Closed by another thread.
 */
final class KafkaPayments implements AutoCloseable {
    static final String TOPIC = "payments";
    static final int PARTITIONS = 6;

    /** When it has got more. */
    static final int PARTITIONS_LATER = 8;

    private static final int BLOCK = 1_000;
    private static final long STEP_NS = 1_000_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final String STORED_WITHIN_MS = "600000";

    private final String brokers;
    private final long records;
    private final long perSecond;
    private final RecordGenerator generator;
    private final Thread thread = new Thread(this::run, "payments");
    private final AtomicLong sent = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile int partitions = PARTITIONS;
    private volatile long limit;
    private volatile boolean isClosed;

    private KafkaPayments(LocalBrokers brokers, long records, long perSecond, long seed) {
        this.brokers = brokers.addresses();
        this.records = records;
        this.perSecond = perSecond;
        this.generator = new GeneratedStream(Traffic.CHALLENGE, SystemCluster.CARDS, seed).generator(LabelSink.NONE);
    }

    /** Begins to send so many, as far as {@link #sendUpTo} lets it. */
    static KafkaPayments start(LocalBrokers brokers, long records, long perSecond, long seed) {
        KafkaPayments payments = new KafkaPayments(brokers, records, perSecond, seed);
        payments.thread.setDaemon(true);
        payments.thread.setUncaughtExceptionHandler((thread, e) -> payments.failure.compareAndSet(null, e));
        payments.thread.start();
        return payments;
    }

    private void run() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers,
                        "acks",
                        "all",
                        "enable.idempotence",
                        "true",
                        "linger.ms",
                        "5",
                        "delivery.timeout.ms",
                        STORED_WITHIN_MS,
                        "max.block.ms",
                        STORED_WITHIN_MS),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] block = new byte[BLOCK * WireRecord.SIZE_BYTES];
            int inBlock = BLOCK;
            long beginNs = System.nanoTime();
            while (sent.get() < records && !isClosed) {
                if (inBlock == BLOCK) {
                    generator.fill(block, 0, BLOCK, System.currentTimeMillis());
                    inBlock = 0;
                }
                int at = inBlock++ * WireRecord.SIZE_BYTES;
                byte[] value = Arrays.copyOfRange(block, at, at + WireRecord.SIZE_BYTES);
                int partition = partition(value);
                if (partition < partitions) {
                    beginNs += awaitLimit();
                    long number = sent.get();
                    long earlyNs = beginNs + (long) (number * (NS_PER_SECOND / perSecond)) - System.nanoTime();
                    if (earlyNs > STEP_NS) {
                        LockSupport.parkNanos(earlyNs);
                    }
                    send(producer, partition, number, value);
                }
            }
        }
    }

    /** Waits while no more may be sent; returns how long. */
    private long awaitLimit() {
        if (sent.get() < limit) {
            return 0;
        }
        long beginNs = System.nanoTime();
        while (sent.get() >= limit && !isClosed) {
            LockSupport.parkNanos(STEP_NS);
        }
        return System.nanoTime() - beginNs;
    }

    /** That of its card. */
    private static int partition(byte[] value) {
        int end = 0;
        while (value[end] != ',') {
            end++;
        }
        return Math.floorMod(Arrays.hashCode(Arrays.copyOf(value, end)), PARTITIONS_LATER);
    }

    private void send(KafkaProducer<byte[], byte[]> producer, int partition, long number, byte[] value) {
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        var unused = producer.send(new ProducerRecord<>(TOPIC, partition, key, value), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            }
        });
        sent.incrementAndGet();
    }

    /** Sends no more than that until it is called again. */
    void sendUpTo(long count) {
        limit = count;
    }

    /** The topic has got more partitions, which are used from now on. */
    void useMorePartitions() {
        partitions = PARTITIONS_LATER;
    }

    /** Payments that have been handed over. */
    long sent() {
        return sent.get();
    }

    /** Whether there are more to send. */
    boolean isSending() {
        return sent.get() < records;
    }

    /** Waits until so many have been handed over. */
    void awaitSent(long count) throws InterruptedException {
        while (sent.get() < count) {
            requireStored();
            Thread.sleep(10);
        }
    }

    /** Waits until all are stored. */
    void awaitEnd() throws InterruptedException {
        thread.join();
        requireStored();
    }

    private void requireStored() {
        Throwable first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a payment was not stored: topic=" + TOPIC, first);
        }
    }

    @Override
    public void close() throws InterruptedException {
        isClosed = true;
        thread.join();
    }
}
