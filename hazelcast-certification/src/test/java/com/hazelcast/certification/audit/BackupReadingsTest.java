package com.hazelcast.certification.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BackupReadingsTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    private final BackupReadings<String> readings = new BackupReadings<>(2);

    @Test
    void shouldGiveEachComparisonItsOwn() {
        readings.begin(1, 0);
        readings.begin(2, 0);
        readings.record(1, 10, "one");
        readings.record(2, 10, "two");
        assertThat(readings.take(2)).isEqualTo(Map.of(10, "two"));
        assertThat(readings.take(1)).isEqualTo(Map.of(10, "one"));
        assertThat(readings.take(1)).isEmpty();
    }

    @Test
    void shouldKeepNothingForAComparisonThatHasNotBegunOrHasEnded() {
        readings.record(1, 10, "early");
        readings.begin(1, 0);
        assertThat(readings.take(1)).isEmpty();
        readings.record(1, 10, "late");
        assertThat(readings.take(1)).isEmpty();
    }

    @Test
    void shouldMakeRoomOnlyByForgettingComparisonsThatNobodyCameBackFor() {
        readings.begin(1, 0);
        readings.begin(2, MINUTE_NS);
        assertThatThrownBy(() -> readings.begin(3, 2 * MINUTE_NS)).hasMessageContaining("comparisonsMax=2");
        readings.begin(3, 2 * MINUTE_NS + 1);
        readings.record(1, 10, "forgotten");
        readings.record(2, 10, "kept");
        assertThat(readings.take(1)).isEmpty();
        assertThat(readings.take(2)).isEqualTo(Map.of(10, "kept"));
    }
}
