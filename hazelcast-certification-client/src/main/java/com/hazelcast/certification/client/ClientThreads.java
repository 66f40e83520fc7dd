package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.TlsTurns;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Daemon threads that many clients of a process share: each client is on one of them, in turn, with its connection, its TLS and the stages
 * that it completes. Without it each client has a thread of its own. The clients of a thread shake hands in turns. Thread-safe.
 */
public final class ClientThreads implements AutoCloseable {
    private static final long CLOSE_MS = 1_000;

    private final MultiThreadIoEventLoopGroup group;
    private final List<TlsTurns> loops;
    private final AtomicInteger next = new AtomicInteger();

    /** @throws IllegalArgumentException when the count is not above 0 */
    public ClientThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("clients need at least one thread: count=" + count);
        }
        group = new MultiThreadIoEventLoopGroup(
                count, new DefaultThreadFactory("fraud-client", true), NioIoHandler.newFactory());
        // The group hands out each of its loops before one again.
        loops = Stream.generate(() -> new TlsTurns(group.next())).limit(count).toList();
    }

    /** The one of the next client, with the turns of its clients. */
    TlsTurns next() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    /** Whether the calling thread is one of them. */
    boolean hasCurrentThread() {
        return loops.stream().anyMatch(turns -> turns.loop().inEventLoop());
    }

    /** Ends the threads, within a second. Clients must be closed before: one that is not is cut. */
    @Override
    public void close() {
        var unused = group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS);
    }
}
