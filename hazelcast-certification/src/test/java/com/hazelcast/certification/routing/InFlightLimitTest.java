package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Against a model of a saturated member, by a clock of its own. */
class InFlightLimitTest {
    private static final int BOUND = 65_536;
    private static final int SHARDS = 7;
    private static final long STEP_NS = 1_000_000;
    private static final double TIME_NS = InFlightLimit.IN_FLIGHT_MS * 1e6;

    /**
     * A member that is always offered more than it takes: each round of calls costs a fixed time and one a transaction, so its throughput
     * rises with what may be in flight, ever less.
     */
    private static final class Saturated {
        private final InFlightLimit limit;
        private long nowNs;
        private final double fixedNs;
        private double topTps;
        private double owed;

        Saturated(int shards, int bound, double topTps) {
            this(InFlightLimit.floor(shards, false), bound, topTps, 300_000);
        }

        Saturated(int floor, int bound, double topTps, double fixedNs) {
            this.limit = new InFlightLimit(floor, bound, 0);
            this.fixedNs = fixedNs;
            this.topTps = topTps;
        }

        double tps() {
            return limit.current() / (fixedNs / 1e9 + limit.current() / topTps);
        }

        Saturated run(long ms) {
            return run(ms, 1, true);
        }

        /** Answers that share of what it could, for that long. */
        Saturated run(long ms, double share, boolean isWaitedFor) {
            long endNs = nowNs + TimeUnit.MILLISECONDS.toNanos(ms);
            while (nowNs < endNs) {
                owed += tps() * share * STEP_NS / 1e9;
                nowNs += STEP_NS;
                int whole = (int) owed;
                owed -= whole;
                if (whole > 0) {
                    limit.left(whole, isWaitedFor, nowNs);
                }
            }
            return this;
        }
    }

    @Test
    void shouldLetAsManyInAsAreAnsweredInItsTimeAndKeepTheThroughput() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        assertThat(member.limit.current() / member.tps() * 1e9).isCloseTo(TIME_NS, within(0.05 * TIME_NS));
        assertThat(member.tps()).as("a twentieth less at most").isCloseTo(2_000_000, withinPercentage(5.1));
    }

    @Test
    void shouldFollowAChangeOfSpeed() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        for (double topTps : new double[] {1_200_000, 3_000_000, 700_000}) {
            member.topTps = topTps;
            member.run(3_000);
            assertThat(member.limit.current() / member.tps() * 1e9)
                    .as("in flight at " + topTps)
                    .isCloseTo(TIME_NS, within(0.05 * TIME_NS));
        }
    }

    @Test
    void shouldNotOscillateWhileNothingChanges() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        int before = member.limit.current();
        for (int i = 0; i < 1_000; i++) {
            member.run(1);
            assertThat((double) member.limit.current()).isCloseTo(before, within(0.03 * before));
        }
    }

    @Test
    void shouldNeverFallBelowAFloorThatKeepsCallsUseful() {
        assertThat(new Saturated(SHARDS, BOUND, 10_000).run(5_000).limit.current())
                .isEqualTo(InFlightLimit.FLOOR);
        assertThat(new Saturated(127, BOUND, 10_000).run(5_000).limit.current())
                .isEqualTo(127 * InFlightLimit.PER_SHARD);
        assertThat(new Saturated(503, 8_192, 10_000).run(5_000).limit.current())
                .as("no floor is above the bound")
                .isEqualTo(8_192);
    }

    /** Two members on two cores, as measured: 14 calls a round, of 0.4 ms on each core. */
    @Test
    void shouldKeepTheThroughputWhereCallsCostMuch() {
        Saturated member = new Saturated(InFlightLimit.floor(SHARDS, true), BOUND, 700_000, 2_800_000).run(5_000);
        Saturated unlimited = new Saturated(BOUND, BOUND, 700_000, 2_800_000);
        assertThat(member.limit.current()).isEqualTo(InFlightLimit.FLOOR_WITH_BACKUPS);
        assertThat(member.tps()).isGreaterThan(0.9 * unlimited.tps());
        assertThat(InFlightLimit.floor(127, true)).isEqualTo(127 * InFlightLimit.PER_SHARD_WITH_BACKUPS);
    }

    /** With slow rules a call takes longer than the shortest window. Large and small calls are answered in turn, which is no stall. */
    @Test
    void shouldNotOpenBecauseAnswersComeInBursts() {
        InFlightLimit limit = new InFlightLimit(InFlightLimit.floor(SHARDS, true), BOUND, 0);
        double tps = 150_000;
        long nowNs = 0;
        for (int round = 0; round < 200; round++) {
            int inFlight = limit.current();
            for (double share : new double[] {0.9, 0.1}) {
                nowNs += (long) (inFlight / tps * 1e9 / 2);
                limit.left((int) (inFlight * share), true, nowNs);
            }
            assertThat(limit.current()).as("round %s", round).isEqualTo(InFlightLimit.FLOOR_WITH_BACKUPS);
        }
    }

    @Test
    void shouldNeverPassItsBound() {
        assertThat(new Saturated(SHARDS, BOUND, 100_000_000).run(5_000).limit.current())
                .isEqualTo(BOUND);
    }

    @Test
    void shouldComeBackAtOnceWhenNothingWasAnsweredForAWhile() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        int before = member.limit.current();
        for (long pauseMs : new long[] {30, 300, 3_000}) {
            member.nowNs += TimeUnit.MILLISECONDS.toNanos(pauseMs);
            member.run(1);
            assertThat(member.limit.current()).as("after %s ms", pauseMs).isGreaterThanOrEqualTo(before * 9 / 10);
            member.run(1_000);
            assertThat((double) member.limit.current())
                    .as("a second after %s ms", pauseMs)
                    .isCloseTo(before, within(0.05 * before));
        }
    }

    @Test
    void shouldOpenWhileMostIsHeldUpSoThatTheRestGoesOnAndCloseAfterwards() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        int before = member.limit.current();
        member.run(400, 0.1, true);
        assertThat(member.limit.current()).isGreaterThan(2 * before);
        member.run(1_500);
        assertThat((double) member.limit.current()).isCloseTo(before, within(0.05 * before));
    }

    @Test
    void shouldFollowAMemberThatStaysSlow() {
        Saturated member = new Saturated(SHARDS, BOUND, 4_000_000).run(3_000);
        member.topTps = 1_000_000;
        member.run(3_000);
        assertThat(member.limit.current() / member.tps() * 1e9).isCloseTo(TIME_NS, within(0.05 * TIME_NS));
    }

    @Test
    void shouldLearnNothingWhileNobodyWaits() {
        Saturated member = new Saturated(SHARDS, BOUND, 2_000_000).run(3_000);
        int before = member.limit.current();
        member.run(5_000, 0.6, false);
        assertThat(member.limit.current()).isEqualTo(before);
    }
}
