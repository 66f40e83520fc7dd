package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.backtest.LabelTally;
import com.hazelcast.certification.labels.Label;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a set, and the one that it is compared with, are worth by the labels of the transactions; those without a label count for nothing
 * here. Of a sample, counts are estimates for all cards. Immutable.
 *
 * @param fraud transactions with that label
 * @param fraudUnits their amounts, in the units of the report
 * @param genuine transactions with that label
 * @param rules of the set that have decided something with a label
 * @param otherRules the same of the other, or of what the histories record
 */
record LabelFigures(
        long fraud,
        long fraudUnits,
        long genuine,
        Worth set,
        Worth other,
        List<RuleWorth> rules,
        List<RuleWorth> otherRules) {

    /**
     * What a set is worth.
     *
     * @param precision of the labelled transactions that it flags, the share that is fraud; null: unknown
     * @param recall of the fraud, the share that it flags; null: there is none
     * @param recallByAmount the same by amounts
     * @param falsePositives genuine transactions that it flags; null: none is labelled as genuine
     */
    record Worth(
            @Nullable Double precision,
            @Nullable Double recall,
            @Nullable Double recallByAmount,
            @Nullable Long falsePositives) {}

    /** The same of what a rule has decided; set and number as in {@link BacktestReport.Rule}. */
    record RuleWorth(
            int set,
            int number,
            String name,
            @Nullable Double precision,
            @Nullable Double recall,
            @Nullable Long falsePositives) {}

    /** Empty when nothing has a label. */
    static Optional<LabelFigures> of(LabelTally labels, double sample, List<Decider> deciders, List<Decider> others) {
        long fraud = labels.transactions(Label.FRAUD);
        long genuine = labels.transactions(Label.GENUINE);
        return fraud + genuine == 0
                ? Optional.empty()
                : Optional.of(new LabelFigures(
                        BacktestReport.all(fraud, sample),
                        BacktestReport.all(labels.units(Label.FRAUD), sample),
                        BacktestReport.all(genuine, sample),
                        worth(labels, false, sample),
                        worth(labels, true, sample),
                        rules(labels, false, sample, deciders),
                        rules(labels, true, sample, others)));
    }

    private static Worth worth(LabelTally labels, boolean isOther, double sample) {
        return new Worth(
                orNull(labels.precision(isOther)),
                orNull(labels.recall(isOther)),
                orNull(labels.recallByAmount(isOther)),
                falsePositives(labels, labels.flagged(isOther, Label.GENUINE), sample));
    }

    private static List<RuleWorth> rules(LabelTally labels, boolean isOther, double sample, List<Decider> deciders) {
        return IntStream.range(0, deciders.size())
                .filter(i -> labels.decided(isOther, i, Label.FRAUD) + labels.decided(isOther, i, Label.GENUINE) > 0)
                .mapToObj(i -> new RuleWorth(
                        deciders.get(i).set(),
                        deciders.get(i).rule(),
                        deciders.get(i).name(),
                        orNull(labels.precision(isOther, i)),
                        orNull(labels.recall(isOther, i)),
                        falsePositives(labels, labels.decided(isOther, i, Label.GENUINE), sample)))
                .toList();
    }

    private static @Nullable Long falsePositives(LabelTally labels, long counted, double sample) {
        return labels.transactions(Label.GENUINE) == 0 ? null : (Long) BacktestReport.all(counted, sample);
    }

    private static @Nullable Double orNull(OptionalDouble share) {
        return share.isPresent() ? (Double) share.getAsDouble() : null;
    }
}
