package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.WindowEdge;
import java.time.Duration;

/** Every limit of the histories. */
public final class HistoryLimits {
    /** Milliseconds in a day. */
    public static final long DAY_MS = 24L * 60 * 60 * 1000;

    /** Days that a history reaches back from its newest entry. */
    public static final int HORIZON_DAYS = 90;

    /** The same in milliseconds. An entry is inside when its time is greater than the newest's less this. */
    public static final long HORIZON_MS = HORIZON_DAYS * DAY_MS;

    /** How long a card may stay without an entry at most, in days: a {@link CardSlot} distinguishes no more. */
    public static final int EMPTY_CARD_DAYS_MAX = 100;

    /** The same in milliseconds. */
    public static final long EMPTY_CARD_MAX_MS = EMPTY_CARD_DAYS_MAX * DAY_MS;

    /**
     * Widths of the windows whose sums each card keeps, narrower first: see {@link WindowEdge}. They are those of the rules' averages
     * below the horizon. One more takes eight bytes a slot of the table.
     */
    private static final long[] EDGE_WIDTHS_MS = {60 * DAY_MS, 70 * DAY_MS};

    /** How many these are. */
    static final int EDGES = EDGE_WIDTHS_MS.length;

    /** Greatest bound on entries a card: the count takes twelve bits of the card's slot. */
    public static final int ENTRIES_PER_CARD_CEILING = 4095;

    /** Least bound on entries a card: a bound below a chunk could not drop whole chunks. */
    public static final int ENTRIES_PER_CARD_FLOOR = ChunkLayout.ENTRIES;

    /** Default bound: above the 400 entries that rule 33 asks for, so that every rule can hold. */
    public static final int ENTRIES_PER_CARD_DEFAULT = 512;

    /** A decision within that time of the transaction's own time is prompt. */
    public static final long PROMPT_MS = 60_000;

    /** The same as people and programs read it: {@code PT1M}. */
    public static final String PROMPT_WITHIN = Duration.ofMillis(PROMPT_MS).toString();

    private HistoryLimits() {}

    /**
     * Whether a transaction of that time that is decided at the other is decided promptly: at most a minute after its own time. One whose time
     * is ahead of the clock is.
     */
    public static boolean isPrompt(long timeMs, long decidedMs) {
        return decidedMs - timeMs <= PROMPT_MS;
    }

    /** Whether each card keeps count and sum of the window of that width. */
    public static boolean isKept(long widthMs) {
        return edgeOf(widthMs) >= 0;
    }

    /** Which of the kept widths it is; -1 when it is none. */
    static int edgeOf(long widthMs) {
        for (int edge = 0; edge < EDGES; edge++) {
            if (EDGE_WIDTHS_MS[edge] == widthMs) {
                return edge;
            }
        }
        return -1;
    }

    /** The width of a window whose sums are kept. */
    static long edgeWidthMs(int edge) {
        return EDGE_WIDTHS_MS[edge];
    }

    /**
     * The bound, when it is a possible one.
     *
     * @throws IllegalArgumentException when it is outside floor and ceiling
     */
    public static int requireEntriesPerCard(int entriesPerCardMax) {
        if (entriesPerCardMax < ENTRIES_PER_CARD_FLOOR || entriesPerCardMax > ENTRIES_PER_CARD_CEILING) {
            throw new IllegalArgumentException("the bound on entries a card must be " + ENTRIES_PER_CARD_FLOOR + " to "
                    + ENTRIES_PER_CARD_CEILING + ": entriesPerCardMax=" + entriesPerCardMax);
        }
        return entriesPerCardMax;
    }
}
