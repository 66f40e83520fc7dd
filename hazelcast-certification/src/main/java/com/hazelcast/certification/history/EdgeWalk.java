package com.hazelcast.certification.history;

/**
 * What one walk has found about all windows of the {@linkplain HistoryLimits#edgeWidthMs kept widths} that end with a transaction
 * which is about to be inserted as the newest. It answers the rules, and then becomes the card's {@link WindowEdge}s. Reused;
 * single-threaded; allocates nothing.
 */
final class EdgeWalk {
    private static final long NOTHING = -1;

    private final int[] counts = new int[HistoryLimits.EDGES];
    private final long[] sumsUnits = new long[HistoryLimits.EDGES];
    private final long[] nextMs = new long[HistoryLimits.EDGES];
    private long timeMs = NOTHING;

    void forget() {
        timeMs = NOTHING;
    }

    boolean isOf(long otherMs) {
        return timeMs == otherMs;
    }

    /** Walks the entries, which are not newer than that time, as far as the widest window reaches. */
    void collect(HistoryCursor entries, long newestMs) {
        int count = 0;
        long sumUnits = 0;
        long oldestInsideMs = newestMs;
        entries.rewind();
        boolean hasEntry = entries.next();
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long afterMs = newestMs - HistoryLimits.edgeWidthMs(edge);
            while (hasEntry && entries.timeMs() > afterMs) {
                oldestInsideMs = entries.timeMs();
                count++;
                sumUnits += entries.amountUnits();
                hasEntry = entries.next();
            }
            counts[edge] = count;
            sumsUnits[edge] = sumUnits;
            nextMs[edge] = oldestInsideMs;
        }
        timeMs = newestMs;
    }

    void putInside(int edge, WindowSum into) {
        into.set(counts[edge], sumsUnits[edge]);
    }

    /**
     * The edge for the card's slot.
     *
     * @param count of all entries that were walked, and those behind
     * @param sumUnits of the same
     */
    long edge(int edge, int count, long sumUnits) {
        return WindowEdge.of(nextMs[edge], count - counts[edge], sumUnits - sumsUnits[edge]);
    }
}
