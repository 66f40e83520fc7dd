package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Reset;
import com.hazelcast.certification.console.overview.Overview.ResetCause;
import com.hazelcast.certification.console.overview.Overview.Severity;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What members of a later release say: words that this one does not have fail nothing. */
class LaterReleaseTest {
    /** A member whose state this release does not have. */
    private static MemberView resting(String address, double tps) {
        MemberSample sample =
                Objects.requireNonNull(Samples.well().tps(tps).view(address).sample());
        String json = ConsoleJson.write(sample).replace("\"state\":\"SCORING\"", "\"state\":\"RESTING\"");
        assertThat(json).contains("RESTING");
        return new MemberView(address, ConsoleJson.read(json, MemberSample.class), null);
    }

    @Test
    void shouldShowAStateOfALaterReleaseAsUnknownBesideTheOthers() {
        Overview overview =
                Samples.overview(resting("a:1", 1_000), Samples.well().view("b:1"));

        assertThat(overview.members())
                .extracting(Overview.MemberRow::state)
                .containsExactly(MemberState.UNKNOWN, MemberState.SCORING);
        assertThat(overview.tps()).isEqualTo(2_000);
        assertThat(overview.state()).isEqualTo(ClusterState.SCORING);
    }

    @ParameterizedTest
    @CsvSource({"1000, SCORING", "0, NOTHING_SCORED"})
    void shouldTakeTheStateOfTheClusterFromFiguresWhereThatOfAMemberIsUnknown(double tps, ClusterState expected) {
        assertThat(Samples.overview(resting("a:1", tps), resting("b:1", tps)).state())
                .isEqualTo(expected);
    }

    @Test
    void shouldReadAnOverviewOfALaterRelease() {
        Overview overview =
                Samples.overview(Samples.well().view("a:1"), Samples.well().silentView("b:1", Samples.NOW_MS - 9_000));
        String json = ConsoleJson.write(overview)
                .replace("\"state\":\"" + overview.state() + "\"", "\"state\":\"DREAMING\"")
                .replace("\"condition\":\"member_silent\"", "\"condition\":\"member_resting\"")
                .replace("\"severity\":\"red\"", "\"severity\":\"violet\"")
                .replace("\"why\":\"silent\"", "\"why\":\"resting\"");
        assertThat(json).contains("DREAMING", "member_resting", "violet", "\"why\":\"resting\"");

        Overview read = ConsoleJson.read(json, Overview.class);

        assertThat(read.state()).isEqualTo(ClusterState.UNKNOWN);
        assertThat(read.stateWords()).isEqualTo(overview.stateWords());
        assertThat(read.problems()).extracting(Problem::condition).contains(Condition.OTHER);
        assertThat(read.problems()).extracting(Problem::severity).containsOnly(Severity.YELLOW);
        assertThat(read.problems())
                .extracting(Problem::what)
                .containsExactlyElementsOf(
                        overview.problems().stream().map(Problem::what).toList());
        assertThat(read.resets()).extracting(Reset::why).containsExactly(ResetCause.OTHER);
    }
}
