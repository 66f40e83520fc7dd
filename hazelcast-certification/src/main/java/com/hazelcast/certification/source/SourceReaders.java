package com.hazelcast.certification.source;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * All readers of a member: started and stopped together. Thread-safe.
 */
public final class SourceReaders {
    /** How long a source may go on after it has been asked to end its stream. */
    private static final long GRACE_NS = 2_000_000_000L;

    /** How long the readers may wait, all together, for answers to what they have read. */
    private static final long JOIN_NS = 10_000_000_000L;

    private final List<InetSocketAddress> sources;
    private final int readerCount;
    private final Function<InetSocketAddress, SocketReader> newReader;
    private final List<SocketReader> readers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** The readers that run, for whoever looks while a {@link #stop} takes its time. */
    private volatile List<SocketReader> running = List.of();

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
        running = List.copyOf(readers);
        threads.forEach(Thread::start);
    }

    /**
     * Stops the readers and waits for their threads: lets each source end its stream, and cuts off those that go on.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    public synchronized void stop() throws InterruptedException {
        running = List.of();
        readers.forEach(SocketReader::finish);
        long deadlineNs = System.nanoTime() + GRACE_NS;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
        }
        readers.forEach(SocketReader::close);
        long joinedNs = System.nanoTime() + JOIN_NS;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (joinedNs - System.nanoTime()) / 1_000_000));
            thread.interrupt();
        }
        readers.clear();
        threads.clear();
    }

    /** Sources that these readers are to read, whether they run or not. */
    public int sourceCount() {
        return sources.size();
    }

    /** Each source while the readers run, in the order of the configuration; none while they do not. Does not block. */
    public List<SourceFigures> figures() {
        long nowNs = System.nanoTime();
        Map<String, SourceFigures> bySource = new LinkedHashMap<>();
        for (SocketReader reader : running) {
            SourceFigures one = new SourceFigures(
                    reader.sourceName(),
                    1,
                    reader.isConnected() ? 1 : 0,
                    TimeUnit.NANOSECONDS.toMillis(reader.quietNs(nowNs)));
            bySource.merge(
                    one.address(),
                    one,
                    (a, b) -> new SourceFigures(
                            a.address(),
                            a.readers() + b.readers(),
                            a.connected() + b.connected(),
                            Math.min(a.quietMs(), b.quietMs())));
        }
        return List.copyOf(bySource.values());
    }

    /** Whether the readers run. */
    public synchronized boolean isRunning() {
        return !threads.isEmpty();
    }
}
