package com.hazelcast.certification.backtest;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.CompactTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What a backtest, or a part of one, has counted. Parts are added in any order and come to the same, bit by bit: all are whole numbers.
 * Sums over cards of squares and products are kept for bounds. Units are minor units by {@link BacktestPlan#currency}. Not thread-safe.
 *
 * <p>As {@code long}s, one behind the other:
 *
 * <pre>
 *  cards | transactions, sums | units, sums | changes 4 x 4 x 2 | changed | changed units | rules of the set | rules of the other | labels
 * </pre>
 */
public final class BacktestTally {
    /** Examples that are kept of a rule. */
    public static final int EXAMPLES = 3;

    /** Of a normal distribution: 95 % lie inside. */
    private static final double DEVIATIONS = 1.96;

    /** The rule of three: what none of n cards shows, at most 3/n of all cards do, with 95 %. */
    private static final double UNSEEN_CARDS = 3;

    private static final int ACTIONS = Action.values().length;
    private static final int CARDS = 0;
    private static final int TRANSACTIONS = 1;
    private static final int TRANSACTIONS_SQUARED = 2;
    private static final int UNITS = 3;
    private static final int UNITS_SQUARED = 4;
    private static final int MOVES = UNITS_SQUARED + 2;
    private static final int CHANGED = MOVES + 2 * ACTIONS * ACTIONS;
    private static final int CHANGED_UNITS = CHANGED + 4;
    private static final int RULES = CHANGED_UNITS + 5;

    /** Of a rule: transactions, units, cards, sum of squares, sum of products with all transactions of the card. */
    private static final int RULE_STEP = 5;

    private final int ruleCount;
    private final long[] counts;
    private final LabelTally labels;
    private final List<Example> examples = new ArrayList<>();

    /**
     * A transaction that a rule has decided, or that only the other set has not approved. Of the same plan always the same are kept:
     * those with the least order.
     *
     * @param rule that decided, 0 for points or none
     * @param otherRule that decided in the other set; of what is recorded, the number that it is counted under
     */
    public record Example(
            int rule,
            Action action,
            int otherRule,
            Action otherAction,
            long order,
            long card,
            long times,
            long payment,
            int outcome)
            implements CompactTransaction {
        static final int LONGS = 7;

        private void writeTo(long[] target, int offset) {
            target[offset] = (long) rule << 16 | action.ordinal() << 8 | otherAction.ordinal();
            target[offset + 1] = otherRule;
            target[offset + 2] = order;
            target[offset + 3] = card;
            target[offset + 4] = times;
            target[offset + 5] = payment;
            target[offset + 6] = outcome;
        }

        private static Example of(long[] source, int offset) {
            Action[] actions = Action.values();
            int head = (int) source[offset];
            return new Example(
                    head >>> 16,
                    actions[head >>> 8 & 0xff],
                    (int) source[offset + 1],
                    actions[head & 0xff],
                    source[offset + 2],
                    source[offset + 3],
                    source[offset + 4],
                    source[offset + 5],
                    (int) source[offset + 6]);
        }
    }

    /**
     * Nothing counted yet.
     *
     * @param ruleCount rules of the set
     * @param otherCount rules of the other, or the greatest number that what is recorded is counted under
     */
    BacktestTally(int ruleCount, int otherCount) {
        this(ruleCount, otherCount, new long[size(ruleCount, otherCount)]);
    }

    private BacktestTally(int ruleCount, int otherCount, long[] counts) {
        this.ruleCount = ruleCount;
        this.counts = counts;
        this.labels = new LabelTally(counts, counts.length - LabelTally.size(ruleCount, otherCount), ruleCount);
    }

    private static int size(int ruleCount, int otherCount) {
        return RULES + RULE_STEP * (ruleCount + 1 + otherCount + 1) + LabelTally.size(ruleCount, otherCount);
    }

    // What one card adds.

    /** Adds a decided transaction to the counts that need no card. */
    void addMove(Action before, Action after, long units) {
        int index = MOVES + 2 * (before.ordinal() * ACTIONS + after.ordinal());
        counts[index]++;
        counts[index + 1] += units;
    }

    /** Adds a card with so many decided transactions. */
    void addCard(long transactions, long units, long changed, long changedUnits) {
        counts[CARDS]++;
        counts[TRANSACTIONS] += transactions;
        counts[TRANSACTIONS_SQUARED] += transactions * transactions;
        counts[UNITS] += units;
        addProduct(UNITS_SQUARED, units, units);
        if (changed > 0) {
            counts[CHANGED] += changed;
            counts[CHANGED + 1]++;
            counts[CHANGED + 2] += changed * changed;
            counts[CHANGED + 3] += changed * transactions;
            counts[CHANGED_UNITS] += changedUnits;
            addProduct(CHANGED_UNITS + 1, changedUnits, changedUnits);
            addProduct(CHANGED_UNITS + 3, changedUnits, units);
        }
    }

    /** Adds what a rule has decided of a card. */
    void addRule(boolean isOther, int rule, long decided, long units, long transactions) {
        int index = ruleIndex(isOther, rule);
        counts[index] += decided;
        counts[index + 1] += units;
        counts[index + 2]++;
        counts[index + 3] += decided * decided;
        counts[index + 4] += decided * transactions;
    }

    private int ruleIndex(boolean isOther, int rule) {
        return RULES + RULE_STEP * (isOther ? ruleCount + 1 + rule : rule);
    }

    /** Adds a product to two words: the squares of a card's amounts do not fit into one. */
    private void addProduct(int index, long a, long b) {
        addWide(index, a * b, Math.multiplyHigh(a, b));
    }

    private void addWide(int index, long low, long high) {
        long sum = counts[index] + low;
        counts[index + 1] += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        counts[index] = sum;
    }

    private double wide(int index) {
        double low = counts[index] >= 0 ? counts[index] : counts[index] + 0x1p64;
        return counts[index + 1] * 0x1p64 + low;
    }

    /** Offers an example; the rule's {@value #EXAMPLES} with the least order stay. */
    void addExample(Example example) {
        int of = 0;
        int last = -1;
        for (int i = 0; i < examples.size(); i++) {
            Example kept = examples.get(i);
            if (kept.rule() == example.rule()) {
                of++;
                last = last < 0 || kept.order() > examples.get(last).order() ? i : last;
            }
        }
        if (of < EXAMPLES) {
            examples.add(example);
        } else if (example.order() < examples.get(last).order()) {
            examples.set(last, example);
        }
    }

    /** Adds another part. */
    public void add(BacktestTally other) {
        for (int i = 0; i < counts.length; i++) {
            if (i == UNITS_SQUARED || i == CHANGED_UNITS + 1 || i == CHANGED_UNITS + 3) {
                addWide(i, other.counts[i], other.counts[i + 1]);
                i++;
            } else {
                counts[i] += other.counts[i];
            }
        }
        other.examples.forEach(this::addExample);
    }

    // What was counted.

    /** Cards of the sample with a transaction in the days. */
    public long cards() {
        return counts[CARDS];
    }

    /** Their transactions in these days. */
    public long transactions() {
        return counts[TRANSACTIONS];
    }

    /** The amounts of these. */
    public long units() {
        return counts[UNITS];
    }

    /** Transactions that the other set, or the record, gives one action and the set another. */
    public long moved(Action before, Action after) {
        return counts[MOVES + 2 * (before.ordinal() * ACTIONS + after.ordinal())];
    }

    /** The amounts of these. */
    public long movedUnits(Action before, Action after) {
        return counts[MOVES + 2 * (before.ordinal() * ACTIONS + after.ordinal()) + 1];
    }

    /** Transactions whose action would change. */
    public long changed() {
        return counts[CHANGED];
    }

    /** Cards that have one. */
    public long cardsChanged() {
        return counts[CHANGED + 1];
    }

    /** The amounts of these transactions. */
    public long changedUnits() {
        return counts[CHANGED_UNITS];
    }

    /** Transactions that a rule has decided; of 0, what points have, when that is not an approval. */
    public long decided(boolean isOther, int rule) {
        return counts[ruleIndex(isOther, rule)];
    }

    /** The amounts of these. */
    public long decidedUnits(boolean isOther, int rule) {
        return counts[ruleIndex(isOther, rule) + 1];
    }

    /** Cards that have one. */
    public long decidedCards(boolean isOther, int rule) {
        return counts[ruleIndex(isOther, rule) + 2];
    }

    /** What was counted of transactions with a label. */
    public LabelTally labels() {
        return labels;
    }

    /** The examples, by rule and order. */
    public List<Example> examples() {
        return examples.stream()
                .sorted(Comparator.comparingInt(Example::rule).thenComparingLong(Example::order))
                .toList();
    }

    // Bounds: 95 % of samples of so many cards come to a share that is nearer to that of all cards.

    /** Bound on the share of transactions that change. */
    public double changedBound(double sample) {
        return bound(CHANGED, CHANGED + 2, sample);
    }

    /** Bound on the share of the amounts that changes. */
    public double changedUnitsBound(double sample) {
        double squares = wide(CHANGED_UNITS + 1);
        double products = wide(CHANGED_UNITS + 3);
        return bound(changedUnits(), squares, products, units(), wide(UNITS_SQUARED), sample);
    }

    /** Bound on the share of cards that have a change. */
    public double cardsChangedBound(double sample) {
        double changed = cardsChanged();
        double cards = cards();
        return bound(changed, changed, changed, cards, cards, sample);
    }

    /** Bound on the share of transactions that a rule decides. */
    public double decidedBound(boolean isOther, int rule, double sample) {
        int index = ruleIndex(isOther, rule);
        return bound(index, index + 3, sample);
    }

    /** @param squares where the sum of squares is, and behind it that of products */
    private double bound(int sum, int squares, double sample) {
        return bound(
                counts[sum],
                counts[squares],
                counts[squares + 1],
                transactions(),
                counts[TRANSACTIONS_SQUARED],
                sample);
    }

    /**
     * Of the ratio of two sums over sampled cards (Cochran, "Sampling Techniques", 1977, 6.4), and at least that of the rule of three (Hanley and
     * Lippman-Hand, JAMA 249, 1983): where no card, or each card, of a sample changes, the first is 0.
     */
    private double bound(
            double sum, double squares, double products, double total, double totalSquares, double sample) {
        if (total == 0) {
            return 0;
        }
        double ratio = sum / total;
        double residuals = Math.max(0, squares - 2 * ratio * products + ratio * ratio * totalSquares);
        double bound = DEVIATIONS * Math.sqrt((1 - sample) * residuals) / total;
        return sample < 1 ? Math.max(bound, Math.min(1, UNSEEN_CARDS / cards())) : bound;
    }

    /** Leaves out the examples of that card. */
    void forget(long card) {
        boolean unused = examples.removeIf(example -> example.card() == card);
    }

    // On its way.

    /** As longs. */
    long[] toLongs() {
        long[] longs = Arrays.copyOf(counts, counts.length + examples.size() * Example.LONGS);
        for (int i = 0; i < examples.size(); i++) {
            examples.get(i).writeTo(longs, counts.length + i * Example.LONGS);
        }
        return longs;
    }

    /** What {@link #toLongs} wrote. */
    static BacktestTally of(long[] longs, int ruleCount, int otherCount) {
        int size = size(ruleCount, otherCount);
        BacktestTally tally = new BacktestTally(ruleCount, otherCount, Arrays.copyOf(longs, size));
        for (int i = size; i < longs.length; i += Example.LONGS) {
            tally.examples.add(Example.of(longs, i));
        }
        return tally;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BacktestTally tally
                && Arrays.equals(counts, tally.counts)
                && examples().equals(tally.examples());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }
}
