package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.WindowEdge;

/**
 * What one walk has found about all windows of the {@linkplain HistoryLimits#edgeWidthMs kept widths} that end with a transaction
 * which is about to be inserted as the newest: count and sum of the entries outside of each. It answers the rules, and then becomes the
 * card's {@link WindowEdge}s. What was outside of a window stays outside, so the walk looks at the entries that have left since, and at
 * one entry of each newer chunk. Reused; single-threaded; allocates nothing.
 */
final class EdgeWalk {
    private static final long NOTHING = Long.MIN_VALUE;

    private final int[] outside = new int[HistoryLimits.EDGES];
    private final long[] outsideUnits = new long[HistoryLimits.EDGES];
    private final long[] nextMs = new long[HistoryLimits.EDGES];
    private long timeMs = NOTHING;

    /** Time of the last entry that the walk has passed or looked at. */
    private long lastMs;

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
     * @param table with what is known of the edges, and the card's mark
     * @param slot of the card
     */
    void collect(ChunkWalk walk, CardTable table, int slot, long newestMs) {
        timeMs = newestMs;
        begin(walk, table, slot);
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long word = table.edgeAt(slot, edge);
            boolean isKnown = word != WindowEdge.UNKNOWN;
            pass(walk, table, slot, HistoryLimits.edgeWidthMs(edge));
            outside[edge] = walk.left();
            nextMs[edge] = lastMs;
            outsideUnits[edge] =
                    (isKnown ? WindowEdge.sumUnits(word) : 0) + sumUntil(walk, isKnown ? WindowEdge.count(word) : 0);
        }
    }

    /** Whether a walk begins at the card's mark, if one more entry has left the narrowest window. */
    static boolean beginsAtMark(CardTable table, int slot) {
        int mark = table.markAt(slot);
        int toMark = (ChunkLayout.behind(mark) + 1) * ChunkLayout.ENTRIES - CardSlot.skip(table.wordAt(slot));
        return mark != ChunkLayout.UNMARKED && WindowEdge.count(table.edgeAt(slot, 0)) + 1 < toMark;
    }

    /** Puts the walk on the card's mark, unless the narrowest window has left that behind; it is set anew then. */
    private void begin(ChunkWalk walk, CardTable table, int slot) {
        long afterMs = timeMs - HistoryLimits.edgeWidthMs(0);
        int mark = table.markAt(slot);
        if (mark != ChunkLayout.UNMARKED) {
            walk.rewindTo(mark);
            lastMs = walk.passNewer(afterMs, NOTHING);
            if (lastMs != NOTHING) {
                return;
            }
        }
        walk.rewind();
        lastMs = walk.passNewer(afterMs, timeMs);
        table.setMark(slot, walk.markAhead());
    }

    /** Passes the window of that width, also when the walk has passed more of late. */
    private void pass(ChunkWalk walk, CardTable table, int slot, long widthMs) {
        long afterMs = timeMs - widthMs;
        if (lastMs <= afterMs) {
            begin(walk, table, slot);
        }
        lastMs = walk.passNewer(afterMs, lastMs);
    }

    /** The sum of the entries to come, until so many are left. */
    private long sumUntil(ChunkWalk walk, int left) {
        long units = 0;
        while (walk.left() > left) {
            boolean unused = walk.next();
            units += walk.amountUnits();
            lastMs = walk.timeMs();
        }
        return units;
    }

    /** How many entries are a horizon older than the transaction, after {@link #collect} of the same. */
    int expired(ChunkWalk walk, CardTable table, int slot) {
        pass(walk, table, slot, HistoryLimits.HORIZON_MS);
        return walk.left();
    }

    /** Records that the oldest entries, not all, have been dropped. */
    void dropOldest(int dropped, long droppedUnits) {
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            boolean isOutside = dropped < outside[edge];
            outside[edge] = isOutside ? outside[edge] - dropped : 0;
            outsideUnits[edge] = isOutside ? outsideUnits[edge] - droppedUnits : 0;
        }
    }

    /**
     * Puts count and sum of the window of an edge into another object.
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
