package com.hazelcast.certification.bench.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.source.SteppedClock;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordTimesTest {
    private static final long NOW_MS = 1_795_593_600_000L;
    private static final int CARDS = 1_000_000;
    private static final int RECORDS = 24 * CARDS;

    private final SteppedClock real = new SteppedClock();

    @BeforeEach
    void begin() {
        real.setMs(NOW_MS);
    }

    @Test
    void shouldHaveACardOfAFullTopicPayEvery36HoursHoweverLongItIsFilled() {
        int speed = KafkaBench.clockSpeed(CARDS, Duration.ofHours(36));
        assertThat(speed).isEqualTo(51_840);

        LongUnaryOperator timesMs = RecordTimes.full(RECORDS, speed, real).timesMs();
        for (int i = 0; i < 24; i++) {
            real.setMs(NOW_MS + i * 7_000L);
            assertThat(timesMs.applyAsLong((i + 1L) * CARDS) - timesMs.applyAsLong((long) i * CARDS))
                    .isEqualTo(Duration.ofHours(36).toMillis());
        }
    }

    /** Or the members would reject it. */
    @Test
    void shouldHaveNoRecordOfAFullTopicBeOfTheFutureByTheClockThatMembersGet() {
        RecordTimes times = RecordTimes.full(RECORDS, 51_840, real);

        assertThat(times.timesMs().applyAsLong(RECORDS - 1L))
                .isGreaterThan(NOW_MS + Duration.ofDays(30).toMillis())
                .isLessThanOrEqualTo(times.clock().timeMs(NOW_MS));
    }

    @Test
    void shouldEndNowByTheRealClock() {
        RecordTimes times = RecordTimes.full(RECORDS, 1, real);

        assertThat(times.timesMs().applyAsLong(0)).isEqualTo(NOW_MS - 60_000);
        assertThat(times.timesMs().applyAsLong(RECORDS)).isEqualTo(NOW_MS);
    }

    @Test
    void shouldGiveWhatIsSentAtARateTheTimeOfItsSending() {
        LongUnaryOperator timesMs = RecordTimes.sent(60_000, 25_920, real).timesMs();
        real.setMs(NOW_MS + 1_000);

        assertThat(timesMs.applyAsLong(0)).isEqualTo(NOW_MS + 25_920_000);
    }

    @Test
    void shouldRefuseTimesThatNoTransactionCanHave() {
        assertThatThrownBy(() -> RecordTimes.sent(600_000, 1_000_000, real))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("clock-speed=1000000 run=720s most=");
        assertThatThrownBy(() -> RecordTimes.full(Integer.MAX_VALUE, 1_000_000, real))
                .hasMessageContaining("run=5368s");
        assertThatThrownBy(() -> RecordTimes.full(RECORDS, 0, real)).hasMessageContaining("speed=0");
    }
}
