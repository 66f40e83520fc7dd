package com.hazelcast.certification.console.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.metrics.AnswerLatency.Quantiles;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a member remembers of hours, and how the members' memories are put together. */
class PastRingTest {
    /** The first of ten. */
    private static final long BEGIN = 1_798_967_580;

    private static final Optional<Quantiles> NOTHING_ANSWERED = Optional.empty();

    private final PastRing ring = new PastRing();

    private static Optional<Quantiles> times(int ms) {
        return Optional.of(new Quantiles(ms * 1_000_000L, ms * 2_000_000L, ms * 3_000_000L, ms * 4_000_000L));
    }

    private static void addTen(PastRing ring, long begin, double tps, Optional<Quantiles> times) {
        for (int i = 0; i < 10; i++) {
            // What is asked for at the begin of ten seconds is of those before.
            ring.add(begin + i, tps + i, null, () -> times);
        }
    }

    private static MemberThroughput member(String address, PastRing ring, ThroughputRange range) {
        PastRing.Points points = ring.read(range);
        return new MemberThroughput(
                address, 10, points.newestSecond(), points.tps(), points.dataTps(), points.latency(), List.of());
    }

    private static Throughput throughput(MemberThroughput... members) {
        return Throughput.of(ThroughputRange.HOUR, List.of(members), List.of(), (BEGIN + 100) * 1_000);
    }

    private static <T> List<T> lastOf(List<T> list, int count) {
        return list.subList(list.size() - count, list.size());
    }

    @Test
    void shouldHaveTheMeanOfTenSecondsAndTheLatencyOfThese() {
        addTen(ring, BEGIN, 100, NOTHING_ANSWERED);
        ring.add(BEGIN + 10, 7, 5.0, () -> times(3));
        PastRing.Points points = ring.read(ThroughputRange.HOUR);
        assertThat(points.newestSecond()).isEqualTo(BEGIN + 9);
        assertThat(points.tps()).hasSize(360).endsWith(104.5);
        assertThat(points.dataTps()).as("nobody watched").containsOnlyNulls();
        assertThat(points.p50()).endsWith(3.0);
        assertThat(points.p99()).endsWith(6.0);
        assertThat(points.p999()).endsWith(9.0);
    }

    @Test
    void shouldHaveNoPointForTheTenSecondsThatRun() {
        addTen(ring, BEGIN, 100, times(1));
        assertThat(ring.read(ThroughputRange.HOUR).newestSecond()).isZero();
        assertThat(ring.read(ThroughputRange.HOUR).tps()).hasSize(360).containsOnlyNulls();
    }

    @Test
    void shouldShowAGapWhereItWasNotAskedAndWhereNothingWasAnswered() {
        addTen(ring, BEGIN, 0, NOTHING_ANSWERED);
        addTen(ring, BEGIN + 30, 0, NOTHING_ANSWERED);
        ring.add(BEGIN + 40, 0, null, () -> times(2));
        PastRing.Points points = ring.read(ThroughputRange.HOUR);
        assertThat(lastOf(points.tps(), 5)).containsExactly(null, 4.5, null, null, 4.5);
        assertThat(lastOf(points.p99(), 4)).as("nothing answered is no zero").containsExactly(null, null, null, 4.0);
    }

    @Test
    void shouldForgetWhatIsOlderThanSixHoursAndStayAsLarge() {
        int count = 3_000;
        for (int i = 0; i <= count; i++) {
            ring.add(BEGIN + i * 10L, i, 1.0, () -> times(1));
        }
        PastRing.Points points = ring.read(ThroughputRange.SIX_HOURS);
        assertThat(points.tps())
                .hasSize(2_160)
                .doesNotContainNull()
                .startsWith(count - 2_160.0)
                .endsWith(count - 1.0);
        assertThat(points.dataTps()).containsOnly(1.0);
        assertThat(PastRing.SIZE_BYTES).isEqualTo(103_680);
    }

    @Test
    void shouldAddUpMembersAndHaveTheSlowestOnesLatency() {
        PastRing other = new PastRing();
        addTen(ring, BEGIN, 100, NOTHING_ANSWERED);
        addTen(other, BEGIN, 10, NOTHING_ANSWERED);
        addTen(ring, BEGIN + 10, 100, times(3));
        addTen(other, BEGIN + 10, 10, times(5));
        ring.add(BEGIN + 20, 0, null, () -> times(7));
        other.add(BEGIN + 20, 0, null, () -> NOTHING_ANSWERED);
        Throughput hour = throughput(member("a", ring, ThroughputRange.HOUR), member("b", other, ThroughputRange.HOUR));
        assertThat(hour.secondsPerPoint()).isEqualTo(10);
        assertThat(hour.timesMs()).hasSize(360).endsWith((BEGIN + 9) * 1_000, (BEGIN + 19) * 1_000);
        assertThat(lastOf(hour.total(), 3)).containsExactly(null, 119.0, 119.0);
        assertThat(hour.members()).containsOnlyKeys("a", "b");
        assertThat(hour.latencyMs().timesMs()).isEqualTo(hour.timesMs());
        assertThat(lastOf(hour.latencyMs().p50(), 3)).containsExactly(null, 5.0, 7.0);
        assertThat(lastOf(hour.latencyMs().p999(), 3)).containsExactly(null, 15.0, 21.0);
    }

    @Test
    void shouldWaitForAMemberThatTicksLaterAndLeaveOutOneOfAnOlderVersion() {
        PastRing late = new PastRing();
        addTen(ring, BEGIN, 100, NOTHING_ANSWERED);
        addTen(late, BEGIN, 10, NOTHING_ANSWERED);
        addTen(ring, BEGIN + 10, 100, times(3));
        late.add(BEGIN + 10, 10, null, () -> times(4));
        ring.add(BEGIN + 20, 0, null, () -> times(3));
        ThroughputRing bySeconds = new ThroughputRing();
        bySeconds.add(BEGIN + 19, 1, null);
        Throughput hour = throughput(
                member("a", ring, ThroughputRange.HOUR),
                member("b", late, ThroughputRange.HOUR),
                bySeconds.read("old", MemberThroughput.Latency.NONE, List.of()));
        assertThat(hour.timesMs()).endsWith((BEGIN + 9) * 1_000);
        assertThat(hour.total()).endsWith(119.0);
        assertThat(hour.members()).containsOnlyKeys("a", "b");
    }

    @Test
    void shouldHaveATimeThatEndsNowWhereNobodyHasAPoint() {
        Throughput hour = throughput(member("a", ring, ThroughputRange.HOUR));
        assertThat(hour.timesMs()).hasSize(360).endsWith((BEGIN + 109) * 1_000);
        assertThat(hour.total().stream().filter(Objects::nonNull)).isEmpty();
        assertThat(hour.latencyMs().p99()).containsOnlyNulls();
    }
}
