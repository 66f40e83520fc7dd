package com.hazelcast.certification.transaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Wire records as people write them. */
public final class Records {
    /** The example of the challenge. */
    public static final String EXAMPLE = "00000017721111,1798967585307,107,00,34209,107,0494,09691,74106";

    private Records() {}

    /** The fields padded with NUL to 99 bytes, and a newline. */
    public static byte[] of(String fields) {
        byte[] text = fields.getBytes(StandardCharsets.ISO_8859_1);
        if (text.length > WireRecord.NEWLINE_INDEX) {
            throw new IllegalArgumentException("too long for a record: " + fields);
        }
        byte[] record = Arrays.copyOf(text, WireRecord.SIZE_BYTES);
        record[WireRecord.NEWLINE_INDEX] = WireRecord.NEWLINE;
        return record;
    }

    /** All the arrays, one behind the other. */
    public static byte[] join(byte[]... parts) {
        int size = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] joined = new byte[size];
        int index = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, index, part.length);
            index += part.length;
        }
        return joined;
    }
}
