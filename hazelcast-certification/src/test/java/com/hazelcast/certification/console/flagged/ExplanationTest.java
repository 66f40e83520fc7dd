package com.hazelcast.certification.console.flagged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.hazelcast.certification.console.flagged.Explanation.HeldRule;
import com.hazelcast.certification.rules.language.RuleOutline;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Explanations by a history that has gone on since: payments of 20, 120 and 300 units, of which the second is explained. */
class ExplanationTest {
    private static final long CARD = 4_000;
    private static final long NOW_MS = 1_781_562_600_000L;
    private static final long HOUR_MS = 3_600_000;

    private static CardEntries entries() {
        int[] amounts = {300, 120, 20};
        byte[] transactions = new byte[amounts.length * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < amounts.length; i++) {
            TransactionLayout.put(
                    transactions,
                    i * TransactionLayout.TRANSACTION_SIZE_BYTES,
                    CARD,
                    TransactionLayout.times(NOW_MS + (1 - i) * HOUR_MS, 276, 978),
                    TransactionLayout.payment(amounts[i], 1, 5_411),
                    TransactionLayout.outcome(10, 0));
        }
        return CardEntries.of(transactions);
    }

    /** @param rule that has decided when it was scored; 0: the points have */
    private static List<HeldRule> held(String text, int rule, Action action) throws Exception {
        RuleSet set = set(text);
        return FlaggedExplainer.heldRules(new RulesInUse(set), flagged(set, rule, action), entries());
    }

    /** Of a decision by points. */
    private static @Nullable String reason(String text, Action action) throws Exception {
        RuleSet set = set(text);
        return FlaggedExplainer.reasonOf(new RulesInUse(set), flagged(set, 0, action), entries());
    }

    private static RuleSet set(String text) throws Exception {
        return RuleSet.of(1, 0, new RuleSetText(text, Map.of()), card -> card);
    }

    private static FlaggedRing.Flagged flagged(RuleSet set, int rule, Action action) {
        return flagged(set.codeOf(rule, action));
    }

    private static FlaggedRing.Flagged flagged(int code) {
        return new FlaggedRing.Flagged(
                0,
                NOW_MS,
                false,
                CARD,
                TransactionLayout.times(NOW_MS, 276, 978),
                TransactionLayout.payment(120, 1, 5_411),
                TransactionLayout.outcome(10, 0),
                code,
                0);
    }

    @Test
    void shouldExplainByWhatWasThereThoughARuleWithPointsStandsBeforeTheOneThatDecided() throws Exception {
        assertThat(held("""
                points review at 50
                rule once points 10 when count(last 1d) = 1
                rule much decline when sum(amount, last 1d) >= 20
                """, 2, Action.DECLINE))
                .extracting(HeldRule::name, HeldRule::reason, HeldRule::decided)
                .containsExactly(
                        tuple("once", "count(last 1d) is 1", false),
                        tuple("much", "sum(amount, last 1d) is 20, at least 20", true));
    }

    @Test
    void shouldFindThatATransactionWasLateThoughARuleWithPointsStandsBeforeTheOneThatDecided() throws Exception {
        assertThat(held("""
                points review at 50
                rule any points 10 when tx.amount > 1
                rule twice decline when count(last 1d) = 2
                """, 2, Action.DECLINE))
                .extracting(HeldRule::name, HeldRule::reason, HeldRule::decided)
                .containsExactly(
                        tuple("any", "tx.amount is 120, more than 1", false),
                        tuple("twice", "count(last 1d) is 2", true));
    }

    @Test
    void shouldExplainByTheEntriesWithWhichThePointsComeToTheAction() throws Exception {
        String text = """
                points challenge at 30, review at 50
                rule any points 30 when tx.amount > 1
                rule twice points 30 when count(last 1d) = 2
                """;
        assertThat(held(text, 0, Action.REVIEW)).extracting(HeldRule::name).containsExactly("any", "twice");
        assertThat(held(text, 0, Action.CHALLENGE)).extracting(HeldRule::name).containsExactly("any");
    }

    @Test
    void shouldSayWhichRulesThePointsCameFrom() throws Exception {
        String text = """
                points challenge at 30, review at 50, decline at 90
                rule any points 30 when tx.amount > 1
                rule twice points 30 when count(last 1d) = 2
                """;
        assertThat(reason(text, Action.REVIEW)).isEqualTo("60 points: any 30, twice 30");
        assertThat(reason(text, Action.CHALLENGE)).isEqualTo("30 points: any 30");
        assertThat(reason(text, Action.DECLINE))
                .isEqualTo("enough points when it was scored; the card's history has changed since");
    }

    @Test
    void shouldSayOnlyOfTheScoreThatHasDecidedWhatItCameFrom() throws Exception {
        RuleSet set = set("""
                points review at 30
                rule any points 30 when tx.amount > 1
                rule twice points 30 when count(last 1d) = 2
                rule abroad points 30 when tx.country != 276
                """);
        RulesInUse rules = new RulesInUse(set);

        assertThat(FlaggedExplainer.reasonOf(rules, flagged(set.codeOf(0, Action.REVIEW, 30)), entries()))
                .isEqualTo("30 points: any 30");
        assertThat(FlaggedExplainer.reasonOf(rules, flagged(set.codeOf(0, Action.REVIEW, 60)), entries()))
                .isEqualTo("60 points: any 30, twice 30");
        assertThat(FlaggedExplainer.reasonOf(rules, flagged(set.codeOf(0, Action.REVIEW, 90)), entries()))
                .startsWith("enough points when it was scored;");
    }

    @Test
    void shouldSayThatNothingIsKnownWhereTheTextOfTheSetWasRemoved() throws Exception {
        RuleSet set = set("""
                points review at 30
                rule any points 30 when tx.amount > 1
                rule much decline when tx.amount > 100
                """);
        String removed = RuleOutline.of(set.definition());
        String why = "not known any more: text and lists of the set were removed";

        assertThat(held(removed, 2, Action.DECLINE))
                .extracting(HeldRule::name, HeldRule::reason, HeldRule::decided)
                .containsExactly(tuple("much", why, true));
        assertThat(reason(removed, Action.REVIEW)).isEqualTo(why);
    }

    @Test
    void shouldSayWhatEachRuleIsWorth() throws Exception {
        assertThat(held("""
                points review at 50
                rule once points 10 when count(last 1d) = 1
                rule much decline when sum(amount, last 1d) >= 20
                """, 2, Action.DECLINE))
                .extracting(HeldRule::action, HeldRule::points)
                .containsExactly(tuple(null, 10), tuple("decline", 0));
    }

    @Test
    void shouldSayThatTheHistoryHasChangedWhereNoneOfBothDecidesSo() throws Exception {
        assertThat(held("""
                points review at 50
                rule any points 10 when tx.amount > 1
                rule five decline when count(last 1d) = 5
                """, 2, Action.DECLINE))
                .extracting(HeldRule::name, HeldRule::reason)
                .containsExactly(
                        tuple("any", "tx.amount is 120, more than 1"),
                        tuple("five", "held when it was scored; the card's history has changed since"));
    }
}
