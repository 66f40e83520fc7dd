package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** One connection: sends requests behind each other and takes their answers in order. Used on its event loop. */
final class HttpConnection extends ByteToMessageDecoder {
    private static final int SCRATCH_BYTES = 16 << 10;

    private final HttpLoop loop;
    private final Channel channel;
    private final Queue<HttpOperation> underWay = new ArrayDeque<>();
    private final HttpAnswer answer = new HttpAnswer();
    private byte[] scratch = new byte[SCRATCH_BYTES];
    private Loss loss = new Loss(LossKind.CONNECTION, "the member closed the connection");
    private boolean mustFlush;
    private long freeSinceNs;

    /** Why a connection is closed. */
    enum LossKind {
        /** It broke, or the member closed it. */
        CONNECTION,
        /** A request had no answer in time. */
        TIME_OUT,
        /** What came was no answer that can be read. */
        UNREADABLE
    }

    /** Why a connection is closed, in words as well. */
    record Loss(LossKind kind, String why) {}

    HttpConnection(HttpLoop loop, Channel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    /** It may have a request more under way from that time on. */
    void free(long sinceNs) {
        freeSinceNs = sinceNs;
    }

    long freeSinceNs() {
        return freeSinceNs;
    }

    /**
     * Writes the operation's present call; it leaves with {@link #flush}.
     *
     * @return whether it is the first one since then
     */
    boolean send(HttpOperation operation, HttpWorkload workload) {
        ByteBuf out = channel.alloc().directBuffer(512);
        workload.write(operation, out);
        underWay.add(operation);
        var unused = channel.write(out, channel.voidPromise());
        boolean isFirst = !mustFlush;
        mustFlush = true;
        return isFirst;
    }

    void flush() {
        if (mustFlush) {
            mustFlush = false;
            Channel unused = channel.flush();
        }
    }

    /** Closes it when its oldest request was sent before that time. */
    void closeIfOlder(long sentBeforeNs) {
        HttpOperation oldest = underWay.peek();
        if (oldest != null && oldest.sentNs < sentBeforeNs) {
            loss = new Loss(LossKind.TIME_OUT, "a request had no answer in time");
            close();
        }
    }

    void close() {
        var unused = channel.close();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int count = Math.min(in.readableBytes(), HttpAnswer.SIZE_BYTES_MAX);
        if (count > scratch.length) {
            scratch = new byte[Math.min(HttpAnswer.SIZE_BYTES_MAX, 2 * count)];
        }
        ByteBuf unused = in.getBytes(in.readerIndex(), scratch, 0, count);
        if (!answer.read(scratch, count)) {
            return;
        }
        ByteBuf unusedSkipped = in.skipBytes(answer.sizeBytes());
        HttpOperation answered = underWay.poll();
        if (answered == null) {
            throw new CorruptedFrameException("an answer came to no request: " + answer.status());
        }
        loop.answered(this, answered, answer);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        super.channelReadComplete(context);
        loop.pace();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        try {
            // It looks once more at what has come, and fails once more when that cannot be read.
            super.channelInactive(context);
        } finally {
            loop.lost(this, underWay.size(), loss);
            underWay.clear();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        loss = new Loss(
                cause instanceof DecoderException ? LossKind.UNREADABLE : LossKind.CONNECTION, cause.toString());
        close();
    }
}
