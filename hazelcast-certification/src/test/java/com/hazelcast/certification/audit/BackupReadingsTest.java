package com.hazelcast.certification.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BackupReadingsTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    private final BackupReadings readings = new BackupReadings();

    private void record(long comparison, String answer) {
        readings.record(comparison, 10, answer.getBytes(UTF_8));
    }

    private Map<Integer, String> take(long comparison) {
        return readings.take(comparison).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new String(entry.getValue(), UTF_8)));
    }

    @Test
    void shouldGiveEachComparisonItsOwn() {
        readings.begin(CopyQuestion.CONTENTS, 1, 0);
        readings.begin(CopyQuestion.DIGEST, 2, 0);
        record(1, "one");
        record(2, "two");
        assertThat(take(2)).isEqualTo(Map.of(10, "two"));
        assertThat(take(1)).isEqualTo(Map.of(10, "one"));
        assertThat(take(1)).isEmpty();
    }

    @Test
    void shouldKeepNothingForAComparisonThatHasNotBegunOrHasEnded() {
        record(1, "early");
        readings.begin(CopyQuestion.CONTENTS, 1, 0);
        assertThat(take(1)).isEmpty();
        record(1, "late");
        assertThat(take(1)).isEmpty();
    }

    @Test
    void shouldMakeRoomOnlyByForgettingComparisonsThatNobodyCameBackFor() {
        readings.begin(CopyQuestion.CONTENTS, 1, 0);
        for (int comparison = 2; comparison <= 4; comparison++) {
            readings.begin(CopyQuestion.CONTENTS, comparison, MINUTE_NS);
        }
        assertThatThrownBy(() -> readings.begin(CopyQuestion.CONTENTS, 5, 2 * MINUTE_NS))
                .hasMessageContaining("comparisonsMax=4");
        readings.begin(CopyQuestion.CONTENTS, 5, 2 * MINUTE_NS + 1);
        record(1, "forgotten");
        record(2, "kept");
        assertThat(take(1)).isEmpty();
        assertThat(take(2)).isEqualTo(Map.of(10, "kept"));
    }

    @Test
    void shouldCountTheComparisonsOfEachQuestionApart() {
        for (int comparison = 1; comparison <= 4; comparison++) {
            readings.begin(CopyQuestion.CONTENTS, comparison, 0);
        }
        for (int comparison = 5; comparison <= 68; comparison++) {
            readings.begin(CopyQuestion.DIGEST, comparison, 0);
        }
        assertThatThrownBy(() -> readings.begin(CopyQuestion.DIGEST, 69, 0)).hasMessageContaining("comparisonsMax=64");
    }
}
