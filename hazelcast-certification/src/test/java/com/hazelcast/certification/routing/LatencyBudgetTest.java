package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long transactions wait for company. */
class LatencyBudgetTest {
    private static final long TARGET_NS = 2_000_000;
    private static final long NOW_NS = -17;
    private static final int CALLS = 1_000;

    private final LatencyBudget budget = new LatencyBudget(TARGET_NS, NOW_NS);

    private void answer(int transactionCount, long elapsedNs) {
        for (int i = 0; i < CALLS; i++) {
            budget.answered(transactionCount, elapsedNs);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // calls carry, and take: what may be waited
        "0, 0, 2000000",
        "0, 600000, 1400000",
        "0, 1500000, 500000",
        "0, 1900000, 500000",
        "0, 9000000, 500000",
        "128, 600000, 700000",
        "128, 9000000, 250000",
        "256, 600000, 0",
        "5000, 9000000, 0",
        "0, 3600000000000, 500000",
    })
    void shouldLeaveRoomForTheCallWithinTheTarget(int transactionCount, long elapsedNs, long waitNs) {
        answer(transactionCount, elapsedNs);

        assertThat(budget.waitNs()).isCloseTo(waitNs, org.assertj.core.data.Offset.offset(TARGET_NS / 1_000));
    }

    @Test
    void shouldLetTheFirstLeaveAtOnceAndTheNextWithCompany() {
        assertThat(budget.dueNs(NOW_NS)).as("nothing has left before").isLessThanOrEqualTo(NOW_NS);

        budget.departed(NOW_NS);

        assertThat(budget.dueNs(NOW_NS + 5)).isEqualTo(NOW_NS + TARGET_NS);
        assertThat(budget.nextNs()).isEqualTo(NOW_NS + TARGET_NS);
        assertThat(budget.dueNs(NOW_NS - 1_000)).as("it has waited already").isEqualTo(NOW_NS - 1_000 + TARGET_NS);
        long idleNs = NOW_NS + 2 * TARGET_NS;
        assertThat(budget.dueNs(idleNs)).as("long after the last departure").isLessThan(idleNs);
    }

    @Test
    void shouldNeverWaitWithoutATarget() {
        LatencyBudget none = LatencyBudget.none();
        none.departed(NOW_NS);

        assertThat(none.waitNs()).isZero();
        assertThat(none.dueNs(NOW_NS + 1)).isLessThanOrEqualTo(NOW_NS + 1);
    }
}
