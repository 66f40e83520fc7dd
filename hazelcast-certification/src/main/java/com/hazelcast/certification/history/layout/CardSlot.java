package com.hazelcast.certification.history.layout;

/**
 * What a shard's table has of a card, in one word:
 *
 * <pre>
 *  63         62              32 31      20 19  17 16            4 3       0
 *  | dropped 1 | newest chunk 31 | count 12 | skip 3| oldest tick 13| flags 4 |
 * </pre>
 *
 * <p><b>dropped</b>: the card has dropped entries for room, so nothing at or before its oldest entry is taken any more (see
 * {@code docs/decisions/0018-a-card-that-dropped-remembers-up-to-when.md}). <b>newest chunk</b>: 31 bits, of which a chunk's number takes
 * 27. <b>skip</b>: entries at the old end of the oldest chunk that have been dropped. Entries in chunks are thus {@code count + skip}, and
 * how far the newest chunk is filled follows from that. <b>oldest tick</b>: the time of the oldest entry in ticks of 2^21 ms (35 minutes),
 * modulo 8192 (199 days). The oldest entry is at most 90 days older than the newest, and an entry more than 90 days newer than the newest
 * drops them all, so the tick is never ambiguous where it is used. <b>flags</b>: see {@code HistoryCursor.flags()}.
 *
 * <p>In a card without entries, <b>oldest tick</b> says since when: 0 when that is not known yet. Its <b>flags</b> are 0, or {@link #OPENED}.
 */
public final class CardSlot {
    /** A card without entries. */
    public static final long EMPTY = 0;

    public static final int FLAGS_MASK = (1 << 4) - 1;

    /** A card that was opened and has had no entry, since a time that is not known. No flag of entries: these replace it. */
    public static final long OPENED = 1L << 3;

    private static final int TICK_SHIFT = 4;
    private static final int TICK_MASK = (1 << 13) - 1;
    private static final int TICK_MS_SHIFT = 21;

    /** Ticks of a card without entries that lie so far back are taken for later ones, which a log that is replayed meets. */
    private static final int EMPTY_TICKS_MAX = (TICK_MASK + 1) / 4 * 3;

    private static final int SKIP_SHIFT = TICK_SHIFT + 13;
    private static final int SKIP_MASK = (1 << 3) - 1;
    private static final int COUNT_SHIFT = SKIP_SHIFT + 3;
    private static final int COUNT_MASK = (1 << 12) - 1;
    private static final int CHUNK_SHIFT = 32;
    private static final int CHUNK_MASK = Integer.MAX_VALUE;
    private static final long DROPPED = Long.MIN_VALUE;

    private CardSlot() {}

    public static long of(boolean hasDropped, int newestChunk, int count, int skip, int oldestTick, int flags) {
        return (hasDropped ? DROPPED : 0)
                | (long) newestChunk << CHUNK_SHIFT
                | (long) count << COUNT_SHIFT
                | (long) skip << SKIP_SHIFT
                | (long) (oldestTick & TICK_MASK) << TICK_SHIFT
                | flags;
    }

    public static int newestChunk(long word) {
        return (int) (word >>> CHUNK_SHIFT) & CHUNK_MASK;
    }

    public static long withNewestChunk(long word, int newestChunk) {
        return word & ~((long) CHUNK_MASK << CHUNK_SHIFT) | (long) newestChunk << CHUNK_SHIFT;
    }

    public static boolean hasDropped(long word) {
        return word < 0;
    }

    public static int count(long word) {
        return (int) (word >>> COUNT_SHIFT) & COUNT_MASK;
    }

    public static int skip(long word) {
        return (int) (word >>> SKIP_SHIFT) & SKIP_MASK;
    }

    /** How many places of the newest chunk have had an entry, those that were dropped included; not of a card without entries. */
    public static int entriesInNewestChunk(long word) {
        return (count(word) + skip(word) - 1) % ChunkLayout.ENTRIES + 1;
    }

    public static int oldestTick(long word) {
        return (int) (word >>> TICK_SHIFT) & TICK_MASK;
    }

    public static int flags(long word) {
        return (int) word & FLAGS_MASK;
    }

    /** Tick of a time, not yet modulo anything. */
    public static int tick(long timeMs) {
        return (int) (timeMs >>> TICK_MS_SHIFT);
    }

    /** A card without entries since that time. */
    public static long emptySince(long timeMs) {
        return emptySince(EMPTY, timeMs);
    }

    /** A card without entries, with that word, since that time. */
    public static long emptySince(long word, long timeMs) {
        return of(false, ChunkLayout.NONE, 0, 0, Math.max(1, tick(timeMs) & TICK_MASK), flags(word));
    }

    /** Whether a card has no entries, and it is not known since when. */
    public static boolean isEmptySinceUnknown(long word) {
        return word == EMPTY || word == OPENED;
    }

    /** Whether a card without entries was opened and has had none. */
    public static boolean isOpened(long word) {
        return (word & OPENED) != 0;
    }

    /** Whether a card without entries has been without for so long at that time; never when that is not known. Exact to a tick. */
    public static boolean isEmptyFor(long word, long forMs, long timeMs) {
        int ticks = (tick(timeMs) - oldestTick(word)) & TICK_MASK;
        return oldestTick(word) != 0 && ticks < EMPTY_TICKS_MAX && ticks >= tick(forMs);
    }

    /**
     * Whether the oldest entry may be a horizon old at that time; exact to a tick, never false by mistake.
     *
     * @param horizonMs how long entries are kept
     */
    public static boolean mayHaveExpired(long word, long timeMs, long horizonMs) {
        // Two times that are a horizon apart are at least that many ticks apart.
        return ((tick(timeMs) - oldestTick(word)) & TICK_MASK) >= tick(horizonMs) - 1;
    }
}
