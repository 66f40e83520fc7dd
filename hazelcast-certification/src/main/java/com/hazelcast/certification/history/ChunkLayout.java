package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * A chunk: five entries of one card and the number of the chunk that holds the five before them.
 *
 * <pre>
 *  0         20        40        60        80        100      104
 *  | entry 0 | entry 1 | entry 2 | entry 3 | entry 4 | older  |
 *  oldest ------------------------------> newest      chunk no.
 * </pre>
 *
 * <p>All chunks are of one size, so a chunk that one card frees serves any other: see
 * {@code docs/decisions/0001-chunks-instead-of-size-classes.md}. In a free chunk {@code older} is the next free one.
 *
 * <p>A chunk's number is that of its page, and below it its place in the page. A page on the heap fills one G1 region of
 * 1 MiB but for some bytes, so that the garbage collector never copies it: see {@code
 * docs/decisions/0008-pages-that-fill-a-region.md}.
 */
final class ChunkLayout {
    /** Entries in a chunk: more waste space in half-full chunks, fewer cost more cache misses on a long walk. */
    static final int ENTRIES = 5;

    static final int ENTRY_SIZE_BYTES = TransactionLayout.ENTRY_SIZE_BYTES;
    static final int OLDER_OFFSET = ENTRIES * ENTRY_SIZE_BYTES;
    static final int SIZE_BYTES = OLDER_OFFSET + Integer.BYTES;

    /** "No chunk". Chunk numbers begin at 1. */
    static final int NONE = 0;

    /** A G1 region, without an array's header (16 bytes) and some to spare. */
    private static final int PAGE_SIZE_MAX_BYTES = (1 << 20) - 32;

    static final int CHUNKS_PER_PAGE = PAGE_SIZE_MAX_BYTES / SIZE_BYTES;
    static final int PAGE_SIZE_BYTES = CHUNKS_PER_PAGE * SIZE_BYTES;

    private static final int PAGE_SHIFT = Integer.SIZE - Integer.numberOfLeadingZeros(CHUNKS_PER_PAGE - 1);
    private static final int PLACE_MASK = (1 << PAGE_SHIFT) - 1;

    /** Pages of a shard: a {@link CardSlot} has 31 bits for a chunk's number. */
    static final int PAGES_MAX = 1 << Integer.SIZE - 1 - PAGE_SHIFT;

    private ChunkLayout() {}

    /** Number of the page that holds the chunk. */
    static int page(int chunk) {
        return chunk >>> PAGE_SHIFT;
    }

    /** Offset of the chunk in its page. */
    static int offset(int chunk) {
        return (chunk & PLACE_MASK) * SIZE_BYTES;
    }

    /** The chunk behind the given one: the next in its page, or the first of the next page. */
    static int following(int chunk) {
        boolean isLast = (chunk & PLACE_MASK) == CHUNKS_PER_PAGE - 1;
        return isLast ? page(chunk) + 1 << PAGE_SHIFT : chunk + 1;
    }
}
