package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.overview.Overview.Dropped;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import com.hazelcast.certification.console.overview.Overview.Reset;
import com.hazelcast.certification.console.overview.Overview.ResetCause;
import com.hazelcast.certification.console.overview.Overview.Totals;
import com.hazelcast.certification.traffic.FlaggedNote;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How members add up: what one of them does not know is not a zero of the sum. */
class OverviewBuilderTest {
    private static final MemberView SILENT = Samples.well().silentView("s:1", Samples.NOW_MS - 9_000);
    private static final MemberView STARTING = new MemberView("n:1", null, null);

    private static MemberView member(String address) {
        return Samples.well().held(new ShardSurvey(100, 2_000, 5, 6, 7, 45_678)).view(address);
    }

    private static Overview build(int shardCount, int backups, MemberView... members) {
        return new OverviewBuilder(
                        List.of(members), Map.of("a:1", "http://a:7777"), List.of(), List.of(), shardCount, backups)
                .build(Samples.NOW_MS, "a:1", "certification", 2, 3);
    }

    @Test
    void shouldAddUpTheMembers() {
        Overview overview = build(14, 1, member("a:1"), member("b:1"));

        assertThat(overview.totals()).isEqualTo(new Totals(2_000, 1_800, 100, 100, 1_600, 0));
        assertThat(overview.inFlight()).isZero();
        assertThat(overview.tps()).isEqualTo(2_000);
        assertThat(overview.dataTps()).isEqualTo(2_000);
        assertThat(overview.fraudRate()).isEqualTo(0.888889);
        assertThat(overview.rejectedByReason()).isEqualTo(Map.of("LENGTH", 100L));
        assertThat(overview.map().cards()).isEqualTo(200);
        assertThat(overview.map().transactionsHeld()).isEqualTo(4_000);
        assertThat(overview.map().bytesPerCard()).isEqualTo(456.8);
        assertThat(overview.map().dropped()).isEqualTo(new Dropped(10, 12, 14));
        assertThat(overview.map().shardsLoaded()).isEqualTo(14);
        assertThat(overview.map().migrationsRunning()).isEqualTo(2);
        assertThat(overview.map().migrationsDone()).isEqualTo(3);
    }

    /** The samples have 8 of 9 flagged. */
    @ParameterizedTest
    @CsvSource({"certification,800,true", "certification,100,false", "starter,800,false"})
    void shouldSayWhyTheChallengesRulesFlagSoMuch(String set, long flagged, boolean isSaid) {
        Overview overview = new OverviewBuilder(
                        List.of(Samples.well().flagged(flagged).view("a:1")), Map.of(), List.of(), List.of(), 7, 0)
                .build(Samples.NOW_MS, "a:1", set, 0, 0);

        assertThat(overview.flaggedNote()).isEqualTo(isSaid ? FlaggedNote.TEXT : null);
    }

    @Test
    void shouldLeaveOutAMemberThatIsSilentAndSaySo() {
        Overview overview = build(14, 1, member("a:1"), SILENT);

        assertThat(overview.totals()).isEqualTo(new Totals(1_000, 900, 50, 50, 800, 0));
        assertThat(overview.resets()).containsExactly(new Reset("s:1", Samples.NOW_MS - 9_000, ResetCause.SILENT));
        assertThat(overview.members())
                .extracting(
                        MemberRow::address,
                        MemberRow::state,
                        MemberRow::sinceMs,
                        row -> row.shards().cards())
                .contains(tuple("s:1", MemberState.SILENT, Samples.NOW_MS - 9_000, null));
    }

    @Test
    void shouldShowAMemberThatHasNotAnsweredYetAsStarting() {
        MemberRow row = build(14, 1, member("a:1"), STARTING).members().get(1);

        assertThat(row.state()).isEqualTo(MemberState.STARTING);
        assertThat(row.console()).isNull();
        assertThat(row.shards().shardsOwned()).isNull();
    }

    @Test
    void shouldNotTakeForNothingWhatAMemberHasNotCounted() {
        Overview overview =
                build(14, 1, member("a:1"), Samples.well().held(null).view("b:1"));

        assertThat(overview.map().cards()).isNull();
        assertThat(overview.map().transactionsHeld()).isNull();
        assertThat(overview.map().bytesPerCard()).isNull();
        assertThat(overview.map().dropped()).isNull();
        assertThat(overview.totals().scored()).as("what both count").isEqualTo(1_800);
    }

    @Test
    void shouldKnowNothingWithoutASample() {
        Overview overview = build(14, 1, STARTING);

        assertThat(overview.tps()).isNull();
        assertThat(overview.inFlight()).isNull();
        assertThat(overview.fraudRate()).isNull();
        assertThat(overview.map().shardsLoaded()).isNull();
        assertThat(overview.map().shardsWithoutBackup()).isNull();
    }

    @Test
    void shouldCountMissingCopiesOfTwoMembersAtTheOwnerOfTheShard() {
        // Each member owns 7 shards and should hold 7 copies of the other's.
        Overview overview =
                build(14, 1, member("a:1"), Samples.well().backupsHeld(4).view("b:1"));

        assertThat(overview.map().shardsWithoutBackup()).isEqualTo(3);
        assertThat(overview.members())
                .extracting(
                        row -> row.shards().shardsWithoutBackup(),
                        row -> row.shards().shardsBackedUp())
                .containsExactly(tuple(3L, 4L), tuple(0L, 7L));
    }

    @Test
    void shouldNotSayWhoseCopiesAreMissingAmongThreeMembers() {
        Overview overview = build(
                21,
                1,
                member("a:1"),
                member("b:1"),
                Samples.well().backupsHeld(4).view("c:1"));

        assertThat(overview.map().shardsWithoutBackup()).isEqualTo(3);
        assertThat(overview.members())
                .extracting(row -> row.shards().shardsWithoutBackup())
                .containsOnlyNulls();
    }

    @Test
    void shouldMissNoCopiesWhereThereAreToBeNone() {
        Overview overview = build(7, 0, Samples.well().backupsHeld(0).view("a:1"));

        assertThat(overview.map().shardsWithoutBackup()).isZero();
        assertThat(overview.members().get(0).shards().shardsBackedUp()).isEqualTo(7);
    }

    @Test
    void shouldNameAConsoleOnlyWhereItIsKnown() {
        assertThat(build(14, 1, member("a:1"), member("b:1")).members())
                .extracting(MemberRow::console)
                .containsExactly("http://a:7777", null);
    }
}
