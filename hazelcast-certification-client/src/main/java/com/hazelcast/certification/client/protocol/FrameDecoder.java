package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a connection's bytes into frames and checks length and CRC of each. Hands on each whole frame, length and CRC
 * included, as one buffer that the receiver releases. What breaks the protocol goes on as a {@link ProtocolException},
 * and nothing behind it is read. One instance a connection; holds at most one frame that is not whole.
 */
public class FrameDecoder extends ByteToMessageDecoder {
    private final int frameSizeBytesMax;
    private boolean isFirst = true;
    private boolean isBroken;
    private int partialBytes;

    /**
     * A decoder.
     *
     * @param frameSizeBytesMax largest frame taken, the first one excepted ({@link
     *     ProtocolLimits#FIRST_FRAME_SIZE_BYTES_MAX})
     */
    public FrameDecoder(int frameSizeBytesMax) {
        this.frameSizeBytesMax = frameSizeBytesMax;
    }

    @Override
    protected final void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (isBroken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        partialBytes = in.readableBytes();
        if (partialBytes < Integer.BYTES) {
            partial(context, Frame.OVERHEAD_SIZE_BYTES);
            return;
        }
        int sizeBytes = checkedSize(in);
        if (partialBytes < sizeBytes) {
            partial(context, sizeBytes);
            return;
        }
        ByteBuf frame = in.readRetainedSlice(sizeBytes);
        if (!Frame.isIntact(frame)) {
            frame.release();
            throw broken(
                    ErrorCode.WRONG_CRC, "the CRC32C is not that of the frame's bytes: frameSizeBytes=" + sizeBytes);
        }
        isFirst = false;
        partialBytes = 0;
        whole(context, sizeBytes);
        out.add(frame);
    }

    private int checkedSize(ByteBuf in) {
        long sizeBytes = in.getUnsignedInt(in.readerIndex()) + Integer.BYTES;
        if (isFirst
                && (sizeBytes > ProtocolLimits.FIRST_FRAME_SIZE_BYTES_MAX || sizeBytes < Frame.OVERHEAD_SIZE_BYTES)) {
            throw broken(ErrorCode.WRONG_MAGIC, "the first bytes are no hello; see docs/protocol.md");
        }
        if (sizeBytes < Frame.OVERHEAD_SIZE_BYTES) {
            throw broken(ErrorCode.MALFORMED_FRAME, "too short for a frame: frameSizeBytes=" + sizeBytes);
        }
        if (sizeBytes > frameSizeBytesMax) {
            throw broken(
                    ErrorCode.FRAME_TOO_LARGE,
                    "a frame has at most " + frameSizeBytesMax + " bytes: frameSizeBytes=" + sizeBytes);
        }
        return (int) sizeBytes;
    }

    private ProtocolException broken(ErrorCode code, String message) {
        isBroken = true;
        return new ProtocolException(code, message);
    }

    /** Bytes of a frame that has not arrived whole; 0 between frames. */
    public final int partialBytes() {
        return isBroken ? 0 : partialBytes;
    }

    /**
     * A frame has begun and is not whole. Called for each read that does not complete it.
     *
     * @param sizeBytes the frame's; the least that a frame has, while its length has not arrived whole
     */
    protected void partial(ChannelHandlerContext context, int sizeBytes) {}

    /** A frame of that size is whole and goes on. */
    protected void whole(ChannelHandlerContext context, int sizeBytes) {}
}
