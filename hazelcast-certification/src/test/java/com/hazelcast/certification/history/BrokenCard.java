package com.hazelcast.certification.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A card whose history cannot be read: its slot names a chunk that is not there. Whatever touches that card throws; all other
 * cards of its shard are whole.
 */
public final class BrokenCard {
    private static final int CHUNK_THAT_IS_NOT_THERE = 0x7fff_fff0;

    private BrokenCard() {}

    /** A copy of the shard in which that card, which has entries, is broken. */
    public static HistoryShard in(HistoryShard shard, long card) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        shard.writeTo(new DataOutputStream(written));
        ByteBuffer bytes = ByteBuffer.wrap(written.toByteArray());
        // The table holds the card's number plus one, and behind it a word that begins with the newest chunk.
        bytes.putInt(indexOf(bytes, card + 1) + Long.BYTES, CHUNK_THAT_IS_NOT_THERE);
        return HistoryShard.readFrom(
                new DataInputStream(new ByteArrayInputStream(bytes.array())), HistoryMemory.unbounded(MemoryKind.HEAP));
    }

    private static int indexOf(ByteBuffer bytes, long word) {
        for (int i = 0; i <= bytes.capacity() - Long.BYTES; i++) {
            if (bytes.getLong(i) == word) {
                return i;
            }
        }
        throw new AssertionError("the shard does not hold the card as it is expected to be written");
    }
}
