package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.kafka.LoopVerdicts;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.Answer;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The empty loop of the bench is the limit of members only if it writes what they write. */
class LoopVerdictsTest {
    private static final long NOW_MS = Instant.parse("2026-11-25T08:00:00.123Z").toEpochMilli();

    private static String headers(ProducerRecord<byte[], byte[]> record) {
        return String.join(
                " ",
                Stream.of(record.headers().toArray())
                        .map(header -> header.key() + "=" + TestTopics.text(header.value()))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"RECORD, COMPACT", "JSON, JSON", "AVRO, AVRO"})
    void shouldHaveKeyHeadersAndSizeOfTheVerdictsOfMembers(InputForm in, OutputForm out) {
        RuleSet rules = RuleSet.shipped();
        VerdictWriter writer = new VerdictWriter(VerdictTransactionTest.settings(out), new RulesInUse(rules));
        LoopVerdicts loop = new LoopVerdicts(in, "out");
        for (int i = 0; i < 3; i++) {
            ConsumerRecord<byte[], byte[]> record =
                    new ConsumerRecord<>("in", i % 2, 1_000L * i, i == 2 ? null : new byte[] {1, 2}, new byte[100]);
            ProducerRecord<byte[], byte[]> verdict = writer.verdict(
                    new TopicPartition(record.topic(), record.partition()),
                    record.offset(),
                    record.key(),
                    Answer.scored(rules.firstCode(), false),
                    null,
                    NOW_MS);

            ProducerRecord<byte[], byte[]> ofLoop = loop.of(record, NOW_MS);

            assertThat(ofLoop.topic()).isEqualTo(verdict.topic());
            assertThat(ofLoop.partition()).isEqualTo(verdict.partition());
            assertThat(ofLoop.key()).isEqualTo(verdict.key());
            assertThat(headers(ofLoop)).isEqualTo(headers(verdict));
            assertThat(ofLoop.value()).hasSameSizeAs(verdict.value());
            if (out == OutputForm.COMPACT) {
                assertThat(Arrays.toString(ofLoop.value())).isEqualTo(Arrays.toString(verdict.value()));
            }
        }
    }
}
