package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The member's last frame on a connection that it ends.
 *
 * <pre>
 *  0          4     5        7                              n-4      n
 *  | length 4 |type1| code 2 | text, UTF-8, 0 to 400 bytes  | CRC 4 |
 * </pre>
 */
public final class ErrorFrame {
    private static final int CODE_OFFSET = Frame.BODY_OFFSET;
    private static final int TEXT_OFFSET = CODE_OFFSET + Short.BYTES;

    private ErrorFrame() {}

    public static ByteBuf write(ByteBufAllocator allocator, ErrorCode code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > ProtocolLimits.ERROR_TEXT_BYTES_MAX) {
            bytes = Arrays.copyOf(bytes, ProtocolLimits.ERROR_TEXT_BYTES_MAX);
        }
        ByteBuf frame = Frame.begin(allocator, FrameType.ERROR, TEXT_OFFSET + bytes.length + Frame.CRC_SIZE_BYTES)
                .writeShort(code.code())
                .writeBytes(bytes);
        return Frame.end(frame);
    }

    /** The error as the exception that the receiver throws. */
    public static ProtocolException read(ByteBuf frame) {
        int textBytes = frame.readableBytes() - TEXT_OFFSET - Frame.CRC_SIZE_BYTES;
        if (textBytes < 0) {
            return new ProtocolException(
                    ErrorCode.MALFORMED_FRAME, "too short for an error: frameSizeBytes=" + frame.readableBytes());
        }
        ErrorCode code = ErrorCode.of(frame.getUnsignedShort(frame.readerIndex() + CODE_OFFSET));
        String text = frame.toString(frame.readerIndex() + TEXT_OFFSET, textBytes, StandardCharsets.UTF_8);
        return new ProtocolException(code, code.label() + ": " + text);
    }
}
