package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.Score;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecisionCodesTest {
    private static final RuleSetText TEXT = new RuleSetText("""
            set tried
            points decline at 80, review at 50
            rule night points 30 when tx.hour < 5
            rule big challenge when tx.amount > 1_000
            rule late points 20 when tx.hour > 22
            rule small approve when tx.amount < 10
            """, Map.of());

    private static List<String> meanings(RuleSet set) {
        List<String> meanings = new ArrayList<>();
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            meanings.add(set.ruleOf(code) + " " + set.actionOf(code).label());
            if (set.ruleOf(code) == 0
                    || set.rule(set.ruleOf(code)).orElseThrow().action().isPresent()) {
                assertThat(set.codeOf(set.ruleOf(code), set.actionOf(code))).isEqualTo(code);
            }
        }
        return meanings;
    }

    @Test
    void shouldHaveCodesForWhatASetCanDecideAlone() throws RuleSetRefusedException {
        RuleSet set = RuleSet.of(2, 50, TEXT, card -> card);

        assertThat(meanings(set)).containsExactly("0 approve", "2 challenge", "4 approve", "0 review", "0 decline");
        assertThat(set.codeOf(set.rules().get(0))).as("points").isEmpty();
        assertThat(set.codeOf(set.rules().get(1))).hasValue(51);
        assertThat(set.codeOf(0, Action.DECLINE)).isEqualTo(54);
    }

    @Test
    void shouldHaveACodeForEachRuleInTheSetThatAClusterBeginsWith() throws RuleSetRefusedException {
        assertThat(meanings(RuleSet.of(1, 0, TEXT, card -> card)))
                .containsExactly(
                        "0 approve",
                        "1 approve",
                        "2 challenge",
                        "3 approve",
                        "4 approve",
                        "0 challenge",
                        "0 review",
                        "0 decline");
    }

    private static RuleSet withPoints(int number, String thresholds, int... points) throws RuleSetRefusedException {
        StringBuilder text =
                new StringBuilder("set tried points ").append(thresholds).append('\n');
        for (int i = 1; i <= points.length; i++) {
            text.append("rule r").append(i).append(" points ").append(points[i - 1]);
            text.append(" when tx.amount > ").append(i).append('\n');
        }
        return RuleSet.of(number, number == 1 ? 0 : 50, new RuleSetText(text.toString(), Map.of()), card -> card);
    }

    /** What its codes say of points, in their order. */
    private static List<String> scores(RuleSet set) {
        List<String> scores = new ArrayList<>();
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            Score score = set.scoreOf(code);
            scores.add(set.actionOf(code).label() + " at " + score.atLeast()
                    + (score.isExact() ? " by " + score.exact() : ""));
        }
        return scores;
    }

    /** A transaction that comes again has nothing but its code. */
    @Test
    void shouldHaveACodeForEachSumOfAnActionThatSeveralComeTo() throws RuleSetRefusedException {
        RuleSet set = withPoints(2, "review at 50, decline at 80", 30, 30, 20);

        assertThat(DecisionCodes.describeSums(set.definition()))
                .hasValue("scores: of 3 sums of points that decide, decisions have each");
        assertThat(scores(set))
                .containsExactly(
                        "approve at 0",
                        "review at 50",
                        "decline at 80 by 80",
                        "review at 50 by 50",
                        "review at 50 by 60");
        assertThat(set.codeOf(0, Action.REVIEW, 50)).isEqualTo(53);
        assertThat(set.codeOf(0, Action.REVIEW, 60)).isEqualTo(54);
        assertThat(set.codeOf(0, Action.DECLINE, 80)).isEqualTo(52);
        assertThat(set.codeOf(0, Action.APPROVE, 30)).isEqualTo(50);
        assertThat(set.codeOf(0, Action.APPROVE, 80))
                .as("where nothing is declined")
                .isEqualTo(50);
    }

    @Test
    void shouldHaveThemAsWellInTheSetThatAClusterBeginsWith() throws RuleSetRefusedException {
        RuleSet set = withPoints(1, "review at 50, decline at 80", 30, 30, 20);

        assertThat(set.codeCount()).isEqualTo(1 + 3 + 3 + 2);
        assertThat(set.scoreOf(set.codeOf(0, Action.REVIEW, 60))).isEqualTo(new Score(50, 60));
        assertThat(set.scoreOf(set.codeOf(0, Action.DECLINE, 80))).isEqualTo(new Score(80, 80));
        assertThat(set.ruleOf(3)).as("a rule's code is its number").isEqualTo(3);
    }

    /** So that a set can be activated each day, as before. */
    @Test
    void shouldTakeNoMoreCodesForSumsThanASetMayHaveEachDay() throws RuleSetRefusedException {
        int[] tens = new int[50];
        Arrays.fill(tens, 10);
        RuleSet set = withPoints(2, "review at 10, decline at 300", tens);

        assertThat(set.codeCount()).isEqualTo(39);
        assertThat(DecisionCodes.describeSums(set.definition()))
                .hasValueSatisfying(text -> assertThat(text).contains("of 50 sums", "each below 360;"));
        assertThat(set.scoreOf(set.codeOf(0, Action.REVIEW, 290))).isEqualTo(new Score(10, 290));
        assertThat(set.scoreOf(set.codeOf(0, Action.DECLINE, 350))).isEqualTo(new Score(300, 350));
        assertThat(set.codeOf(0, Action.DECLINE, 360)).isEqualTo(set.codeOf(0, Action.DECLINE, 500));
        assertThat(set.scoreOf(set.codeOf(0, Action.DECLINE, 500))).isEqualTo(new Score(360, 0));
        assertThat(set.actionOf(set.codeOf(0, Action.DECLINE, 500))).isEqualTo(Action.DECLINE);
    }

    @Test
    void shouldListNoSumsOfASetThatHasManyThousands() throws RuleSetRefusedException {
        RuleSet set = withPoints(2, "review at 10, decline at 300", 1_000, 1, 999_999);

        assertThat(DecisionCodes.describeSums(set.definition()))
                .hasValueSatisfying(text -> assertThat(text).contains("too many sums"));
        assertThat(scores(set)).containsExactly("approve at 0", "review at 10", "decline at 300");
    }

    /** Three codes and the three of its sums are as many as a set of old books has. */
    @Test
    void shouldTakeOneMoreWhereItsNumberOfCodesWouldMeanSomethingElse() throws RuleSetRefusedException {
        RuleSet set = withPoints(2, "review at 10, decline at 100", 10, 20);

        assertThat(scores(set))
                .containsExactly(
                        "approve at 0",
                        "review at 10",
                        "decline at 100",
                        "review at 10 by 10",
                        "review at 10 by 20",
                        "review at 10 by 30",
                        "approve at 0");
        RecordedSet old = recorded(set, 6);
        assertThat(scores(RuleSet.of(old, card -> card)))
                .containsExactly(
                        "approve at 0",
                        "approve at 0",
                        "approve at 0",
                        "challenge at 0",
                        "review at 10",
                        "decline at 100");
    }

    @Test
    void shouldReadASetOfABookWithoutSums() throws RuleSetRefusedException {
        RuleSet set = withPoints(2, "review at 50, decline at 80", 30, 30, 20);
        RuleSet old = set.as(recorded(set, 3));

        assertThat(scores(old)).containsExactly("approve at 0", "review at 50", "decline at 80 by 80");
        assertThat(old.codeOf(0, Action.REVIEW, 60)).isEqualTo(51);
        assertThat(scores(RuleSet.of(recorded(set, set.codeCount()), card -> card)))
                .isEqualTo(scores(set));
    }

    private static RecordedSet recorded(RuleSet set, int codes) {
        return new RecordedSet(
                2, 50, codes, "tried", "Ana", set.text(), RecordedSet.Stage.ACTIVE, null, RecordedSet.Rest.NONE);
    }

    /** Books of before have sets with a code for each rule, and histories have these. */
    @Test
    void shouldReadTheCodesOfASetAsItsBookHasThem() throws RuleSetRefusedException {
        RecordedSet recorded =
                new RecordedSet(7, 90, 8, "tried", "Ana", TEXT, RecordedSet.Stage.RETIRED, null, RecordedSet.Rest.NONE);
        RuleSet set = RuleSet.of(recorded, card -> card);
        assertThat(meanings(set)).hasSize(8).endsWith("0 challenge", "0 review", "0 decline");
        assertThat(set.codeOf(0, Action.REVIEW)).isEqualTo(96);

        RecordedSet wrong =
                new RecordedSet(7, 90, 6, "tried", "Ana", TEXT, RecordedSet.Stage.RETIRED, null, RecordedSet.Rest.NONE);
        assertThatThrownBy(() -> RuleSet.of(wrong, card -> card))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("decisions=6");
    }

    /** It was inside the budget when it was submitted, and may decide: a member that could not take it could not start. */
    @Test
    void shouldReadASetOfABookThatALaterReleaseFindsTooExpensive() throws RuleSetRefusedException {
        StringBuilder text = new StringBuilder("set large\n");
        for (int i = 1; i <= 100; i++) {
            text.append("rule r").append(i).append(" review when exists(last 90d where amount = ");
            text.append(i).append(")\n");
        }
        RuleSetText written = new RuleSetText(text.toString(), Map.of());
        RecordedSet recorded = new RecordedSet(
                7, 90, 101, "large", "Ana", written, RecordedSet.Stage.ACTIVE, null, RecordedSet.Rest.NONE);

        assertThat(RuleSet.of(recorded, card -> card).cost().ns()).isGreaterThan(SetCost.BUDGET_NS);
        assertThatThrownBy(() -> RuleSet.of(8, 0, written, card -> card))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("the set costs too much")
                .hasMessageContaining("its budget (rules-budget-ns) is 50,000 ns");
        assertThat(RuleSet.of(8, 0, written, card -> card, 10_000_000).cost().ns())
                .as("where members allow more")
                .isGreaterThan(SetCost.BUDGET_NS);
    }
}
