package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics of one test on a broker that all tests of the JVM share, and an independent reader of committed records. */
final class TestTopics {
    /** Records in a part. */
    static final int PART = 4_000;

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long TIMEOUT_MS = 150_000;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final LocalBrokers brokers;
    final String name = "t" + NEXT.incrementAndGet();
    final String in = name + "-in";
    final String out = name + "-out";
    final String deadLetters = name + "-dead";

    /** Of the settings that are made from now on. */
    private int rateMax;

    private Optional<String> labels = Optional.empty();

    private TestTopics(LocalBrokers brokers) {
        this.brokers = brokers;
    }

    /** One broker whose groups give a member up after some seconds; ends with the JVM. */
    private static final class Shared {
        static final LocalBrokers BROKERS = start();

        private static LocalBrokers start() {
            try {
                LocalBrokers started = new LocalBrokers(
                        1,
                        Path.of("..", "kafka-broker", "target", "class-path.txt"),
                        Files.createTempDirectory("fraud-kafka-test-"),
                        Map.of(
                                "group.min.session.timeout.ms", "1000",
                                "group.consumer.min.session.timeout.ms", "3000",
                                "group.consumer.session.timeout.ms", "8000",
                                "group.consumer.min.heartbeat.interval.ms", "500",
                                "group.consumer.heartbeat.interval.ms", "500",
                                // Rights count where a test gives some, and everything is allowed elsewhere.
                                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                                "allow.everyone.if.no.acl.found", "true"));
                Runtime.getRuntime().addShutdownHook(new Thread(started::close));
                return started;
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    static LocalBrokers brokers() {
        return Shared.BROKERS;
    }

    /** Names for topics that are not there. */
    static TestTopics named() {
        return new TestTopics(brokers());
    }

    /** Topics with so many partitions. */
    static TestTopics create(int partitions) throws InterruptedException, ExecutionException {
        TestTopics topics = named();
        topics.create(partitions, List.of(topics.in, topics.out, topics.deadLetters));
        topics.awaitLeaders(partitions);
        return topics;
    }

    /** Members with settings from now on read no more than that a second. */
    TestTopics withRateMax(int perSecond) {
        rateMax = perSecond;
        return this;
    }

    /** The topic of dead letters takes no larger ones from now on. */
    TestTopics withDeadLetterBytesMax(int bytes) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, deadLetters);
            AlterConfigOp change = new AlterConfigOp(
                    new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)),
                    AlterConfigOp.OpType.SET);
            var unused = admin.incrementalAlterConfigs(Map.of(topic, List.of(change)))
                    .all()
                    .get();
        }
        return this;
    }

    /** Members with settings from now on read that topic of labels. */
    TestTopics withLabels(String topic) {
        labels = Optional.of(topic);
        return this;
    }

    void create(int partitions, List<String> names) throws InterruptedException {
        brokers.createTopics(partitions, names);
    }

    void delete(String topic) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            var unused = admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    /** Waits until the brokers lead all partitions of the input: a broker answers before it has opened those that it had. */
    void awaitLeaders(int partitions) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            // Tried again by the client for a minute while a partition has no leader.
            var unused = admin.listOffsets(IntStream.range(0, partitions)
                            .mapToObj(partition -> new TopicPartition(in, partition))
                            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                    .all()
                    .get();
        }
    }

    KafkaSettings settings(InputForm form, OutputForm outputForm) {
        return settings(form, outputForm, Map.of());
    }

    KafkaSettings settings(InputForm form, OutputForm outputForm, Map<String, String> properties) {
        return settings(brokers.addresses(), form, outputForm, StartFrom.EARLIEST, properties);
    }

    /** At other brokers. */
    KafkaSettings settingsAt(String addresses) {
        return settings(addresses, InputForm.RECORD, OutputForm.COMPACT, StartFrom.EARLIEST, Map.of());
    }

    KafkaSettings settings(InputForm form, OutputForm outputForm, StartFrom from) {
        return settings(brokers.addresses(), form, outputForm, from, Map.of());
    }

    private KafkaSettings settings(
            String addresses, InputForm form, OutputForm outputForm, StartFrom from, Map<String, String> properties) {
        return settings(addresses, form::newReader, outputForm, from, properties);
    }

    KafkaSettings settings(InputForm form, OutputForm outputForm, StartFrom from, Map<String, String> properties) {
        return settings(brokers.addresses(), form, outputForm, from, properties);
    }

    /** Of records that have readers of their own. */
    KafkaSettings settings(Supplier<TransactionReader> values) {
        return settings(brokers.addresses(), values, OutputForm.JSON, StartFrom.EARLIEST, Map.of());
    }

    /** Of records that have readers of their own, with verdicts in Avro. */
    KafkaSettings settings(Supplier<TransactionReader> values, IntSupplier verdictSchema) {
        return settings(brokers.addresses(), values, OutputForm.AVRO, verdictSchema, StartFrom.EARLIEST, Map.of());
    }

    private KafkaSettings settings(
            String addresses,
            Supplier<TransactionReader> values,
            OutputForm outputForm,
            StartFrom from,
            Map<String, String> properties) {
        return settings(addresses, values, outputForm, () -> 0, from, properties);
    }

    private KafkaSettings settings(
            String addresses,
            Supplier<TransactionReader> values,
            OutputForm outputForm,
            IntSupplier verdictSchema,
            StartFrom from,
            Map<String, String> properties) {
        return new KafkaSettings(
                addresses,
                name,
                "member-" + NEXT.incrementAndGet(),
                properties,
                new KafkaSettings.Topics(List.of(in), out, deadLetters, labels),
                new KafkaSettings.Reading(values, from, 1, Duration.ofMillis(50), 10, rateMax),
                new KafkaSettings.Verdicts(outputForm, verdictSchema, false, Action.DECLINE));
    }

    /** Hands a producer to whoever sends, and waits until all of it is stored. */
    void send(Consumer<KafkaProducer<byte[], byte[]>> sender) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "acks", "all",
                        // Where a partition has no leader yet, one with sequence numbers can hold a batch back until it
                        // expires.
                        "enable.idempotence", "false",
                        // Then one that is sent again would change places with the next one.
                        "max.in.flight.requests.per.connection", "1",
                        // A broker that has just come back may name a partition's leader late.
                        "metadata.max.age.ms", "1000"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            sender.accept(producer);
            producer.flush();
        }
    }

    /** Sends a part of the 100-byte records, with their numbers as keys. */
    void sendPart(int part) {
        sendPart(part, System.currentTimeMillis());
    }

    /** Sends a part whose transactions have that time: the same bytes each time. All of a card go to one partition, so that they have an order. */
    void sendPart(int part, long timeMs) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        byte[] records = new byte[PART * WireRecord.SIZE_BYTES];
        new TransactionGenerator(TestCluster.CARDS, part).fill(records, 0, PART, timeMs);
        send(producer -> {
            int partitions = producer.partitionsFor(in).size();
            for (int i = 0; i < PART; i++) {
                byte[] value = Arrays.copyOfRange(records, i * WireRecord.SIZE_BYTES, (i + 1) * WireRecord.SIZE_BYTES);
                String card = text(value).substring(0, text(value).indexOf(','));
                var unused = producer.send(
                        new ProducerRecord<>(
                                in,
                                Math.floorMod(card.hashCode(), partitions),
                                bytes(Integer.toString(part * PART + i)),
                                value),
                        (metadata, e) -> failure.compareAndSet(null, e));
            }
        });
        if (failure.get() != null) {
            throw new AssertionError("a record was not stored", failure.get());
        }
    }

    /** Gives the topic in so many partitions. */
    void addPartitions(int partitions) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            var unused = admin.createPartitions(Map.of(in, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
        }
        awaitLeaders(partitions);
    }

    /** Deletes what is before that offset, as a topic's retention does. */
    void deleteBefore(String topic, long offset) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            var unused = admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Sets a group's position in the first partition, while nobody reads. */
    void setPosition(String group, String topic, long offset) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            var unused = admin.alterConsumerGroupOffsets(
                            group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)))
                    .all()
                    .get();
        }
    }

    /** Whether members have committed a position. */
    boolean hasPosition() {
        return hasPosition(name);
    }

    boolean hasPosition(String group) {
        try (Admin admin = brokers.admin()) {
            return !admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .isEmpty();
        } catch (ExecutionException e) {
            throw new AssertionError("the group's positions cannot be read: group=" + group, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The rule in each verdict, by the number of its record. */
    static Map<Integer, Integer> rules(List<ConsumerRecord<byte[], byte[]>> verdicts) {
        return verdicts.stream()
                .collect(Collectors.toMap(
                        verdict -> Integer.parseInt(text(verdict.key())),
                        verdict -> CompactVerdict.rule(verdict.value()),
                        (first, second) -> {
                            assertThat(second)
                                    .as("of a record that was stored twice")
                                    .isEqualTo(first);
                            return first;
                        }));
    }

    /** The numbers of the records that these are the verdicts of. */
    static List<Integer> keys(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> Integer.parseInt(text(record.key())))
                .sorted()
                .toList();
    }

    void send(String key, String value) {
        sendTo(in, key, value);
    }

    void sendTo(String topic, String key, String value) {
        send(producer -> {
            var unused = producer.send(new ProducerRecord<>(topic, bytes(key), bytes(value)));
        });
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return text(record.headers().lastHeader(name).value());
    }

    /** All committed records of a topic, read from its first one, as soon as there are at least so many. */
    List<ConsumerRecord<byte[], byte[]>> committed(String topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers.addresses(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadlineNs = System.nanoTime() + TIMEOUT_MS * 1_000_000;
            while (read.size() < count || !isAtEnd(consumer, partitions)) {
                if (System.nanoTime() > deadlineNs) {
                    throw new AssertionError("not within " + TIMEOUT_MS + " ms: " + count + " committed records of "
                            + topic + "; there are " + read.size());
                }
                consumer.poll(POLL).forEach(read::add);
            }
        }
        return read;
    }

    private static boolean isAtEnd(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return partitions.stream()
                .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }
}
