package com.hazelcast.certification.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the rules of a set have of all that members have flagged by it. */
class RuleSharesTest {
    private final FraudMetrics metrics = new FraudMetrics(Clock.systemUTC());

    private static RuleSet set() throws RuleSetRefusedException {
        return set(2);
    }

    private static RuleSet set(int number) throws RuleSetRefusedException {
        return RuleSet.of(number, 50, new RuleSetText("""
                set tried
                points decline at 30
                rule big decline when tx.amount > 1_000
                rule small approve when tx.amount < 10
                rule night points 30 when tx.hour < 5
                """, Map.of()), card -> card);
    }

    private List<@Nullable Double> shares(RuleSet set) {
        RuleFigures figures = RuleFigures.of(metrics, set);
        List<@Nullable Double> shares = new ArrayList<>();
        RuleTable.of(set, List.of(figures, figures)).rules().forEach(row -> shares.add(row.share()));
        return shares;
    }

    @Test
    void shouldLeaveOutMembersThatDecideByAnotherSet() throws RuleSetRefusedException {
        RuleSet set = set();
        metrics.rules().expect(set);
        metrics.verdictsGiven(set, set.codeOf(1, Action.DECLINE), 25);
        RuleFigures ofThis = RuleFigures.of(metrics, set);
        RuleFigures ofAnother = new RuleFigures(
                3, ofThis.hits(), ofThis.lastHitMs(), ofThis.sampledNs(), ofThis.samples(), ofThis.flagged());

        assertThat(RuleTable.of(set, List.of(ofThis, ofAnother)).rules().get(0).hits())
                .isEqualTo(25);
        assertThat(RuleTable.of(set(3), List.of(ofThis, ofAnother))
                        .rules()
                        .get(0)
                        .hits())
                .isEqualTo(25);
        assertThat(RuleTable.of(set(4), List.of(ofThis, ofAnother))
                        .rules()
                        .get(0)
                        .hits())
                .isZero();
    }

    @Test
    void shouldCountMembersOfAnOlderVersionWhichDoNotSendTheirSet() throws RuleSetRefusedException {
        RuleSet set = set();
        metrics.rules().expect(set);
        metrics.verdictsGiven(set, set.codeOf(1, Action.DECLINE), 25);
        String json = ConsoleJson.write(RuleFigures.of(metrics, set));
        RuleFigures ofOlder = ConsoleJson.read(json.replace("\"set\":2,", ""), RuleFigures.class);

        assertThat(ofOlder.set()).as(json).isEqualTo(RuleFigures.UNKNOWN);
        assertThat(RuleTable.of(set, List.of(ofOlder, ofOlder)).rules().get(0).hits())
                .isEqualTo(50);
    }

    @Test
    void shouldBeOfWhatIsFlaggedAndOfRulesThatFlag() throws RuleSetRefusedException {
        RuleSet set = set();
        metrics.rules().expect(set);
        metrics.verdictsGiven(set, set.codeOf(0, Action.APPROVE), 500);
        metrics.verdictsGiven(set, set.codeOf(2, Action.APPROVE), 900);
        assertThat(shares(set)).as("nothing is flagged").containsExactly(null, null, null);

        metrics.verdictsGiven(set, set.codeOf(1, Action.DECLINE), 25);
        metrics.verdictsGiven(set, set.codeOf(0, Action.DECLINE), 75);
        assertThat(shares(set))
                .as("points have flagged the rest, and the second rule approves")
                .containsExactly(0.25, null, null);
    }
}
