package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopStallsTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldCountTheTimesInWhichTheLoopStoodStill() {
        LoopStalls stalls = new LoopStalls(0);

        stalls.look(MS);
        stalls.look(5 * MS);
        assertThat(stalls.inAllNs(6 * MS)).isZero();
        stalls.look(45 * MS);
        stalls.look(55 * MS);

        assertThat(stalls.inAllNs(56 * MS)).isEqualTo(50 * MS);
        assertThat(stalls).hasToString("the driver itself stood still for 50 ms, at once for up to 40 ms");
    }

    @Test
    void shouldCountTheStallThatHasJustEnded() {
        LoopStalls stalls = new LoopStalls(0);

        assertThat(stalls.inAllNs(30 * MS)).isEqualTo(30 * MS);
    }
}
