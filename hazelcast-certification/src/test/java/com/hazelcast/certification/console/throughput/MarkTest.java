package com.hazelcast.certification.console.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.throughput.Mark.Kind;
import com.hazelcast.certification.console.throughput.Mark.Noticed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of what several members report, each event once. */
class MarkTest {
    private final List<MemberThroughput> members = new ArrayList<>();

    private void reported(String by, Noticed... noticed) {
        members.add(
                new MemberThroughput(by, 1, 0, List.of(), List.of(), MemberThroughput.Latency.NONE, List.of(noticed)));
    }

    private List<String> marks() {
        return Mark.of(members).stream()
                .map(mark -> mark.atMs() + " " + mark.text())
                .toList();
    }

    @Test
    void shouldHaveAMemberThatLeftOnceHoweverManyNoticeIt() {
        reported("a", new Noticed(5_200, Kind.MEMBER_LEFT, "c"), new Noticed(60_000, Kind.MEMBER_JOINED, "c"));
        reported("b", new Noticed(5_000, Kind.MEMBER_LEFT, "c"), new Noticed(59_000, Kind.MEMBER_JOINED, "c"));
        assertThat(marks()).containsExactly("5000 c left", "59000 c joined");
    }

    @Test
    void shouldTellTwoMembersApartThatLeaveAtOnce() {
        reported("a", new Noticed(5_000, Kind.MEMBER_LEFT, "c"), new Noticed(5_001, Kind.MEMBER_LEFT, "d"));
        assertThat(marks()).containsExactly("5000 c left", "5001 d left");
    }

    @Test
    void shouldHaveAStartOfTheClusterOnceWithItsMembers() {
        for (String member : List.of("d", "a", "c", "b", "e")) {
            reported(member, new Noticed(1_000, Kind.SCORING_STARTED, member));
        }
        assertThat(marks()).containsExactly("1000 scoring started at a, b, c and 2 more");
    }

    @Test
    void shouldTakeWhatOneMemberReportsTwiceAsTwoEvents() {
        reported(
                "a",
                new Noticed(1_000, Kind.SCORING_STARTED, "a"),
                new Noticed(2_000, Kind.SCORING_STOPPED, "a"),
                new Noticed(3_000, Kind.SCORING_STARTED, "a"));
        reported("b", new Noticed(3_100, Kind.SCORING_STARTED, "b"));
        assertThat(marks())
                .containsExactly(
                        "1000 scoring started at a", "2000 scoring stopped at a", "3000 scoring started at a, b");
    }

    @Test
    void shouldTakeWhatLiesFarApartAsTwoEvents() {
        reported("a", new Noticed(1_000, Kind.LOAD_ENDED, "a"));
        reported("b", new Noticed(11_000, Kind.LOAD_ENDED, "b"));
        assertThat(marks()).containsExactly("1000 load ended", "11000 load ended");
    }

    @Test
    void shouldLeaveOutWhatAMemberOfALaterReleaseNotices() {
        reported("a", new Noticed(1_000, Kind.LOAD_ENDED, "a"), new Noticed(2_000, Kind.SET_CANARY, "a"));
        String later = ConsoleJson.write(members.get(0)).replace("load_ended", "moon_risen");
        members.clear();
        members.add(ConsoleJson.read(later, MemberThroughput.class));

        assertThat(marks()).containsExactly("2000 set_canary");
    }

    @Test
    void shouldTravelAsJsonWhichOlderMembersSendWithout() {
        reported("a", new Noticed(1_000, Kind.MEMBER_JOINED, "b"));
        String json = ConsoleJson.write(members.get(0));
        assertThat(json).contains("\"member_joined\"");
        assertThat(ConsoleJson.read(json, MemberThroughput.class).noticed())
                .isEqualTo(members.get(0).noticed());
        String older = "{\"address\":\"a\",\"newestSecond\":0,\"tps\":[],\"dataTps\":[]}";
        MemberThroughput read = ConsoleJson.read(older, MemberThroughput.class);
        assertThat(read.noticed()).isEmpty();
        assertThat(read.secondsPerPoint()).isEqualTo(1);
        assertThat(read.latency().p99()).isEmpty();
    }

    @Test
    void shouldLeaveOutAKindThatANewerMemberSends() {
        String newer = "{\"address\":\"a\",\"newestSecond\":0,\"tps\":[],\"dataTps\":[],\"noticed\":["
                + "{\"atMs\":1000,\"kind\":\"member_joined\",\"address\":\"b\"},"
                + "{\"atMs\":2000,\"kind\":\"clock_stepped\",\"address\":\"b\",\"byMs\":40},"
                + "{\"atMs\":3000,\"kind\":\"member_left\",\"address\":\"b\"}]}";
        members.add(ConsoleJson.read(newer, MemberThroughput.class));
        assertThat(marks()).containsExactly("1000 b joined", "3000 b left");
    }
}
