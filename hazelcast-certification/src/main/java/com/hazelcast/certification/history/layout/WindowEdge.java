package com.hazelcast.certification.history.layout;

/**
 * Where a window over a card's entries ends on the old side, in one word of the {@code CardTable}, so that its count and its sum
 * are known without a walk:
 *
 * <pre>
 *  63          48           36                    0
 *  | next tick 16 | count + 1 12 | sum 36 (units)  |    0: nothing is known
 * </pre>
 *
 * <p>The window has one of the widths whose sums are kept ({@code HistoryLimits.isKept}) and ends with the card's newest entry. <b>count</b> and
 * <b>sum</b> are of the entries <em>outside</em>: a new transaction changes neither. <b>next tick</b>: the beginning of the
 * tick of 2^17 ms (131 s) of the oldest entry inside, modulo 65,536 (99 days). As long as a window that has moved on does not
 * reach it, no entry has left. It may be too early, when that entry has been dropped, but never too late.
 *
 * <p>A sum that does not fit is not known. Why windows are kept so: {@code docs/decisions/0024-windows-are-kept-beside-the-card.md}.
 */
public final class WindowEdge {
    /** Nothing is known. */
    public static final long UNKNOWN = 0;

    private static final int SUM_BITS = 36;

    /** A larger sum does not fit, and the edge is unknown then. */
    private static final long SUM_MAX = (1L << SUM_BITS) - 1;

    private static final int COUNT_BITS = 12;

    /** One less than what fits, which stands for nothing known. */
    private static final int COUNT_MAX = (1 << COUNT_BITS) - 2;

    private static final long ONE = 1L << SUM_BITS;
    private static final int NEXT_SHIFT = SUM_BITS + COUNT_BITS;
    private static final int NEXT_MASK = (1 << Long.SIZE - NEXT_SHIFT) - 1;
    private static final int TICK_MS_SHIFT = 17;

    private WindowEdge() {}

    /**
     * An edge, or {@link #UNKNOWN} when it does not fit.
     *
     * @param nextMs time of the oldest entry inside
     * @param count of the entries outside
     * @param sumUnits of these
     */
    public static long of(long nextMs, int count, long sumUnits) {
        if (count > COUNT_MAX || sumUnits > SUM_MAX) {
            return UNKNOWN;
        }
        return nextMs >>> TICK_MS_SHIFT << NEXT_SHIFT | (count + 1) * ONE | sumUnits;
    }

    /** Entries outside; not of {@link #UNKNOWN}. */
    public static int count(long edge) {
        return (int) (edge >>> SUM_BITS & (1 << COUNT_BITS) - 1) - 1;
    }

    /** Sum of the entries outside. */
    public static long sumUnits(long edge) {
        return edge & SUM_MAX;
    }

    /** A moment that no entry inside is before. */
    public static long nextMs(long edge, long newestMs) {
        long newestTick = newestMs >>> TICK_MS_SHIFT;
        return newestTick - (newestTick - (edge >>> NEXT_SHIFT) & NEXT_MASK) << TICK_MS_SHIFT;
    }

    /** Whether no entry inside is at or before that moment, at which the window begins now. */
    public static boolean holdsAfter(long edge, long newestMs, long afterMs) {
        return edge != UNKNOWN && afterMs < nextMs(edge, newestMs);
    }

    /** The edge when an older entry than the newest has come. */
    public static long withLate(long edge, long widthMs, long newestMs, long timeMs, int amountUnits) {
        if (edge == UNKNOWN) {
            return UNKNOWN;
        }
        long nextMs = nextMs(edge, newestMs);
        return timeMs <= newestMs - widthMs
                ? of(nextMs, count(edge) + 1, sumUnits(edge) + amountUnits)
                : of(Math.min(nextMs, timeMs), count(edge), sumUnits(edge));
    }

    /** The edge when the oldest entries have gone, the newest not among them. */
    public static long withoutOldest(long edge, long newestMs, int dropped, long droppedUnits) {
        if (edge == UNKNOWN) {
            return UNKNOWN;
        }
        long nextMs = nextMs(edge, newestMs);
        return dropped < count(edge)
                ? of(nextMs, count(edge) - dropped, sumUnits(edge) - droppedUnits)
                : of(nextMs, 0, 0);
    }
}
