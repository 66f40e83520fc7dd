package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.traffic.Scenario;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvaluationScoreTest {
    private EvaluationScore score;

    @BeforeEach
    void setUp() throws RuleLanguageException {
        score = new EvaluationScore(new RuleLanguage()
                .read(
                        "points review at 50\nrule a decline when tx.amount > 100\nrule b points 5 when tx.amount > 50",
                        RuleFiles.none()));
    }

    private void genuine(long card, int amount, Action action, int points) {
        score.add(card, amount, Scenario.GENUINE, action == Action.DECLINE ? 1 : 0, action, points);
    }

    private void fraud(long card, int amount, Action action, int points) {
        score.add(card, amount, Scenario.STOLEN_CARD, action == Action.DECLINE ? 1 : 0, action, points);
    }

    @Test
    void shouldCountByTransactionAndByAmount() {
        genuine(1, 10, Action.APPROVE, 0);
        genuine(2, 20, Action.REVIEW, 60);
        fraud(3, 300, Action.DECLINE, 0);
        fraud(4, 100, Action.APPROVE, 5);
        score.endDay();

        assertThat(score.frauds()).isEqualTo(2);
        assertThat(score.all().flagged()).isEqualTo(2);
        assertThat(score.all().precision()).isEqualTo(0.5);
        assertThat(score.recall()).isEqualTo(0.5);
        assertThat(score.recallByAmount()).isEqualTo(0.75);
        assertThat(score.rule(1).flaggedFrauds()).isEqualTo(1);
        assertThat(score.rule(0).flagged()).isEqualTo(1);
        assertThat(score.scenario(Scenario.STOLEN_CARD).flaggedUnits()).isEqualTo(300);
        assertThat(score.action(Action.REVIEW).precision()).isZero();
    }

    /** 100 declined cards, 40 of them frauds, come before the 50 frauds that are only reviewed. */
    @Test
    void shouldLookAtTheCardsWithTheHighestScores() {
        for (int card = 0; card < 150; card++) {
            if (card < 40) {
                fraud(card, 10, Action.DECLINE, 0);
            } else if (card < 100) {
                genuine(card, 10, Action.DECLINE, 0);
            } else {
                fraud(card, 10, Action.REVIEW, 1_000_000);
            }
        }
        score.endDay();
        assertThat(score.cardPrecision()).isEqualTo(0.4);
    }

    @Test
    void shouldNotLookAgainAtACardThatWasFound() {
        fraud(1, 10, Action.DECLINE, 0);
        genuine(2, 10, Action.REVIEW, 0);
        score.endDay();
        fraud(1, 10, Action.DECLINE, 0);
        genuine(2, 10, Action.REVIEW, 0);
        score.endDay();
        assertThat(score.cardPrecision()).isEqualTo((0.01 + 0) / 2);
    }
}
