package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Window;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a walk has to know of the aggregates of a class. Their sliding windows, narrowest first: a walk from the newest entry
 * leaves them in this order. Aggregates leave with their window, without a look at the entry behind it. The others are bits.
 * Immutable.
 */
final class AggregateGroup {
    /** A walk for windows of that width and narrower ones ends soon: behind the entries of a day. */
    private static final long NARROW_MS = HistoryLimits.DAY_MS;

    /** So many entries inside of it are a burst: rules about those may decide. */
    private static final int BURST_ENTRIES = 3;

    private final long[] widthsMs;
    private final long[] aggregates;
    private final long totals;
    private long narrow;
    private long includingThis;
    private long ordered;
    private long running;
    private long withValues;
    private long finished;
    private long counts;
    private long settleable;

    AggregateGroup(List<AggregatePlan> group) {
        Map<Long, Long> byWidth = new TreeMap<>();
        long counted = 0;
        for (int i = 0; i < group.size(); i++) {
            Aggregate aggregate = group.get(i).aggregate();
            sort(group.get(i), 1L << i);
            if (aggregate.window() instanceof Window.Sliding sliding && sliding.widthMs() < HistoryLimits.HORIZON_MS) {
                byWidth.merge(sliding.widthMs(), 1L << i, (a, b) -> a | b);
                counted |= isTotal(aggregate) ? 1L << i : 0;
            }
        }
        widthsMs = byWidth.keySet().stream().mapToLong(Long::longValue).toArray();
        aggregates = byWidth.values().stream().mapToLong(Long::longValue).toArray();
        totals = counted;
    }

    /** Whether a walk for it ends soon. */
    static boolean isNarrow(Aggregate aggregate) {
        return aggregate.window() instanceof Window.Sliding sliding && sliding.widthMs() <= NARROW_MS;
    }

    private void sort(AggregatePlan plan, long bit) {
        AggregateKind kind = plan.aggregate().kind();
        boolean hasValues = kind == AggregateKind.DISTINCT || kind == AggregateKind.MOST_FREQUENT;
        narrow |= isNarrow(plan.aggregate()) ? bit : 0;
        includingThis |= plan.aggregate().isIncludingThis() ? bit : 0;
        ordered |= plan.isOrdered() ? bit : 0;
        running |= plan.runningFrom() < plan.runningTo() ? bit : 0;
        withValues |= hasValues ? bit : 0;
        finished |= hasValues || kind == AggregateKind.AVG ? bit : 0;
        counts |= kind == AggregateKind.COUNT ? bit : 0;
        settleable |= plan.least() != Long.MIN_VALUE || plan.flags() != 0 ? bit : 0;
    }

    private static boolean isTotal(Aggregate aggregate) {
        boolean isCount = aggregate.kind() == AggregateKind.COUNT;
        boolean isOfAmounts = (aggregate.kind() == AggregateKind.SUM || aggregate.kind() == AggregateKind.AVG)
                && aggregate.value().equals(new EntryField(Field.AMOUNT));
        return aggregate.isUnfiltered() && (isCount || isOfAmounts);
    }

    /**
     * Which of the aggregates that are needed the walk for one of them is to find: all, or, when it is for a narrow window of a
     * card with a burst, the narrow ones. When their rule decides, nobody needs the others, and the older entries stay unread.
     * When it does not, another walk finds the others, and passes the burst again. Reads the newest entries.
     *
     * @param needed as bits, as what is returned
     * @param timeMs of the transaction
     */
    long walkedWith(int index, long needed, long timeMs, HistoryCursor earlier) {
        boolean mayWait = (narrow & 1L << index) != 0 && (needed & ~narrow) != 0;
        boolean isBurst =
                mayWait && earlier.count() >= BURST_ENTRIES && earlier.holdsNewer(BURST_ENTRIES, timeMs - NARROW_MS);
        return isBurst ? needed & narrow : needed;
    }

    /** Whether a walk for these, as bits, ends soon. */
    boolean isNarrow(long needed) {
        return (needed & ~narrow) == 0;
    }

    /** Different widths. */
    int size() {
        return widthsMs.length;
    }

    long widthMs(int index) {
        return widthsMs[index];
    }

    /** The aggregates over windows of that width, as bits. */
    long aggregates(int index) {
        return aggregates[index];
    }

    /**
     * Those that are the count, the sum or the average of all entries in their window: what a walk has passed when it leaves
     * the window. No entry has to be shown to them one by one.
     */
    long totals() {
        return totals;
    }

    /** Those that have the transaction itself as an entry. */
    long includingThis() {
        return includingThis;
    }

    /** Those to which the transaction must be shown in its place among the entries. */
    long ordered() {
        return ordered;
    }

    /** Those with running counts. */
    long running() {
        return running;
    }

    /** Those that keep the values that they have seen. */
    long withValues() {
        return withValues;
    }

    /** Those whose value is worked out behind the last entry. */
    long finished() {
        return finished;
    }

    /** Those that are how many entries there are. */
    long counts() {
        return counts;
    }

    /** Of those that a walk finds, the ones that may need none although the card has entries. */
    long settleable() {
        return settleable;
    }
}
