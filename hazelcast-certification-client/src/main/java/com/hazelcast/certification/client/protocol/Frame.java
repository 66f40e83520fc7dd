package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.zip.CRC32C;

/**
 * What all frames have in common.
 *
 * <pre>
 *  0          4     5                        n-4      n
 *  | length 4 |type1| body                   | CRC 4 |
 * </pre>
 *
 * <p>The length counts what follows it. The CRC32C is that of all bytes before it, length and type included. All methods
 * read relative to the buffer's reader index and leave it where it is.
 */
public final class Frame {
    static final int LENGTH_OFFSET = 0;
    static final int TYPE_OFFSET = LENGTH_OFFSET + Integer.BYTES;

    /** Where the body begins. */
    static final int BODY_OFFSET = TYPE_OFFSET + Byte.BYTES;

    static final int CRC_SIZE_BYTES = Integer.BYTES;

    /** Size of a frame without a body. */
    public static final int OVERHEAD_SIZE_BYTES = BODY_OFFSET + CRC_SIZE_BYTES;

    private Frame() {}

    /** The type of a whole frame. */
    public static byte type(ByteBuf frame) {
        return frame.getByte(frame.readerIndex() + TYPE_OFFSET);
    }

    /** A frame without a body. */
    public static ByteBuf empty(ByteBufAllocator allocator, byte type) {
        return end(begin(allocator, type, OVERHEAD_SIZE_BYTES));
    }

    static ByteBuf begin(ByteBufAllocator allocator, byte type, int sizeBytes) {
        return allocator
                .buffer(sizeBytes, sizeBytes)
                .writeInt(sizeBytes - Integer.BYTES)
                .writeByte(type);
    }

    static ByteBuf end(ByteBuf frame) {
        return frame.writeInt(crc(frame, frame.readableBytes()));
    }

    /** Whether the last bytes of a whole frame are the CRC of those before them. */
    static boolean isIntact(ByteBuf frame) {
        int covered = frame.readableBytes() - CRC_SIZE_BYTES;
        return frame.getInt(frame.readerIndex() + covered) == crc(frame, covered);
    }

    private static int crc(ByteBuf frame, int sizeBytes) {
        CRC32C crc = new CRC32C();
        if (frame.hasArray()) {
            crc.update(frame.array(), frame.arrayOffset() + frame.readerIndex(), sizeBytes);
        } else {
            crc.update(frame.nioBuffer(frame.readerIndex(), sizeBytes));
        }
        return (int) crc.getValue();
    }

    static void requireSize(ByteBuf frame, int sizeBytes) {
        if (frame.readableBytes() != sizeBytes) {
            throw new ProtocolException(
                    ErrorCode.MALFORMED_FRAME,
                    "the length does not fit the content: frameSizeBytes=" + frame.readableBytes() + " expected="
                            + sizeBytes);
        }
    }
}
