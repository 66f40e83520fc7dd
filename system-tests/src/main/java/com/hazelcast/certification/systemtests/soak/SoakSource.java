package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.TransactionSource;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;

/** The raw source that members read: cards that stay. Members may connect before it sends. */
final class SoakSource implements AutoCloseable {
    private final TransactionSource source;
    private final Thread thread = new Thread(this::run, "soak-source");
    private volatile boolean isStopped;
    private volatile String failure = "";

    /** Opens a free port. */
    SoakSource(long rate, long seed, Clock clock) throws IOException {
        source = TransactionSource.generated(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new GeneratedStream(Traffic.CHALLENGE, SoakCards.STAYING, seed),
                TransactionSource.Rate.of(rate),
                0,
                clock);
    }

    /** What members need to read it. */
    String option() {
        return "--source=127.0.0.1:" + source.port();
    }

    /** Begins to send. */
    void start() {
        thread.start();
    }

    private void run() {
        try {
            source.run();
        } catch (IOException | RuntimeException e) {
            failure = isStopped ? "" : e.toString();
        }
    }

    /** @throws IllegalStateException when it sends no more, and has not been closed; called between start and close */
    void requireRunning() {
        // In this order: why it has ended is there before the thread is gone.
        boolean isRunning = thread.isAlive();
        if (!isRunning || !failure.isEmpty()) {
            throw new IllegalStateException("the source has ended before its time: " + failure);
        }
    }

    @Override
    public void close() throws IOException {
        isStopped = true;
        source.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the source failed: " + failure);
        }
    }
}
