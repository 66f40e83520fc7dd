package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SoakClockTest {
    private static final Clock MACHINE = Clock.fixed(Instant.parse("2026-11-27T00:00:00Z"), ZoneOffset.UTC);

    private final AtomicLong nowNs = new AtomicLong(5);
    private final SoakClock clock = new SoakClock(MACHINE, nowNs::get);

    @Test
    void shouldStandStillUntilItRuns() {
        long before = clock.millis();
        nowNs.addAndGet(1_000_000_000L);

        assertThat(clock.millis()).isEqualTo(before).isLessThan(MACHINE.millis());
    }

    @Test
    void shouldPassTheLifeOfACardInThatTime() {
        long before = clock.millis();
        clock.run(20, 100);
        nowNs.addAndGet(20_000_000_000L);

        assertThat(clock.millis() - before).isEqualTo(Duration.ofDays(91).toMillis());
    }

    @Test
    void shouldNotComeIntoTheFuture() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.run(1, 100))
                .withMessageContaining("more memory")
                .withMessageContaining("1.0")
                .withMessageContaining("100");
    }
}
