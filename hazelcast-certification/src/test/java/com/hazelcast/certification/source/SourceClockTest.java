package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.transaction.TransactionLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceClockTest {
    private static final long BEGIN_MS = 1_798_967_585_307L;

    private final SourceClock clock = new SourceClock(BEGIN_MS, 86_400);

    @Test
    void shouldBeTheRealClockUntilItBegins() {
        assertThat(clock.timeMs(BEGIN_MS - 5)).isEqualTo(BEGIN_MS - 5);
        assertThat(clock.realMs(BEGIN_MS - 5)).isEqualTo(BEGIN_MS - 5);
        assertThat(clock.timeMs(BEGIN_MS)).isEqualTo(BEGIN_MS);
        assertThat(SourceClock.REAL.timeMs(BEGIN_MS)).isEqualTo(BEGIN_MS);
        assertThat(SourceClock.REAL.realMs(BEGIN_MS)).isEqualTo(BEGIN_MS);
    }

    @Test
    void shouldPassADayInASecondFromThenOn() {
        assertThat(clock.timeMs(BEGIN_MS + 2_001)).isEqualTo(BEGIN_MS + 2_001 * 86_400L);
    }

    @Test
    void shouldFindOutWhenItShowedATime() {
        assertThat(clock.realMs(clock.timeMs(BEGIN_MS + 2_001))).isEqualTo(BEGIN_MS + 2_001);
    }

    @Test
    void shouldEndWithTheTimesOfTransactions() {
        assertThat(clock.timeMs(clock.endMs())).isLessThanOrEqualTo(TransactionLayout.TIME_MS_MAX);
        assertThat(clock.timeMs(clock.endMs() + 1)).isGreaterThan(TransactionLayout.TIME_MS_MAX);
    }

    @Test
    void shouldReadWhatItWrites() {
        assertThat(clock.text()).isEqualTo("86400@2027-01-03T09:13:05.307Z");
        assertThat(SourceClock.parse("source-clock", clock.text())).isEqualTo(clock);
    }

    @ParameterizedTest
    @ValueSource(strings = {"86400", "86400@", "@2027-01-03T00:00:00Z", "86400@yesterday", "-1@2027-01-03T00:00:00Z"})
    void shouldRefuseAnythingElse(String text) {
        assertThatThrownBy(() -> SourceClock.parse("source-clock", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("86400@2026-12-31T00:00:00Z")
                .hasMessageEndingWith("source-clock=" + text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_000_001})
    void shouldRefuseToStandStillOrToBeTooFast(int speed) {
        assertThatThrownBy(() -> new SourceClock(BEGIN_MS, speed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("speed=" + speed);
    }
}
