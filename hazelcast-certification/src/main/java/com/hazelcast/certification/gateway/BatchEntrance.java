package com.hazelcast.certification.gateway;

import com.hazelcast.certification.routing.InFlightGate;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one batch of a connection that waits to enter the member: first its client's share, then the member's gate, so that one
 * client can fill neither the gate nor the queue before it. Used on the connection's event loop.
 */
final class BatchEntrance {
    private final InFlightGate gate;
    private final Consumer<Waiting> whenEntered;
    private @Nullable Waiting waiting;

    /** A batch that waits. */
    static final class Waiting {
        final ByteBuf frame;
        final FrameMemory.@Nullable Claim claim;
        final int count;
        final InFlightGate share;
        final long arrivedNs;
        private final long sinceNs = System.nanoTime();
        private @Nullable InFlightGate waitsAt;
        private Runnable turn = () -> {};

        /**
         * A batch of that many records.
         *
         * @param claim what its frame holds of the frame memory
         * @param share its client's
         * @param arrivedNs since when its frame has been there whole, by {@code System.nanoTime()}
         */
        Waiting(ByteBuf frame, FrameMemory.@Nullable Claim claim, int count, InFlightGate share, long arrivedNs) {
            this.arrivedNs = arrivedNs;
            this.frame = frame;
            this.claim = claim;
            this.count = count;
            this.share = share;
        }
    }

    /** @param whenEntered called on the event loop with a batch that has entered both */
    BatchEntrance(InFlightGate gate, Consumer<Waiting> whenEntered) {
        this.gate = gate;
        this.whenEntered = whenEntered;
    }

    /** Whether a batch waits; the connection is not to be read meanwhile. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** Since when a batch has waited, by {@code System.nanoTime()}; now, when none does. */
    long sinceNs(long nowNs) {
        Waiting batch = waiting;
        return batch == null ? nowNs : batch.sinceNs;
    }

    /** Lets a batch in, now or later. */
    void offer(Waiting batch, EventLoop loop) {
        waiting = batch;
        batch.waitsAt = batch.share;
        batch.turn = () -> onLoop(loop, () -> hasShare(batch, loop), () -> batch.share.leave(batch.count));
        if (batch.share.enterOrCall(batch.count, batch.turn)) {
            hasShare(batch, loop);
        }
    }

    private void hasShare(Waiting batch, EventLoop loop) {
        if (waiting != batch) {
            // The connection has closed, or the member leaves, while the batch waited: nobody took it.
            batch.share.leave(batch.count);
            return;
        }
        batch.waitsAt = gate;
        batch.turn = () -> onLoop(loop, () -> hasEntered(batch), () -> leaveBoth(batch));
        if (gate.enterOrCall(batch.count, batch.turn)) {
            hasEntered(batch);
        }
    }

    private void hasEntered(Waiting batch) {
        if (waiting == batch) {
            waiting = null;
            whenEntered.accept(batch);
        } else {
            leaveBoth(batch);
        }
    }

    private void leaveBoth(Waiting batch) {
        gate.leave(batch.count);
        batch.share.leave(batch.count);
    }

    /** Takes back the batch that waits; null when none does. */
    @Nullable
    Waiting withdraw() {
        Waiting batch = waiting;
        if (batch == null) {
            return null;
        }
        waiting = null;
        InFlightGate at = batch.waitsAt;
        // Whoever has its turn already leaves when it comes.
        if (at != null && at.withdraw(batch.turn) && at == gate) {
            batch.share.leave(batch.count);
        }
        return batch;
    }

    private static void onLoop(EventLoop loop, Runnable task, Runnable otherwise) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            otherwise.run();
        }
    }
}
