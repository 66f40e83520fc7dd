package com.hazelcast.certification.systemtests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Verdicts of two clusters for the same payments. */
class KafkaComparisonTest {
    private static final int PARTITION = 3;

    /** Payments 0, 1 and 2, at offsets of the same numbers. */
    private static KafkaComparison payments() {
        KafkaComparison comparison = new KafkaComparison("none");
        for (int i = 0; i < 3; i++) {
            comparison.addPayment(new ConsumerRecord<>(KafkaPayments.TOPIC, PARTITION, i, key(i), new byte[0]));
        }
        return comparison;
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static ConsumerRecord<byte[], byte[]> compact(int number, Action action, int set, int rule) {
        byte[] value = CompactVerdict.of(action.ordinal(), rule, false, set, 17, PARTITION, number);
        return new ConsumerRecord<>("out", 0, 100 + number, key(number), value);
    }

    private static ConsumerRecord<byte[], byte[]> json(int number, String action, int set, String rule) {
        String value = "{\"action\":\"" + action + "\",\"rule\":" + rule
                + ",\"reason\":null,\"scoreAtLeast\":null,\"score\":null,\"ruleSet\":{\"name\":\"n\",\"version\":" + set
                + "},\"source\":\"rules\",\"replayed\":false,\"decidedAt\":\"2026-11-25T08:00:00Z\"}";
        ConsumerRecord<byte[], byte[]> verdict =
                new ConsumerRecord<>("out", 0, 200 + number, key(number), value.getBytes(StandardCharsets.UTF_8));
        verdict.headers().add("topic", "payments".getBytes(StandardCharsets.UTF_8));
        verdict.headers().add("partition", Integer.toString(PARTITION).getBytes(StandardCharsets.UTF_8));
        verdict.headers().add("offset", Integer.toString(number).getBytes(StandardCharsets.UTF_8));
        return verdict;
    }

    private static KafkaComparison with(List<ConsumerRecord<byte[], byte[]>> verdicts) {
        KafkaComparison comparison = payments();
        verdicts.forEach(comparison::addVerdict);
        return comparison;
    }

    @Test
    void shouldFindTheSameInBothForms() {
        KafkaComparison compact = with(List.of(
                compact(0, Action.APPROVE, 1, 0), compact(1, Action.DECLINE, 1, 5), compact(2, Action.REVIEW, 2, 7)));
        KafkaComparison json = with(List.of(
                json(2, "review", 2, "{\"id\":7,\"name\":\"b\"}"),
                json(1, "decline", 1, "{\"id\":5,\"name\":\"a\"}"),
                json(0, "approve", 1, "null")));
        assertThat(compact.isOneToOne()).isTrue();
        assertThat(json.isOneToOne()).isTrue();
        assertThat(compact.withRule()).isEqualTo(2);
        assertThat(json.withRule()).isEqualTo(2);
        assertThat(compact.differing(json)).isZero();
    }

    @Test
    void shouldFindAnotherActionSetOrRule() {
        List<ConsumerRecord<byte[], byte[]>> verdicts = List.of(
                compact(0, Action.DECLINE, 1, 4), compact(1, Action.DECLINE, 1, 5), compact(2, Action.DECLINE, 1, 6));
        assertThat(with(verdicts).differing(with(verdicts))).isZero();
        assertThat(with(verdicts)
                        .differing(with(List.of(
                                compact(0, Action.REVIEW, 1, 4),
                                compact(1, Action.DECLINE, 2, 5),
                                compact(2, Action.DECLINE, 1, 7)))))
                .isEqualTo(3);
        assertThat(with(verdicts).differing(with(verdicts.subList(0, 2)))).isEqualTo(1);
    }

    @Test
    void shouldCountVerdictsThatComeTwiceOrAreOfNoPayment() {
        KafkaComparison found = with(List.of(
                compact(0, Action.DECLINE, 1, 4), json(0, "approve", 1, "null"), json(9, "approve", 1, "null")));
        assertThat(found.twice()).isEqualTo(1);
        assertThat(found.ofNoPayment()).isEqualTo(1);
        assertThat(found.without()).isEqualTo(2);
    }
}
