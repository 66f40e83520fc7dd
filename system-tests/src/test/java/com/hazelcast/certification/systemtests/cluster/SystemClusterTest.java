package com.hazelcast.certification.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SystemClusterTest {
    @Test
    void shouldNameWhatWasWaitedForAndTheStateWhenItGivesUp() {
        assertThatThrownBy(
                        () -> SystemCluster.await("all is answered", () -> false, () -> "unanswered=7", Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not within 0 s: all is answered unanswered=7");
    }

    @Test
    void shouldWaitUntilItHolds() {
        AtomicInteger looks = new AtomicInteger();

        SystemCluster.await("a second look", () -> looks.incrementAndGet() == 2);

        assertThat(looks).hasValue(2);
    }
}
