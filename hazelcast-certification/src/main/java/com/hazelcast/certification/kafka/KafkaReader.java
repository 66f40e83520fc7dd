package com.hazelcast.certification.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Reads partitions of the topics on a thread of its own, for ever: one session after the other. {@link #finish} may be called by any
 * thread.
 */
final class KafkaReader implements Runnable {
    private final KafkaSettings settings;
    private final RecordIntake.MemberLinks links;
    private final ClientProperties properties;
    private final VerdictWriter writer;

    /** By topic. They outlive sessions, or one whose sessions fail often would never be paused. */
    private final Map<String, DeadLetterShare> deadLetters = new HashMap<>();

    private final WaitLines lines;
    private final ReaderLoop loop;
    private volatile @Nullable KafkaSession running;

    /** With which its session began. */
    private volatile Map<String, Uuid> topicIds = Map.of();

    /**
     * A reader with that number among those of its member.
     *
     * @param pauses by topic; all readers of the member have the same ones
     */
    KafkaReader(
            KafkaSettings settings,
            RecordIntake.MemberLinks links,
            int number,
            Map<String, DeadLetterShare.Pause> pauses) {
        this.settings = settings;
        this.links = links;
        this.properties = new ClientProperties(settings, number);
        this.writer = new VerdictWriter(settings, links.rules());
        pauses.forEach((topic, pause) ->
                deadLetters.put(topic, new DeadLetterShare(settings.reading().deadLettersPercentMax(), pause)));
        this.lines = new WaitLines(settings, deadLetters);
        this.loop = new ReaderLoop("Kafka", settings, links.meter());
    }

    @Override
    public void run() {
        loop.run(this::read);
    }

    private void read() throws InterruptedException {
        KafkaSettings.Topics topics = settings.topics();
        Brokers brokers = Brokers.look(settings, properties, topics.in(), List.of(topics.out(), topics.deadLetters()));
        deadLetters.forEach((topic, share) -> share.begin(brokers.topicId(topic)));
        int unused = settings.verdicts().schema().getAsInt();
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties.producer());
        KafkaConsumer<byte[], byte[]> consumer;
        try {
            consumer = new KafkaConsumer<>(properties.consumer(brokers.hasConsumerProtocol()));
        } catch (RuntimeException | Error e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        loop.begun(consumer::wakeup);
        Map<String, Integer> firstCounts;
        try {
            // First: a transaction that its former self has left open holds the positions back until it is over.
            producer.initTransactions();
            firstCounts = Positions.firstCounts(consumer, brokers.partitionCounts());
        } catch (RuntimeException | Error e) {
            producer.close(Duration.ZERO);
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
        KafkaSession session = new KafkaSession(
                settings,
                links,
                consumer,
                producer,
                deadLetters,
                lines,
                writer,
                brokers.partitionCounts(),
                firstCounts);
        topicIds = brokers.topicIds();
        running = session;
        try {
            session.run(loop);
        } finally {
            running = null;
        }
    }

    /** What it does. */
    KafkaFigures figures() {
        KafkaSession session = running;
        return loop.waiting()
                .orElseGet(() -> session == null ? KafkaFigures.waiting("the brokers' answer", 0) : session.figures());
    }

    /** Its session; null: it waits for something. */
    @Nullable
    KafkaSession session() {
        return running;
    }

    /** Ends its session unless it began with these topics. May be called by any thread. */
    void require(Map<String, Uuid> found) {
        KafkaSession session = running;
        if (session != null) {
            Brokers.changed(topicIds, found, settings).ifPresent(session::end);
        }
    }

    /** Asks it to end: what it has read is answered and committed first. */
    void finish() {
        loop.finish();
    }
}
