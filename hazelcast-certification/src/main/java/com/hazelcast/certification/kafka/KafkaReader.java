package com.hazelcast.certification.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads partitions of the topics on a thread of its own, for ever: one session after the other. What fails is said once, and again each
 * minute as long as it lasts. {@link #finish} may be called by any thread.
 */
final class KafkaReader implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReader.class);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final KafkaSettings settings;
    private final RecordIntake.MemberLinks links;
    private final ClientProperties properties;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private volatile @Nullable Consumer<?, ?> current;
    private volatile @Nullable KafkaSession running;
    private volatile String waitsFor = "";
    private volatile long waitsSinceNs = System.nanoTime();
    private long saidNs;

    /** A reader with that number among those of its member. */
    KafkaReader(KafkaSettings settings, RecordIntake.MemberLinks links, int number) {
        this.settings = settings;
        this.links = links;
        this.properties = new ClientProperties(settings, number);
    }

    @Override
    public void run() {
        Duration pause = PAUSE_FIRST;
        try {
            while (!isStopped()) {
                long beginNs = System.nanoTime();
                try {
                    read();
                } catch (WakeupException e) {
                    LOG.debug("woken up to stop");
                } catch (InterruptException e) {
                    return;
                } catch (RuntimeException e) {
                    failed(e);
                    links.meter().restarted();
                    boolean wasLong = System.nanoTime() - beginNs > 2 * PAUSE_MAX.toNanos();
                    pause = wasLong ? PAUSE_FIRST : pause;
                    var unused = stopSignal.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                    pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
                }
            }
        } catch (InterruptedException e) {
            LOG.warn(
                    "a reader of Kafka was interrupted; what it had read is read again by whoever gets its partitions");
        }
    }

    private void read() throws InterruptedException {
        Brokers brokers = Brokers.look(settings, properties);
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties.producer());
        KafkaConsumer<byte[], byte[]> consumer;
        try {
            consumer = new KafkaConsumer<>(properties.consumer(brokers.hasConsumerProtocol()));
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        current = consumer;
        KafkaSession session = new KafkaSession(
                settings,
                links,
                consumer,
                producer,
                new DeadLetterShare(settings.deadLettersPercentMax()),
                brokers.partitionCounts());
        running = session;
        try {
            session.run(this::isStopped, this::reads);
        } finally {
            running = null;
        }
    }

    private void reads() {
        if (!waitsFor.isEmpty()) {
            LOG.info("reads Kafka again: topics={}", settings.in());
        }
        waitsFor = "";
    }

    private void failed(RuntimeException failure) {
        String why = KafkaFailure.describe(failure, settings);
        if (waitsFor.isEmpty()) {
            waitsSinceNs = System.nanoTime();
        }
        boolean isNew = !why.equals(waitsFor);
        if (isNew || System.nanoTime() - saidNs > SAY_AGAIN_NS) {
            saidNs = System.nanoTime();
            LOG.error("Kafka is not read; this member tries again until it is: {}", why);
            LOG.debug("the failure", failure);
        }
        waitsFor = why;
    }

    /** What it does. */
    KafkaFigures figures() {
        KafkaSession session = running;
        String why = waitsFor;
        if (session != null && why.isEmpty()) {
            return session.figures();
        }
        return KafkaFigures.waiting(
                why.isEmpty() ? "the brokers' answer" : why,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - waitsSinceNs));
    }

    /** Its session; null: it waits for something. */
    @Nullable
    KafkaSession session() {
        return running;
    }

    /** Asks it to end: what it has read is answered and committed first. */
    void finish() {
        stopSignal.countDown();
        Consumer<?, ?> consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    private boolean isStopped() {
        return stopSignal.getCount() == 0;
    }
}
