package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.traffic.Traffic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SweepBenchTest {
    private static final int CARDS = 3_000;
    private static final int SHARDS = 7;
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-29T12:00:00Z"), ZoneOffset.UTC);

    /** Each card has a transaction in each of the 90 days. */
    @Test
    void shouldLookAtEachCardOnceAndDropWhatGetsTooOldInTheInterval() {
        SweepBench.Result result = new SweepBench(
                        new SweepBench.Settings(
                                CARDS, 90, SHARDS, MemoryKind.HEAP, Traffic.CHALLENGE, Duration.ofDays(1)),
                        CLOCK)
                .run();

        assertThat(result.cards()).isEqualTo(CARDS);
        assertThat(result.entriesDropped()).isEqualTo(CARDS);
        assertThat(result.parts()).isBetween((long) SHARDS, 3L * SHARDS);
        assertThat(result.cpuNs()).isPositive();
    }

    @Test
    void shouldCalculateTheShareOfACoreFromTheTimeOfACard() {
        SweepBench.Result result = new SweepBench.Result(1_000, 2, 5, 2_000_000, 1_000_000, Duration.ofSeconds(100));

        assertThat(result.cpuNsPerCard()).isEqualTo(1_000);
        assertThat(result.coreShare(1_000_000)).isEqualTo(0.01);
    }
}
