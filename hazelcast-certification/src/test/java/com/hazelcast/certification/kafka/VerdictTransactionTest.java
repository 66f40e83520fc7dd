package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.source.SteppedClock;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a transaction sends of answers that came before. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class VerdictTransactionTest {
    private static final Instant ANSWERED = Instant.parse("2026-11-25T08:00:00.123Z");
    private static final Instant ANSWERED_AGAIN = ANSWERED.plusMillis(50);
    private static final Instant SENT = ANSWERED.plusSeconds(3);

    private final SteppedClock clock = new SteppedClock();
    private MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    /** Commits when it may. */
    private static final class BlockedProducer extends MockProducer<byte[], byte[]> {
        private final CountDownLatch mayCommit;

        BlockedProducer(CountDownLatch mayCommit) {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            this.mayCommit = mayCommit;
        }

        @Override
        public void commitTransaction() {
            try {
                mayCommit.await();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
            super.commitTransaction();
        }
    }

    /** Nobody looks at its figures. */
    static class UnreadMeter implements KafkaMeter {
        @Override
        public AccountingMeter accounting() {
            throw new UnsupportedOperationException("nothing is taken here");
        }

        @Override
        public void committed(int records, long elapsedNs, long oldestAgeMs) {}

        @Override
        public void deadLetter(String reason) {}

        @Override
        public void restarted() {}

        @Override
        public void recordsLost(long count) {}
    }

    static KafkaSettings settings(OutputForm form) {
        return settings(form, Map.of());
    }

    static KafkaSettings settings(OutputForm form, Map<String, String> properties) {
        return new KafkaSettings(
                "127.0.0.1:1",
                "group",
                "member",
                properties,
                new KafkaSettings.Topics(List.of("in"), "out", "dead", Optional.empty()),
                new KafkaSettings.Reading(
                        InputForm.RECORD::newReader, StartFrom.EARLIEST, 1, Duration.ofMillis(50), 10, 0),
                new KafkaSettings.Verdicts(form, () -> 0, false, Action.DECLINE));
    }

    private VerdictTransaction transaction(OutputForm form) {
        return transaction(form, new RulesInUse(RuleSet.shipped()));
    }

    private VerdictTransaction transaction(OutputForm form, RulesInUse rules) {
        producer.initTransactions();
        return new VerdictTransaction(
                settings(form),
                producer,
                new MockConsumer<byte[], byte[]>("none")::groupMetadata,
                (partition, offset, epoch) -> new OffsetAndMetadata(offset, epoch, ""),
                new UnreadMeter(),
                new VerdictWriter(settings(form), rules),
                clock);
    }

    private static PartitionWork work(TopicPartition partition) {
        return new PartitionWork(partition, new DeadLetterShare(100, new DeadLetterShare.Pause()));
    }

    /** Two records, the first scored, the second held already. */
    private PartitionWork answered() {
        return answered(0);
    }

    private PartitionWork answered(int verdict) {
        TakenRecords taken = new TakenRecords(2, (answers, offset, count, arrivedNs) -> {}, clock);
        for (int i = 0; i < 2; i++) {
            int unused = taken.add(new ConsumerRecord<>("in", 0, i, new byte[] {(byte) i}, new byte[0]));
        }
        PartitionWork work = work(new TopicPartition("in", 0));
        work.add(taken, 0, 2);
        var group = taken.group(new int[] {0, 1}, 0, 2, new int[] {0, 1});
        clock.setMs(ANSWERED.toEpochMilli());
        group.answered(new short[] {Answer.scored(verdict, verdict > 0)}, 0, 1, 0);
        clock.setMs(ANSWERED_AGAIN.toEpochMilli());
        group.answered(new short[] {Answer.duplicate(verdict, verdict > 0)}, 0, 1, 0);
        return work;
    }

    @Test
    void shouldGiveEachVerdictTheTimeWhenItsAnswerCame() {
        VerdictTransaction transaction = transaction(OutputForm.COMPACT);
        PartitionWork work = answered();
        clock.setMs(SENT.toEpochMilli());
        transaction.sendAnswered(work);
        transaction.commit();
        assertThat(producer.history())
                .extracting(ProducerRecord::value)
                .extracting(CompactVerdict::decidedMs)
                .containsExactly(ANSWERED.toEpochMilli(), ANSWERED_AGAIN.toEpochMilli());
    }

    /** By that the next session finds out that the brokers have lost the record, also when they have others at its offset since. */
    @Test
    void shouldCommitTheEpochThatTheLastRecordWasReadIn() {
        VerdictTransaction transaction = transaction(OutputForm.COMPACT);
        TopicPartition partition = new TopicPartition("in", 0);
        TakenRecords taken = new TakenRecords(2, (answers, offset, count, arrivedNs) -> {}, clock);
        for (int i = 0; i < 2; i++) {
            int unused = taken.add(new ConsumerRecord<>(
                    "in",
                    0,
                    40 + i,
                    0,
                    TimestampType.CREATE_TIME,
                    0,
                    0,
                    new byte[0],
                    new byte[0],
                    new RecordHeaders(),
                    Optional.of(6 + i)));
        }
        PartitionWork work = work(partition);
        work.add(taken, 0, 2);
        taken.group(new int[] {0, 1}, 0, 2, new int[] {0, 1})
                .answered(new short[] {Answer.scored(0, false), Answer.scored(0, false)}, 0, 2, 0);

        transaction.sendAnswered(work);
        transaction.commit();

        assertThat(producer.consumerGroupOffsetsHistory())
                .singleElement()
                .satisfies(groups -> assertThat(groups.values())
                        .containsExactly(Map.of(partition, new OffsetAndMetadata(42, Optional.of(7), ""))));
    }

    @Test
    void shouldCommitThePlaceBehindTheMarkersOfAnIdleTopic() {
        VerdictTransaction transaction = transaction(OutputForm.COMPACT);
        PartitionWork work = work(new TopicPartition("in", 0));
        OffsetAndMetadata place = new OffsetAndMetadata(9, Optional.of(2), "");
        work.reach(place);

        transaction.sendAnswered(work);
        transaction.commit();

        assertThat(producer.history()).isEmpty();
        assertThat(producer.consumerGroupOffsetsHistory())
                .singleElement()
                .satisfies(groups -> assertThat(groups.values()).containsExactly(Map.of(work.partition(), place)));
        transaction.sendAnswered(work);
        assertThat(transaction.isIdle()).as("nothing is left to commit").isTrue();
    }

    @Test
    void shouldSendNothingWhileBrokersCommitAndTheRestAfterwards() throws Exception {
        CountDownLatch mayCommit = new CountDownLatch(1);
        producer = new BlockedProducer(mayCommit);
        VerdictTransaction transaction = transaction(OutputForm.COMPACT);
        transaction.sendAnswered(answered());
        awaitCommitting(transaction);
        PartitionWork next = answered();
        transaction.sendAnswered(next);
        assertThat(next.takenCount())
                .as("they wait, and nobody waits for the brokers")
                .isEqualTo(2);
        mayCommit.countDown();
        TestCluster.await("the brokers have committed", () -> !transaction.isCommitting());
        transaction.sendAnswered(next);
        assertThat(next.takenCount()).isZero();
        assertThat(producer.history()).hasSize(2);
        transaction.commit();
        assertThat(producer.history()).hasSize(4);
        transaction.close();
    }

    @Test
    void shouldThrowWhatACommitHasFailedWith() {
        VerdictTransaction transaction = transaction(OutputForm.COMPACT);
        producer.commitTransactionException = new ProducerFencedException("planted");
        transaction.sendAnswered(answered());
        assertThatThrownBy(() -> {
                    awaitCommitting(transaction);
                    TestCluster.await("the commit is over", () -> !transaction.isCommitting());
                })
                .isInstanceOf(ProducerFencedException.class);
    }

    /** Until its time is over. */
    private static void awaitCommitting(VerdictTransaction transaction) {
        TestCluster.await("it is committed", () -> {
            transaction.commitIfDue();
            return transaction.isCommitting();
        });
    }

    /** A second time it is the same. */
    @Test
    void shouldSayWhichScoreHasDecided() throws Exception {
        RuleSet set = RuleSet.of(1, 0, new RuleSetText("""
                        set tried points review at 10, decline at 40
                        rule two points 10 when tx.amount = 2
                        rule even points 15 when tx.amount < 3
                        """, Map.of()), code -> code);
        VerdictTransaction transaction = transaction(OutputForm.JSON, new RulesInUse(set));
        transaction.sendAnswered(answered(set.codeOf(0, com.hazelcast.certification.rules.model.Action.REVIEW, 25)));
        transaction.sendAnswered(answered());
        transaction.commit();

        assertThat(producer.history())
                .extracting(verdict -> TestTopics.text(verdict.value()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains(
                                        "\"action\":\"review\",\"rule\":null,"
                                                + "\"reason\":\"the sum of points reached 10\",\"scoreAtLeast\":10,\"score\":25,"),
                        again -> assertThat(again)
                                .contains("\"scoreAtLeast\":10,\"score\":25,")
                                .contains("\"replayed\":true"),
                        other -> assertThat(other)
                                .contains("\"action\":\"approve\"")
                                .contains("\"scoreAtLeast\":null,\"score\":null,"),
                        otherAgain -> assertThat(otherAgain).contains("\"scoreAtLeast\":null,"));
    }

    @Test
    void shouldGiveJsonTheSameTimes() {
        VerdictTransaction transaction = transaction(OutputForm.JSON);
        PartitionWork work = answered();
        clock.setMs(SENT.toEpochMilli());
        transaction.sendAnswered(work);
        transaction.commit();
        assertThat(producer.history())
                .extracting(verdict -> TestTopics.text(verdict.value()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("\"replayed\":false,\"decidedAt\":\"2026-11-25T08:00:00.123Z\""),
                        second -> assertThat(second)
                                .contains("\"replayed\":true,\"decidedAt\":\"2026-11-25T08:00:00.173Z\""));
    }

    private static ProducerRecord<byte[], byte[]> verdict(VerdictWriter writer, String topic, int partition) {
        return writer.verdict(
                new TopicPartition(topic, partition),
                11,
                new byte[0],
                Answer.scored(0, false),
                null,
                Instant.parse("2026-11-25T08:00:00Z").toEpochMilli());
    }

    /** Whoever reads times by a pattern would fail once in a thousand. */
    @Test
    void shouldGiveAWholeSecondItsMilliseconds() {
        VerdictWriter writer = new VerdictWriter(settings(OutputForm.JSON), new RulesInUse(RuleSet.shipped()));
        assertThat(TestTopics.text(verdict(writer, "in", 0).value()))
                .endsWith("\"decidedAt\":\"2026-11-25T08:00:00.000Z\"}");
    }

    /** Topic and partition are kept from record to record. */
    @Test
    void shouldGiveEachVerdictThePositionOfItsRecord() {
        VerdictWriter writer = new VerdictWriter(settings(OutputForm.JSON), new RulesInUse(RuleSet.shipped()));
        assertThat(Stream.of("in-0", "in-0", "in-1", "other-1", "in-0")
                        .map(place -> verdict(
                                writer,
                                place.substring(0, place.length() - 2),
                                Integer.parseInt(place.substring(place.length() - 1))))
                        .map(verdict -> header(verdict, "topic") + "-" + header(verdict, "partition") + " "
                                + header(verdict, "offset")))
                .containsExactly("in-0 11", "in-0 11", "in-1 11", "other-1 11", "in-0 11");
    }

    private static String header(ProducerRecord<byte[], byte[]> verdict, String name) {
        return TestTopics.text(verdict.headers().lastHeader(name).value());
    }

    /** What a code means is kept from record to record, and not beyond a change of the rules. */
    @Test
    void shouldReadCodesByTheRulesOfTheMoment() throws Exception {
        RulesInUse rules = new RulesInUse(RuleSet.shipped());
        VerdictWriter writer = new VerdictWriter(settings(OutputForm.JSON), rules);
        assertThat(TestTopics.text(verdict(writer, "in", 0).value()))
                .contains("\"ruleSet\":{\"name\":\"" + RuleSet.shipped().name() + "\"");
        RuleSet other = RuleSet.of(7, 0, new RuleSetText("""
                        set other points review at 10, decline at 40
                        rule two points 10 when tx.amount = 2
                        """, Map.of()), code -> code);
        rules.use(DecidingRules.only(other));
        assertThat(TestTopics.text(verdict(writer, "in", 0).value()))
                .contains("\"ruleSet\":{\"name\":\"other\",\"version\":7}");
    }

    @Test
    void shouldKeepTheKeysOfVerdictsWhereTheTopicOfDeadLettersTakesLess() {
        VerdictWriter writer = new VerdictWriter(settings(OutputForm.JSON), new RulesInUse(RuleSet.shipped()));
        writer.whenSent(new ProducerRecord<>("dead", null, new byte[600]))
                .onCompletion(null, new RecordTooLargeException("planted"));
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("in", 0, 0, new byte[10], new byte[600]);
        assertThat(writer.deadLetter(record, new UnreadableRecord(Rejection.LENGTH))
                        .value())
                .as("of a dead letter")
                .isNull();
        TopicPartition partition = new TopicPartition("in", 0);
        assertThat(writer.verdict(partition, 0, new byte[600], Answer.scored(0, false), null, 0)
                        .key())
                .hasSize(600);
    }

    /** Kafka's producer fails these with the exception of the record that ended their transaction. */
    @Test
    void shouldNotTakeVerdictsForTooLargeThatAreAbortedWithARecordThatIs() {
        VerdictWriter writer = new VerdictWriter(settings(OutputForm.JSON), new RulesInUse(RuleSet.shipped()));
        RecordTooLargeException refused = new RecordTooLargeException("planted");
        writer.whenSent(new ProducerRecord<>("dead", null, new byte[5_000])).onCompletion(null, refused);
        writer.whenSent(new ProducerRecord<>("out", null, new byte[300])).onCompletion(null, refused);
        assertThat(writer.verdict(new TopicPartition("in", 0), 0, new byte[100], Answer.scored(0, false), null, 0)
                        .key())
                .hasSize(100);
    }
}
