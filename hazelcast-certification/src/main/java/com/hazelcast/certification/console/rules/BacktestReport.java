package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backtest has counted. Of a sample, counts are estimates for all cards, and each share has a bound that 95 % of samples keep.
 *
 * @param cards with a transaction in the days
 * @param cardsChanged of these, that would get another action
 * @param cardsChangedShare from 0 to 1
 * @param units amounts of the transactions
 * @param rules of the set, in their order
 * @param otherRules of the set that it is compared with; none when that is what the histories record
 * @param labels what both are worth by the labels of the transactions; null: none has a label
 */
record BacktestReport(
        long cards,
        long cardsChanged,
        double cardsChangedShare,
        double cardsChangedBound,
        long transactions,
        long changed,
        double changedShare,
        double changedBound,
        long units,
        long changedUnits,
        double changedUnitsShare,
        List<Move> moves,
        List<Rule> rules,
        List<Rule> otherRules,
        @Nullable LabelFigures labels) {

    /** Transactions that move from one action to another, or keep theirs, and their amounts. */
    record Move(String from, String to, long transactions, long units) {}

    /** What a rule has decided; number 0: points. */
    record Rule(int number, String name, long transactions, long cards, long units) {}

    static BacktestReport of(BacktestPlan plan, BacktestTally tally) throws RuleLanguageException {
        double sample = plan.sample();
        List<Move> moves = new ArrayList<>();
        for (Action before : Action.values()) {
            for (Action after : Action.values()) {
                if (tally.moved(before, after) > 0) {
                    moves.add(new Move(
                            before.label(),
                            after.label(),
                            all(tally.moved(before, after), sample),
                            all(tally.movedUnits(before, after), sample)));
                }
            }
        }
        List<Rule> rules = rules(plan.rules(), tally, false, sample);
        List<Rule> otherRules = rules(plan.against(), tally, true, sample);
        return new BacktestReport(
                all(tally.cards(), sample),
                all(tally.cardsChanged(), sample),
                share(tally.cardsChanged(), tally.cards()),
                tally.cardsChangedBound(sample),
                all(tally.transactions(), sample),
                all(tally.changed(), sample),
                share(tally.changed(), tally.transactions()),
                tally.changedBound(sample),
                all(tally.units(), sample),
                all(tally.changedUnits(), sample),
                share(tally.changedUnits(), tally.units()),
                moves,
                rules,
                otherRules,
                LabelFigures.of(tally.labels(), sample, rules, otherRules).orElse(null));
    }

    private static List<Rule> rules(@Nullable RuleSetText text, BacktestTally tally, boolean isOther, double sample)
            throws RuleLanguageException {
        if (text == null) {
            return List.of();
        }
        List<Rule> rules = new ArrayList<>();
        for (RuleDefinition rule : text.read().rules()) {
            rules.add(rule(rule.number(), rule.name(), tally, isOther, sample));
        }
        if (tally.decided(isOther, 0) > 0) {
            rules.add(rule(0, "points", tally, isOther, sample));
        }
        return rules;
    }

    private static Rule rule(int number, String name, BacktestTally tally, boolean isOther, double sample) {
        return new Rule(
                number,
                name,
                all(tally.decided(isOther, number), sample),
                all(tally.decidedCards(isOther, number), sample),
                all(tally.decidedUnits(isOther, number), sample));
    }

    static long all(long counted, double sample) {
        return Math.round(counted / sample);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
