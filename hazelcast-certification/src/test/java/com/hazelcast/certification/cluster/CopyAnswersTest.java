package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyAnswersTest {
    @Test
    void shouldReadWhatItHasWritten() {
        Map<Integer, byte[]> answers = Map.of(7, new byte[] {1, -2, 3}, 12, new byte[0]);
        assertThat(CopyAnswers.read(CopyAnswers.write(answers)))
                .containsOnlyKeys(7, 12)
                .containsEntry(7, new byte[] {1, -2, 3})
                .containsEntry(12, new byte[0]);
    }

    @Test
    void shouldReadNothingFromAMemberThatHoldsNoBackup() {
        assertThat(CopyAnswers.read(CopyAnswers.write(Map.of()))).isEmpty();
    }
}
