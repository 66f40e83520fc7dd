package com.hazelcast.certification.source;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All readers of a member: started and stopped together. Thread-safe.
 */
public final class SourceReaders {
    /** How long a source may go on after it has been asked to end its stream. */
    private static final long GRACE_NS = 2_000_000_000L;

    /** How long a reader may wait for answers to what it has read. */
    private static final long JOIN_MS = 10_000;

    private final List<InetSocketAddress> sources;
    private final int readerCount;
    private final Function<InetSocketAddress, SocketReader> newReader;
    private final List<SocketReader> readers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * @param readerCount connections in all, spread evenly over the sources
     * @param newReader makes a reader of one connection
     */
    public SourceReaders(
            List<InetSocketAddress> sources, int readerCount, Function<InetSocketAddress, SocketReader> newReader) {
        this.sources = List.copyOf(sources);
        this.readerCount = sources.isEmpty() ? 0 : Math.max(readerCount, sources.size());
        this.newReader = newReader;
    }

    /** Starts the readers unless they run. */
    public synchronized void start() {
        if (!threads.isEmpty()) {
            return;
        }
        for (int i = 0; i < readerCount; i++) {
            SocketReader reader = newReader.apply(sources.get(i % sources.size()));
            Thread thread = new Thread(reader, "fraud-reader-" + i);
            thread.setDaemon(true);
            readers.add(reader);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /**
     * Stops the readers and waits for their threads: lets each source end its stream, and cuts off those that go on.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    public synchronized void stop() throws InterruptedException {
        readers.forEach(SocketReader::finish);
        long deadlineNs = System.nanoTime() + GRACE_NS;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
        }
        readers.forEach(SocketReader::close);
        for (Thread thread : threads) {
            thread.join(JOIN_MS);
            thread.interrupt();
        }
        readers.clear();
        threads.clear();
    }

    /** Whether the readers run. */
    public synchronized boolean isRunning() {
        return !threads.isEmpty();
    }
}
