package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.FrameDecoder;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a client's bytes into frames, and charges what has arrived of the large ones to the frame memory: so many clients that
 * each begin a large frame cost no more than its bound. Small frames are bounded by the number of connections. Used on the
 * connection's event loop.
 */
final class GatewayFrameDecoder extends FrameDecoder {
    /** Frames up to this size, and as much of larger ones, are charged nothing; a connection's read buffer is larger. */
    static final int SMALL_FRAME_BYTES = 8 << 10;

    private final FrameMemory memory;
    private final Supplier<FrameMemory.Share> share;
    private final Runnable whenChanged;

    /** What each frame that is whole and not handed on has been charged, in order; empty for a small one. */
    private final Queue<Optional<FrameMemory.Claim>> charged = new ArrayDeque<>();

    private final FrameArrivals arrivals = new FrameArrivals();
    private FrameMemory.@Nullable Claim partialClaim;
    private boolean isWaiting;
    private boolean isPartial;
    private boolean isReleased;
    private boolean isPaused;
    private long waitingSinceNs;
    private long pausedSinceNs;
    private long partialSinceNs;

    /**
     * A decoder of one connection.
     *
     * @param share of its client, who is known before its first frame
     * @param whenChanged called when {@link #isWaiting} has changed
     */
    GatewayFrameDecoder(FrameMemory memory, Supplier<FrameMemory.Share> share, Runnable whenChanged) {
        super(ProtocolLimits.FRAME_SIZE_BYTES_MAX);
        this.memory = memory;
        this.share = share;
        this.whenChanged = whenChanged;
    }

    @Override
    protected void partial(ChannelHandlerContext context, int sizeBytes) {
        if (!isPartial) {
            isPartial = true;
            partialSinceNs = System.nanoTime();
        }
        if (partialBytes() <= SMALL_FRAME_BYTES || isWaiting || isReleased) {
            return;
        }
        FrameMemory.Claim claim = partialClaim;
        if (claim == null) {
            claim = newClaim(context);
            partialClaim = claim;
        }
        if (!memory.grow(claim, partialBytes())) {
            isWaiting = true;
            waitingSinceNs = System.nanoTime();
            whenChanged.run();
        }
    }

    private FrameMemory.Claim newClaim(ChannelHandlerContext context) {
        return new FrameMemory.Claim(share.get(), () -> context.executor().execute(this::granted));
    }

    private void granted() {
        if (isWaiting) {
            isWaiting = false;
            whenChanged.run();
        }
    }

    @Override
    protected void whole(ChannelHandlerContext context, int sizeBytes) {
        isPartial = false;
        FrameMemory.Claim claim = partialClaim;
        partialClaim = null;
        if (sizeBytes > SMALL_FRAME_BYTES) {
            claim = claim == null ? newClaim(context) : claim;
            memory.complete(claim, sizeBytes);
        }
        charged.add(Optional.ofNullable(claim));
        arrivals.whole(System.nanoTime());
        granted();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        arrivals.passEnded();
        super.channelReadComplete(context);
    }

    /** When frames arrived. */
    FrameArrivals arrivals() {
        return arrivals;
    }

    /** Whether it waits for memory; the connection is not to be read meanwhile. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Since when it has waited for memory, by {@code System.nanoTime()}; now, when it does not. */
    long waitingSinceNs(long nowNs) {
        return isWaiting ? waitingSinceNs : nowNs;
    }

    /** Since when a frame has been on its way, without the time in which it was not read; now, when none is. */
    long partialSinceNs(long nowNs) {
        return isPartial && !isPaused ? partialSinceNs : nowNs;
    }

    /** The connection is not read: what the client cannot send meanwhile is not its fault. */
    void pause() {
        isPaused = true;
        pausedSinceNs = System.nanoTime();
    }

    /** The connection is read again. */
    void resume() {
        isPaused = false;
        long nowNs = System.nanoTime();
        partialSinceNs = Math.min(nowNs, partialSinceNs + nowNs - pausedSinceNs);
    }

    /** What the next frame that is handed on has been charged; the receiver must release it. Null: nothing. */
    FrameMemory.@Nullable Claim takeClaim() {
        Optional<FrameMemory.Claim> next = charged.poll();
        return next == null ? null : next.orElse(null);
    }

    /** The connection is closed: releases what it has been charged. */
    void release() {
        isReleased = true;
        FrameMemory.Claim partial = partialClaim;
        partialClaim = null;
        if (partial != null) {
            memory.release(partial);
        }
        for (Optional<FrameMemory.Claim> next = charged.poll(); next != null; next = charged.poll()) {
            next.ifPresent(memory::release);
        }
    }
}
