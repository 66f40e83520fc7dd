package com.hazelcast.certification.systemtests.networks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** With times that the test makes. */
class LinkPaceTest {
    private static final long MS = 1_000_000;
    private static final long START_NS = -17 * MS;

    private final LinkPace pace = new LinkPace(new SplittableRandom(5), START_NS);

    private void become(Duration latency, Duration jitter, double stallShare, long bitsPerSecond) {
        pace.become(new LinkQuality(latency, jitter, stallShare, bitsPerSecond), START_NS);
    }

    @Test
    void shouldDeliverAtOnceOverAPerfectLink() {
        assertThat(pace.arrivalNs(START_NS + 3, 10_000)).isEqualTo(START_NS + 3);
        assertThat(pace.arrivalNs(START_NS + 4, 10_000)).isEqualTo(START_NS + 4);
    }

    @Test
    void shouldDeliverPiecesThatFollowEachOtherOneLatencyLaterNotOneEach() {
        become(Duration.ofMillis(80), Duration.ZERO, 0, 0);

        for (int i = 0; i < 100; i++) {
            assertThat(pace.arrivalNs(START_NS + i, 1_460)).isEqualTo(START_NS + i + 80 * MS);
        }
    }

    @Test
    void shouldSendNoFasterThanItsRateAndFreeTheLineWhenAllHasLeft() {
        become(Duration.ofMillis(20), Duration.ZERO, 0, 1_000_000);

        // 1,250 bytes are 10,000 bits.
        assertThat(pace.arrivalNs(START_NS, 1_250)).isEqualTo(START_NS + 10 * MS + 20 * MS);
        assertThat(pace.arrivalNs(START_NS, 1_250)).isEqualTo(START_NS + 20 * MS + 20 * MS);
        assertThat(pace.freeNs()).isEqualTo(START_NS + 20 * MS);
        assertThat(pace.arrivalNs(START_NS + 50 * MS, 1_250)).isEqualTo(START_NS + 60 * MS + 20 * MS);
    }

    @Test
    void shouldVaryWithinTheJitterAndKeepTheOrder() {
        become(Duration.ofMillis(80), Duration.ofMillis(20), 0, 0);

        long last = Long.MIN_VALUE;
        long least = Long.MAX_VALUE;
        long greatest = 0;
        for (int i = 0; i < 1_000; i++) {
            long entered = START_NS + i * 100 * MS;
            long arrival = pace.arrivalNs(entered, 100);
            assertThat(arrival).isGreaterThan(last);
            last = arrival;
            least = Math.min(least, arrival - entered);
            greatest = Math.max(greatest, arrival - entered);
        }
        assertThat(least).isBetween(60 * MS, 61 * MS);
        assertThat(greatest).isBetween(99 * MS, 100 * MS);

        for (int i = 0; i < 1_000; i++) {
            long arrival = pace.arrivalNs(START_NS + 200_000 * MS, 100);
            assertThat(arrival).isGreaterThanOrEqualTo(last);
            last = arrival;
        }
    }

    @Test
    void shouldStandStillForTheShareOfTheTimeAndForNoLongerThanASecondEach() {
        become(Duration.ZERO, Duration.ZERO, 0.015, 0);

        long hourMs = 3_600_000;
        long heldMs = 0;
        long longestNs = 0;
        for (long ms = 0; ms < 10 * hourMs; ms++) {
            long entered = START_NS + ms * MS;
            long waitNs = pace.arrivalNs(entered, 100) - entered;
            heldMs += waitNs > 0 ? 1 : 0;
            longestNs = Math.max(longestNs, waitNs);
        }
        assertThat(heldMs / (10.0 * hourMs)).isCloseTo(0.015, Percentage.withPercentage(10));
        assertThat(longestNs).isBetween(LinkPace.STALL_MAX_NS * 9 / 10, LinkPace.STALL_MAX_NS);
        // Ten hours have 540 s of stalls, 600 ms each.
        assertThat(pace.stallCount()).isCloseTo(900, Percentage.withPercentage(10));
    }

    @Test
    void shouldDeliverWhatCameBeforeAndDuringAStallAtItsEndInOrder() {
        become(Duration.ZERO, Duration.ZERO, 0.5, 0);

        long entered = START_NS;
        while (pace.arrivalNs(entered, 1) == entered) {
            entered += MS;
        }
        long end = pace.arrivalNs(entered, 1);
        assertThat(pace.arrivalNs(entered + MS, 1)).isEqualTo(end);
        assertThat(pace.stallCount()).isEqualTo(1);
        assertThat(pace.arrivalNs(end, 1)).isGreaterThanOrEqualTo(end);
    }

    @Test
    void shouldBeGoodAgainAndNotDeliverBeforeWhatIsOnItsWay() {
        become(Duration.ofMillis(200), Duration.ZERO, 0, 0);
        long before = pace.arrivalNs(START_NS, 1);

        pace.become(LinkQuality.PERFECT, START_NS + MS);

        assertThat(pace.arrivalNs(START_NS + MS, 1)).isEqualTo(before);
        assertThat(pace.arrivalNs(START_NS + 300 * MS, 1)).isEqualTo(START_NS + 300 * MS);
    }

    @Test
    void shouldRefuseALinkThatDeliversBeforeItIsSent() {
        assertThatThrownBy(() -> new LinkQuality(Duration.ofMillis(10), Duration.ofMillis(11), 0, 0))
                .hasMessageContaining("jitter=PT0.011S");
    }
}
