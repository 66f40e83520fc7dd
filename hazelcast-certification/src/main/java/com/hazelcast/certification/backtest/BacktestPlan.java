package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.LookUps;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a backtest does; the same plan over the same histories gives the same result, bit by bit. Immutable.
 *
 * @param id a number that no other backtest of the cluster has
 * @param rules the set that is tried
 * @param against the set that it is compared with; null: the decisions that were recorded
 * @param recorded what these are, by their codes, as {@link Decider#recorded} has them; empty with another set
 * @param fromMs transactions before it are not decided; they are history only
 * @param toMs transactions from it on are left out
 * @param sample the share of the cards, more than 0 and at most 1
 * @param seed which cards these are
 */
public record BacktestPlan(
        long id,
        RuleSetText rules,
        @Nullable RuleSetText against,
        List<Decider> recorded,
        long fromMs,
        long toMs,
        double sample,
        long seed) {
    /** @throws IllegalArgumentException when the share or the time is none, or there is nothing to compare with */
    public BacktestPlan {
        recorded = List.copyOf(recorded);
        if (against == null && recorded.isEmpty()) {
            throw new IllegalArgumentException(
                    "a backtest is compared with a set, or with recorded decisions: give one of them");
        }
        if (!(sample > 0 && sample <= 1)) {
            throw new IllegalArgumentException(
                    "the sample must be more than 0 and at most 1, such as 0.01 for a percent of the cards: sample="
                            + sample);
        }
        if (toMs <= fromMs) {
            throw new IllegalArgumentException("the days must be of some time: fromMs=" + fromMs + " toMs=" + toMs);
        }
    }

    /**
     * What decides, by the numbers that tallies count it under.
     *
     * @param isOther of the set that it is compared with, or of what is recorded
     * @throws RuleLanguageException when the set is wrong
     */
    public List<Decider> deciders(boolean isOther) throws RuleLanguageException {
        if (!isOther) {
            return Decider.of(rules);
        }
        return against == null ? recorded : Decider.of(against);
    }

    /**
     * The currency whose minor units amounts are counted in: the set's first exchange has its rates. Empty when it has none: then the minor
     * units of all currencies are added as they are.
     *
     * @throws RuleLanguageException when the set is wrong
     */
    public String currency() throws RuleLanguageException {
        return rules.read().lookUps().exchange().map(LookUps.Exchange::currency).orElse("");
    }

    /**
     * Names of the lists and tables of both sets that have entries, in the order of the alphabet. They are read as they are now, and may know
     * what was not known when the payments were made.
     *
     * @throws RuleLanguageException when a set is wrong
     */
    public List<String> learnt() throws RuleLanguageException {
        TreeSet<String> names = new TreeSet<>(rules.read().lookUps().learnt());
        if (against != null) {
            names.addAll(against.read().lookUps().learnt());
        }
        return List.copyOf(names);
    }

    /** Whether a card is one of the sample. */
    boolean isSampled(long card) {
        return sample == 1 || (CardHash.of(card ^ CardHash.of(seed)) >>> 1) < sample * Long.MAX_VALUE;
    }
}
