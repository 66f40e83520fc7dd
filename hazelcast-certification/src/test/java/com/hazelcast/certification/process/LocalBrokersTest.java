package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LocalBrokersTest {
    @Test
    void shouldCompileBrokersAsMembersAreAndTakeNothingElseOfTheirOptions() {
        assertThat(LocalBrokers.compilerOptions("-Xmx77m  -XX:TieredStopAtLevel=1 -XX:-AlwaysPreTouch"))
                .containsExactly("-XX:TieredStopAtLevel=1");
        assertThat(LocalBrokers.compilerOptions("")).isEmpty();
    }
}
