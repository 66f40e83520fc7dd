package com.hazelcast.certification.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The times of one connection, and whether they are over. Used on its event loop. */
final class GatewayClock {
    /** From one look at the time-outs of a connection to the next. */
    private static final long STEP_MS_MIN = 20;

    private static final long STEP_MS_MAX = 5_000;

    /** Looks in the shortest time-out, so that it is kept to a quarter. */
    private static final int STEPS_PER_TIMEOUT = 4;

    private final GatewaySettings.Timeouts timeouts;
    private final boolean isTls;
    private final long openedNs = System.nanoTime();
    private long readNs = openedNs;
    private long writeNs = openedNs;

    GatewayClock(GatewaySettings settings) {
        this.timeouts = settings.timeouts();
        this.isTls = settings.tls().isPresent();
    }

    /** How often to look: several times in the shortest time-out. */
    long stepMs() {
        long shortestMs = Stream.of(
                        timeouts.handshake(), timeouts.frame(), timeouts.room(), timeouts.write(), timeouts.idle())
                .mapToLong(Duration::toMillis)
                .min()
                .orElseThrow();
        return Math.max(STEP_MS_MIN, Math.min(STEP_MS_MAX, shortestMs / STEPS_PER_TIMEOUT));
    }

    /** A frame has come. */
    void read() {
        readNs = System.nanoTime();
    }

    /** A frame is written; the first that is, when none was. */
    void beginWrite(boolean isFirst) {
        if (isFirst) {
            writeNs = System.nanoTime();
        }
    }

    /** A frame has left. */
    void endWrite() {
        writeNs = System.nanoTime();
    }

    boolean isWriteOver(long nowNs) {
        return isOver(nowNs, writeNs, timeouts.write());
    }

    boolean isFrameOver(long nowNs, long sinceNs) {
        return isOver(nowNs, sinceNs, timeouts.frame());
    }

    boolean isWaitOver(long nowNs, long sinceNs) {
        return isOver(nowNs, sinceNs, timeouts.room());
    }

    boolean isIdle(long nowNs) {
        return isOver(nowNs, Math.max(readNs, writeNs), timeouts.idle());
    }

    /** TLS and the hello have that long each; TLS has a time-out of its own. */
    boolean isHandshakeOver(long nowNs) {
        return isOver(nowNs, openedNs, isTls ? timeouts.handshake().multipliedBy(2) : timeouts.handshake());
    }

    private static boolean isOver(long nowNs, long sinceNs, Duration timeout) {
        return nowNs - sinceNs > TimeUnit.MILLISECONDS.toNanos(timeout.toMillis());
    }
}
