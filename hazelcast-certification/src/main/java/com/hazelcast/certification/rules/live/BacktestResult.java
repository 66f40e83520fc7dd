package com.hazelcast.certification.rules.live;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a backtest of a set has found, as the cluster's book keeps it with the set. Of a sample, counts are estimates for all cards. Immutable.
 *
 * @param against number of the set that it was compared with; 0: what the histories record
 * @param fromMs its transactions are from then on
 * @param toMs and before
 * @param sample the share of the cards
 * @param cards with a transaction in that time
 * @param cardsChanged of these, that would get another action
 * @param cardsChangedShare from 0 to 1
 * @param cardsChangedBound of that share: 95 % of samples keep it
 * @param changed transactions that would get another action
 * @param units amounts of all transactions, in minor units
 * @param changedUnits of these, of transactions that would get another action
 * @param changedUnitsBound of the share of these: 95 % of samples keep it
 * @param currency of units; empty: the minor units of all currencies were added as they are
 * @param moves transactions by the action that they had and the one that they would get
 * @param seed which cards a sample took; null: it was found by a release before, which kept none of what follows either
 * @param rules of the set, at most {@link #RULES_MAX} that have decided most; none: older results than the newest of the book
 * @param tags of these rules, at most {@link #TAGS_MAX}
 * @param labels what the sets are worth by labels; null: no transaction has one
 */
public record BacktestResult(
        int against,
        long fromMs,
        long toMs,
        double sample,
        long cards,
        long cardsChanged,
        double cardsChangedShare,
        double cardsChangedBound,
        long transactions,
        long changed,
        long units,
        long changedUnits,
        double changedUnitsBound,
        String currency,
        List<Move> moves,
        @Nullable Long seed,
        List<OfRule> rules,
        List<OfTag> tags,
        @Nullable LabelWorth labels) {
    private static final double PERCENT = 100;

    /** Rules whose figures are kept. */
    public static final int RULES_MAX = 100;

    /** Tags whose figures are kept. */
    public static final int TAGS_MAX = 50;

    /** Transactions that move from one action to another, or keep theirs, and their amounts. */
    public record Move(String from, String to, long transactions, long units) {}

    /**
     * What a rule has decided. Worth by labels as in {@link Worth}.
     *
     * @param number of the rule in the set; 0: points
     */
    public record OfRule(
            int number,
            String name,
            long transactions,
            long cards,
            long units,
            @Nullable Double precision,
            @Nullable Double recall,
            @Nullable Long falsePositives) {}

    /** What the rules with a tag have decided together. */
    public record OfTag(String tag, long transactions, long units) {}

    /**
     * What a set is worth.
     *
     * @param precision of the labelled transactions that it flags, the share that is fraud; null: unknown
     * @param recall of the fraud, the share that it flags; null: there is none
     * @param recallByAmount the same by amounts
     * @param falsePositives genuine transactions that it flags; null: none is labelled as genuine
     */
    public record Worth(
            @Nullable Double precision,
            @Nullable Double recall,
            @Nullable Double recallByAmount,
            @Nullable Long falsePositives) {}

    /**
     * What both sets are worth by labels.
     *
     * @param fraud transactions with that label
     * @param fraudUnits their amounts
     * @param genuine transactions with that label
     */
    public record LabelWorth(long fraud, long fraudUnits, long genuine, Worth set, Worth other) {}

    public BacktestResult {
        // Books of releases before this one have none.
        currency = Objects.requireNonNullElse(currency, "");
        moves = List.copyOf(moves);
        // Results of releases before have none.
        rules = List.copyOf(Objects.requireNonNullElse(rules, List.of()));
        tags = List.copyOf(Objects.requireNonNullElse(tags, List.of()));
    }

    /** Without figures of rules. */
    public BacktestResult(
            int against,
            long fromMs,
            long toMs,
            double sample,
            long cards,
            long cardsChanged,
            double cardsChangedShare,
            double cardsChangedBound,
            long transactions,
            long changed,
            long units,
            long changedUnits,
            double changedUnitsBound,
            String currency,
            List<Move> moves) {
        this(
                against,
                fromMs,
                toMs,
                sample,
                cards,
                cardsChanged,
                cardsChangedShare,
                cardsChangedBound,
                transactions,
                changed,
                units,
                changedUnits,
                changedUnitsBound,
                currency,
                moves,
                null,
                List.of(),
                List.of(),
                null);
    }

    /** Without what many sets would take much room for. */
    BacktestResult withoutRules() {
        return new BacktestResult(
                against,
                fromMs,
                toMs,
                sample,
                cards,
                cardsChanged,
                cardsChangedShare,
                cardsChangedBound,
                transactions,
                changed,
                units,
                changedUnits,
                changedUnitsBound,
                currency,
                moves,
                seed,
                List.of(),
                List.of(),
                labels);
    }

    /**
     * The share of the cards that may get another action, from 0 to 1: of a sample, with the bound.
     *
     * @param share of the cards for which the set is to decide, from 0 to 1
     */
    public double cardsChangedPartMax(double share) {
        return share * Math.min(1, cardsChangedShare + cardsChangedBound);
    }

    /** So many cards may get another action: of a sample, with the bound. At least one where any may: it may have much of the amounts. */
    public long cardsChangedMax(double share) {
        double part = cardsChangedPartMax(share);
        return part > 0 ? Math.max(1, Math.round(cards * part)) : 0;
    }

    /** Whether it is of a sample that had no card: then nobody knows what would change. */
    public boolean hasSeenNoCard() {
        return cards == 0 && sample < 1;
    }

    /** The share of the amounts that would get another action, from 0 to 1. */
    public double changedUnitsPart(double share) {
        return units == 0 ? 0 : share * changedUnits / units;
    }

    /** The share of the amounts that may get another action, from 0 to 1: of a sample, with the bound. */
    public double changedUnitsPartMax(double share) {
        return share * Math.min(1, changedUnitsPart(1) + changedUnitsBound);
    }

    /**
     * Whether more than a percentage of the cards, or another one of the amounts, may get another action: of a sample, with the bounds.
     *
     * @param share of the cards for which the set is to decide, from 0 to 1
     */
    public boolean isBeyond(double share, double cardsPercent, double amountsPercent) {
        return PERCENT * cardsChangedPartMax(share) > cardsPercent
                || PERCENT * changedUnitsPartMax(share) > amountsPercent;
    }

    /** In a line. */
    public String summary() {
        return cardsChanged + " of " + cards + " cards get another action than by "
                + (against == 0 ? "what is recorded" : "set " + against);
    }
}
