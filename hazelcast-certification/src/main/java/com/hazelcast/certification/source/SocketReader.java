package com.hazelcast.certification.source;

import com.hazelcast.certification.routing.AnswerBooks;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.transaction.Refusal;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one connection of a source on a thread of its own, for ever: connects, reads what there is up to a large buffer,
 * parses it, routes it, and connects again when the source closes.
 *
 * <p>A read never takes more transactions than the gate lets in, and the next read waits for the gate; so a slow cluster
 * slows its sources down through TCP. {@link #finish} and {@link #close} may be called by any thread.
 */
public final class SocketReader implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketReader.class);

    /** Most records in a read. */
    static final int RECORDS_PER_READ = 4096;

    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;
    private static final long RECONNECT_FIRST_MS = 50;
    private static final long RECONNECT_MAX_MS = 2_000;

    private final InetSocketAddress source;
    private final String sourceName;
    private final Router router;
    private final InFlightGate gate;
    private final AnswerBooks answers;
    private final ReaderMeter meter;
    private final ShardGrouping grouping;
    private final RecordFramer framer;
    private final Clock clock;
    private final long futureToleranceMs;

    private final ByteBuffer received = ByteBuffer.allocateDirect(RECORDS_PER_READ * WireRecord.SIZE_BYTES);
    private final byte[] buffer = new byte[RECORDS_PER_READ * WireRecord.SIZE_BYTES + WireRecord.SIZE_BYTES];
    private final byte[] transactions = new byte[RECORDS_PER_READ * 2 * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final RefusalLog refusals;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private volatile @Nullable SocketChannel current;

    /** A reader of one connection to that source. */
    public SocketReader(
            InetSocketAddress source,
            Router router,
            InFlightGate gate,
            AnswerBooks answers,
            ReaderMeter meter,
            Clock clock,
            Duration futureTolerance) {
        this.source = source;
        this.sourceName = source.getHostString() + ":" + source.getPort();
        this.router = router;
        this.gate = gate;
        this.answers = answers;
        this.meter = meter;
        this.grouping = new ShardGrouping(router, RECORDS_PER_READ * 2);
        this.refusals = new RefusalLog(sourceName, meter, clock);
        this.framer = new RecordFramer(refusals);
        this.clock = clock;
        this.futureToleranceMs = futureTolerance.toMillis();
    }

    @Override
    public void run() {
        long pauseMs = RECONNECT_FIRST_MS;
        try {
            while (!isStopped()) {
                try (SocketChannel opened = connect()) {
                    pauseMs = RECONNECT_FIRST_MS;
                    readAll(opened);
                    LOG.info("source {} closed the connection", sourceName);
                } catch (AsynchronousCloseException e) {
                    LOG.info("source {} did not answer or end its stream in time; connection closed", sourceName);
                } catch (IOException e) {
                    LOG.info("source {}: {}; trying again in {} ms", sourceName, e.toString(), pauseMs);
                }
                if (!isStopped()) {
                    meter.reconnecting();
                }
                stopSignal.await(pauseMs, TimeUnit.MILLISECONDS);
                pauseMs = Math.min(pauseMs * 2, RECONNECT_MAX_MS);
            }
        } catch (InterruptedException e) {
            LOG.warn("reader of {} interrupted while it waited for answers", sourceName);
        }
    }

    private SocketChannel connect() throws IOException {
        InetSocketAddress address = new InetSocketAddress(source.getHostString(), source.getPort());
        if (address.isUnresolved()) {
            // The channel would throw an unchecked exception, which ends the thread; a name may be known again soon.
            throw new UnknownHostException("nobody knows that name");
        }
        SocketChannel channel = SocketChannel.open();
        // Before it is connected, so that a source that does not answer can be given up.
        current = channel;
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.connect(address);
        if (isStopped()) {
            channel.shutdownOutput();
        }
        meter.connected();
        LOG.info("reading from source {}", sourceName);
        return channel;
    }

    private void readAll(SocketChannel channel) throws IOException, InterruptedException {
        int kept = 0;
        try {
            while (channel.read(received.clear()) >= 0) {
                long readNs = System.nanoTime();
                int length = kept + received.flip().remaining();
                received.get(buffer, kept, length - kept);
                kept = 0;
                kept = accept(length, readNs);
                router.awaitCalm(gate);
            }
        } finally {
            // Also of a broken connection: the next one begins with a whole record.
            framer.end(buffer, kept);
        }
    }

    /** Parses and routes the first bytes of the buffer; moves what is left to its front and returns how much that is. */
    private int accept(int length, long readNs) throws InterruptedException {
        int parsed = framer.parse(buffer, length, transactions);
        int count = refuseFuture(parsed);
        if (count > 0) {
            gate.enter(count);
            meter.entered(count);
            grouping.route(transactions, count, answers, readNs);
        }
        int consumed = framer.consumed();
        System.arraycopy(buffer, consumed, buffer, 0, length - consumed);
        return length - consumed;
    }

    /** Takes out transactions too far ahead of the clock, so that one bad clock cannot prune a card's history. */
    private int refuseFuture(int count) {
        long latestMs = clock.millis() + futureToleranceMs;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            if (TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)) > latestMs) {
                refusals.refused(Refusal.FUTURE, TransactionLayout.cardAt(transactions, offset));
            } else {
                if (kept < i) {
                    TransactionLayout.copy(transactions, i, transactions, kept);
                }
                kept++;
            }
        }
        return kept;
    }

    /**
     * Asks the source to end its stream, by closing this side of the connection; what it has sent is still read. A source
     * that does not listen is cut off by {@link #close}.
     */
    void finish() {
        stopSignal.countDown();
        SocketChannel channel = current;
        // One that is being connected sees the signal as soon as it is.
        if (channel != null && channel.isConnected()) {
            try {
                channel.shutdownOutput();
            } catch (IOException e) {
                LOG.debug("source {} was gone already", sourceName, e);
            }
        }
    }

    /** Closes the connection, whatever the source has still sent. */
    void close() {
        SocketChannel channel = current;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("source {} was gone already", sourceName, e);
            }
        }
    }

    private boolean isStopped() {
        return stopSignal.getCount() == 0;
    }
}
