package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.source.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What a transaction sends of answers that came before. */
class VerdictTransactionTest {
    private static final Instant ANSWERED = Instant.parse("2026-11-25T08:00:00.123Z");
    private static final Instant ANSWERED_AGAIN = ANSWERED.plusMillis(50);
    private static final Instant SENT = ANSWERED.plusSeconds(3);

    private final SteppedClock clock = new SteppedClock();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    /** Nobody looks at its figures. */
    static final class UnreadMeter implements KafkaMeter {
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

    private static KafkaSettings settings(OutputForm form) {
        return new KafkaSettings(
                "127.0.0.1:1",
                List.of("in"),
                "group",
                "out",
                "dead",
                Optional.empty(),
                InputForm.RECORD::newReader,
                form,
                false,
                Action.DECLINE,
                StartFrom.EARLIEST,
                1,
                Duration.ofMillis(50),
                10,
                0,
                "member",
                Map.of());
    }

    private VerdictTransaction transaction(OutputForm form) {
        producer.initTransactions();
        return new VerdictTransaction(
                settings(form),
                producer,
                new MockConsumer<byte[], byte[]>("none")::groupMetadata,
                new DeadLetterShare(100),
                new UnreadMeter(),
                new RulesInUse(RuleSet.shipped()),
                clock);
    }

    /** Two records, the first scored, the second held already. */
    private PartitionWork answered() {
        TakenRecords taken = new TakenRecords(2, (answers, offset, count, arrivedNs) -> {}, clock);
        for (int i = 0; i < 2; i++) {
            int unused = taken.add(new ConsumerRecord<>("in", 0, i, new byte[] {(byte) i}, new byte[0]));
        }
        PartitionWork work = new PartitionWork(new TopicPartition("in", 0));
        work.add(taken, 0, 2);
        var group = taken.group(new int[] {0, 1}, 0, 2, new int[] {0, 1});
        clock.setMs(ANSWERED.toEpochMilli());
        group.answered(new short[] {Answer.scored(0, false)}, 0, 1, 0);
        clock.setMs(ANSWERED_AGAIN.toEpochMilli());
        group.answered(new short[] {Answer.duplicate(0, false)}, 0, 1, 0);
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
}
