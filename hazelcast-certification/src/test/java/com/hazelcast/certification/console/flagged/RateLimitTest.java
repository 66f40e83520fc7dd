package com.hazelcast.certification.console.flagged;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.flagged.RateLimit.Rate;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private long nowNs = Long.MAX_VALUE - 5;
    private final RateLimit limit = new RateLimit(new Rate(2, 4), new Rate(100, 1_000), () -> nowNs);

    private int taken(String caller, int tries) {
        int taken = 0;
        for (int i = 0; i < tries; i++) {
            taken += limit.take(caller) == 0 ? 1 : 0;
        }
        return taken;
    }

    private void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    @Test
    void shouldLetABurstPassAndThenTheRate() {
        assertThat(taken("a", 100)).isEqualTo(4);
        pass(1_000);
        assertThat(taken("a", 100)).isEqualTo(2);
        pass(60_000);
        assertThat(taken("a", 100)).isEqualTo(4);
        assertThat(limit.take("a")).isEqualTo(1);
        assertThat(taken("b", 100)).as("another caller").isEqualTo(4);
    }

    @Test
    void shouldMakeACallerWaitForWhatIsCharged() {
        assertThat(taken("a", 1)).isEqualTo(1);
        limit.charge("a", 7);
        assertThat(limit.take("a")).isEqualTo(3);
        pass(3_000);
        assertThat(taken("a", 100)).isEqualTo(2);
    }

    @Test
    void shouldBoundAllTogetherHoweverManyCallersThereAre() {
        int taken = 0;
        for (int caller = 0; caller < 3 * RateLimit.CALLERS_MAX; caller++) {
            taken += taken("caller " + caller, 4);
        }
        assertThat(taken).isEqualTo(1_000);
        pass(1_000);
        assertThat(taken("new", 4) + taken("caller 1", 4)).isEqualTo(8);
    }
}
