package com.hazelcast.certification.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes of large frames that have arrived and are not handed on, over all connections and for each client. What
 * has arrived is charged, not what is announced: a length costs nothing. A connection that gets no room is not read and called
 * later, first come, first served.
 *
 * <p><b>No deadlock.</b> Frames that have arrived in part and together fill the memory would wait for each other for ever. So
 * one of them, the one that has waited longest, may pass both bounds until it is handed on; and one frame of each client may
 * pass the client's bound. Their clients are being read, so the frame time-out ends those that do not go on, and the next one takes the
 * place. Memory therefore stays below its bound plus one whole frame, plus the last read of each connection.
 *
 * <p>Thread-safe; one short lock a read of a large frame.
 */
final class FrameMemory {
    private final long limitBytes;
    private final long clientLimitBytes;

    @GuardedBy("this")
    private long usedBytes;

    /** May pass both bounds. */
    @GuardedBy("this")
    private @Nullable Claim first;

    @GuardedBy("this")
    private final Set<Claim> waiting = new LinkedHashSet<>();

    /** @param clientLimitBytes for all frames of one client; a whole frame must fit */
    FrameMemory(long limitBytes, long clientLimitBytes) {
        this.limitBytes = limitBytes;
        this.clientLimitBytes = clientLimitBytes;
    }

    /** What one client holds. Guarded by the memory. */
    static final class Share {
        private long usedBytes;
        private @Nullable Claim first;
    }

    /** What one frame holds. Guarded by the memory. */
    static final class Claim {
        private final Share share;
        private final Runnable granted;
        private long heldBytes;
        private long requestedBytes;

        /** @param granted called when a growth that had to wait has been granted, on any thread; must hand on to its own */
        Claim(Share share, Runnable granted) {
            this.share = share;
            this.granted = granted;
        }
    }

    /** Charges what has arrived of a frame; if that does not fit now, calls the claim later. */
    synchronized boolean grow(Claim claim, long toBytes) {
        claim.requestedBytes = toBytes;
        if (isGranted(claim)) {
            return true;
        }
        waiting.add(claim);
        return false;
    }

    /** The frame is whole: charges all of it, fit or not, for it has arrived. */
    synchronized void complete(Claim claim, long sizeBytes) {
        waiting.remove(claim);
        claim.requestedBytes = sizeBytes;
        take(claim);
    }

    /** The frame has been handed on, or its connection has closed. */
    void release(Claim claim) {
        List<Claim> next = new ArrayList<>();
        synchronized (this) {
            waiting.remove(claim);
            claim.requestedBytes = 0;
            take(claim);
            if (first == claim) {
                first = null;
            }
            if (claim.share.first == claim) {
                claim.share.first = null;
            }
            for (Claim other : waiting) {
                if (isGranted(other)) {
                    next.add(other);
                }
            }
            next.forEach(waiting::remove);
        }
        next.forEach(other -> other.granted.run());
    }

    @GuardedBy("this")
    private boolean isGranted(Claim claim) {
        long more = claim.requestedBytes - claim.heldBytes;
        boolean isOverClients = claim.share.usedBytes + more > clientLimitBytes;
        if (isOverClients && claim.share.first == null) {
            claim.share.first = claim;
        }
        boolean mayPassClients = !isOverClients || claim.share.first == claim;
        boolean isOver = usedBytes + more > limitBytes;
        if (isOver && mayPassClients && first == null) {
            first = claim;
        }
        // The first of all never waits, or it could wait for a frame that waits for it.
        boolean isGranted = first == claim || (mayPassClients && !isOver);
        if (isGranted) {
            take(claim);
        }
        return isGranted;
    }

    @GuardedBy("this")
    private void take(Claim claim) {
        long more = claim.requestedBytes - claim.heldBytes;
        usedBytes += more;
        claim.share.usedBytes += more;
        claim.heldBytes = claim.requestedBytes;
    }

    /** Bytes that are charged now. */
    synchronized long usedBytes() {
        return usedBytes;
    }
}
