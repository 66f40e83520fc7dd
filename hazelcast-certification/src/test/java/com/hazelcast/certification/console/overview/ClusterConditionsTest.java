package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Severity;
import com.hazelcast.certification.metrics.LastMinute;
import com.hazelcast.certification.metrics.Vitals;
import com.hazelcast.certification.source.SourceFigures;
import com.hazelcast.certification.transaction.Rejection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterConditionsTest {
    private static final SourceFigures FLOWING = new SourceFigures("10.0.0.9:8511", 2, 2, 3);

    private static Vitals vitals(int shardsHeld, long oldestInFlightMs, SourceFigures... sources) {
        return new Vitals(true, shardsHeld, null, List.of(), 1, oldestInFlightMs, sources.length, List.of(sources));
    }

    private static Problem only(Overview overview, Condition condition) {
        List<Problem> found = overview.problems().stream()
                .filter(problem -> problem.condition() == condition)
                .toList();
        assertThat(found).as("%s in %s", condition, overview.problems()).hasSize(1);
        return found.get(0);
    }

    @Test
    void shouldBeScoringWithoutAProblemWhenAllIsWell() {
        Overview overview =
                Samples.overview(Samples.well().view("a:1"), Samples.well().view("b:1"));
        assertThat(overview.state()).isEqualTo(ClusterState.SCORING);
        assertThat(overview.problems()).isEmpty();
        assertThat(overview.resets()).isEmpty();
    }

    /** A state of members, and that of a cluster of which both members are in it. */
    @ParameterizedTest
    @CsvSource({
        "SCORING, SCORING",
        "HELD, HELD",
        "WAITING, NOTHING_SCORED",
        "TOO_FEW_MEMBERS, TOO_FEW_MEMBERS",
        "LOADING, LOADING",
        "IDLE, STOPPED",
    })
    void shouldHaveTheStateOfItsMembers(MemberState member, ClusterState cluster) {
        assertThat(Samples.overview(
                                Samples.well().state(member).view("a:1"),
                                Samples.well().state(member).view("b:1"))
                        .state())
                .isEqualTo(cluster);
    }

    /** As {@code fraud_condition} of a member that has just joined, or of one more than there are shards. */
    @Test
    void shouldMissNoHistoriesOfAMemberWithoutShards() {
        ClusterConditions own = new ClusterConditions(
                List.of(Samples.well().view("a:1")),
                new ClusterConditions.Shards(0, 0, null),
                new Overview.Totals(0, 0, 0, 0, 0, 0),
                List.of(),
                Samples.NOW_MS);
        assertThat(own.problems()).isEmpty();
    }

    @Test
    void shouldNotBeScoringWhenAnAlarmHolds() {
        Overview overview =
                Samples.overview(Samples.well().view("a:1"), Samples.well().silentView("b:1", Samples.NOW_MS - 4_000));
        assertThat(overview.state()).isEqualTo(ClusterState.SCORING_WITH_ALARMS);
    }

    @Test
    void shouldBeStartingWhenNoMemberHasAnswered() {
        assertThat(Samples.overview(new MemberView("a:1", null, null)).state()).isEqualTo(ClusterState.STARTING);
    }

    @Test
    void shouldSayWhichAnswersAreHeldSinceWhenAndWhatToDo() {
        Overview overview = Samples.overview(Samples.well()
                .state(MemberState.HELD)
                .vitals(vitals(7, 23_000, FLOWING))
                .view("a:1"));
        Problem held = only(overview, Condition.ANSWERS_HELD);
        assertThat(held.severity()).isEqualTo(Severity.RED);
        assertThat(held.what()).contains("7 shards", "a:1", "1 backup", "1 member");
        assertThat(held.action()).contains("start a member", "ctl expect 1");
        assertThat(held.sinceMs()).isEqualTo(Samples.NOW_MS - 23_000);
        assertThat(overview.state()).isEqualTo(ClusterState.HELD);
    }

    @Test
    void shouldNameTheLogThatCannotBeWrittenBeforeTheAnswersThatWaitForIt() {
        DiskFigures full = new DiskFigures("/data/b", "the log cannot be written: data-dir=/data/b: full", 0, "", 0);
        Overview overview = Samples.overview(
                Samples.well()
                        .state(MemberState.HELD)
                        .vitals(vitals(7, 23_000, FLOWING))
                        .view("a:1"),
                Samples.well().disk(full).vitals(vitals(0, 34_000, FLOWING)).view("b:1"));
        assertThat(overview.problems())
                .extracting(Problem::condition)
                .containsExactly(Condition.LOG_STALLED, Condition.ANSWERS_HELD, Condition.ANSWERS_LATE);
        assertThat(overview.problems()).allMatch(problem -> problem.severity() == Severity.RED);
        assertThat(overview.problems().get(0).what()).isEqualTo("b:1: " + full.stalled());
        assertThat(overview.problems().get(1).what())
                .contains("7 shards", "a:1", "the log of b:1 cannot be written")
                .doesNotContain("needs");
        assertThat(overview.problems().get(1).action()).doesNotContain("ctl expect");
        assertThat(overview.problems().get(2).what()).contains("the log of b:1 cannot be written");
    }

    @Test
    void shouldNotBlameADiskWithCopiesToDeliverForTooFewCopies() {
        DiskFigures reading = new DiskFigures("/data/b", "", 0, "", 3);
        Overview overview = Samples.overview(
                Samples.well()
                        .state(MemberState.HELD)
                        .vitals(vitals(3, 23_000, FLOWING))
                        .view("a:1"),
                Samples.well().disk(reading).view("b:1"));
        Problem held = only(overview, Condition.ANSWERS_HELD);
        assertThat(held.what())
                .contains("needs 1 backup", "are 2 members", "from the disk of b:1 are not with their owners yet");
        assertThat(held.action()).contains("start a member", "ctl expect 2");
    }

    /** Shards of the member's seven that are loaded, and how bad it is then that a copy is broken. */
    @ParameterizedTest
    @CsvSource({"7, YELLOW", "6, RED"})
    void shouldNameBrokenCopiesWithTheirFolderAndTheReason(int loaded, Severity severity) {
        DiskFigures damaged = new DiskFigures("/data/a", "", 2, "the shard with key 3: shard-3: it is damaged", 0);
        Overview overview = Samples.overview(
                Samples.well().shardsLoaded(loaded).disk(damaged).view("a:1"));
        Problem broken = only(overview, Condition.COPIES_BROKEN);
        assertThat(overview.problems().get(0)).isEqualTo(broken);
        assertThat(broken.severity()).isEqualTo(severity);
        assertThat(broken.what()).contains("a:1", "2 copies", "data-dir=/data/a", "shard-3: it is damaged");
    }

    @Test
    void shouldReadASampleOfAnEarlierReleaseThatSaysNothingOfItsDisk() {
        MemberSample sample = Objects.requireNonNull(Samples.well().view("a:1").heardSample());
        ObjectNode json = ConsoleJson.read(ConsoleJson.write(sample), ObjectNode.class);
        json.remove("disk");

        assertThat(ConsoleJson.read(json.toString(), MemberSample.class)).isEqualTo(sample);
    }

    @Test
    void shouldSayThatAnswersAreGivenWithFewerCopies() {
        Vitals alone = new Vitals(true, 0, "one member is left", List.of(), 0, 5, 1, List.of(FLOWING));
        Overview overview = Samples.overview(Samples.well().vitals(alone).view("a:1"));
        assertThat(only(overview, Condition.DEGRADED).what()).contains("a:1", "one member is left");
        assertThat(overview.state()).isEqualTo(ClusterState.SCORING_WITH_ALARMS);
    }

    @Test
    void shouldNotCallAFailoverHeldAnswers() {
        Overview overview = Samples.overview(
                Samples.well().vitals(vitals(3, 1_500, FLOWING)).view("a:1"),
                Samples.well().view("b:1"));
        assertThat(overview.problems()).isEmpty();
    }

    @Test
    void shouldSayThatATransactionHasWaitedLong() {
        Overview overview = Samples.overview(
                Samples.well().vitals(vitals(0, 34_000, FLOWING)).view("a:1"),
                Samples.well().view("b:1"));
        assertThat(only(overview, Condition.ANSWERS_LATE).sinceMs()).isEqualTo(Samples.NOW_MS - 34_000);
    }

    @Test
    void shouldNameASourceThatIsNotConnectedOnce() {
        SourceFigures disconnected = new SourceFigures("10.0.0.8:8511", 2, 0, 5_000);
        Overview overview = Samples.overview(
                Samples.well().vitals(vitals(0, 0, FLOWING, disconnected)).view("a:1"),
                Samples.well().vitals(vitals(0, 0, FLOWING, disconnected)).view("b:1"));
        Problem problem = only(overview, Condition.SOURCE_DISCONNECTED);
        assertThat(problem.severity()).isEqualTo(Severity.RED);
        assertThat(problem.what()).contains("10.0.0.8:8511", "not connected", "a:1, b:1");
        assertThat(problem.sinceMs()).isEqualTo(Samples.NOW_MS - 5_000);
    }

    @Test
    void shouldSayThatAConnectedSourceBringsNothing() {
        SourceFigures quiet = new SourceFigures("10.0.0.8:8511", 2, 2, 11_000);
        Overview overview = Samples.overview(
                Samples.well().vitals(vitals(0, 0, quiet)).view("a:1"),
                Samples.well().view("b:1"));
        assertThat(only(overview, Condition.SOURCE_QUIET).what()).contains("10.0.0.8:8511", "brings nothing");
    }

    /** Rejected of 10,000, and whether that is said. */
    @ParameterizedTest
    @CsvSource({"100, false", "101, true", "10000, true"})
    void shouldSayThatMoreThanAPercentWasRejected(long rejected, boolean isSaid) {
        LastMinute.Figures minute = new LastMinute.Figures(
                10_000, Map.of(Rejection.PADDING.name(), rejected - 1, Rejection.LENGTH.name(), 1L), 0, "");
        Overview overview = Samples.overview(Samples.well().minute(minute).view("a:1"));
        List<String> found = overview.problems().stream()
                .filter(problem -> problem.condition() == Condition.REJECTIONS)
                .map(Problem::what)
                .toList();
        assertThat(found).hasSize(isSaid ? 1 : 0);
        assertThat(found).allSatisfy(what -> assertThat(what).contains(Rejection.PADDING.description(), "padding"));
    }

    @Test
    void shouldSayReasonsOfAnotherVersionByTheirNames() {
        LastMinute.Figures minute = new LastMinute.Figures(100, Map.of("NEWER_REASON", 50L), 0, "");
        assertThat(only(Samples.overview(Samples.well().minute(minute).view("a:1")), Condition.REJECTIONS)
                        .what())
                .contains("newer_reason");
    }

    @Test
    void shouldSayThatBatchesFailedAndThatTransactionsCouldNotBeScored() {
        LastMinute.Figures minute =
                new LastMinute.Figures(1_000_000, Map.of(Rejection.UNPROCESSABLE.name(), 2L), 12, "HazelcastException");
        Overview overview = Samples.overview(Samples.well().minute(minute).view("a:1"));
        assertThat(only(overview, Condition.BATCH_FAILURES).what()).contains("12 calls", "HazelcastException");
        assertThat(only(overview, Condition.UNPROCESSABLE).severity()).isEqualTo(Severity.RED);
    }

    @Test
    void shouldLeaveOutTheFiguresOfAMemberThatDoesNotAnswer() {
        long sinceMs = Samples.NOW_MS - 12_000;
        Overview overview =
                Samples.overview(Samples.well().view("a:1"), Samples.well().silentView("b:1", sinceMs));
        assertThat(overview.tps()).isEqualTo(1_000.0);
        assertThat(overview.totals().scored()).isEqualTo(900);
        assertThat(overview.map().cards()).as("of its shards nothing is known").isNull();
        Overview.MemberRow row = overview.members().get(1);
        assertThat(row.state()).isEqualTo(MemberState.SILENT);
        assertThat(row.sinceMs()).isEqualTo(sinceMs);
        assertThat(row.tps()).isNull();
        assertThat(row.cpuLoad()).isNull();
        assertThat(only(overview, Condition.MEMBER_SILENT).sinceMs()).isEqualTo(sinceMs);
        assertThat(overview.resets()).containsExactly(new Overview.Reset("b:1", sinceMs, Overview.ResetCause.SILENT));
    }

    @Test
    void shouldSayThatNothingIsScoredThoughSourcesAreConfigured() {
        Overview overview =
                Samples.overview(Samples.well().state(MemberState.WAITING).view("a:1"));
        assertThat(only(overview, Condition.NOTHING_SCORED).severity()).isEqualTo(Severity.RED);
        assertThat(overview.latencyMs()).isEqualTo(LatencyFigures.NONE);
    }

    @Test
    void shouldWaitForClientsWithoutAnAlarmWhenNoSourceIsConfigured() {
        Overview overview = Samples.overview(
                Samples.well().state(MemberState.WAITING).vitals(vitals(0, 0)).view("a:1"),
                Samples.well().state(MemberState.WAITING).vitals(vitals(0, 0)).view("b:1"));
        assertThat(overview.state()).isEqualTo(ClusterState.NOTHING_SCORED);
        assertThat(overview.problems()).isEmpty();
    }

    /** A member's state, whether scoring is started, and how bad it is then that nothing is loaded. */
    @ParameterizedTest
    @CsvSource({"IDLE, false, YELLOW", "WAITING, true, RED"})
    void shouldSayThatNothingIsLoaded(MemberState state, boolean isStarted, Severity severity) {
        Vitals vitals = new Vitals(isStarted, 0, null, List.of(), 1, 0, 0, List.of());
        Overview overview = Samples.overview(
                Samples.well().state(state).shardsLoaded(0).vitals(vitals).view("a:1"));
        assertThat(overview.state()).isEqualTo(ClusterState.NOTHING_LOADED);
        assertThat(only(overview, Condition.NOTHING_LOADED).severity()).isEqualTo(severity);
    }

    @Test
    void shouldSayThatNothingIsLoadedOnlyWhileNothingLoads() {
        Overview overview = Samples.overview(
                Samples.well().state(MemberState.LOADING).shardsLoaded(0).view("a:1"),
                Samples.well().state(MemberState.IDLE).shardsLoaded(0).view("b:1"));
        assertThat(overview.state()).isEqualTo(ClusterState.LOADING);
        assertThat(overview.problems()).noneMatch(problem -> problem.condition() == Condition.NOTHING_LOADED);
    }

    /** How long after the member's process had started it left, and whether its counters are then said to have begun anew. */
    @ParameterizedTest
    @CsvSource({"10, false", "-10, true"})
    void shouldSayThatCountersBeganAnewOnlyWhenTheProcessDid(long leftAfterStartMs, boolean isSaid) {
        Overview.Reset reset =
                new Overview.Reset("a:1", Samples.NOW_MS - 600_000 + leftAfterStartMs, Overview.ResetCause.RESTARTED);
        assertThat(Samples.overview(List.of(reset), Samples.well().view("a:1")).resets())
                .isEqualTo(isSaid ? List.of(reset) : List.of());
    }

    @Test
    void shouldPutAlarmsFirst() {
        LastMinute.Figures minute = new LastMinute.Figures(100, Map.of("LENGTH", 50L), 3, "IOException");
        Overview overview = Samples.overview(
                Samples.well().minute(minute).view("a:1"), Samples.well().silentView("b:1", Samples.NOW_MS));
        assertThat(overview.problems().stream().map(Problem::severity))
                .containsExactly(Severity.RED, Severity.YELLOW, Severity.YELLOW);
    }
}
