package com.hazelcast.certification.systemtests.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OtherWorkTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    @Test
    void shouldCountAllButIdleAndWaitingTimeAsBusy() {
        // user nice system idle iowait irq softirq steal guest guest_nice; guests are in user time already.
        assertThat(OtherWork.busySeconds("cpu  100 10 200 90000 5000 1 2 300 50 50"))
                .isCloseTo(6.13, EXACT);
    }

    @Test
    void shouldBeTheShareOfAllProcessorsThatOthersHad() {
        assertThat(OtherWork.share(5, 3, 10, 2)).isCloseTo(0.1, EXACT);
        assertThat(OtherWork.share(3, 3.01, 10, 2))
                .as("times are not read in one moment")
                .isZero();
    }
}
