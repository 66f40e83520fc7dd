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
 */
final class ChunkLayout {
    /** Entries in a chunk: more waste space in half-full chunks, fewer cost more cache misses on a long walk. */
    static final int ENTRIES = 5;

    static final int ENTRY_SIZE_BYTES = TransactionLayout.ENTRY_SIZE_BYTES;
    static final int OLDER_OFFSET = ENTRIES * ENTRY_SIZE_BYTES;
    static final int SIZE_BYTES = OLDER_OFFSET + Integer.BYTES;

    /** "No chunk". Chunk numbers begin at 1. */
    static final int NONE = 0;

    /** Chunks in a page, as a power of two. */
    static final int CHUNKS_PER_PAGE_SHIFT = 11;

    static final int CHUNKS_PER_PAGE = 1 << CHUNKS_PER_PAGE_SHIFT;
    static final int CHUNK_IN_PAGE_MASK = CHUNKS_PER_PAGE - 1;
    static final int PAGE_SIZE_BYTES = CHUNKS_PER_PAGE * SIZE_BYTES;

    private ChunkLayout() {}

    /** Number of the page that holds the chunk. */
    static int page(int chunk) {
        return chunk >>> CHUNKS_PER_PAGE_SHIFT;
    }

    /** Offset of the chunk in its page. */
    static int offset(int chunk) {
        return (chunk & CHUNK_IN_PAGE_MASK) * SIZE_BYTES;
    }
}
