package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.transaction.Rejection;
import org.junit.jupiter.api.Test;

/** What stays open when counting fails. */
class AnswerAccountingTest {
    private static final class ThrowingMeter implements AccountingMeter {
        @Override
        public void entered(int count) {}

        @Override
        public void rejectedOnArrival(Rejection reason) {}

        @Override
        public void answered(int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs) {
            throw new IllegalStateException("planted: a meter that throws");
        }
    }

    @Test
    void shouldOpenTheGateAgainWhenTheMeterThrows() throws InterruptedException {
        InFlightGate gate = new InFlightGate(10);
        AnswerAccounting accounting = new AnswerAccounting(gate, new ThrowingMeter());
        gate.enter(7);

        assertThatThrownBy(() -> accounting.answered(new short[7], 0, 7, 0)).isInstanceOf(IllegalStateException.class);

        assertThat(gate.inFlight()).isZero();
    }
}
