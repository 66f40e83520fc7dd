package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A partition whose next record waits is tried again soon, and not often when that takes long. */
class PartitionWorkTest {
    private final PartitionWork work = new PartitionWork(new TopicPartition("in", 0));
    private long nowNs = -5;
    private int tries;

    private void waitFor(long timeMs) {
        long endNs = nowNs + TimeUnit.MILLISECONDS.toNanos(timeMs);
        for (; nowNs < endNs; nowNs += TimeUnit.MILLISECONDS.toNanos(1)) {
            if (!work.isWaiting(nowNs)) {
                tries++;
                work.waitFor("the registry", nowNs);
            }
        }
    }

    @Test
    void shouldTryAgainSoonAndThenOnceASecond() {
        waitFor(30);
        assertThat(tries).isEqualTo(2);
        waitFor(10_000);
        assertThat(tries).isBetween(12, 20);
        assertThat(work.waitedMs(nowNs)).isEqualTo(10_030);
        assertThat(work.waitsFor()).isEqualTo("the registry");

        work.waitNoLonger();
        assertThat(work.isWaiting(nowNs)).isFalse();
        assertThat(work.waitedMs(nowNs)).isZero();
        assertThat(work.waitsFor()).isEmpty();
    }
}
