package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Shards as format 9 had them: their chunks do not say which entries are prompt. */
final class Format9 {
    private static final byte VERSION = 9;

    /** The highest byte of a head without the five bits. */
    private static final byte WITHOUT_PROMPT = 7;

    private static final int CARDS_SIZE_BYTES = 1 << 20;

    private Format9() {}

    /** Reads a whole shard, which was written by this release, as if it were of format 9. */
    static HistoryShard read(byte[] written, MemoryKind kind) throws IOException {
        byte[] old = written.clone();
        old[0] = VERSION;
        ByteBuffer head = ByteBuffer.wrap(old);
        int pages = pageCount(head);
        int begin = old.length - pages * ChunkLayout.PAGE_SIZE_BYTES;
        for (int chunk = begin; chunk < old.length; chunk += ChunkLayout.SIZE_BYTES) {
            // Written, a chunk's head is behind its entries. Little-endian: the highest byte is the last.
            old[chunk + ChunkLayout.SIZE_BYTES - 1] &= WITHOUT_PROMPT;
        }
        return Shards.read(old, HistoryMemory.unbounded(kind));
    }

    /** A shard's pages, one or more, are at its end, and their count stands before them. */
    private static int pageCount(ByteBuffer written) {
        int pages = 1;
        while (written.getInt(written.limit() - pages * ChunkLayout.PAGE_SIZE_BYTES - Integer.BYTES) != pages) {
            pages++;
        }
        return pages;
    }

    /** Reads a shard from a snapshot of format 9. */
    static HistoryShard snapshot(HistoryShard shard, MemoryKind kind) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        shard.writeHead(new DataOutputStream(head));
        byte[] old = head.toByteArray();
        old[0] = VERSION;
        HistoryShard read = HistoryShard.readEmpty(
                new DataInputStream(new ByteArrayInputStream(old)), HistoryMemory.unbounded(kind), shard.cardCount());
        ByteBuffer cards = ByteBuffer.allocate(CARDS_SIZE_BYTES);
        long next = 0;
        while (next < CardHash.POSITIONS) {
            next = shard.writeCards(next, cards);
        }
        read.readCards(withoutPrompt(cards.flip()));
        return read;
    }

    private static ByteBuffer withoutPrompt(ByteBuffer cards) {
        ByteBuffer old = ByteBuffer.allocate(cards.remaining());
        while (cards.hasRemaining()) {
            copy(cards, old, CardTable.CARD_SIZE_BYTES);
            short chunks = cards.getShort();
            old.putShort(chunks);
            for (int i = 0; i < chunks; i++) {
                copy(cards, old, ChunkLayout.ENTRIES_SIZE_BYTES);
                cards.get();
            }
        }
        return old.flip();
    }

    private static void copy(ByteBuffer from, ByteBuffer to, int sizeBytes) {
        to.put(from.slice(from.position(), sizeBytes));
        from.position(from.position() + sizeBytes);
    }
}
