package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.Pan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a backtest has counted. Of a sample, counts are estimates for all cards, and each share has a bound that 95 % of samples keep.
 *
 * @param cards with a transaction in the days
 * @param cardsChanged of these, that would get another action
 * @param cardsChangedShare from 0 to 1
 * @param units amounts of the transactions, in minor units
 * @param currency of units; empty: the minor units of all currencies were added as they are
 * @param learnt names of lists and tables of both sets that have entries: those of now, which may know more than was known then
 * @param rules of the set, in their order
 * @param otherRules of the set that it is compared with; of what the histories record, those that have decided
 * @param examples of transactions that the set does not approve, or gives another action
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
        double changedUnitsBound,
        String currency,
        List<String> learnt,
        List<Move> moves,
        List<Rule> rules,
        List<Rule> otherRules,
        List<ExampleView> examples,
        @Nullable LabelFigures labels) {

    /** Transactions that move from one action to another, or keep theirs, and their amounts. */
    record Move(String from, String to, long transactions, long units) {}

    /**
     * What a rule has decided.
     *
     * @param set number of its set, where histories record that; or 0
     * @param number 0: points
     */
    record Rule(int set, int number, String name, List<String> tags, long transactions, long cards, long units) {}

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
        List<Decider> deciders = plan.deciders(false);
        List<Decider> others = plan.deciders(true);
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
                tally.changedUnitsBound(sample),
                plan.currency(),
                plan.learnt(),
                moves,
                rules(deciders, tally, false, sample),
                rules(others, tally, true, sample),
                tally.examples().stream()
                        .map(example -> example(example, deciders))
                        .toList(),
                LabelFigures.of(tally.labels(), sample, deciders, others).orElse(null));
    }

    /** Points, and rules that histories record, only when they have decided. */
    private static List<Rule> rules(List<Decider> deciders, BacktestTally tally, boolean isOther, double sample) {
        return IntStream.range(0, deciders.size())
                .filter(i -> deciders.get(i).isOfText() || tally.decided(isOther, i) > 0)
                .mapToObj(i -> new Rule(
                        deciders.get(i).set(),
                        deciders.get(i).rule(),
                        deciders.get(i).name(),
                        deciders.get(i).tags(),
                        all(tally.decided(isOther, i), sample),
                        all(tally.decidedCards(isOther, i), sample),
                        all(tally.decidedUnits(isOther, i), sample)))
                .toList();
    }

    private static ExampleView example(BacktestTally.Example example, List<Decider> deciders) {
        return new ExampleView(
                example.otherAction().label(),
                example.action().label(),
                example.rule(),
                example.rule() == 0 ? "" : deciders.get(example.rule()).name(),
                Pan.masked(example.card()),
                example.timeMs(),
                example.amountUnits(),
                example.country(),
                example.merchant());
    }

    static long all(long counted, double sample) {
        return Math.round(counted / sample);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
