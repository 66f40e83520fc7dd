package com.hazelcast.certification.api.cards;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reasons are made only from what the rules must have seen. */
class DecisionReasonsTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final TransactionText SCORED = entry(NOW, 900);
    private static final TransactionText YOUNG = entry(NOW - HOUR, 40);
    private static final TransactionText OLD = entry(NOW - 30 * DAY, 20);

    private RuleSet set;

    @BeforeEach
    void read() throws Exception {
        String text = "rule large review when tx.amount > 3 * avg(amount, last 60d)\n"
                + "rule soon decline when card.since_last < 2h";
        set = RuleSet.of(3, 100, new RuleSetText(text, Map.of()), card -> card);
    }

    private static TransactionText entry(long time, int amount) {
        return TransactionText.parse(
                String.format("00004000222333,%d,276,00,%010d,978,5411,00001,00003", time, amount));
    }

    private static byte[] history(TransactionText... newestFirst) {
        byte[] transactions = new byte[newestFirst.length * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < newestFirst.length; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            TransactionText entry = newestFirst[i];
            TransactionLayout.put(
                    transactions, offset, entry.card(), entry.times(), entry.payment(), entry.outcome(), 0);
            // What an entry was decided is no part of what rules see.
            TransactionLayout.putVerdict(transactions, offset, 100 + i);
        }
        return transactions;
    }

    private Decision decision(int rule, boolean isReplayed) {
        return new Decision(Action.REVIEW, rule, Score.NONE, set, isReplayed, false, null, null, 1_000);
    }

    private Optional<List<Match>> reasons(int rule, byte[] before, byte[] after) {
        RequestedTransaction requested =
                new RequestedTransaction(SCORED.card(), SCORED.times(), SCORED.payment(), SCORED.outcome(), null, 0, 0);
        return DecisionReasons.of(requested, SCORED.card(), decision(rule, false), before, after);
    }

    @Test
    void shouldBeOfAllRulesThatHeld() {
        assertThat(reasons(1, history(YOUNG, OLD), history(SCORED, YOUNG, OLD)).orElseThrow())
                .extracting(match -> match.rule().name() + ": " + match.because())
                .containsExactly(
                        "large: tx.amount is 900, more than 90 (3 * avg(amount, last 60d))",
                        "soon: card.since_last is 1h, less than 2h");
    }

    @Test
    void shouldBeNoneWhereNoRuleHeld() {
        TransactionText equal = entry(NOW - 30 * DAY, 900);
        assertThat(reasons(0, history(equal), history(SCORED, equal))).contains(List.of());
    }

    @Test
    void shouldBeMadeWhereTheOldestIsTooOldForTheTransaction() {
        TransactionText tooOld = entry(NOW - 90 * DAY, 20);
        assertThat(reasons(1, history(YOUNG, OLD, tooOld), history(SCORED, YOUNG, OLD)))
                .isPresent();
    }

    @Test
    void shouldBeMadeForALateTransaction() {
        TransactionText newer = entry(NOW + HOUR, 40);
        assertThat(reasons(1, history(newer), history(newer, SCORED)).orElseThrow())
                .extracting(Match::because)
                .contains("card.since_last is -1h, less than 2h");
    }

    /** It is not certain whether that was there when the rules decided. */
    @Test
    void shouldNotBeMadeWhenAnotherTransactionCameMeanwhile() {
        TransactionText other = entry(NOW - 2 * HOUR, 41);
        assertThat(reasons(1, history(YOUNG, OLD), history(SCORED, YOUNG, other, OLD)))
                .isEmpty();
        assertThat(reasons(1, history(), history(SCORED, YOUNG))).isEmpty();
    }

    /** Nor whether the rules saw what has gone: with the whole card, or for room. */
    @Test
    void shouldNotBeMadeWhenAnEntryHasGoneMeanwhile() {
        assertThat(reasons(1, history(YOUNG, OLD), history(SCORED, YOUNG))).isEmpty();
        assertThat(reasons(1, history(YOUNG, OLD), history(SCORED))).isEmpty();
    }

    @Test
    void shouldNotBeMadeWhenTheTransactionIsNotThere() {
        assertThat(reasons(1, history(YOUNG, OLD), history(YOUNG, OLD))).isEmpty();
    }

    @Test
    void shouldNotBeMadeWhenAnotherRuleHasDecided() {
        assertThat(reasons(2, history(YOUNG, OLD), history(SCORED, YOUNG, OLD))).isEmpty();
    }

    @Test
    void shouldBePossibleForWhatTheRulesHaveJustDecided() {
        assertThat(DecisionReasons.isPossible(decision(1, false))).isTrue();
        assertThat(DecisionReasons.isPossible(decision(1, true))).isFalse();
        assertThat(DecisionReasons.isPossible(
                        new Decision(Action.REVIEW, 0, Score.NONE, null, false, true, null, null, 1_000)))
                .isFalse();
    }
}
