package com.hazelcast.certification.backtest;

import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BacktestResult.LabelWorth;
import com.hazelcast.certification.rules.live.BacktestResult.OfRule;
import com.hazelcast.certification.rules.live.BacktestResult.OfTag;
import com.hazelcast.certification.rules.live.BacktestResult.Worth;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is kept of what a backtest has counted: figures of whole sets, rules and tags, and no examples. Used by one thread. */
public final class BacktestSummary {
    private final BacktestPlan plan;
    private final BacktestTally tally;
    private final List<Decider> deciders;

    private BacktestSummary(BacktestPlan plan, BacktestTally tally) throws RuleLanguageException {
        this.plan = plan;
        this.tally = tally;
        this.deciders = plan.deciders(false);
    }

    /**
     * The figures of a backtest; of a sample, counts are estimates for all.
     *
     * @param plan that was run
     * @param against number of the set that it was compared with; 0: what is recorded
     * @throws RuleLanguageException when the set is wrong
     */
    public static BacktestResult of(BacktestPlan plan, BacktestTally tally, int against) throws RuleLanguageException {
        return new BacktestSummary(plan, tally).result(against);
    }

    private BacktestResult result(int against) throws RuleLanguageException {
        double sample = plan.sample();
        return new BacktestResult(
                against,
                plan.fromMs(),
                plan.toMs(),
                sample,
                all(tally.cards()),
                all(tally.cardsChanged()),
                tally.cards() == 0 ? 0 : (double) tally.cardsChanged() / tally.cards(),
                tally.cardsChangedBound(sample),
                all(tally.transactions()),
                all(tally.changed()),
                all(tally.units()),
                all(tally.changedUnits()),
                tally.changedUnitsBound(sample),
                plan.currency(),
                moves(),
                plan.seed(),
                rules(),
                tags(),
                labels());
    }

    private long all(long counted) {
        return Math.round(counted / plan.sample());
    }

    private List<BacktestResult.Move> moves() {
        List<BacktestResult.Move> moves = new ArrayList<>();
        for (Action before : Action.values()) {
            for (Action after : Action.values()) {
                if (tally.moved(before, after) > 0) {
                    moves.add(new BacktestResult.Move(
                            before.label(),
                            after.label(),
                            all(tally.moved(before, after)),
                            all(tally.movedUnits(before, after))));
                }
            }
        }
        return moves;
    }

    /** Those that have decided most, in the order of the set. */
    private List<OfRule> rules() {
        return IntStream.range(0, deciders.size())
                .filter(rule -> tally.decided(false, rule) > 0)
                .boxed()
                .sorted(Comparator.comparing((Integer rule) -> -tally.decided(false, rule)))
                .limit(BacktestResult.RULES_MAX)
                .sorted()
                .map(this::ofRule)
                .toList();
    }

    private OfRule ofRule(int rule) {
        LabelTally labels = tally.labels();
        return new OfRule(
                rule,
                deciders.get(rule).name(),
                all(tally.decided(false, rule)),
                all(tally.decidedCards(false, rule)),
                all(tally.decidedUnits(false, rule)),
                orNull(labels.precision(false, rule)),
                orNull(labels.recall(false, rule)),
                falsePositives(labels.decided(false, rule, Label.GENUINE)));
    }

    /** What rules with a tag have decided together; those that have most. */
    private List<OfTag> tags() {
        Map<String, long[]> sums = new TreeMap<>();
        for (int rule = 0; rule < deciders.size(); rule++) {
            for (String tag : deciders.get(rule).tags()) {
                long[] sum = sums.computeIfAbsent(tag, unused -> new long[2]);
                sum[0] += tally.decided(false, rule);
                sum[1] += tally.decidedUnits(false, rule);
            }
        }
        return sums.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, long[]> tag) -> -tag.getValue()[0]))
                .limit(BacktestResult.TAGS_MAX)
                .map(tag -> new OfTag(tag.getKey(), all(tag.getValue()[0]), all(tag.getValue()[1])))
                .toList();
    }

    private @Nullable LabelWorth labels() {
        LabelTally labels = tally.labels();
        long fraud = labels.transactions(Label.FRAUD);
        long genuine = labels.transactions(Label.GENUINE);
        return fraud + genuine == 0
                ? null
                : new LabelWorth(all(fraud), all(labels.units(Label.FRAUD)), all(genuine), worth(false), worth(true));
    }

    private Worth worth(boolean isOther) {
        LabelTally labels = tally.labels();
        return new Worth(
                orNull(labels.precision(isOther)),
                orNull(labels.recall(isOther)),
                orNull(labels.recallByAmount(isOther)),
                falsePositives(labels.flagged(isOther, Label.GENUINE)));
    }

    private @Nullable Long falsePositives(long counted) {
        return tally.labels().transactions(Label.GENUINE) == 0 ? null : (Long) all(counted);
    }

    private static @Nullable Double orNull(OptionalDouble share) {
        return share.isPresent() ? (Double) share.getAsDouble() : null;
    }
}
