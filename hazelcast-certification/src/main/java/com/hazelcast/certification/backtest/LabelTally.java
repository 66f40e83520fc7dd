package com.hazelcast.certification.backtest;

import com.hazelcast.certification.labels.Label;
import java.util.OptionalDouble;

/**
 * What a backtest has counted of transactions with a label; those without one count for nothing here. A transaction is flagged when it is not
 * approved. A part of the counts of a {@link BacktestTally}, which adds them, and of whose units these are; not thread-safe.
 *
 * <pre>
 *  of fraud: transactions, units, flagged, their units, flagged by the other, their units | the same of genuine | by rule: fraud, genuine
 * </pre>
 */
public final class LabelTally {
    private static final int UNITS = 1;
    private static final int FLAGGED = 2;
    private static final int STEP = 6;
    private static final int RULES = 2 * STEP;
    private static final int RULE_STEP = 2;

    private final long[] counts;
    private final int begin;
    private final int ruleCount;

    /** Of the counts that begin there in the array, and that it shares. */
    LabelTally(long[] counts, int begin, int ruleCount) {
        this.counts = counts;
        this.begin = begin;
        this.ruleCount = ruleCount;
    }

    /** How many counts there are. */
    static int size(int ruleCount, int otherCount) {
        return RULES + RULE_STEP * (ruleCount + 1 + otherCount + 1);
    }

    private int index(Label label) {
        return begin + (label == Label.FRAUD ? 0 : STEP);
    }

    private int ruleIndex(boolean isOther, int rule, Label label) {
        return begin + RULES + RULE_STEP * (isOther ? ruleCount + 1 + rule : rule) + (label == Label.FRAUD ? 0 : 1);
    }

    /** Adds a labelled transaction. */
    void add(Label label, long units, boolean isFlagged, boolean isFlaggedByOther) {
        int index = index(label);
        counts[index]++;
        counts[index + UNITS] += units;
        if (isFlagged) {
            addFlagged(index + FLAGGED, units);
        }
        if (isFlaggedByOther) {
            addFlagged(index + 2 * FLAGGED, units);
        }
    }

    private void addFlagged(int index, long units) {
        counts[index]++;
        counts[index + UNITS] += units;
    }

    /** Adds a labelled transaction to those that a rule has decided. */
    void addRule(boolean isOther, int rule, Label label) {
        counts[ruleIndex(isOther, rule, label)]++;
    }

    /** Transactions with that label. */
    public long transactions(Label label) {
        return counts[index(label)];
    }

    /** The amounts of these. */
    public long units(Label label) {
        return counts[index(label) + UNITS];
    }

    /** Transactions with that label that the set, or the other one, flags. */
    public long flagged(boolean isOther, Label label) {
        return counts[index(label) + (isOther ? 2 : 1) * FLAGGED];
    }

    /** The amounts of these. */
    public long flaggedUnits(boolean isOther, Label label) {
        return counts[index(label) + (isOther ? 2 : 1) * FLAGGED + UNITS];
    }

    /** Transactions with that label that a rule has decided; of 0, what points have, when that is not an approval. */
    public long decided(boolean isOther, int rule, Label label) {
        return counts[ruleIndex(isOther, rule, label)];
    }

    /** Of the labelled transactions that the set, or the other one, flags, the share that is fraud; empty: unknown. */
    public OptionalDouble precision(boolean isOther) {
        return precision(flagged(isOther, Label.FRAUD), flagged(isOther, Label.GENUINE));
    }

    /** The same of those that a rule has decided. */
    public OptionalDouble precision(boolean isOther, int rule) {
        return precision(decided(isOther, rule, Label.FRAUD), decided(isOther, rule, Label.GENUINE));
    }

    /** Where nothing is labelled as genuine, every set would be right. */
    private OptionalDouble precision(long hit, long wrong) {
        return transactions(Label.GENUINE) == 0 ? OptionalDouble.empty() : share(hit, hit + wrong);
    }

    /** Of the fraud, the share that the set, or the other one, flags; empty: there is none. */
    public OptionalDouble recall(boolean isOther) {
        return share(flagged(isOther, Label.FRAUD), transactions(Label.FRAUD));
    }

    /** The same by amounts. */
    public OptionalDouble recallByAmount(boolean isOther) {
        return share(flaggedUnits(isOther, Label.FRAUD), units(Label.FRAUD));
    }

    /** Of the fraud, the share that a rule has decided; empty: there is none. */
    public OptionalDouble recall(boolean isOther, int rule) {
        return share(decided(isOther, rule, Label.FRAUD), transactions(Label.FRAUD));
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
