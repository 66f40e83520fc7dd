package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Rejection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LastMinuteTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LastMinute minute = new LastMinute();
    private final long startNs = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);

    private void add(int second, long received, long scored, long rejected, long failures) {
        Accounting accounting = new Accounting(received, scored, 0, rejected, received - scored - rejected);
        minute.add(new LastMinute.Point(
                startNs + second * SECOND_NS,
                new AccountingByReason(accounting, 0, Map.of(Rejection.LENGTH, rejected, Rejection.PADDING, 0L)),
                scored,
                failures,
                "IOException"));
    }

    @Test
    void shouldHaveNothingBeforeTheFirstPointAndAfterIt() {
        assertThat(minute.figures()).isEqualTo(LastMinute.Figures.NONE);
        add(0, 1_000, 900, 100, 5);
        assertThat(minute.figures()).isEqualTo(LastMinute.Figures.NONE);
        assertThat(minute.isScoring()).isFalse();
    }

    @Test
    void shouldCountWhatTheLastMinuteHasBroughtAndNothingOlder() {
        for (int second = 0; second <= 200; second++) {
            add(second, second * 100L, second * 90L, second < 100 ? second : 100, second < 100 ? second : 100);
        }
        LastMinute.Figures figures = minute.figures();
        assertThat(figures.received()).isEqualTo(6_000);
        assertThat(figures.rejected()).isEmpty();
        assertThat(figures.batchFailures()).isZero();
        assertThat(figures.lastFailure()).as("it was longer ago").isEmpty();
    }

    @Test
    void shouldNameReasonsThatGrewAndTheLastFailure() {
        add(0, 0, 0, 0, 0);
        add(1, 100, 50, 50, 3);
        assertThat(minute.figures()).isEqualTo(new LastMinute.Figures(100, Map.of("LENGTH", 50L), 3, "IOException"));
    }

    @Test
    void shouldNotTakeASecondThatWasMissedForTheLastMinute() {
        add(0, 0, 0, 0, 0);
        add(300, 30_000, 0, 0, 0);
        assertThat(minute.figures().received())
                .as("of five minutes, nothing is known of the last one")
                .isZero();
    }

    @Test
    void shouldBeScoringWhileSomethingWasScoredWithinThreeSeconds() {
        int now = (int) TimeUnit.MINUTES.toSeconds(10);
        add(now - 2, 100, 100, 0, 0);
        add(now - 1, 200, 200, 0, 0);
        assertThat(minute.isScoring()).isTrue();
    }

    @Test
    void shouldNotBeScoringWhenAllIsRejectedOrHeld() {
        int now = (int) TimeUnit.MINUTES.toSeconds(10);
        add(now - 20, 0, 0, 0, 0);
        add(now - 10, 100, 100, 0, 0);
        add(now - 1, 300, 100, 100, 0);
        assertThat(minute.isScoring()).isFalse();
    }
}
