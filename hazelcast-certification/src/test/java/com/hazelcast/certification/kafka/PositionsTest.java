package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a partition is read from when its position is none that it has. It has the offsets from 100 on, and ends at 395. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PositionsTest {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);
    private static final long FIRST = 100;
    private static final long END = 395;

    private final MockConsumer<byte[], byte[]> consumer = consumer();
    private final AtomicLong lost = new AtomicLong();
    private final Positions positions = new Positions(
            consumer,
            StartFrom.EARLIEST,
            new VerdictTransactionTest.UnreadMeter() {
                @Override
                public void recordsLost(long count) {
                    var unused = lost.addAndGet(count);
                }
            },
            Map.of());

    private static MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, FIRST));
        consumer.updateEndOffsets(Map.of(PARTITION, END));
        return consumer;
    }

    private void requireRead(Map<TopicPartition, Long> found, long offset) {
        assertThat(found).isEqualTo(Map.of(PARTITION, offset));
        assertThat(consumer.position(PARTITION)).isEqualTo(offset);
    }

    @ParameterizedTest
    @CsvSource({"400, 395, 0", "395, 395, 0", "200, 200, 0", "100, 100, 0", "40, 100, 60"})
    void shouldReadOnAtTheNearestOffsetThatThereIs(long position, long next, long lostRecords) {
        requireRead(positions.find(new OffsetOutOfRangeException(Map.of(PARTITION, position))), next);
        assertThat(lost).hasValue(lostRecords);
    }

    /** Or what has come since would have no verdict. */
    @Test
    void shouldGoBackToWhereAGroupBeganWithTheLatest() {
        Positions latest = new Positions(
                consumer, StartFrom.of("kafka-from", "latest"), new VerdictTransactionTest.UnreadMeter(), Map.of());
        requireRead(latest.find(new NoOffsetForPartitionException(Set.of(PARTITION))), END);
        consumer.updateEndOffsets(Map.of(PARTITION, END + 10));
        consumer.seek(PARTITION, END + 10);
        requireRead(latest.seekCommitted(Set.of(PARTITION)), END);
    }

    /** As when the group has refused a commit: what was read since comes again. */
    @Test
    void shouldGoBackToTheCommittedPositionOrToWhereAGroupBegins() {
        consumer.seek(PARTITION, 200);
        requireRead(positions.seekCommitted(Set.of(PARTITION)), FIRST);

        consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(150)));
        consumer.seek(PARTITION, 200);
        assertThat(positions.seekCommitted(Set.of(PARTITION))).isEmpty();
        assertThat(consumer.position(PARTITION)).isEqualTo(150);
    }

    @ParameterizedTest
    @CsvSource({"390, 300, 300", "500, 390, 390", "500, 400, 395"})
    void shouldReadOnWhereTheBrokersBeganToLoseRecords(long position, long divergent, long next) {
        requireRead(
                positions.find(new LogTruncationException(
                        Map.of(PARTITION, position), Map.of(PARTITION, new OffsetAndMetadata(divergent)))),
                next);
        assertThat(lost).as("they were read").hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"400, 395", "395, 395", "200, 200", "100, 100", "0, 100"})
    void shouldSeekTheNearestOffsetThatThereIs(long ordered, long next) {
        requireRead(positions.seek(Set.of(PARTITION), new StartFrom(StartFrom.Kind.OFFSET, ordered)), next);
    }

    private static void send(TestTopics topics, int from, int to) {
        for (int i = from; i < to; i++) {
            topics.send(Integer.toString(i), json(i));
        }
    }

    private static String json(int index) {
        return """
                {"card":"4929000000000%03d","time":%d,"amount":"12.50","currency":"EUR","country":"DE","mcc":494}""".formatted(index, System.currentTimeMillis());
    }

    @Test
    void shouldGiveNoVerdictTwiceWhenTheOrderedOffsetIsBehindTheEnd() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember unused = cluster.startMember();
            cluster.load();
            cluster.control().start();
            send(topics, 0, 5);
            assertThat(topics.committed(topics.out, 5)).hasSize(5);
            assertThat(cluster.control()
                            .seekKafka(new KafkaSeek(topics.in, 0, new StartFrom(StartFrom.Kind.OFFSET, 400_000))))
                    .extracting(KafkaSeek.Result::offsets)
                    .containsExactly(Map.of(topics.in + "-0", 5L));
            send(topics, 5, 6);
            assertThat(TestTopics.keys(topics.committed(topics.out, 6))).containsExactly(0, 1, 2, 3, 4, 5);
            TestCluster.await(
                    "the position has the epoch by which the next session finds that the brokers have lost a record",
                    () -> hasEpoch(topics));
        }
    }

    private static boolean hasEpoch(TestTopics topics) {
        OffsetAndMetadata position = position(topics);
        return position != null && position.leaderEpoch().isPresent();
    }

    /** The group's; null: it has none. */
    private static @Nullable OffsetAndMetadata position(TestTopics topics) {
        TopicPartition partition = new TopicPartition(topics.in, 0);
        try (KafkaConsumer<byte[], byte[]> looking = new KafkaConsumer<>(
                new ClientProperties(topics.settings(InputForm.JSON, OutputForm.JSON), 0).lookingConsumer())) {
            return looking.committed(Set.of(partition)).get(partition);
        }
    }

    /** A record, its transaction's marker, a record that is given up, and the marker of that. */
    private static void sendInTransactions(TestTopics topics) {
        KafkaSettings another = topics.settings(InputForm.JSON, OutputForm.JSON);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(new ClientProperties(another, 0).producer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var unused =
                    producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("0"), TestTopics.bytes(json(0))));
            producer.commitTransaction();
            producer.beginTransaction();
            unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("9"), TestTopics.bytes(json(9))));
            producer.flush();
            producer.abortTransaction();
        }
    }

    @Test
    void shouldNotTakeMarkersOfTransactionsForRecordsThatRetentionHasDeleted() throws Exception {
        TestTopics topics = TestTopics.create(1);
        sendInTransactions(topics);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, 1))).containsExactly(0);
            TestCluster.await("the position is behind the markers", () -> {
                OffsetAndMetadata position = position(topics);
                return position != null && position.offset() == 4;
            });
            cluster.control().stop();
            topics.deleteBefore(topics.in, 4);
            cluster.control().start();
            send(topics, 1, 2);
            assertThat(TestTopics.keys(topics.committed(topics.out, 2))).containsExactly(0, 1);
            assertThat(KafkaTest.metric(member, "fraud_kafka_records_lost")).isZero();
        }
    }

    @Test
    void shouldGiveNoVerdictTwiceWhenTheCommittedPositionIsBehindTheEnd() throws Exception {
        TestTopics topics = TestTopics.create(1);
        send(topics, 0, 5);
        topics.setPosition(topics.name, topics.in, 400_000);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "its place, the end, is committed", () -> KafkaTest.metric(member, "fraud_kafka_transactions") > 0);
            send(topics, 5, 6);
            assertThat(TestTopics.keys(topics.committed(topics.out, 1))).containsExactly(5);
            assertThat(KafkaTest.metric(member, "fraud_kafka_records_lost")).isZero();
        }
    }

    @Test
    void shouldSeekWhileScoringIsStopped() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            send(topics, 0, 5);
            assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "3"))
                    .as("before the group has read anything")
                    .isZero();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, 2))).containsExactly(3, 4);
            cluster.control().stop();
            assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "1", "--topic", topics.in))
                    .isZero();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, 6))).containsExactly(1, 2, 3, 3, 4, 4);
            cluster.control().stop();
            try (KafkaConsumer<byte[], byte[]> other = joined(topics)) {
                assertThat(other.assignment()).isNotEmpty();
                assertThat(cluster.control().seekKafka(new KafkaSeek("", -1, StartFrom.EARLIEST)))
                        .singleElement()
                        .satisfies(result -> assertThat(result.refusal())
                                .startsWith("a reader is in the group")
                                .contains("group=" + topics.name));
                assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "earliest"))
                        .isEqualTo(1);
            }
        }
    }

    /** Another reader in the group. */
    private static KafkaConsumer<byte[], byte[]> joined(TestTopics topics) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                new ClientProperties(topics.settings(InputForm.JSON, OutputForm.JSON), 0).consumer(true));
        consumer.subscribe(List.of(topics.in));
        TestCluster.await("it has the partition", () -> {
            var unused = consumer.poll(Duration.ofMillis(100));
            return !consumer.assignment().isEmpty();
        });
        return consumer;
    }
}
