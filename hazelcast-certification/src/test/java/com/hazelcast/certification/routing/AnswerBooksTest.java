package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.transaction.Refusal;
import org.junit.jupiter.api.Test;

/** What stays open when counting fails. */
class AnswerBooksTest {
    private static final class ThrowingMeter implements BooksMeter {
        @Override
        public void entered(int count) {}

        @Override
        public void refusedAtDoor(Refusal reason) {}

        @Override
        public void answered(int count, int scored, int flagged, int duplicates, int[] refused, long sinceArrivalNs) {
            throw new IllegalStateException("planted: a meter that throws");
        }
    }

    @Test
    void shouldOpenTheGateAgainWhenTheMeterThrows() throws InterruptedException {
        InFlightGate gate = new InFlightGate(10);
        AnswerBooks books = new AnswerBooks(gate, new ThrowingMeter());
        gate.enter(7);

        assertThatThrownBy(() -> books.answered(new byte[7], 0, 7, 0)).isInstanceOf(IllegalStateException.class);

        assertThat(gate.inFlight()).isZero();
    }
}
