package com.hazelcast.certification.cli.kafka;

import com.hazelcast.certification.bench.kafka.KafkaBenchRecords;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.source.GeneratedStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The topics of {@code demo --kafka}: fills the topic of payments at a rate, and compares the topic of verdicts with it, as an independent
 * reader of committed records. Made, filled and closed by one thread; its counts may be read by any.
 */
public final class KafkaDemo implements AutoCloseable {
    static final String IN = "payments";
    static final String OUT = "verdicts";
    static final String DEAD = "verdicts-dead-letters";
    static final int PARTITIONS = 6;

    private static final String GROUP = "demo";
    private static final byte FIELD_END = ',';
    private static final double NS_PER_SECOND = 1e9;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Sent later than that after it was due, a payment is late. */
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long SETTLE_STEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LocalBrokers broker;
    private final KafkaBenchRecords payments;
    private final KafkaProducer<byte[], byte[]> producer;
    private final VerdictCheck check;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean isStopped;
    private @Nullable CompletableFuture<DriverWork> sender;
    private DriverWork driver = DriverWork.NONE;

    /** Makes the topics at that broker, and begins to read verdicts. */
    public KafkaDemo(LocalBrokers broker, GeneratedStream stream, Clock clock) throws InterruptedException {
        this.broker = broker;
        this.payments = new KafkaBenchRecords(stream, InputForm.RECORD, number -> clock.millis());
        broker.createTopics(PARTITIONS, List.of(IN, OUT, DEAD));
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.addresses(), "linger.ms", "2", "batch.size", "131072"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.check = VerdictCheck.start(broker.addresses());
    }

    /** What members need to read the topic. */
    public List<String> memberArguments() {
        return List.of(
                "--kafka=" + broker.addresses(),
                "--kafka-in=" + IN,
                "--kafka-out=" + OUT,
                "--kafka-dead-letters=" + DEAD,
                "--kafka-group=" + GROUP);
    }

    /** Where the topics are, and how to look at them. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "Kafka: broker %s, topics %s and %s, for example: kcat -C -b %s -t %s -o end%n",
                broker.addresses(),
                IN,
                OUT,
                broker.addresses(),
                OUT);
    }

    /** Sends so many payments at once: what members then begin behind. */
    public void fill(long records) {
        for (long i = 0; i < records; i++) {
            send();
        }
        producer.flush();
        requireStored();
    }

    /** Sends payments at that rate, on a thread of its own, until it is stopped. */
    public void start(long perSecond) {
        sender = CompletableFuture.supplyAsync(() -> sendAtRate(perSecond));
    }

    private DriverWork sendAtRate(long perSecond) {
        DriverWork begin = DriverWork.ofThisThread(0);
        long lateNs = 0;
        long beginNs = System.nanoTime();
        for (long i = 0; !isStopped; i++) {
            long due = beginNs + (long) (i * (NS_PER_SECOND / perSecond));
            long earlyNs = due - System.nanoTime();
            if (earlyNs > STEP_NS) {
                LockSupport.parkNanos(earlyNs);
            }
            send();
            if (System.nanoTime() - due > LATE_NS) {
                lateNs += (long) (NS_PER_SECOND / perSecond);
            }
        }
        DriverWork work = DriverWork.ofThisThread(lateNs).since(begin);
        producer.flush();
        return work;
    }

    private void send() {
        byte[] payment = payments.next();
        // All payments of a card are in one partition, so that they are scored in their order.
        int end = 0;
        while (payment[end] != FIELD_END) {
            end++;
        }
        int partition = Math.floorMod(Arrays.hashCode(Arrays.copyOf(payment, end)), PARTITIONS);
        var unused = producer.send(
                new ProducerRecord<>(IN, partition, null, payment), (metadata, e) -> failure.compareAndSet(null, e));
        sent.incrementAndGet();
    }

    private void requireStored() {
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a payment was not stored: topic=" + IN + ": " + first, first);
        }
    }

    /** Sends no more, and waits until each payment has a committed verdict, or the time is over. */
    public void settle(Duration time) throws InterruptedException, ExecutionException {
        isStopped = true;
        if (sender != null) {
            driver = sender.get();
        }
        requireStored();
        long deadlineNs = System.nanoTime() + time.toNanos();
        while (check.verdicts() + check.deadLetters() < sent.get() && System.nanoTime() < deadlineNs) {
            check.requireAlive();
            TimeUnit.NANOSECONDS.sleep(SETTLE_STEP_NS);
        }
    }

    /** What the thread did that has sent payments at a rate; nothing until that is settled. */
    public DriverWork driver() {
        return driver;
    }

    /** Payments that have no committed verdict yet. */
    public long lagRecords() {
        return Math.max(0, sent.get() - check.verdicts() - check.deadLetters());
    }

    /** Whether each payment has one verdict, in a line that says so. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "Kafka: %,d payments in = %,d verdicts out + %,d dead letters; %,d twice, %,d without: %s%n",
                sent.get(),
                check.verdicts(),
                check.deadLetters(),
                check.doubles(),
                lagRecords(),
                isGood() ? "good" : "NOT GOOD");
    }

    /** Whether each payment has one verdict. */
    public boolean isGood() {
        return sent.get() == check.verdicts() && check.deadLetters() == 0 && check.doubles() == 0;
    }

    @Override
    public void close() throws InterruptedException {
        isStopped = true;
        producer.close(Duration.ZERO);
        check.close();
    }
}
