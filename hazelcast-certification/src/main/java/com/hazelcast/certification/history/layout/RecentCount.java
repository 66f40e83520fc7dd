package com.hazelcast.certification.history.layout;

/**
 * How many entries of a card are no older than a moment, in 16 bits of the {@code CardTable}:
 *
 * <pre>
 *  15      7 6       0
 *  | since 9 | count 7|
 * </pre>
 *
 * <p><b>since</b>: the beginning of a tick of 2^17 ms (131 s), modulo 512 (18 hours). It is at or before the newest entry
 * and less than 512 ticks older, so it is never ambiguous. <b>count</b>: {@link #COUNT_MAX} stands for that many or more, 0
 * for "nothing is known".
 *
 * <p>One count answers many questions: entries come and the windows that are asked for move on, but as long as at least so
 * many are no older than a moment inside the window, there are so many in the window; and as long as there are fewer since a
 * moment before it, there are fewer in it. See {@code docs/decisions/0009-a-count-kept-beside-the-card.md}.
 */
public final class RecentCount {
    /** Nothing is known. */
    public static final int NONE = 0;

    /** Bits that a count takes. */
    public static final int BITS = 16;

    private static final int COUNT_BITS = 7;

    /** The greatest count; it stands for more, too. */
    public static final int COUNT_MAX = (1 << COUNT_BITS) - 1;

    private static final int TICKS = 1 << (BITS - COUNT_BITS);
    private static final int TICK_MS_SHIFT = 17;

    private RecentCount() {}

    /** The last moment at or before the given one that a count can begin at. */
    public static long sinceMs(long timeMs) {
        return timeMs >>> TICK_MS_SHIFT << TICK_MS_SHIFT;
    }

    /**
     * The count of entries since such a moment, or {@link #NONE} when that is too long before the newest.
     *
     * @param entries 1 or more
     */
    public static int of(long sinceMs, long newestMs, int entries) {
        long sinceTick = sinceMs >>> TICK_MS_SHIFT;
        if ((newestMs >>> TICK_MS_SHIFT) - sinceTick >= TICKS) {
            return NONE;
        }
        return (int) (sinceTick % TICKS) << COUNT_BITS | Math.min(entries, COUNT_MAX);
    }

    public static int count(int recent) {
        return recent & COUNT_MAX;
    }

    /** The moment that a count begins at. */
    public static long sinceMs(int recent, long newestMs) {
        long newestTick = newestMs >>> TICK_MS_SHIFT;
        return newestTick - (newestTick - (recent >>> COUNT_BITS) & TICKS - 1) << TICK_MS_SHIFT;
    }

    /** The count with one more entry, of that time. */
    public static int withEntry(int recent, long newestMs, long timeMs) {
        long sinceMs = sinceMs(recent, newestMs);
        if (recent == NONE || timeMs < sinceMs) {
            return recent;
        }
        return of(sinceMs, Math.max(newestMs, timeMs), count(recent) + 1);
    }

    /** The count when all but the newest entries have been dropped. */
    public static int withNewest(int recent, int kept) {
        if (kept == 0) {
            return NONE;
        }
        return kept < count(recent) ? recent - count(recent) + kept : recent;
    }
}
