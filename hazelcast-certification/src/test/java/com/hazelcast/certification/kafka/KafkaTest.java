package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.OwnerDigests;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of a real broker are scored, and an independent reader of committed records finds one verdict for each. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaTest {
    private static final int PART = TestTopics.PART;

    private static void awaitNothingWaits(FraudMember member) {
        try {
            TestCluster.await("nothing waits", () -> {
                KafkaFigures kafka = member.metrics().kafkaFigures().orElseThrow();
                return kafka.partitions() == 6 && Objects.equals(kafka.lagRecords(), 0L);
            });
        } catch (AssertionError e) {
            throw new AssertionError(
                    member.metrics().kafkaFigures() + " " + member.metrics().accounting(), e);
        }
    }

    static double metric(FraudMember member, String name) {
        return member.metrics().registry().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getPrometheusName().equals(name)
                        || snapshot.getMetadata().getName().equals(name))
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .mapToDouble(point -> point instanceof GaugeSnapshot.GaugeDataPointSnapshot gauge
                        ? gauge.getValue()
                        : ((CounterSnapshot.CounterDataPointSnapshot) point).getValue())
                .sum();
    }

    @Test
    void shouldGiveEachRecordTheVerdictOfAnUndisturbedRunWhenMembersComeAndGoAndTheBrokerIsKilled() throws Exception {
        // So that none is decided within a minute of its time, which its entry notes: faults last as long on a busy
        // machine.
        long timeMs = System.currentTimeMillis() - TimeUnit.MINUTES.toMillis(5);
        TestTopics topics = TestTopics.create(6);
        Map<Integer, Integer> rules;
        long digest;
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember first = cluster.startMember();
            cluster.load(timeMs);
            cluster.control().start();
            topics.sendPart(0, timeMs);
            var unusedFirst = topics.committed(topics.out, 1);

            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember second = cluster.startMember();
            topics.sendPart(1, timeMs);
            TestCluster.await("the second member reads partitions", () -> metric(second, "fraud_kafka_partitions") > 0);

            TestTopics.brokers().kill(0);
            TestTopics.brokers().restart(0);
            TestTopics.brokers().awaitAnswers();
            topics.awaitLeaders(6);
            topics.sendPart(2, timeMs);
            TestCluster.await("the second member has read", () -> metric(second, "fraud_kafka_records") > 0);
            cluster.leave(first);
            topics.sendPart(3, timeMs);

            awaitNothingWaits(second);
            assertThat(topics.committed(topics.deadLetters, 0))
                    .extracting(letter -> TestTopics.header(letter, "reason"))
                    .isEmpty();
            List<ConsumerRecord<byte[], byte[]>> verdicts = topics.committed(topics.out, 4 * PART);
            // A producer without sequence numbers may store a record twice while the broker is away.
            List<ConsumerRecord<byte[], byte[]>> stored = topics.committed(topics.in, 4 * PART);
            assertThat(verdicts)
                    .extracting(verdict ->
                            CompactVerdict.partition(verdict.value()) + "@" + CompactVerdict.offset(verdict.value()))
                    .as("one verdict for each record, by positions")
                    .containsExactlyInAnyOrderElementsOf(stored.stream()
                            .map(record -> record.partition() + "@" + record.offset())
                            .toList());
            assertThat(TestTopics.keys(verdicts)).isEqualTo(TestTopics.keys(stored));
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 4 * PART);
            rules = TestTopics.rules(verdicts);
            assertThat(rules.values()).as("some are flagged").anyMatch(rule -> rule > 0);
            digest = OwnerDigests.sum(second.hazelcast());
        }
        TestTopics undisturbed = TestTopics.create(6);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(undisturbed.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember member = cluster.startMember();
            cluster.load(timeMs);
            cluster.control().start();
            for (int part = 0; part < 4; part++) {
                undisturbed.sendPart(part, timeMs);
            }
            assertThat(TestTopics.rules(undisturbed.committed(undisturbed.out, 4 * PART)))
                    .isEqualTo(rules);
            assertThat(OwnerDigests.sum(member.hazelcast())).isEqualTo(digest);
        }
    }

    private static String json(int index) {
        return """
                {"card":"4929000000000%03d","time":%d,"amount":"12.50","currency":"EUR","country":"DE","mcc":494,"reference":"r-%d"}""".formatted(index, System.currentTimeMillis(), index);
    }

    @Test
    void shouldGiveJsonVerdictsAndDeadLettersWithTheirPositionAndBytes() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String unreadable = "{\"card\":\"4929000000000001\",\"tome\":1}";
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send("a", json(1));
            topics.send("b", unreadable);
            topics.send("c", json(2));

            List<ConsumerRecord<byte[], byte[]>> verdicts = topics.committed(topics.out, 2);
            assertThat(verdicts)
                    .extracting(verdict -> TestTopics.text(verdict.key()))
                    .containsExactly("a", "c");
            ConsumerRecord<byte[], byte[]> last = verdicts.get(1);
            assertThat(TestTopics.text(last.value()))
                    .startsWith("{\"action\":\"approve\",\"rule\":null,\"reason\":null,")
                    .contains("\"replayed\":false,\"decidedAt\":\"20")
                    .endsWith("\"reference\":\"r-2\"}");
            assertThat(Stream.of("topic", "partition", "offset").map(name -> TestTopics.header(last, name)))
                    .containsExactly(topics.in, "0", "2");

            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.text(letter.value())).isEqualTo(unreadable);
            assertThat(TestTopics.text(letter.key())).isEqualTo("b");
            assertThat(Stream.of("reason", "topic", "partition", "offset").map(name -> TestTopics.header(letter, name)))
                    .containsExactly("unknown_field", topics.in, "0", "1");
            assertThat(TestTopics.header(letter, "detail"))
                    .contains("field=tome")
                    .doesNotContain("4929000000000001");
            assertThat(member.metrics().accounting().received()).isEqualTo(3);
            assertThat(metric(member, "fraud_kafka_dead_letters")).isEqualTo(1);

            topics.send(producer -> {
                for (int i = 0; i < 2 * KafkaLimits.DEAD_LETTER_WINDOW; i++) {
                    var unused = producer.send(
                            new ProducerRecord<>(topics.in, null, "no JSON at all".getBytes(StandardCharsets.UTF_8)));
                }
            });
            TestCluster.await("reading is paused", () -> metric(member, "fraud_kafka_readers_paused") == 1);
            assertThat(metric(member, "fraud_kafka_dead_letters"))
                    .as("a wrong format does not empty the topic")
                    .isLessThanOrEqualTo(KafkaLimits.DEAD_LETTER_RECORDS_MIN);

            assertThat(cluster.control()
                            .seekKafka(new KafkaSeek(topics.in, 0, new StartFrom(StartFrom.Kind.OFFSET, 2))))
                    .extracting(KafkaSeek.Result::offsets)
                    .containsExactly(Map.of(topics.in + "-0", 2L));
            cluster.control().goOnWithKafka();
            ConsumerRecord<byte[], byte[]> again =
                    topics.committed(topics.out, 3).get(2);
            assertThat(TestTopics.header(again, "offset")).isEqualTo("2");
            assertThat(TestTopics.text(again.value())).contains("\"replayed\":true");
        }
    }

    @Test
    void shouldSayWhatIsMissingAndReadWhenItIsThere() throws Exception {
        TestTopics topics = TestTopics.named();
        topics.create(1, List.of(topics.out, topics.deadLetters));
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "it says what it waits for",
                    () -> member.metrics().kafkaFigures().orElseThrow().waitsFor().stream()
                            .anyMatch(why -> why.equals(
                                    "there is no such topic: create it, or correct kafka-in: topic=" + topics.in
                                            + " kafka=" + TestTopics.brokers().addresses())));
            assertThat(metric(member, "fraud_kafka_readers_waiting")).isEqualTo(1);
            topics.create(2, List.of(topics.in));
            topics.sendPart(0);
            assertThat(TestTopics.keys(topics.committed(topics.out, PART)))
                    .isEqualTo(IntStream.range(0, PART).boxed().toList());
            TestCluster.await(
                    "it waits for nothing",
                    () -> member.metrics()
                            .kafkaFigures()
                            .orElseThrow()
                            .waitsFor()
                            .isEmpty());
        }
    }

    @Test
    void shouldReadFromATimeAndAgainFromAnotherByCommand() throws Exception {
        TestTopics topics = TestTopics.create(1);
        // Of yesterday: brokers delete records that are a week old by their own times.
        Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(1));
        topics.send(producer -> {
            for (int i = 0; i < 5; i++) {
                long timeMs = day.plus(Duration.ofHours(i)).toEpochMilli();
                var unused = producer.send(new ProducerRecord<>(
                        topics.in,
                        0,
                        timeMs,
                        TestTopics.bytes(Integer.toString(i)),
                        json(i).getBytes(StandardCharsets.UTF_8)));
            }
        });
        try (TestCluster cluster = new TestCluster()) {
            // Between the second and the third record.
            cluster.withKafka(topics.settings(
                    InputForm.JSON,
                    OutputForm.JSON,
                    StartFrom.of("kafka-from", day.plus(Duration.ofMinutes(90)).toString())));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, 3))).containsExactly(2, 3, 4);

            assertThat(ctl(
                            cluster,
                            member,
                            "kafka",
                            "seek",
                            "--to",
                            day.plus(Duration.ofHours(4)).toString(),
                            "--topic",
                            topics.in))
                    .isZero();
            assertThat(TestTopics.keys(topics.committed(topics.out, 4))).containsExactly(2, 3, 4, 4);
            assertThat(ctl(cluster, member, "kafka", "seek", "--to", "earliest", "--partition", "0"))
                    .isZero();
            assertThat(TestTopics.keys(topics.committed(topics.out, 9))).containsExactly(0, 1, 2, 2, 3, 3, 4, 4, 4);
            assertThat(ctl(cluster, member, "kafka", "seek", "--to", "earliest", "--topic", "no-such-topic"))
                    .isNotZero();
            assertThat(ctl(cluster, member, "kafka", "seek", "--to", "yesterday"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumer", "classic"})
    void shouldReadPartitionsThatATopicGetsFromTheirFirstRecord(String protocol) throws Exception {
        TestTopics topics = TestTopics.create(1);
        topics.sendPart(0);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(
                    InputForm.RECORD,
                    OutputForm.COMPACT,
                    StartFrom.of("kafka-from", "latest"),
                    Map.of("group.protocol", protocol, "metadata.max.age.ms", "1000")));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await("it reads", () -> metric(member, "fraud_kafka_partitions") == 1);
            TestCluster.await("its place, the end of the first part, is committed", topics::hasPosition);
            topics.addPartitions(3);
            topics.sendPart(1);
            assertThat(TestTopics.keys(topics.committed(topics.out, PART)))
                    .isEqualTo(IntStream.range(PART, 2 * PART).boxed().toList());
            assertThat(metric(member, "fraud_kafka_partitions")).isEqualTo(3);
        }
    }

    /** Also when the reader begins anew before it has a position there, as after a failure. */
    @Test
    void shouldReadPartitionsFromTheirFirstRecordThatCameWhileNobodyRead() throws Exception {
        TestTopics topics = TestTopics.create(1);
        topics.sendPart(0);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(
                    InputForm.RECORD, OutputForm.COMPACT, StartFrom.of("kafka-from", "latest"), Map.of()));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await("its place, the end of the first part, is committed", topics::hasPosition);
            cluster.control().stop();
            topics.addPartitions(3);
            topics.sendPart(1);

            cluster.control().start();

            assertThat(TestTopics.keys(topics.committed(topics.out, PART)))
                    .isEqualTo(IntStream.range(PART, 2 * PART).boxed().toList());
            assertThat(metric(member, "fraud_kafka_partitions")).isEqualTo(3);
        }
    }

    @Test
    void shouldReadJsonOfAnotherShapeByAMapping(@TempDir Path folder) throws Exception {
        TestTopics topics = TestTopics.create(1);
        Mapping mapping = MappingFile.readForScoring(
                Files.writeString(folder.resolve("mapping.yaml"), MappedRecordReaderTest.MAPPING));
        String record = """
                {"id":"p-1","at":%d,"state":"APPROVED","payment":{"pan":"4929000000000017","value":"12.50","currency":"EUR"},
                 "shop":{"country":"DE","category":494}}""".formatted(System.currentTimeMillis() / 1_000);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON.readers(Optional.of(mapping), Optional.empty())));
            FraudMember unused = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send("a", record);
            topics.send("b", record.replace("\"category\":494", "\"category\":12345"));
            assertThat(TestTopics.text(topics.committed(topics.out, 1).get(0).value()))
                    .startsWith("{\"action\":\"approve\"")
                    .endsWith("\"reference\":\"p-1\"}");
            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.text(letter.key())).isEqualTo("b");
            assertThat(TestTopics.header(letter, "detail")).contains("field=mcc value=12345");
        }
    }

    @Test
    void shouldLabelTransactionsThatATopicNames() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String labels = topics.name + "-labelled";
        topics.create(1, List.of(labels));
        topics.withLabels(labels);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember first = cluster.startMember();
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember second = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send("a", json(1));
            var unused = topics.committed(topics.out, 1);
            topics.sendTo(labels, "a", "{\"card\":\"4929000000000001\",\"reference\":\"r-1\",\"label\":\"fraud\"}");
            TestCluster.await(
                    "it is labelled", () -> metric(first, "fraud_labels") + metric(second, "fraud_labels") == 1);
            TestCluster.await("its position is committed", () -> topics.hasPosition(topics.name + "-labels"));
            assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
        }
    }

    @Test
    void shouldCatchUpNoFasterThanItMay() throws Exception {
        TestTopics topics = TestTopics.create(1).withRateMax(1_000);
        topics.sendPart(0);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember member = cluster.startMember();
            cluster.load();
            long beginNs = System.nanoTime();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, PART)))
                    .isEqualTo(IntStream.range(0, PART).boxed().toList());
            // What the last poll took is beyond the rate, and so is what it may save.
            Duration least = Duration.ofMillis(PART - 100);
            assertThat(Duration.ofNanos(System.nanoTime() - beginNs)).isGreaterThan(least);
            assertThat(member.metrics().accounting().received()).isEqualTo(PART);
        }
    }

    static int ctl(TestCluster cluster, FraudMember member, String... words) {
        List<String> arguments = new ArrayList<>(List.of(
                "ctl",
                "--address=" + cluster.controlAddress(),
                "--cluster-name=" + member.hazelcast().getConfig().getClusterName()));
        arguments.addAll(List.of(words));
        return Fraud.commandLine().execute(arguments.toArray(String[]::new));
    }

    @Test
    void shouldStopItsReadersWhenHazelcastEndsByItself() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await("it reads", () -> metric(member, "fraud_kafka_partitions") == 1);
            assertThat(readerThreads()).isPositive();
            cluster.kill(member);
            TestCluster.await("no reader runs", () -> readerThreads() == 0);
        }
    }

    private static long readerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("fraud-kafka-"))
                .count();
    }
}
