package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import org.junit.jupiter.api.Test;

class SoakVerdictsTest {
    private final SoakAnswers answers = new SoakAnswers();
    private final SoakVerdicts verdicts = new SoakVerdicts(2, answers);

    private static byte[] verdict(int partition, long offset) {
        return CompactVerdict.of(0, 0, false, 1, 1_700_000_000_000L, partition, offset);
    }

    @Test
    void shouldTakeOneVerdictForEachRecord() {
        verdicts.add(verdict(0, 7));
        verdicts.add(verdict(1, 7));
        verdicts.add(verdict(0, 6));

        assertThat(answers.isGood()).isTrue();
        assertThat(answers.toString()).startsWith("3 answered");
    }

    @Test
    void shouldFailWhenARecordHasTwo() {
        verdicts.add(verdict(1, 7));
        verdicts.add(verdict(1, 7));

        assertThat(answers.isGood()).isFalse();
        assertThat(answers.toString()).contains("a record of Kafka has two verdicts: partition=1 offset=7");
    }
}
