package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A broker of Kafka, what is sent to its topic at a rate, of cards that stay, and a reader of committed verdicts: each record must have one
 * verdict, or be a dead letter. Members may read before it sends.
 */
final class SoakKafka implements AutoCloseable {
    static final int PARTITIONS = 3;

    private static final String IN = "soak-in";
    private static final String OUT = "soak-out";
    private static final String DEAD_LETTERS = "soak-out-dead-letters";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long SECOND_NS = 1_000_000_000L;

    /** What has been read need not be kept: a long run must not fill the disk. */
    private static final Map<String, String> KEPT = Map.of("retention.ms", "900000", "segment.ms", "120000");

    /** Members that join and leave get their partitions with a heartbeat; five seconds are long. */
    private static final Map<String, String> HEARTBEATS =
            Map.of("group.consumer.min.heartbeat.interval.ms", "500", "group.consumer.heartbeat.interval.ms", "1000");

    private final LocalBrokers broker;
    private final long rate;
    private final long seed;
    private final Clock clock;
    private final SoakAnswers answers;
    private final SoakVerdicts verdicts;
    private final Thread sender = new Thread(this::send, "soak-kafka-sender");
    private final Thread reader = new Thread(this::read, "soak-kafka-reader");
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private volatile boolean isStopped;
    private volatile boolean isClosed;

    /**
     * Starts the broker and makes the topics.
     *
     * @param folder for what the broker stores and writes
     * @param rate records a second
     */
    SoakKafka(Path folder, long rate, long seed, Clock clock, SoakAnswers answers)
            throws IOException, InterruptedException {
        this.rate = rate;
        this.seed = seed;
        this.clock = clock;
        this.answers = answers;
        this.verdicts = new SoakVerdicts(PARTITIONS, answers);
        this.broker = new LocalBrokers(1, LocalBrokers.classPathFile(), folder, HEARTBEATS);
        broker.createTopics(PARTITIONS, List.of(IN, OUT, DEAD_LETTERS), KEPT);
    }

    /** What members need to read it. */
    List<String> options() {
        return List.of(
                "--kafka=" + broker.addresses(),
                "--kafka-in=" + IN,
                "--kafka-group=soak",
                "--kafka-out=" + OUT,
                "--kafka-out-format=compact");
    }

    /** Begins to send, and to read verdicts. */
    void start() {
        reader.start();
        sender.start();
    }

    private void send() {
        RecordGenerator generator =
                new GeneratedStream(Traffic.CHALLENGE, SoakCards.STAYING, seed).generator(LabelSink.NONE);
        long startNs = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.addresses(), "acks", "all", "enable.idempotence", "true"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (long number = 0; !isStopped; number++) {
                long waitNs = startNs + number * SECOND_NS / rate - System.nanoTime();
                if (waitNs > 0) {
                    LockSupport.parkNanos(waitNs);
                }
                byte[] value = new byte[WireRecord.SIZE_BYTES];
                generator.fill(value, 0, 1, clock.millis());
                int partition = (int) (number % PARTITIONS);
                var unused = producer.send(
                        new ProducerRecord<>(IN, partition, null, value),
                        (metadata, e) -> failure.compareAndSet(null, e));
                sent.incrementAndGet();
            }
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.addresses(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = Stream.of(OUT, DEAD_LETTERS)
                    .flatMap(topic -> IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!isClosed) {
                consumer.poll(POLL).forEach(this::add);
            }
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void add(ConsumerRecord<byte[], byte[]> found) {
        if (found.topic().equals(OUT)) {
            verdicts.add(found.value());
        } else {
            answers.count("a dead letter of Kafka");
        }
        answered.incrementAndGet();
    }

    /** @throws IllegalStateException when it sends or reads no more, and has not been closed; called between start and finish */
    void requireRunning() {
        boolean isRunning = sender.isAlive() && reader.isAlive();
        Exception first = failure.get();
        if (!isRunning || first != null) {
            throw new IllegalStateException("the driver of Kafka has ended before its time: " + first, first);
        }
    }

    /**
     * Sends no more, and waits until each record has its verdict or is a dead letter.
     *
     * @throws IllegalStateException when that takes too long, or the driver has failed
     */
    void finish() throws InterruptedException {
        isStopped = true;
        sender.join();
        SystemCluster.await(
                "each record of Kafka has a verdict", () -> answered.get() >= sent.get() || failure.get() != null);
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("the driver of Kafka failed: " + first, first);
        }
        if (answered.get() > sent.get()) {
            answers.wrong(
                    "more verdicts and dead letters of Kafka than records: records=" + sent + " found=" + answered);
        }
    }

    @Override
    public void close() throws InterruptedException {
        isStopped = true;
        isClosed = true;
        sender.join();
        reader.join();
        broker.close();
    }
}
