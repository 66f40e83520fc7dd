package com.hazelcast.certification.gateway;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Since when each frame of a connection has been there whole: never later than it was, so that a time which counts from there is
 * never too short. What arrives while a connection is not read waits in the socket, unseen; what the first pass over the socket
 * then brings counts from when the connection was no longer read. Used on the connection's event loop; holds a time for each
 * frame that is decoded and not handed on.
 */
final class FrameArrivals {
    /** After that long the event loop has looked at the socket again: it does so before each round of tasks. */
    private static final long PASS_NS = 1_000_000;

    private final Queue<Long> timesNs = new ArrayDeque<>();
    private boolean isPaused;
    private boolean mayHaveWaited;
    private long pausedNs;
    private int resumes;

    /** The connection is read from now on, or is not; does nothing where that was so before. */
    void see(boolean isRead, EventExecutor loop) {
        if (isRead && isPaused) {
            isPaused = false;
            mayHaveWaited = true;
            int resume = ++resumes;
            var unused = loop.schedule(() -> sawNothing(resume), PASS_NS, TimeUnit.NANOSECONDS);
        } else if (!isRead && !isPaused) {
            isPaused = true;
            pausedNs = mayHaveWaited ? pausedNs : System.nanoTime();
        }
    }

    /** The socket has been passed over since that resume, and had nothing: what comes from now on did not wait. */
    private void sawNothing(int resume) {
        if (resume == resumes && !isPaused) {
            mayHaveWaited = false;
        }
    }

    /** A pass over the socket has ended. */
    void passEnded() {
        if (!isPaused) {
            mayHaveWaited = false;
        }
    }

    /** A frame is whole. */
    void whole(long nowNs) {
        timesNs.add(mayHaveWaited ? pausedNs : nowNs);
    }

    /** Since when the next frame that is handed on has been there. */
    long take(long nowNs) {
        Long next = timesNs.poll();
        return next == null ? nowNs : next;
    }
}
