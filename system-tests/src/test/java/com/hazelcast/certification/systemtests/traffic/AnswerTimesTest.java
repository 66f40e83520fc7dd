package com.hazelcast.certification.systemtests.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {
    private static final long MS = 1_000_000;

    private final AtomicLong nowNs = new AtomicLong();
    private final AnswerTimes times = new AnswerTimes(nowNs::get);

    /** Client 7 waits 1 to 100 ms for what is due at 1 to 100 ms, client 8 a second. */
    private void answer() {
        for (int i = 1; i <= 100; i++) {
            times.answered(7, i * MS, i * MS + i * MS);
            times.answered(8, i * MS, i * MS + 1_000 * MS);
        }
    }

    @Test
    void shouldTakeTheTimesOfThoseClientsByWhenTheirTransactionsWereDue() {
        answer();

        assertThat(times.between(MS, 101 * MS, client -> client == 7))
                .isEqualTo(new AnswerTimes.Times(100, 50, 99, 100));
        assertThat(times.between(MS, 11 * MS, client -> client == 7)).isEqualTo(new AnswerTimes.Times(10, 5, 10, 10));
        assertThat(times.between(MS, 11 * MS).longestMs()).isEqualTo(1_000);
    }

    @Test
    void shouldTakeWhatHasNoAnswerYetForWaitingUntilNow() {
        for (int i = 1; i <= 100; i++) {
            times.sent(7, i * MS);
            if (i <= 90) {
                times.answered(7, i * MS, (i + 1) * MS);
            }
        }
        nowNs.set(5_100 * MS);

        assertThat(times.between(MS, 101 * MS)).isEqualTo(new AnswerTimes.Times(100, 1, 5_008, 5_009));
        assertThat(times.between(MS, 91 * MS)).isEqualTo(new AnswerTimes.Times(90, 1, 1, 1));
    }

    @Test
    void shouldTakeOneOfTwoThatWereDueAtOnceForAnswered() {
        times.sent(7, MS);
        times.sent(7, MS);
        times.answered(7, MS, 3 * MS);
        nowNs.set(9 * MS);

        assertThat(times.between(MS, 2 * MS)).isEqualTo(new AnswerTimes.Times(2, 2, 8, 8));
    }

    @Test
    void shouldKeepAsManyAsThereAre() {
        for (int i = 0; i < 10_000; i++) {
            times.answered(0, i, i + MS);
        }
        assertThat(times.between(0, 10_000).count()).isEqualTo(10_000);
    }

    @Test
    void shouldNotTakeNothingForFast() {
        answer();

        assertThatThrownBy(() -> times.between(200 * MS, 300 * MS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("answered=200");
    }
}
