package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.routing.BatchTrial.Next;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How far a batch is tried. */
class BatchTrialTest {
    @Test
    void shouldRejectAPartAsItIsWhenFailingCallsHaveTakenTooLong() {
        BatchTrial trial = new BatchTrial();
        long longNs = TimeUnit.SECONDS.toNanos(BatchTrial.SECONDS_MAX) / 2;

        assertThat(trial.next(Absence.NONE, 512, true, longNs)).isEqualTo(Next.AGAIN);
        assertThat(trial.next(Absence.NONE, 512, true, longNs)).isEqualTo(Next.HALVE);
        assertThat(trial.next(Absence.NONE, 256, false, 1)).isEqualTo(Next.REJECT);
    }

    @Test
    void shouldHalveHoweverManyWereRejectedWhenOthersCouldBeScored() {
        BatchTrial trial = new BatchTrial();
        trial.answered();
        for (int i = 0; i < 10 * BatchTrial.HOPELESS_MAX; i++) {
            assertThat(trial.next(Absence.NONE, 1, false, 1)).isEqualTo(Next.AGAIN);
            assertThat(trial.next(Absence.NONE, 1, false, 1)).isEqualTo(Next.REJECT);
        }
        assertThat(trial.next(Absence.NONE, 256, false, 1)).isEqualTo(Next.HALVE);
    }

    @Test
    void shouldRejectNoneThatNoBackupAcknowledgedBeforeCopiesWereSeenTwice() {
        BatchTrial trial = new BatchTrial();

        assertThat(trial.next(Absence.COPY, 1, true, 1)).isEqualTo(Next.CONFIRM_COPIES);
        trial.confirmed();
        assertThat(trial.next(Absence.COPY, 1, true, 1)).isEqualTo(Next.CONFIRM_COPIES);
        trial.confirmed();
        assertThat(trial.next(Absence.COPY, 1, true, 1)).isEqualTo(Next.REJECT);
    }
}
