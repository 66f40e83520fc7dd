package com.hazelcast.certification.history;

/**
 * What a shard's table knows of a card, in one word:
 *
 * <pre>
 *  63               32 31         20 19  17 16          9 8       0
 *  | newest chunk 32  | count 12    | skip 3| oldest day 8| marks 9 |
 * </pre>
 *
 * <p><b>skip</b>: entries at the old end of the oldest chunk that have been dropped. Entries in chunks are thus {@code
 * count + skip}, and how far the newest chunk is filled follows from that. <b>oldest day</b>: the day number of the
 * oldest entry, modulo 256. The oldest entry is at most 90 days older than the newest, and an entry more than 90 days
 * newer than the newest drops them all, so the day is never ambiguous where it is used. <b>marks</b>: see {@link
 * HistoryCursor#marks()}.
 */
final class CardSlot {
    /** A card without entries. */
    static final long EMPTY = 0;

    static final int MARKS_MASK = (1 << 9) - 1;
    private static final int DAY_SHIFT = 9;
    private static final int DAY_MASK = (1 << 8) - 1;
    private static final int SKIP_SHIFT = DAY_SHIFT + 8;
    private static final int SKIP_MASK = (1 << 3) - 1;
    private static final int COUNT_SHIFT = SKIP_SHIFT + 3;
    private static final int COUNT_MASK = (1 << 12) - 1;
    private static final int CHUNK_SHIFT = 32;

    private CardSlot() {}

    static long of(int newestChunk, int count, int skip, int oldestDay, int marks) {
        return (long) newestChunk << CHUNK_SHIFT
                | (long) count << COUNT_SHIFT
                | (long) skip << SKIP_SHIFT
                | (long) (oldestDay & DAY_MASK) << DAY_SHIFT
                | marks;
    }

    static int newestChunk(long word) {
        return (int) (word >>> CHUNK_SHIFT);
    }

    static int count(long word) {
        return (int) (word >>> COUNT_SHIFT) & COUNT_MASK;
    }

    static int skip(long word) {
        return (int) (word >>> SKIP_SHIFT) & SKIP_MASK;
    }

    static int oldestDay(long word) {
        return (int) (word >>> DAY_SHIFT) & DAY_MASK;
    }

    static int marks(long word) {
        return (int) word & MARKS_MASK;
    }

    /** Day number of a time. */
    static int day(long timeMs) {
        return (int) (timeMs / HistoryLimits.DAY_MS);
    }

    /** Whether the oldest entry may be out of the horizon at that time; exact to a day, never false by mistake. */
    static boolean mayHaveExpired(long word, long timeMs) {
        return ((day(timeMs) - oldestDay(word)) & DAY_MASK) >= HistoryLimits.HORIZON_DAYS;
    }
}
