package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;

/**
 * Bytes that shards take, before they take them.
 *
 * @param pageBytes of pages of chunks
 * @param tableBytes of tables of cards
 */
public record MemoryNeed(long pageBytes, long tableBytes) {
    /** Nothing. */
    public static final MemoryNeed NONE = new MemoryNeed(0, 0);

    /**
     * What a shard takes into which so many cards with so many entries each are loaded.
     *
     * @throws IllegalArgumentException when no shard holds so many
     */
    public static MemoryNeed of(int cards, int entriesPerCard, int entriesPerCardMax) {
        int kept = Math.min(entriesPerCard, entriesPerCardMax);
        // A card at its bound may have a chunk of which the oldest entries were dropped.
        int chunksPerCard =
                (kept + ChunkLayout.ENTRIES - 1) / ChunkLayout.ENTRIES + (entriesPerCard > entriesPerCardMax ? 1 : 0);
        return ofChunks(cards, (long) cards * chunksPerCard);
    }

    /** Chunks of a card with so many entries, whose bound is the greatest that there may be. */
    public static long chunksOf(int entries) {
        long kept = Math.min(entries, HistoryLimits.ENTRIES_PER_CARD_CEILING);
        return (kept + ChunkLayout.ENTRIES - 1) / ChunkLayout.ENTRIES
                + (entries > HistoryLimits.ENTRIES_PER_CARD_CEILING ? 1 : 0);
    }

    /**
     * What a shard takes into which so many cards are loaded, whose entries take so many chunks.
     *
     * @throws IllegalArgumentException when no shard holds so many
     */
    public static MemoryNeed ofChunks(int cards, long chunks) {
        // Chunk numbers begin at 1.
        long pages = chunks == 0 ? 0 : chunks / ChunkLayout.CHUNKS_PER_PAGE + 1;
        if (pages > ChunkLayout.PAGES_MAX) {
            throw new IllegalArgumentException(
                    "a shard holds no more pages than a chunk's number can name; use more shards: cardsInAShard="
                            + cards + " chunks=" + chunks + " pages=" + pages);
        }
        return new MemoryNeed(pages * ChunkLayout.PAGE_SIZE_BYTES, CardTable.sizeBytesFor(cards));
    }

    /** Both together. */
    public MemoryNeed plus(MemoryNeed other) {
        return new MemoryNeed(pageBytes + other.pageBytes, tableBytes + other.tableBytes);
    }

    /** The greater of each. */
    public MemoryNeed max(MemoryNeed other) {
        return new MemoryNeed(Math.max(pageBytes, other.pageBytes), Math.max(tableBytes, other.tableBytes));
    }

    /** That many times it. */
    public MemoryNeed times(double factor) {
        return new MemoryNeed((long) (pageBytes * factor), (long) (tableBytes * factor));
    }
}
