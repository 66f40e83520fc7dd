package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One line a second. */
class LineLimitTest {
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5);
    private final LineLimit limit = new LineLimit(nowNs::get);

    @Test
    void shouldLetTheFirstThroughAtOnceAndSayLaterHowManyWentWithout() {
        assertThat(limit.add(1)).isEqualTo(1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(limit.add(3)).isZero();
        }
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(limit.add(2)).isEqualTo(30_002);
        assertThat(limit.add(1)).isZero();
    }
}
