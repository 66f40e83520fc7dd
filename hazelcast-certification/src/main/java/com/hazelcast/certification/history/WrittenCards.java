package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.ChunkLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Cards of a shard as they stand in a snapshot, one behind the other:
 *
 * <pre>
 *  0            8             16        24         26
 *  | card + 1 8 | slot word 8 | total 8 | chunks 2 | so many chunks of 101 bytes, newest first |
 * </pre>
 *
 * <p>Used by the shard's thread. Touches nothing that a reader of the shard uses.
 */
final class WrittenCards {
    /** Share of a buffer that cards of usual length are to fill: what does not fit is written again. */
    private static final double FILLED = 0.75;

    private final CardTable table;
    private final ChunkPages pages;

    WrittenCards(CardTable table, ChunkPages pages) {
        this.table = table;
        this.pages = pages;
    }

    /** As {@link HistoryShard#writeCards}. */
    long write(long from, ByteBuffer out) {
        int start = out.position();
        for (long width = Math.min(CardHash.POSITIONS - from, widthOf(out.remaining())); width > 0; width /= 2) {
            if (writeAll(from, from + width, out)) {
                return from + width;
            }
            out.position(start);
        }
        return from;
    }

    /** Positions whose cards take about so many bytes. */
    private long widthOf(int sizeBytes) {
        long all = (long) table.cardCount() * (CardTable.CARD_SIZE_BYTES + Short.BYTES) + pages.sizeBytes() + 1;
        return Math.max(1, (long) (FILLED * CardHash.POSITIONS * sizeBytes / all));
    }

    /** Whether all of these fit. */
    private boolean writeAll(long from, long to, ByteBuffer out) {
        BitSet missing = new BitSet(1);
        table.forEachBetween(from, to, slot -> {
            int chunks = chunksOf(slot);
            if (out.remaining() < sizeBytes(chunks)) {
                missing.set(0);
                return;
            }
            write(slot, chunks, out);
        });
        return missing.isEmpty();
    }

    /** The card of a slot alone, ready to be read. */
    ByteBuffer one(int slot) {
        int chunks = chunksOf(slot);
        ByteBuffer out = ByteBuffer.allocate(sizeBytes(chunks));
        write(slot, chunks, out);
        return out.flip();
    }

    private int chunksOf(int slot) {
        return pages.chainLength(CardSlot.newestChunk(table.wordAt(slot)));
    }

    private static int sizeBytes(int chunks) {
        return CardTable.CARD_SIZE_BYTES + Short.BYTES + chunks * ChunkLayout.WRITTEN_SIZE_BYTES;
    }

    private void write(int slot, int chunks, ByteBuffer out) {
        table.writeCard(slot, out);
        out.putShort((short) chunks);
        pages.writeChain(CardSlot.newestChunk(table.wordAt(slot)), out);
    }

    /**
     * Reads the next card, which is not there yet; there must be room in the table. Returns its slot.
     *
     * @param format of the shard that was written
     */
    int read(ByteBuffer in, byte format) {
        int slot = table.readCard(in);
        int chunks = in.getShort();
        long word = table.wordAt(slot);
        int newest = pages.readChain(chunks, CardSlot.entriesInNewestChunk(word), in, format);
        table.setWord(slot, CardSlot.withNewestChunk(word, newest));
        return slot;
    }
}
