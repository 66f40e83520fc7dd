package com.hazelcast.certification.console.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThroughputTest {
    private static final long SECOND = 1_798_967_585;
    private static final long NOW_MS = (SECOND + 100) * 1_000;

    private final ThroughputRing a = new ThroughputRing();
    private final ThroughputRing b = new ThroughputRing();

    private Throughput both() {
        return throughput(List.of(), read("a", a), read("b", b));
    }

    private Throughput ofA() {
        return throughput(List.of(), read("a", a));
    }

    private static MemberThroughput read(String address, ThroughputRing ring, Mark.Noticed... noticed) {
        return ring.read(address, MemberThroughput.Latency.NONE, List.of(noticed));
    }

    private static Throughput throughput(List<Mark> more, MemberThroughput... members) {
        return Throughput.of(ThroughputRange.TEN_MINUTES, List.of(members), more, NOW_MS);
    }

    private static <T> T last(List<T> list, int ago) {
        return list.get(list.size() - 1 - ago);
    }

    @Test
    void shouldAddUpTheMembersThatHaveAPoint() {
        a.add(SECOND - 1, 10, 9.0);
        b.add(SECOND - 1, 5, 4.0);
        a.add(SECOND, 20, 19.0);
        b.add(SECOND, 7, null);
        Throughput throughput = both();
        assertThat(throughput.timesMs()).hasSize(600);
        assertThat(last(throughput.timesMs(), 0)).isEqualTo(SECOND * 1_000);
        assertThat(last(throughput.total(), 1)).isEqualTo(15.0);
        assertThat(last(throughput.data(), 1)).isEqualTo(13.0);
        assertThat(last(throughput.total(), 0)).isEqualTo(27.0);
        assertThat(last(throughput.data(), 0)).as("one member does not know").isNull();
        assertThat(throughput.members().get("b")).hasSize(600).endsWith(5.0, 7.0);
        assertThat(last(throughput.total(), 2)).isNull();
    }

    @Test
    void shouldEndWhereEveryMemberHasItsPoint() {
        a.add(SECOND - 1, 10, null);
        a.add(SECOND, 10, null);
        b.add(SECOND - 1, 5, null);
        assertThat(last(both().timesMs(), 0)).isEqualTo((SECOND - 1) * 1_000);
        assertThat(last(both().total(), 0)).isEqualTo(15.0);
    }

    @Test
    void shouldNotWaitForAMemberWhoseClockIsFarBehind() {
        a.add(SECOND, 10, null);
        b.add(SECOND - 60, 5, null);
        assertThat(last(both().timesMs(), 0)).isEqualTo(SECOND * 1_000);
        assertThat(last(both().total(), 0)).isEqualTo(10.0);
        assertThat(last(both().total(), 60)).isEqualTo(5.0);
    }

    @Test
    void shouldGoOnFromTheNewTimeWhenTheClockIsSetBack() {
        a.add(SECOND - 1_001, 1, null);
        a.add(SECOND - 1, 30_000, null);
        a.add(SECOND, 30_000, null);

        a.add(SECOND - 1_000, 2, null);

        assertThat(a.newestTps()).isEqualTo(2.0);
        assertThat(last(ofA().timesMs(), 0)).isEqualTo((SECOND - 1_000) * 1_000);
        assertThat(last(ofA().total(), 0)).isEqualTo(2.0);
        assertThat(last(ofA().total(), 1)).isEqualTo(1.0);

        // In the slot of a second that was there before the clock was set back.
        a.add(SECOND + 1, 3, null);
        assertThat(last(ofA().total(), 0)).isEqualTo(3.0);
        assertThat(last(ofA().total(), 1)).as("of the other clock").isNull();
    }

    @Test
    void shouldShowGapsAndForgetWhatIsOlderThanTenMinutes() {
        for (int i = 0; i < 1_000; i++) {
            if (i % 10 != 0) {
                a.add(SECOND - 1_000 + i, i, null);
            }
        }
        Throughput throughput = ofA();
        assertThat(throughput.total()).hasSize(600).containsSequence(989.0, null, 991.0);
        assertThat(throughput.total().get(0)).as("of the 400th second, a gap").isNull();
        assertThat(throughput.total().get(1)).isEqualTo(401.0);
        assertThat(throughput.total().stream().filter(Objects::isNull)).hasSize(60);
    }

    @Test
    void shouldHaveNoPointsBeforeTheFirst() {
        assertThat(ofA().total()).hasSize(600).containsOnlyNulls();
        assertThat(last(ofA().timesMs(), 0)).as("its time ends now").isEqualTo(NOW_MS);
        assertThat(a.newestTps()).isNull();
    }

    @Test
    void shouldHaveTheMarksOfItsTimeInTheirOrder() {
        a.add(SECOND, 10, null);
        MemberThroughput member = read(
                "a",
                a,
                new Mark.Noticed((SECOND - 600) * 1_000, Mark.Kind.MEMBER_LEFT, "long ago"),
                new Mark.Noticed((SECOND - 10) * 1_000, Mark.Kind.MEMBER_LEFT, "b"));
        Mark first = new Mark((SECOND - 20) * 1_000, Mark.Kind.SET_ACTIVATED, "set 2 activated");
        assertThat(throughput(List.of(first), member).marks())
                .extracting(Mark::text)
                .containsExactly("set 2 activated", "b left");
    }

    @Test
    void shouldHaveTheNewestOfMoreMarksThanAnAnswerHas() {
        a.add(SECOND, 10, null);
        List<Mark> many = IntStream.rangeClosed(1, 500)
                .mapToObj(set -> new Mark(SECOND * 1_000 - 500 + set, Mark.Kind.SET_ACTIVATED, "set " + set))
                .toList();
        assertThat(throughput(many, read("a", a)).marks())
                .hasSize(Mark.COUNT_MAX)
                .startsWith(many.get(500 - Mark.COUNT_MAX))
                .endsWith(many.get(499));
    }
}
