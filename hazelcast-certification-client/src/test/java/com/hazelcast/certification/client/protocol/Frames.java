package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayList;
import java.util.List;

/** Frames through a decoder, as a connection would bring them. */
final class Frames {
    private Frames() {}

    /** A connection before its hello. Its buffers are the heap's, so that nobody need release them. */
    static EmbeddedChannel fresh() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
        channel.pipeline().addLast(new FrameDecoder(ProtocolLimits.FRAME_SIZE_BYTES_MAX));
        return channel;
    }

    /** A connection that has had its hello. */
    static EmbeddedChannel greeted() {
        EmbeddedChannel channel = fresh();
        channel.writeInbound(Frame.empty(channel.alloc(), FrameType.PING));
        ByteBuf first = channel.readInbound();
        first.release();
        return channel;
    }

    /** The frames that come out when the bytes come in pieces of that size. */
    static List<ByteBuf> decode(EmbeddedChannel channel, byte[] bytes, int pieceBytes) {
        for (int from = 0; from < bytes.length; from += pieceBytes) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, Math.min(pieceBytes, bytes.length - from)));
        }
        List<ByteBuf> frames = new ArrayList<>();
        for (ByteBuf frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            frames.add(frame);
        }
        return frames;
    }

    /** What is wrong with the bytes, or null. */
    static ErrorCode errorOf(EmbeddedChannel channel, byte[] bytes) {
        try {
            channel.writeInbound(Unpooled.copiedBuffer(bytes));
            return null;
        } catch (DecoderException e) {
            return ((ProtocolException) e.getCause()).code();
        }
    }

    static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.getBytes(frame.readerIndex(), bytes);
        frame.release();
        return bytes;
    }
}
