package com.hazelcast.certification.client;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads that many clients of a process share: each client is on one of them, in turn, with its connection, its TLS and the stages
 * that it completes. Without it each client has a thread of its own. Thread-safe.
 */
public final class ClientThreads implements AutoCloseable {
    private static final long CLOSE_MS = 1_000;

    private final MultiThreadIoEventLoopGroup group;

    /** @throws IllegalArgumentException when the count is not above 0 */
    public ClientThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("clients need at least one thread: count=" + count);
        }
        group = new MultiThreadIoEventLoopGroup(
                count, new DefaultThreadFactory("fraud-client", true), NioIoHandler.newFactory());
    }

    /** The one of the next client. */
    EventLoop next() {
        return group.next();
    }

    /** Ends the threads, within a second. Clients must be closed before: one that is not is cut. */
    @Override
    public void close() {
        var unused = group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS);
    }
}
