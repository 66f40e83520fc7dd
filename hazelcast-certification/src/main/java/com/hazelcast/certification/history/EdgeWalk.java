package com.hazelcast.certification.history;

import java.util.Arrays;

/**
 * What one walk has found about all windows of the {@linkplain HistoryLimits#edgeWidthMs kept widths} that end with a transaction
 * which is about to be inserted as the newest: count and sum of the entries outside of each. It answers the rules, and then becomes the
 * card's {@link WindowEdge}s. What was outside of a window stays outside, so the walk looks at the entries that have left since, and at
 * one entry of each newer chunk. Reused; single-threaded; allocates nothing.
 */
final class EdgeWalk {
    private static final long NOTHING = Long.MIN_VALUE;

    /** So many chunks of the narrowest window are behind a new mark: a card may have ten transactions or more until it needs another. */
    private static final int AHEAD = 2;

    private final int[] known = new int[HistoryLimits.EDGES];
    private final int[] outside = new int[HistoryLimits.EDGES];
    private final long[] outsideUnits = new long[HistoryLimits.EDGES];
    private final long[] nextMs = new long[HistoryLimits.EDGES];
    private long timeMs = NOTHING;
    private int expired;

    void forget() {
        timeMs = NOTHING;
    }

    boolean isOf(long otherMs) {
        return timeMs == otherMs;
    }

    /**
     * Finds the edges for a transaction.
     *
     * @param walk over the card, which has entries, none of them newer
     * @param table with what is known of the edges
     * @param slot of the card
     */
    void collect(ChunkWalk walk, CardTable table, int slot, long newestMs) {
        int seen = Integer.MAX_VALUE;
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long word = table.edgeAt(slot, edge);
            boolean isKnown = word != WindowEdge.UNKNOWN;
            known[edge] = isKnown ? WindowEdge.count(word) : 0;
            outsideUnits[edge] = isKnown ? WindowEdge.sumUnits(word) : 0;
            seen = Math.min(seen, known[edge]);
        }
        long passedMs = passWindow(walk, table, slot, newestMs);
        expired = 0;
        int found = 0;
        while (walk.left() > 0 && (found < HistoryLimits.EDGES || walk.left() > seen)) {
            boolean unused = walk.next();
            int older = walk.left();
            long entryMs = walk.timeMs();
            while (found < HistoryLimits.EDGES && entryMs <= newestMs - HistoryLimits.edgeWidthMs(found)) {
                outside[found] = older + 1;
                nextMs[found] = passedMs;
                found++;
            }
            if (expired == 0 && entryMs <= newestMs - HistoryLimits.HORIZON_MS) {
                expired = older + 1;
            }
            for (int edge = 0; edge < found; edge++) {
                if (older >= known[edge]) {
                    outsideUnits[edge] += walk.amountUnits();
                }
            }
            passedMs = entryMs;
        }
        Arrays.fill(outside, found, HistoryLimits.EDGES, 0);
        Arrays.fill(nextMs, found, HistoryLimits.EDGES, passedMs);
        timeMs = newestMs;
    }

    /** Passes the narrowest window. Begins at the card's mark, unless the window has left it behind; it is set anew then. */
    private static long passWindow(ChunkWalk walk, CardTable table, int slot, long newestMs) {
        long afterMs = newestMs - HistoryLimits.edgeWidthMs(0);
        int mark = table.markAt(slot);
        if (mark != ChunkLayout.UNMARKED) {
            walk.rewindTo(mark);
            long passedMs = walk.passNewer(afterMs, NOTHING);
            if (passedMs != NOTHING) {
                return passedMs;
            }
        }
        walk.rewind();
        long passedMs = walk.passNewer(afterMs, newestMs);
        table.setMark(slot, walk.markOf((walk.left() + walk.skip) / ChunkLayout.ENTRIES + AHEAD));
        return passedMs;
    }

    /** How many entries are a horizon older than the transaction, after {@link #collect} with the same walk. */
    int expired(ChunkWalk walk) {
        if (expired == 0) {
            long unused = walk.passNewer(timeMs - HistoryLimits.HORIZON_MS, timeMs);
            expired = walk.left();
        }
        return expired;
    }

    /** Says that the oldest entries, not all, have been dropped. */
    void dropOldest(int dropped, long droppedUnits) {
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            boolean isOutside = dropped < outside[edge];
            outside[edge] = isOutside ? outside[edge] - dropped : 0;
            outsideUnits[edge] = isOutside ? outsideUnits[edge] - droppedUnits : 0;
        }
    }

    /**
     * Tells the window of an edge.
     *
     * @param count of all entries
     * @param sumUnits of the same
     */
    void putInside(int edge, int count, long sumUnits, WindowSum into) {
        into.set(count - outside[edge], sumUnits - outsideUnits[edge]);
    }

    /** The edge for the card's slot. */
    long edge(int edge) {
        return WindowEdge.of(nextMs[edge], outside[edge], outsideUnits[edge]);
    }
}
