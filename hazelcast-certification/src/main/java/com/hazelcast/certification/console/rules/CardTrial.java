package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.console.flagged.FoundCard;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a set decides for one transaction of one card. Nothing is stored, counted or changed by it. Immutable; the card is masked.
 *
 * @param cardLink leads to the card; for a trial after this one
 * @param known whether the card has a history; false: it was tried against an empty one
 * @param seen transactions of the card that the rules saw
 * @param rule number of the rule that decides; 0: none, or the sum of points
 * @param ruleName its name; null: none decides
 * @param points of the rules that were tried and held
 * @param matches all rules that hold when each is tried alone, in their order
 */
record CardTrial(
        String card,
        String cardLink,
        boolean known,
        int seen,
        Transaction transaction,
        String action,
        int rule,
        @Nullable String ruleName,
        int points,
        List<Held> matches) {

    /** What was tried, with all its values. */
    record Transaction(
            long timeMs, int amountUnits, int currency, int country, int merchant, int city, int response, int code) {}

    /**
     * A rule that holds.
     *
     * @param action that it decides; null: it has points
     * @param reason made from the rule and the values that were compared
     * @param decided whether it is the one that decides
     */
    record Held(int number, String name, @Nullable String action, int points, String reason, boolean decided) {}

    /** Tries a set; costs a walk of the history for each aggregate. */
    static CardTrial of(RuleSet set, FoundCard card, String cardLink, TransactionText transaction) {
        HistoryCursor seen = card.seenBy(transaction);
        RuleEvaluator evaluator = set.newEvaluator();
        int rule =
                evaluator.decide(card.card(), transaction.times(), transaction.payment(), transaction.outcome(), seen);
        List<Held> matches = new ArrayList<>();
        for (Match match : set.interpreter()
                .matches(card.card(), transaction.times(), transaction.payment(), transaction.outcome(), seen)) {
            RuleDefinition held = match.rule();
            matches.add(new Held(
                    held.number(),
                    held.name(),
                    held.action().map(Action::label).orElse(null),
                    held.points(),
                    CardMask.text(match.because()),
                    held.number() == rule));
        }
        return new CardTrial(
                card.masked(),
                cardLink,
                card.isKnown(),
                seen.count(),
                transaction(transaction),
                evaluator.action().label(),
                rule,
                set.rule(rule).map(RuleDefinition::name).orElse(null),
                evaluator.points(),
                matches);
    }

    private static Transaction transaction(TransactionText tried) {
        return new Transaction(
                tried.timeMs(),
                tried.amountUnits(),
                tried.currency(),
                tried.country(),
                tried.merchant(),
                tried.city(),
                tried.response(),
                tried.code());
    }
}
