package com.hazelcast.certification.scoring;

import com.hazelcast.certification.shard.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to {@link ScoreGroups}: for each of its batches, in their order, the {@link BatchAnswer}, or nothing.
 *
 * <pre>
 *   0         1          5                 5 + length
 *   +---------+----------+-----------------+----------+---
 *   | version | length   | answer          | length   | ...
 *   +---------+----------+-----------------+----------+---
 * </pre>
 */
public final class GroupAnswers {
    private static final byte FORMAT_VERSION = 1;

    private GroupAnswers() {}

    /** Packs them; an answer that is null takes a length of 0, which no answer has. */
    static byte[] pack(byte[] @Nullable [] answers) {
        int size = 1;
        for (byte[] answer : answers) {
            size += Integer.BYTES + (answer == null ? 0 : answer.length);
        }
        ByteBuffer packed = ByteBuffer.allocate(size).put(FORMAT_VERSION);
        for (byte[] answer : answers) {
            if (answer == null) {
                packed.putInt(0);
            } else {
                packed.putInt(answer.length).put(answer);
            }
        }
        return packed.array();
    }

    /**
     * Unpacks them.
     *
     * @param count of the batches that were sent
     * @return for each its answer; null: not answered
     * @throws IOException when this is no answer to so many
     */
    public static byte[] @Nullable [] unpack(byte[] packed, int count) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(packed);
        WireFormat.requireVersion(from.get(), FORMAT_VERSION, "GroupAnswers");
        byte[] @Nullable [] answers = new byte[count][];
        for (int i = 0; i < count; i++) {
            int length = from.getInt();
            if (length > 0) {
                byte[] answer = new byte[length];
                from.get(answer);
                answers[i] = answer;
            }
        }
        if (from.hasRemaining()) {
            throw new IOException("more than " + count + " answers: bytesLeft=" + from.remaining());
        }
        return answers;
    }
}
