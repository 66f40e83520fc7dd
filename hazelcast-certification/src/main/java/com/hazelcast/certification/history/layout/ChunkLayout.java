package com.hazelcast.certification.history.layout;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * A chunk: five entries of one card, and in its head a bit for each and the number of the chunk that holds the five before them.
 *
 * <pre>
 *  0      4         24        44        64        84        104
 *  | head | entry 0 | entry 1 | entry 2 | entry 3 | entry 4 |
 *         oldest ------------------------------> newest
 *
 *            31         27 26                      0
 *  head      | prompt 5   | older 27 (chunk number)  |
 * </pre>
 *
 * <p>A walk that passes a chunk reads its head and the time of its oldest entry, which lie together for that: nearly always one cache line.
 *
 * <p><b>prompt</b>: whether the entry was decided promptly ({@code HistoryLimits.isPrompt}), the lowest bit for entry 0. A place that has
 * no entry yet has the bit set, so the usual entry, which is the newest of its card and prompt, does not touch the head: it may
 * lie in a cache line of its own. See {@code docs/decisions/0062-a-bit-says-decided-within-a-minute.md}.
 *
 * <p>All chunks are of one size, so a chunk that one card frees serves any other: see
 * {@code docs/decisions/0001-chunks-instead-of-size-classes.md}. In a free chunk {@code older} is the next free one, and the bits are not set.
 *
 * <p>A <b>mark</b> is a chunk on the way to the old end of a card's chain, and how many chunks are older. It stands in the {@code CardTable}. Walks
 * to where windows end and entries expire begin there, so that they need not go through the newer chunks:
 *
 * <pre>
 *            31         27 26                      0
 *  mark      | behind 5   | chunk 27               |    0: none
 * </pre>
 *
 * <p>A chunk's number is that of its page, and below it its place in the page. A page on the heap fills one G1 region of
 * 1 MiB but for some bytes, so that the garbage collector never copies it: see {@code
 * docs/decisions/0008-pages-that-fill-a-region.md}.
 */
public final class ChunkLayout {
    /** Entries in a chunk: more waste space in half-full chunks, fewer cost more cache misses on a long walk. */
    public static final int ENTRIES = 5;

    public static final int ENTRY_SIZE_BYTES = TransactionLayout.ENTRY_SIZE_BYTES;
    public static final int ENTRIES_SIZE_BYTES = ENTRIES * ENTRY_SIZE_BYTES;
    public static final int HEAD_SIZE_BYTES = Integer.BYTES;
    public static final int SIZE_BYTES = HEAD_SIZE_BYTES + ENTRIES_SIZE_BYTES;

    /** As a chunk stands in a snapshot: the entries, and a byte with their bits. */
    public static final int WRITTEN_SIZE_BYTES = ENTRIES_SIZE_BYTES + Byte.BYTES;

    /** "No mark". */
    public static final int UNMARKED = 0;

    private static final int OLDER_BITS = Integer.SIZE - ENTRIES;
    private static final int OLDER_MASK = (1 << OLDER_BITS) - 1;

    /** More chunks behind a marked one do not fit. */
    public static final int BEHIND_MAX = (1 << Integer.SIZE - OLDER_BITS) - 1;

    /** All entries are prompt. */
    public static final int ALL_PROMPT = (1 << ENTRIES) - 1;

    /** "No chunk". Chunk numbers begin at 1. */
    public static final int NONE = 0;

    /** A G1 region, without an array's header (16 bytes) and some to spare. */
    private static final int PAGE_SIZE_MAX_BYTES = (1 << 20) - 32;

    public static final int CHUNKS_PER_PAGE = PAGE_SIZE_MAX_BYTES / SIZE_BYTES;
    public static final int PAGE_SIZE_BYTES = CHUNKS_PER_PAGE * SIZE_BYTES;

    private static final int PAGE_SHIFT = Integer.SIZE - Integer.numberOfLeadingZeros(CHUNKS_PER_PAGE - 1);
    private static final int PLACE_MASK = (1 << PAGE_SHIFT) - 1;

    /** Pages of a shard, 8 GiB: a head has 27 bits for a chunk's number. */
    public static final int PAGES_MAX = 1 << OLDER_BITS - PAGE_SHIFT;

    private ChunkLayout() {}

    /** Number of the page that holds the chunk. */
    public static int page(int chunk) {
        return chunk >>> PAGE_SHIFT;
    }

    /** Offset in its page of the chunk, and so of its head. */
    public static int offset(int chunk) {
        return (chunk & PLACE_MASK) * SIZE_BYTES;
    }

    /** Offset in the page of the chunk's entry of that index. */
    public static int entryOffset(int chunk, int index) {
        return offset(chunk) + HEAD_SIZE_BYTES + index * ENTRY_SIZE_BYTES;
    }

    /** The head of a chunk. */
    public static int head(int older, int prompt) {
        return prompt << OLDER_BITS | older;
    }

    /** The number of the older chunk, from a head. */
    public static int older(int head) {
        return head & OLDER_MASK;
    }

    /** Which entries are prompt, a bit each, from a head. */
    public static int prompt(int head) {
        return head >>> OLDER_BITS;
    }

    /** The bit of an entry in a head. */
    public static int promptBit(int index) {
        return 1 << OLDER_BITS + index;
    }

    /** The bits of the places of a chunk that have no entry yet, set as they must be, and no others. */
    public static int promptAbove(int entries) {
        return ALL_PROMPT & ALL_PROMPT << entries;
    }

    /** Offset of the head in the page, from that of an entry and the entry's index in the chunk. */
    public static int headOffset(int entryOffset, int index) {
        return entryOffset - index * ENTRY_SIZE_BYTES - HEAD_SIZE_BYTES;
    }

    /** The mark of a chunk that has that many behind it, {@link #BEHIND_MAX} at most. */
    public static int mark(int chunk, int behind) {
        return behind << OLDER_BITS | chunk;
    }

    /** The marked chunk; {@link #NONE} of {@link #UNMARKED}. */
    public static int marked(int mark) {
        return mark & OLDER_MASK;
    }

    /** How many chunks are behind the marked one. */
    public static int behind(int mark) {
        return mark >>> OLDER_BITS;
    }

    /** The mark when that many of the oldest chunks have gone. */
    public static int markWithout(int mark, int chunks) {
        return behind(mark) < chunks ? UNMARKED : mark - (chunks << OLDER_BITS);
    }

    /** The chunk behind the given one: the next in its page, or the first of the next page. */
    public static int following(int chunk) {
        boolean isLast = (chunk & PLACE_MASK) == CHUNKS_PER_PAGE - 1;
        return isLast ? page(chunk) + 1 << PAGE_SHIFT : chunk + 1;
    }
}
