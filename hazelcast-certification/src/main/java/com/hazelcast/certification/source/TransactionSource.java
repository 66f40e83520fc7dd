package com.hazelcast.certification.source;

import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP server in the manner of the challenge's generator: each connection gets its own transactions, written as fast as
 * they are read, by a thread of its own. A record's time is when it was due. A reader that closes its side of the connection is sent no
 * more, and everything up to there has been sent whole. A connection that breaks ends alone.
 *
 * <p>With a count, the source sends that many in all, ends every stream, waits for the readers to close, and is
 * {@linkplain #awaitEnd done}. What a broken connection was not sent goes to those that are still being written to.
 * Thread-safe.
 */
public final class TransactionSource implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionSource.class);

    /** Records in a write. */
    private static final int BLOCK_RECORDS = 2_048;

    private static final int SEND_BUFFER_BYTES = 1 << 20;
    private static final long NS_PER_MS = 1_000_000;

    /** Connections at a time; more are closed at once. Each costs two threads and two blocks of memory. */
    private static final int CONNECTIONS_MAX = 256;

    private final ServerSocketChannel server;
    private final BlocksFactory blocks;
    private final Pacer pacer;
    private final Clock clock;
    private final AtomicLong unclaimed;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicInteger connectionCount = new AtomicInteger();
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<SourceTls> tls = Optional.empty();
    private volatile boolean isStopping;

    /**
     * How fast a source sends.
     *
     * @param recordsPerSecond 0: as fast as they are read
     * @param keepsSchedule whether what was not read in time is still sent, with the time when it was due; otherwise a reader
     *     that falls behind is sent less
     */
    public record Rate(long recordsPerSecond, boolean keepsSchedule) {
        /** So many a second, and less to a reader that falls behind; 0: as fast as they are read. */
        public static Rate of(long recordsPerSecond) {
            return new Rate(recordsPerSecond, false);
        }
    }

    /** Makes the records of one connection. */
    @FunctionalInterface
    interface BlocksFactory {
        /**
         * Begins the records of a connection.
         *
         * @param connection its number, from 0 in the order of arrival
         */
        RecordBlocks create(int connection);
    }

    /**
     * Opens the port; {@link #run} serves it.
     *
     * @param rate how fast, over all connections
     * @param count records to send in all; 0: no end
     * @throws IOException when the port cannot be opened
     */
    TransactionSource(InetSocketAddress address, BlocksFactory blocks, Rate rate, long count, Clock clock)
            throws IOException {
        this.blocks = blocks;
        this.pacer = new Pacer(rate.recordsPerSecond, rate.keepsSchedule);
        this.unclaimed = new AtomicLong(count == 0 ? Long.MAX_VALUE : count);
        this.clock = clock;
        this.server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /**
     * A source of generated transactions; other parameters as above. The seed of a connection follows from the stream's seed and
     * the connection's number, so the n-th connection always gets the same fields.
     *
     * @throws IOException when the port cannot be opened
     */
    public static TransactionSource generated(
            InetSocketAddress address, GeneratedStream stream, Rate rate, long count, Clock clock) throws IOException {
        return new TransactionSource(address, connection -> generated(stream, connection), rate, count, clock);
    }

    private static RecordBlocks generated(GeneratedStream stream, int connection) {
        RecordGenerator generator = stream.generator(connection, LabelSink.NONE);
        return (target, count, timeMs) -> generator.fill(target, 0, count, timeMs);
    }

    /**
     * The same with a label for each record.
     *
     * @throws IOException when the port cannot be opened
     */
    public static TransactionSource labelled(
            InetSocketAddress address, GeneratedStream stream, LabelFile labels, Rate rate, long count, Clock clock)
            throws IOException {
        return new TransactionSource(address, connection -> labelled(stream, labels, connection), rate, count, clock);
    }

    private static RecordBlocks labelled(GeneratedStream stream, LabelFile labels, int connection) {
        LabelFile.Part part = labels.part(connection);
        RecordGenerator generator = stream.generator(connection, part);
        return (target, count, timeMs) -> {
            generator.fill(target, 0, count, timeMs);
            part.write();
        };
    }

    /**
     * A source that replays a file of records, with the time set anew; other parameters as above.
     *
     * @param sourceClock by which that time is set
     * @throws IOException when the port cannot be opened
     */
    public static TransactionSource replayed(
            InetSocketAddress address, RecordFile file, SourceClock sourceClock, Rate rate, long count, Clock clock)
            throws IOException {
        return new TransactionSource(
                address, connection -> replayed(file, sourceClock, connection), rate, count, clock);
    }

    private static RecordBlocks replayed(RecordFile file, SourceClock sourceClock, int connection) {
        RecordBlocks replay = file.replay(connection);
        return (target, count, timeMs) -> replay.fill(target, count, sourceClock.timeMs(timeMs));
    }

    /** Serves connections that are accepted from now on inside TLS. */
    public TransactionSource withTls(SourceTls configured) {
        tls = Optional.of(configured);
        return this;
    }

    /** The port that is served. */
    public int port() {
        return server.socket().getLocalPort();
    }

    /** Records sent whole. */
    public long sentCount() {
        return sent.get();
    }

    /** Connections that it has accepted, each with a thread that sends. */
    public int connectionCount() {
        return connectionCount.get();
    }

    /** By how much these threads were late with what no reader held back, added up; 0 without a rate. */
    public long lateNs() {
        return pacer.lateNs();
    }

    /**
     * Accepts connections until the count is sent or the source is stopped.
     *
     * @throws IOException when the port fails
     */
    public void run() throws IOException {
        try {
            while (!isStopping) {
                accept(server.accept());
            }
        } catch (ClosedChannelException e) {
            LOG.debug("source no longer accepts connections", e);
        }
        endIfDone();
    }

    private void accept(SocketChannel channel) throws IOException {
        if (open.size() >= CONNECTIONS_MAX) {
            LOG.warn("connection closed, there are too many: connectionsMax={}", CONNECTIONS_MAX);
            channel.close();
            return;
        }
        int number = connectionCount.getAndIncrement();
        open.add(channel);
        daemon("fraud-source-" + number, () -> serve(channel, number));
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(SocketChannel channel, int number) {
        try (channel) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SourceLink link = link(channel);
            CountDownLatch readerClosed = watch(link, number);
            write(link, blocks.create(number), readerClosed);
            link.shutdownOutput();
            stopAcceptingWhenAllIsClaimed();
            readerClosed.await();
        } catch (IOException e) {
            LOG.info("connection {} ended: {}", number, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(channel);
            endIfDone();
        }
    }

    private SourceLink link(SocketChannel channel) throws IOException {
        return tls.isPresent()
                ? tls.get().secure(channel, (InetSocketAddress) channel.getRemoteAddress())
                : SourceLink.plain(channel);
    }

    private void write(SourceLink link, RecordBlocks records, CountDownLatch readerClosed) throws IOException {
        int blockRecords = pacer.blockRecords(BLOCK_RECORDS);
        byte[] block = new byte[blockRecords * WireRecord.SIZE_BYTES];
        ByteBuffer buffer = ByteBuffer.allocateDirect(block.length);
        while (readerClosed.getCount() > 0) {
            int claimed = claim(blockRecords);
            if (claimed == 0) {
                return;
            }
            buffer.clear();
            try {
                long lateNs = pacer.await(claimed);
                records.fill(block, claimed, clock.millis() - ceilMs(lateNs));
                buffer.put(block, 0, claimed * WireRecord.SIZE_BYTES).flip();
                link.write(buffer);
            } finally {
                int whole = buffer.position() / WireRecord.SIZE_BYTES;
                sent.addAndGet(whole);
                unclaimed.addAndGet(claimed - whole);
            }
        }
    }

    private static long ceilMs(long ns) {
        return (ns + NS_PER_MS - 1) / NS_PER_MS;
    }

    /** Waits on a thread of its own for the reader to close its side: it sends nothing, so a read ends only then. */
    private static CountDownLatch watch(SourceLink link, int number) {
        CountDownLatch readerClosed = new CountDownLatch(1);
        daemon("fraud-source-watch-" + number, () -> {
            ByteBuffer ignored = ByteBuffer.allocate(64);
            try {
                while (link.read(ignored.clear()) >= 0) {
                    LOG.debug("connection {} sent unexpected bytes", number);
                }
            } catch (IOException e) {
                LOG.debug("connection {} is closed", number, e);
            } finally {
                readerClosed.countDown();
            }
        });
        return readerClosed;
    }

    private int claim(int requested) {
        if (isStopping) {
            return 0;
        }
        long before = unclaimed.getAndUpdate(left -> left - Math.min(left, requested));
        return (int) Math.min(before, requested);
    }

    private void stopAcceptingWhenAllIsClaimed() throws IOException {
        if (unclaimed.get() == 0) {
            server.close();
        }
    }

    private void endIfDone() {
        if (!server.isOpen() && open.isEmpty()) {
            ended.countDown();
        }
    }

    /** Waits until the count is sent and every reader has closed, or the source is closed. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /**
     * Ends every stream behind a whole record, waits for the readers to close, and cuts those that take longer than the
     * grace.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile; nothing is cut then
     */
    public void stop(Duration grace) throws IOException, InterruptedException {
        isStopping = true;
        server.close();
        endIfDone();
        if (!ended.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.info("cutting {} connection(s) whose readers have not closed", open.size());
        }
        close();
    }

    /** Cuts all connections, wherever they are. */
    @Override
    public void close() throws IOException {
        isStopping = true;
        server.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
        ended.countDown();
    }
}
