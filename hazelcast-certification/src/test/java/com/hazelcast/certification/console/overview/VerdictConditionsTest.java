package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Severity;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether verdicts of all ways in wait for their topic, or are lost to it. */
class VerdictConditionsTest {
    private static final String WHY = "there is no such topic: create it, or correct kafka-verdicts: kafka-verdicts=v";

    private static VerdictFigures figures(long waitingMs, String waitsFor, long waitsForMs) {
        return new VerdictFigures(10, 0, 0, null, 1_000, waitingMs, waitsFor, waitsForMs);
    }

    private static VerdictFigures lost(@Nullable Long agoMs) {
        return new VerdictFigures(10, 0, 7, agoMs, 0, 0, "", 0);
    }

    private static List<Problem> problems(VerdictFigures... ofMembers) {
        MemberView[] members = new MemberView[ofMembers.length];
        for (int i = 0; i < members.length; i++) {
            members[i] = Samples.well().verdicts(ofMembers[i]).view("m" + i + ":1");
        }
        return Samples.overview(members).problems();
    }

    @Test
    void shouldSayWhatVerdictsWaitForAfterSomeSeconds() {
        assertThat(problems(figures(0, WHY, 9_000))).isEmpty();
        Problem wait = problems(figures(0, WHY, 10_000), figures(3_000, WHY, 20_000), figures(0, "", 0))
                .get(0);
        assertThat(wait.condition()).isEqualTo(Condition.KAFKA_VERDICTS_WAIT);
        assertThat(wait.severity()).isEqualTo(Severity.RED);
        assertThat(wait.what()).isEqualTo("verdicts of all ways in wait on m0:1, m1:1: " + WHY);
        assertThat(wait.sinceMs()).isEqualTo(Samples.NOW_MS - 20_000);
    }

    @Test
    void shouldSayThatBrokersAcknowledgeNothingForAMinute() {
        assertThat(problems(figures(59_000, "", 0))).isEmpty();
        assertThat(problems(figures(60_000, "", 0)))
                .singleElement()
                .satisfies(wait -> assertThat(wait.what()).contains("have not acknowledged them"));
    }

    @Test
    void shouldSayForTenMinutesThatVerdictsAreLost() {
        assertThat(problems(lost(null))).isEmpty();
        assertThat(problems(lost(600_000L))).isEmpty();
        Problem lost = problems(lost(599_000L), lost(1_000L)).get(0);
        assertThat(lost.condition()).isEqualTo(Condition.KAFKA_VERDICTS_LOST);
        assertThat(lost.what()).contains("m0:1, m1:1").endsWith("verdicts=14 since the start");
    }
}
