package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** What sets in the shadow would have decided. */
public record ShadowFigures(List<OfSet> sets) {
    /** Examples that are kept of each move. */
    public static final int EXAMPLES = 3;

    private static final int ACTIONS = Action.values().length;

    /**
     * A set.
     *
     * @param number of the set
     * @param ruleCounts by number of the rule that would have decided; 0: none
     * @param moves transactions from each action that was taken (times the number of actions) to each that the set would have taken
     * @param failures transactions on which it raised an exception
     * @param examples of each move to another action the newest
     */
    public record OfSet(
            int number, List<Long> ruleCounts, List<Long> moves, long failures, List<ShadowExample> examples) {
        public OfSet {
            // A member of a release before has none.
            examples = List.copyOf(Objects.requireNonNullElse(examples, List.<ShadowExample>of()));
        }

        /** Transactions on which it has run. */
        public long transactions() {
            return moves.stream().mapToLong(Long::longValue).sum();
        }

        /** Transactions of which the first action was taken, and on which the set would have taken the second. */
        public long moved(Action taken, Action shadow) {
            return moves.get(taken.ordinal() * ACTIONS + shadow.ordinal());
        }
    }

    /** Those of several members together. */
    public static ShadowFigures sum(List<ShadowFigures> members) {
        List<OfSet> sum = new ArrayList<>();
        for (ShadowFigures member : members) {
            for (OfSet set : member.sets) {
                OfSet known = sum.stream()
                        .filter(other -> other.number == set.number)
                        .findFirst()
                        .orElse(null);
                if (known != null) {
                    sum.remove(known);
                }
                sum.add(known == null ? set : added(known, set));
            }
        }
        return new ShadowFigures(sum);
    }

    private static OfSet added(OfSet one, OfSet other) {
        return new OfSet(
                one.number,
                added(one.ruleCounts, other.ruleCounts),
                added(one.moves, other.moves),
                one.failures + other.failures,
                newest(one.examples, other.examples));
    }

    private static List<ShadowExample> newest(List<ShadowExample> one, List<ShadowExample> other) {
        List<ShadowExample> sorted = new ArrayList<>(one);
        sorted.addAll(other);
        sorted.sort(Comparator.comparing(ShadowExample::taken)
                .thenComparing(ShadowExample::shadow)
                .thenComparing(ShadowExample::timeMs, Comparator.reverseOrder()));
        List<ShadowExample> newest = new ArrayList<>();
        for (ShadowExample example : sorted) {
            if (newest.stream().filter(example::isMoveOf).count() < EXAMPLES) {
                newest.add(example);
            }
        }
        return newest;
    }

    private static List<Long> added(List<Long> one, List<Long> other) {
        List<Long> sum = new ArrayList<>();
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            sum.add((i < one.size() ? one.get(i) : 0) + (i < other.size() ? other.get(i) : 0));
        }
        return sum;
    }

    /**
     * A transaction that a set in the shadow would have given another action. Immutable.
     *
     * @param taken the action that was taken
     * @param shadow the one that the set would have taken
     * @param rule number of the rule that would have decided; 0: none, or points
     * @param card masked
     * @param timeMs of the transaction
     */
    public record ShadowExample(
            Action taken,
            Action shadow,
            int rule,
            String card,
            long timeMs,
            long amountUnits,
            int country,
            int merchant) {
        /** Of a transaction as histories have it. */
        public static ShadowExample of(Action taken, Action shadow, int rule, long card, long times, long payment) {
            return new ShadowExample(
                    taken,
                    shadow,
                    rule,
                    Pan.masked(card),
                    TransactionLayout.timeMs(times),
                    TransactionLayout.amountUnits(payment),
                    TransactionLayout.country(times),
                    TransactionLayout.merchant(payment));
        }

        /** Whether it moves from and to the same actions. */
        boolean isMoveOf(ShadowExample other) {
            return taken == other.taken && shadow == other.shadow;
        }
    }
}
