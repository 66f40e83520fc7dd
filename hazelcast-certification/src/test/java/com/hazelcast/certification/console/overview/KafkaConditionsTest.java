package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Severity;
import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.KafkaFigures.Lag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether records of Kafka wait, however much of a member reads them. */
class KafkaConditionsTest {
    private static final long MINUTE_MS = 60_000;

    private static KafkaFigures reading(long lagMs) {
        return new KafkaFigures(1, 0, List.of(), 0, 0, 4, 1_200L, lagMs, null, null);
    }

    private static List<Problem> problems(KafkaFigures... ofMembers) {
        MemberView[] members = new MemberView[ofMembers.length];
        for (int i = 0; i < members.length; i++) {
            members[i] = Samples.well().kafka(ofMembers[i]).view("m" + i + ":1");
        }
        return Samples.overview(members).problems();
    }

    private static Problem only(KafkaFigures... ofMembers) {
        List<Problem> found = problems(ofMembers);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void shouldSeeNothingWrongWithinAMinute() {
        assertThat(problems(
                        reading(MINUTE_MS - 1),
                        KafkaFigures.NONE,
                        KafkaFigures.NONE.withGroupLag(new Lag(5, MINUTE_MS - 1))))
                .isEmpty();
    }

    @Test
    void shouldNameTheMembersThatAreBehind() {
        Problem behind = only(reading(MINUTE_MS), reading(2 * MINUTE_MS), reading(0));
        assertThat(behind.condition()).isEqualTo(Condition.KAFKA_BEHIND);
        assertThat(behind.severity()).isEqualTo(Severity.YELLOW);
        assertThat(behind.what()).endsWith("for more than a minute on m0:1, m1:1");
        assertThat(behind.sinceMs()).isEqualTo(Samples.NOW_MS - 2 * MINUTE_MS);
    }

    @Test
    void shouldSayThatRecordsPileUpWhileScoringIsStopped() {
        Problem behind = only(
                KafkaFigures.NONE.withGroupLag(new Lag(3_200, MINUTE_MS)),
                KafkaFigures.NONE.withGroupLag(new Lag(3_200, MINUTE_MS)));
        assertThat(behind.condition()).isEqualTo(Condition.KAFKA_BEHIND);
        assertThat(behind.what()).endsWith("and scoring is stopped on m0:1, m1:1: records=3200");
        assertThat(behind.action()).contains("./fraud ctl start");
    }

    @Test
    void shouldSayThatRecordsPileUpBehindAPause() {
        KafkaFigures paused = new KafkaFigures(1, 0, List.of(), 0, 1, 4, null, null, new Lag(17, MINUTE_MS), null);
        assertThat(problems(paused))
                .extracting(Problem::condition)
                .containsExactly(Condition.KAFKA_PAUSED, Condition.KAFKA_BEHIND);
        assertThat(problems(paused).get(0).action())
                .contains("kafka_paused", "payments, check kafka-format", "labels, check what they name");
        assertThat(problems(paused).get(1).what()).endsWith("and m0:1 does not read all of them: records=17");
    }

    private static KafkaFigures labels(@Nullable Lag own, @Nullable Lag ofGroup) {
        return new KafkaFigures(2, 0, List.of(), 0, 0, 4, 0L, 0L, null, new KafkaFigures.Labels(2, own, ofGroup));
    }

    @Test
    void shouldSayThatLabelsAreNotTaken() {
        assertThat(problems(labels(new Lag(9, MINUTE_MS - 1), null), labels(new Lag(0, 0), null)))
                .isEmpty();
        assertThat(only(labels(new Lag(9, MINUTE_MS), null)).what())
                .isEqualTo("labels of Kafka have not been taken for more than a minute on m0:1");
        assertThat(only(labels(null, new Lag(9, MINUTE_MS))).what())
                .isEqualTo(
                        "labels of Kafka have not been taken for more than a minute, and m0:1 does not read all of them: records=9");
    }
}
