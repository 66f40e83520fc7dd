package com.hazelcast.certification.console.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.throughput.Mark.Kind;
import com.hazelcast.certification.console.throughput.Mark.Noticed;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.source.SteppedClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a member notices of itself. */
class MarkLogTest {
    private static final LoadProgress NONE = LoadProgress.NONE;

    private final SteppedClock clock = new SteppedClock();
    private final MarkLog log = new MarkLog(clock);
    private long nowMs;

    private void look(MemberState state, LoadProgress load) {
        nowMs += 1_000;
        clock.setMs(nowMs);
        log.look("a", state, load);
    }

    private List<String> noticed() {
        return log.list().stream().map(one -> one.atMs() + " " + one.kind()).toList();
    }

    @Test
    void shouldNoticeAStartAndAStop() {
        look(MemberState.IDLE, NONE);
        look(MemberState.WAITING, NONE);
        look(MemberState.SCORING, NONE);
        look(MemberState.IDLE, NONE);
        assertThat(noticed()).containsExactly("2000 SCORING_STARTED", "4000 SCORING_STOPPED");
    }

    @Test
    void shouldTakeNoStandstillForAStop() {
        look(MemberState.SCORING, NONE);
        look(MemberState.WAITING, NONE);
        look(MemberState.HELD, NONE);
        look(MemberState.TOO_FEW_MEMBERS, NONE);
        look(MemberState.LOADING, NONE);
        look(MemberState.SCORING, NONE);
        assertThat(noticed()).containsExactly("1000 SCORING_STARTED");
    }

    @Test
    void shouldNoticeALoadOnceItHasEnded() {
        look(MemberState.IDLE, NONE);
        look(MemberState.LOADING, new LoadProgress(3, 7, 100, 900));
        look(MemberState.LOADING, new LoadProgress(7, 7, 100, 1_900));
        LoadProgress ended = new LoadProgress(7, 7, 100, 2_000);
        look(MemberState.IDLE, ended);
        look(MemberState.IDLE, ended);
        look(MemberState.IDLE, ended);
        assertThat(noticed()).containsExactly("5000 LOAD_ENDED");
    }

    @Test
    void shouldNoticeALoadThatBeganAndEndedBetweenTwoLooksAndASecondOne() {
        look(MemberState.IDLE, NONE);
        LoadProgress first = new LoadProgress(7, 7, 100, 300);
        look(MemberState.IDLE, first);
        look(MemberState.IDLE, first);
        LoadProgress second = new LoadProgress(7, 7, 100, 400);
        look(MemberState.IDLE, second);
        look(MemberState.IDLE, second);
        assertThat(noticed()).containsExactly("3000 LOAD_ENDED", "5000 LOAD_ENDED");
    }

    @Test
    void shouldNotTakeALoadThatEndedEarlyForOneThatEnded() {
        LoadProgress failed = new LoadProgress(5, 7, 100, 300);
        look(MemberState.LOADING, failed);
        look(MemberState.IDLE, failed);
        look(MemberState.IDLE, failed);
        assertThat(noticed()).isEmpty();
    }

    @Test
    void shouldForgetTheOldest() {
        for (int i = 0; i < MarkLog.COUNT_MAX; i++) {
            look(MemberState.SCORING, NONE);
            look(MemberState.IDLE, NONE);
        }
        assertThat(log.list())
                .hasSize(MarkLog.COUNT_MAX)
                .endsWith(new Noticed(nowMs, Kind.SCORING_STOPPED, "a"))
                .first()
                .isEqualTo(new Noticed(nowMs - (MarkLog.COUNT_MAX - 1) * 1_000L, Kind.SCORING_STARTED, "a"));
    }
}
