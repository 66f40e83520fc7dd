package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.KafkaFigures.Lag;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a member reports of topics of a real broker while it does not read them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UnreadTopicTest {
    private static final int PART = TestTopics.PART;

    private static KafkaFigures figures(FraudMember member) {
        return member.metrics().kafkaFigures().orElseThrow();
    }

    private static void awaitUnread(FraudMember member, long records) {
        TestCluster.await("it reports what nobody reads: " + records, () -> {
            Lag lag = figures(member).groupLag();
            return lag != null && lag.records() == records;
        });
    }

    private static void awaitRead(FraudMember member) {
        TestCluster.await("all is read", () -> Objects.equals(figures(member).lagRecords(), 0L));
    }

    private static long samples(FraudMember member, String name) {
        return member.metrics().registry().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getPrometheusName().equals(name))
                .mapToLong((MetricSnapshot snapshot) -> snapshot.getDataPoints().size())
                .sum();
    }

    @Test
    void shouldReportWhatPilesUpWhileScoringIsStopped() throws Exception {
        TestTopics topics = TestTopics.create(2);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember member = cluster.startMember();
            cluster.load();
            topics.sendPart(0);
            awaitUnread(member, PART);
            cluster.control().start();
            assertThat(topics.committed(topics.out, PART)).hasSize(PART);
            awaitRead(member);
            assertThat(figures(member).groupLag()).as("the reader knows").isNull();

            cluster.control().stop();
            awaitUnread(member, 0);
            topics.sendPart(1);
            awaitUnread(member, PART);
            assertThat(KafkaTest.metric(member, "fraud_kafka_group_lag_records"))
                    .isEqualTo(PART);
            long seenMs = figures(member).groupLag().ms();
            TestCluster.await(
                    "they grow older", () -> figures(member).groupLag().ms() > seenMs);
            assertThat(samples(member, "fraud_kafka_lag_records"))
                    .as("nothing, and not 0")
                    .isZero();

            cluster.control().start();
            assertThat(topics.committed(topics.out, 2 * PART)).hasSize(2 * PART);
            awaitRead(member);
            assertThat(samples(member, "fraud_kafka_lag_records")).isEqualTo(1);
            assertThat(samples(member, "fraud_kafka_group_lag_records")).isZero();
        }
    }

    /** A producer of transactions has a marker behind its last record, which has an offset as well. */
    @Test
    void shouldReportNothingWhereOnlyAMarkerIsLeft() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster();
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", TestTopics.brokers().addresses(), "transactional.id", topics.name),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("no JSON at all")));
            producer.commitTransaction();
            awaitUnread(member, 2);
            cluster.control().start();
            assertThat(topics.committed(topics.deadLetters, 1)).hasSize(1);
            cluster.control().stop();
            awaitUnread(member, 0);
        }
    }

    /** Readers begin with the first record of these, whatever kafka-from is. */
    @Test
    void shouldReportWhatIsInPartitionsThatCameWhileNobodyRead() throws Exception {
        TestTopics topics = TestTopics.create(1);
        topics.sendPart(0);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(
                    topics.settings(InputForm.RECORD, OutputForm.COMPACT, StartFrom.of("kafka-from", "latest")));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await("its place, the end of the first part, is committed", topics::hasPosition);
            cluster.control().stop();
            topics.addPartitions(3);
            topics.sendPart(1);
            awaitUnread(member, PART);
        }
    }

    @Test
    void shouldReportWhatPilesUpBehindDeadLetters() throws Exception {
        TestTopics topics = TestTopics.create(1);
        int count = 2 * KafkaLimits.DEAD_LETTER_WINDOW;
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send(producer -> {
                for (int i = 0; i < count; i++) {
                    var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("no JSON at all")));
                }
            });
            TestCluster.await("reading is paused", () -> figures(member).paused() == 1);
            TestCluster.await("it reports what is left, as it grows", () -> {
                Lag lag = figures(member).groupLag();
                return lag != null && lag.records() == count - KafkaLimits.DEAD_LETTER_RECORDS_MIN;
            });
            assertThat(figures(member).lagRecords()).isNull();
        }
    }

    private static boolean isWaitingFor(FraudMember member, String topic, String key) {
        return figures(member)
                .waitsFor()
                .contains("there is no such topic: create it, or correct " + key + ": topic=" + topic + " kafka="
                        + TestTopics.brokers().addresses());
    }

    private static void awaitNothingWaits(FraudMember member) {
        TestCluster.await("it waits for nothing", () -> figures(member).waiting() == 0);
    }

    /** As to make it again with other partitions. Nothing is in it meanwhile that a consumer could fail at. */
    @Test
    void shouldReportATopicThatIsDeletedWhileItIsReadAndReadItWhenItIsMadeAgain() throws Exception {
        TestTopics topics = TestTopics.create(2);
        try (TestCluster cluster = new TestCluster();
                LoggedLines lines = new LoggedLines(ReaderLoop.class)) {
            cluster.withKafka(topics.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.sendPart(0);
            assertThat(topics.committed(topics.out, PART)).hasSize(PART);
            awaitRead(member);

            topics.delete(topics.in);
            TestCluster.await("it reports that", () -> isWaitingFor(member, topics.in, "kafka-in"));
            assertThat(lines.messages())
                    .anyMatch(line -> line.startsWith("Kafka is not read") && line.contains("topic=" + topics.in));

            topics.create(3, List.of(topics.in));
            topics.awaitLeaders(3);
            topics.sendPart(1);
            assertThat(TestTopics.keys(topics.committed(topics.out, 2 * PART)))
                    .isEqualTo(IntStream.range(0, 2 * PART).boxed().toList());
            awaitRead(member);
            awaitNothingWaits(member);
        }
    }

    @Test
    void shouldReportATopicOfLabelsThatIsDeletedWhileItIsReadAndReadItWhenItIsMadeAgain() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String labels = topics.name + "-labelled";
        topics.create(1, List.of(labels));
        topics.withLabels(labels);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.sendTo(labels, "a", "no JSON at all");
            assertThat(topics.committed(topics.deadLetters, 1)).hasSize(1);

            topics.delete(labels);
            TestCluster.await("it reports that", () -> isWaitingFor(member, labels, "kafka-labels"));

            topics.create(1, List.of(labels));
            topics.sendTo(labels, "b", "no JSON at all");
            assertThat(topics.committed(topics.deadLetters, 2))
                    .extracting(letter -> TestTopics.text(letter.key()))
                    .containsExactlyInAnyOrder("a", "b");
            awaitNothingWaits(member);
        }
    }

    @Test
    void shouldReportLabelsThatPileUpWhileScoringIsStopped() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String labels = topics.name + "-labelled";
        topics.create(1, List.of(labels));
        topics.withLabels(labels);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            topics.sendTo(labels, "a", "{\"card\":\"4929000000000001\",\"reference\":\"r-1\",\"label\":\"fraud\"}");
            TestCluster.await("it reports the label", () -> {
                KafkaFigures.Labels left = figures(member).labels();
                return left != null
                        && left.groupLag() != null
                        && left.groupLag().records() == 1;
            });
            cluster.control().start();
            TestCluster.await("its reader has taken it", () -> {
                KafkaFigures.Labels left = figures(member).labels();
                return left != null && left.partitions() == 1 && new Lag(0, 0).equals(left.lag());
            });
            assertThat(KafkaTest.metric(member, "fraud_kafka_labels_lag_records"))
                    .isZero();
            assertThat(samples(member, "fraud_kafka_labels_group_lag_records")).isZero();
        }
    }
}
