package com.hazelcast.certification.source.door;

import com.hazelcast.certification.client.protocol.FrameDecoder;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.routing.InFlightGate;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Cuts a client's bytes into frames, and lets the large ones enter the door's frame memory before they are read whole: so
 * many clients that each begin a large frame cost no more than its bound. Small frames are bounded by the number of
 * connections. Used on the connection's event loop.
 */
final class DoorFrameDecoder extends FrameDecoder {
    /** Frames up to this size enter nothing; a connection's read buffer is larger. */
    static final int SMALL_FRAME_BYTES = 8 << 10;

    private final InFlightGate memory;
    private final Runnable whenChanged;

    /** What each frame that is whole and not handed on has entered, in order; 0 for a small one. */
    private final Queue<Integer> entered = new ArrayDeque<>();

    private int enteredByPartial;
    private boolean isWaiting;
    private boolean isPartial;
    private boolean isReleased;
    private long partialSinceNs;

    /** @param whenChanged called when {@link #isWaiting} has changed */
    DoorFrameDecoder(InFlightGate memory, Runnable whenChanged) {
        super(ProtocolLimits.FRAME_SIZE_BYTES_MAX);
        this.memory = memory;
        this.whenChanged = whenChanged;
    }

    @Override
    protected void partial(ChannelHandlerContext context, int sizeBytes) {
        if (!isPartial) {
            isPartial = true;
            partialSinceNs = System.nanoTime();
        }
        if (sizeBytes <= SMALL_FRAME_BYTES || enteredByPartial > 0 || isWaiting || isReleased) {
            return;
        }
        if (memory.enterOrCall(sizeBytes, () -> context.executor().execute(() -> enter(sizeBytes)))) {
            enteredByPartial = sizeBytes;
        } else {
            isWaiting = true;
            whenChanged.run();
        }
    }

    private void enter(int sizeBytes) {
        isWaiting = false;
        if (isReleased || !isPartial) {
            memory.leave(sizeBytes);
        } else {
            enteredByPartial = sizeBytes;
            partialSinceNs = System.nanoTime();
        }
        whenChanged.run();
    }

    @Override
    protected void whole(int sizeBytes) {
        isPartial = false;
        entered.add(enteredByPartial);
        enteredByPartial = 0;
    }

    /** Whether it waits for memory; the connection is not to be read meanwhile. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Since when a frame has been on its way, by {@code System.nanoTime()}; now, when none is. */
    long partialSinceNs(long nowNs) {
        return isPartial && !isWaiting ? partialSinceNs : nowNs;
    }

    /** The connection is read again: what it could not send meanwhile is not its fault. */
    void resume() {
        partialSinceNs = System.nanoTime();
    }

    /** What the next frame that is handed on has entered; the receiver must leave as much. */
    int takeEntered() {
        Integer next = entered.poll();
        return next == null ? 0 : next;
    }

    /** The connection is gone: leaves what it has entered. */
    void release() {
        isReleased = true;
        int left = enteredByPartial;
        enteredByPartial = 0;
        for (Integer next = entered.poll(); next != null; next = entered.poll()) {
            left += next;
        }
        memory.leave(left);
    }
}
