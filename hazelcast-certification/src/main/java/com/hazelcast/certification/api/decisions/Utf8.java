package com.hazelcast.certification.api.decisions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Whether bytes are UTF-8: the JSON parser takes characters that are written with more bytes than they need. Pure. */
public final class Utf8 {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Whether they are well formed; nearly always all is ASCII, of which eight bytes are looked at in one step. */
    public static boolean isWellFormed(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = offset;
        while (at + Long.BYTES <= end && ((long) WORDS.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at == end || isDecoded(bytes, at, end - at);
    }

    private static boolean isDecoded(byte[] bytes, int offset, int length) {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
