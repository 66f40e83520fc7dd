package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.Decisions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Looks every half second, as a member does. */
class BreakerTest {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int LOOKS_A_MINUTE = 120;

    private final Breaker breaker = new Breaker();
    private long nowNs = TimeUnit.DAYS.toNanos(1);
    private int set;
    private long made;
    private long declined;

    private Optional<String> look(int number, int madeMeanwhile, int declinedMeanwhile, BreakerLimits limits) {
        if (number != set) {
            set = number;
            made = 0;
            declined = 0;
        }
        nowNs += LOOK_NS;
        made += madeMeanwhile;
        declined += declinedMeanwhile;
        return breaker.look(number, new Decisions(made, declined), limits, nowNs);
    }

    private static BreakerLimits times(double times) {
        return new BreakerLimits(0, times, BreakerLimits.WINDOW_S, false);
    }

    /** Set 1 declines 1 % of 100 a look. */
    private void minutesOfSetOne(int minutes) {
        for (int i = 0; i < minutes * LOOKS_A_MINUTE; i++) {
            assertThat(look(1, 100, 1, times(1_000))).isEmpty();
        }
    }

    @Test
    void shouldNoticeAShareAboveTheLimit() {
        BreakerLimits limits = BreakerLimits.ofPercent(30);
        assertThat(look(1, 0, 0, limits)).isEmpty();
        assertThat(look(1, 99, 99, limits)).as("too few to say anything").isEmpty();
        assertThat(look(2, 0, 0, limits)).isEmpty();
        assertThat(look(2, 1_000, 300, limits)).isEmpty();
        assertThat(look(2, 1_000, 301, limits))
                .hasValue("set 2 declined 30.1 % of 2000 within 3 s on one member, and may decline 30 %");
    }

    @Test
    void shouldForgetWhatIsOlderThanItsSeconds() {
        BreakerLimits limits = new BreakerLimits(30, 0, 1, false);
        assertThat(look(1, 0, 0, limits)).isEmpty();
        assertThat(look(1, 10_000, 0, limits)).isEmpty();
        assertThat(look(1, 100, 50, limits)).as("behind many good ones").isEmpty();
        assertThat(look(1, 100, 50, limits))
                .hasValueSatisfying(why -> assertThat(why).contains("50.0 % of 200 within 1 s"));
    }

    @Test
    void shouldCompareWithTheHourBeforeWhicheverSetDecidedThen() {
        minutesOfSetOne(70);
        assertThat(look(2, 0, 0, times(5))).isEmpty();
        assertThat(look(2, 1_000, 50, times(5))).as("five times").isEmpty();
        assertThat(look(2, 1_000, 60, times(5)))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("set 2 declined 5.5 % of 2000 within 3 s on one member, and may decline 5.0 times")
                        .contains("1.0 % of 7"));
    }

    @Test
    void shouldNotCompareWithAnHourThatHasTooFew() {
        assertThat(look(2, 0, 0, times(5))).isEmpty();
        assertThat(look(2, 1_000, 1_000, times(5))).isEmpty();
    }

    @Test
    void shouldTakeOneForAnHourInWhichNoneWasDeclined() {
        for (int i = 0; i < LOOKS_A_MINUTE; i++) {
            assertThat(look(1, 10, 0, times(5))).isEmpty();
        }
        assertThat(look(1, 1_000, 3, times(5)))
                .as("3 of a thousand, where 1 of 1,140 was")
                .isEmpty();
        assertThat(look(1, 1_000, 30, times(5)))
                .as("what it was compared with")
                .hasValueSatisfying(why -> assertThat(why).endsWith("in the hour before, 0.1 % of 1150"));
    }

    @Test
    void shouldForgetWhatIsOlderThanAnHour() {
        BreakerLimits limits = times(2);
        for (int i = 0; i < 10 * LOOKS_A_MINUTE; i++) {
            assertThat(look(1, 100, 50, limits)).isEmpty();
        }
        minutesOfSetOne(65);
        assertThat(look(1, 1_000, 100, limits))
                .as("10 %, not beside the 50 % of long ago")
                .isPresent();
    }

    @Test
    void shouldLookBackUntilItHasEnoughToJudge() {
        BreakerLimits limits = BreakerLimits.ofPercent(30);
        assertThat(look(1, 0, 0, limits)).isEmpty();
        // A decision a second, all declined: 100 of them take 100 s.
        for (int i = 0; i < 99; i++) {
            assertThat(look(1, 1, 1, limits)).as("after " + i + " s").isEmpty();
            assertThat(look(1, 0, 0, limits)).isEmpty();
        }
        assertThat(look(1, 1, 1, limits))
                .hasValue("set 1 declined 100.0 % of 100 within 100 s on one member, and may decline 30 %");
    }

    @Test
    void shouldLookBackNoFurtherThanFiveMinutes() {
        BreakerLimits limits = BreakerLimits.ofPercent(30);
        // A decision each 3.5 s: 86 within five minutes.
        for (int i = 0; i < 2_000; i++) {
            assertThat(look(1, i % 7 == 0 ? 1 : 0, i % 7 == 0 ? 1 : 0, limits)).isEmpty();
        }
    }

    @Test
    void shouldJudgeBusyMembersByTheLastSecondsAlone() {
        BreakerLimits limits = BreakerLimits.ofPercent(30);
        for (int i = 0; i < 100; i++) {
            assertThat(look(1, 1_000, 0, limits)).isEmpty();
        }
        assertThat(look(1, 1_000, 1_000, limits)).isEmpty();
        assertThat(look(1, 1_000, 1_000, limits))
                .hasValueSatisfying(why -> assertThat(why).contains("33.3 % of 6000 within 3 s"));
    }

    @Test
    void shouldTellLimitsThatAreGivenFromThoseThatAreNot() {
        assertThat(BreakerLimits.given(null, null, null, null)).isEqualTo(BreakerLimits.NONE);
        assertThat(BreakerLimits.given(null, null, null, false)).isEqualTo(BreakerLimits.NONE);
        assertThat(BreakerLimits.given(0, null, null, null)).isEqualTo(BreakerLimits.NEVER);
        assertThat(BreakerLimits.given(0, 0.0, 10, true)).isEqualTo(BreakerLimits.NEVER);
        assertThat(BreakerLimits.given(30, null, null, true))
                .isEqualTo(new BreakerLimits(30, 0, BreakerLimits.WINDOW_S, true));
        assertThat(BreakerLimits.given(null, 5.0, 10, null)).isEqualTo(new BreakerLimits(0, 5, 10, false));
        assertThatThrownBy(() -> BreakerLimits.given(null, null, 10, null)).hasMessageContaining("go with a limit");
        assertThatThrownBy(() -> BreakerLimits.given(null, null, null, true)).hasMessageContaining("go with a limit");
    }

    @Test
    void shouldRefuseLimitsThatAreNone() {
        assertThatThrownBy(() -> new BreakerLimits(101, 0, 3, false)).hasMessageContaining("breaker=101");
        assertThatThrownBy(() -> times(1)).hasMessageContaining("more than 1").hasMessageContaining("breaker=1.0");
        assertThatThrownBy(() -> new BreakerLimits(1, 0, 61, false)).hasMessageContaining("breaker=61");
    }

    /** Books of releases before have a number. */
    @Test
    void shouldReadAShareAlone() throws Exception {
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readValue("30", BreakerLimits.class)).isEqualTo(BreakerLimits.ofPercent(30));
        BreakerLimits limits = new BreakerLimits(30, 5, 10, true);
        assertThat(json.readValue(json.writeValueAsString(limits), BreakerLimits.class))
                .isEqualTo(limits);
    }
}
