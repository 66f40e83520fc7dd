package com.hazelcast.certification.source;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.Rejection;
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
import java.time.Instant;
import java.util.Optional;
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
 * slows its sources down through TCP. The time to an answer counts from when the bytes were there ({@link ArrivalClock}), not from
 * when they were read: what pacing and the gate make them wait is part of it. {@link #finish} and {@link #close} may be called by any thread.
 */
public final class SocketReader implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketReader.class);

    /** Most records in a read. */
    static final int RECORDS_PER_READ = 4096;

    /** Least records in a read: a read costs as much as some ten records, and its groups are calls. */
    private static final int RECORDS_PER_READ_MIN = 512;

    /** A socket that may hold what comes while the member is slow: at full load, all of it waits. */
    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;

    /** One that holds 2,600 records, some milliseconds of a fast connection, when what waits is bounded by a limit that adapts. */
    private static final int RECEIVE_BUFFER_SHORT_BYTES = 256 << 10;

    private static final long RECONNECT_FIRST_MS = 50;

    /** Beyond it the time of a record is not when it was due. */
    private static final Duration LATE_MAX = Duration.ofHours(1);

    /** The longest from one try to connect to the next. */
    private static final long RECONNECT_MAX_MS = 2_000;

    private final InetSocketAddress source;
    private final String sourceName;
    private final Router router;
    private final InFlightGate gate;
    private final AnswerAccounting answers;
    private final ReaderMeter meter;
    private final ShardGrouping grouping;
    private final RecordFramer framer;
    private final CardIdentifier identifier;
    private final Clock clock;
    private final long futureToleranceMs;
    private final LatencyFrom latencyFrom;
    private final SourceClock sourceClock;

    private final ByteBuffer received = ByteBuffer.allocateDirect(RECORDS_PER_READ * WireRecord.SIZE_BYTES);
    private final byte[] buffer = new byte[RECORDS_PER_READ * WireRecord.SIZE_BYTES + WireRecord.SIZE_BYTES];
    private final byte[] transactions = new byte[RECORDS_PER_READ * 2 * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final RejectionLog rejections;

    /** Transactions with which the reader waits at the gate; written by its thread alone. */
    private volatile int entering;

    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private final Optional<SourceTls> tls;
    private volatile @Nullable SocketChannel current;
    private volatile boolean isConnected;

    /** Whether it works on what the source has brought, or waits for answers; nothing can come meanwhile. */
    private volatile boolean isBusy;

    /** Whether this end closed the connection before the source had ended its stream. */
    private volatile boolean isCutOff;

    /** Since when it waits for the source. */
    private volatile long waitsSinceNs = System.nanoTime();

    private volatile @Nullable SourceLink link;

    /**
     * A reader of one connection to that source.
     *
     * @param cardKey by which cards are identified, if they are
     * @param tls to the source; empty: none
     * @param sourceClock by which the source sets the times of records
     */
    public SocketReader(
            InetSocketAddress source,
            Router router,
            InFlightGate gate,
            AnswerAccounting answers,
            ReaderMeter meter,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            Optional<SourceTls> tls,
            LatencyFrom latencyFrom,
            SourceClock sourceClock) {
        this.identifier = new CardIdentifier(cardKey);
        this.source = source;
        this.tls = tls;
        this.sourceName = source.getHostString() + ":" + source.getPort();
        this.router = router;
        this.gate = gate;
        this.answers = answers;
        this.meter = meter;
        this.grouping = new ShardGrouping(router, RECORDS_PER_READ * 2);
        this.rejections = new RejectionLog(sourceName, meter, clock);
        this.framer = new RecordFramer(rejections);
        this.clock = clock;
        this.futureToleranceMs = futureTolerance.toMillis();
        this.latencyFrom = latencyFrom;
        this.sourceClock = sourceClock;
    }

    @Override
    public void run() {
        long pauseMs = RECONNECT_FIRST_MS;
        try {
            while (!isStopped()) {
                try (SourceLink opened = connect()) {
                    pauseMs = RECONNECT_FIRST_MS;
                    isConnected = true;
                    readAll(opened);
                    LogEvent.SOURCE_LOST
                            .at(LOG)
                            .addKeyValue(Fields.SOURCE, sourceName)
                            .log("source {} closed the connection", sourceName);
                } catch (AsynchronousCloseException e) {
                    LogEvent.SOURCE_LOST
                            .at(LOG)
                            .addKeyValue(Fields.SOURCE, sourceName)
                            .log("source {} did not answer or end its stream in time; connection closed", sourceName);
                } catch (IOException e) {
                    LogEvent.SOURCE_LOST
                            .at(LOG)
                            .addKeyValue(Fields.SOURCE, sourceName)
                            .log("source {}: {}; trying again in {} ms", sourceName, e.toString(), pauseMs);
                } catch (RuntimeException e) {
                    // The thread must not end: nobody would read this source any more.
                    pauseMs = RECONNECT_MAX_MS;
                    LOG.error("source {}: a defect while it was read; trying again in {} ms", sourceName, pauseMs, e);
                } finally {
                    isConnected = false;
                }
                if (!isStopped()) {
                    meter.reconnecting();
                }
                stopSignal.await(pauseMs, TimeUnit.MILLISECONDS);
                pauseMs = Math.min(pauseMs * 2, RECONNECT_MAX_MS);
            }
        } catch (InterruptedException e) {
            LOG.warn(
                    "reader of {} interrupted while it waited for answers; what it had read and not handed in is dropped: transactions={}",
                    sourceName,
                    entering);
        }
    }

    private SourceLink connect() throws IOException {
        InetSocketAddress address = new InetSocketAddress(source.getHostString(), source.getPort());
        if (address.isUnresolved()) {
            // The channel would throw an unchecked exception, which ends the thread; a name may be known again soon.
            throw new UnknownHostException("no such host");
        }
        SocketChannel channel = SocketChannel.open();
        link = null;
        // Before it is connected, so that a source that does not answer can be given up.
        current = channel;
        channel.setOption(
                StandardSocketOptions.SO_RCVBUF, gate.isAdaptive() ? RECEIVE_BUFFER_SHORT_BYTES : RECEIVE_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        SourceLink connected = connect(channel, address);
        link = connected;
        if (isStopped()) {
            connected.shutdownOutput();
        }
        meter.connected();
        LogEvent.SOURCE_CONNECTED
                .at(LOG)
                .addKeyValue(Fields.SOURCE, sourceName)
                .log("reading from source {}", sourceName);
        return connected;
    }

    private SourceLink connect(SocketChannel channel, InetSocketAddress address) throws IOException {
        try {
            channel.connect(address);
            return tls.isPresent() ? tls.get().secure(channel, source) : SourceLink.plain(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void readAll(SourceLink channel) throws IOException, InterruptedException {
        SocketLook socket = new SocketLook(channel);
        int kept = 0;
        try {
            while (true) {
                socket.look();
                received.clear().limit(recordsToRead() * WireRecord.SIZE_BYTES);
                if (channel.read(received) < 0) {
                    return;
                }
                boolean mayHoldMore = received.position() >= Math.min(received.limit(), channel.readMax());
                int length = kept + received.flip().remaining();
                long arrivedNs = socket.read(received.remaining());
                received.get(buffer, kept, length - kept);
                isBusy = true;
                kept = 0;
                kept = accept(length, arrivedNs);
                // What the socket still holds has waited already.
                if (!mayHoldMore) {
                    router.paceReads(gate, socket);
                }
                waitsSinceNs = System.nanoTime();
                isBusy = false;
            }
        } finally {
            isBusy = false;
            // Also of a broken connection: the next one begins with a whole record. Where this end cut the stream off,
            // the rest of the record was never taken, like all else that the source had still sent.
            framer.end(buffer, isCutOff ? 0 : kept);
        }
    }

    /** A part of what may be in flight, so that it is filled by several reads and not in jumps. */
    private int recordsToRead() {
        return Math.max(RECORDS_PER_READ_MIN, Math.min(gate.portion(), RECORDS_PER_READ));
    }

    /** Looks how much waits in a socket, and finds out from that since when it has. */
    private static final class SocketLook implements Router.PacingStep {
        private final SourceLink link;
        private final ArrivalClock clock = new ArrivalClock(System.nanoTime());

        SocketLook(SourceLink link) {
            this.link = link;
        }

        @Override
        public void look() throws IOException {
            long beforeNs = System.nanoTime();
            clock.look(link.available(), beforeNs);
        }

        /** So many bytes have just been read; returns since when they were there. */
        long read(int bytes) throws IOException {
            long sinceNs = clock.read(bytes, System.nanoTime());
            look();
            return sinceNs;
        }
    }

    /** Parses and routes the first bytes of the buffer; moves what is left to its front and returns how much that is. */
    private int accept(int length, long arrivedNs) throws InterruptedException {
        int parsed = framer.parse(buffer, length, transactions);
        int count = rejectFuture(parsed);
        if (count > 0) {
            identifier.identify(transactions, count);
            long sinceNs = latencyFrom == LatencyFrom.DUE ? Math.min(arrivedNs, oldestDueNs(count)) : arrivedNs;
            entering = count;
            gate.enter(count);
            entering = 0;
            meter.entered(count);
            grouping.route(transactions, count, answers, sinceNs);
        }
        int consumed = framer.consumed();
        System.arraycopy(buffer, consumed, buffer, 0, length - consumed);
        return length - consumed;
    }

    /** When the oldest of the transactions was due, by {@code System.nanoTime()}. */
    private long oldestDueNs(int count) {
        long nowNs = System.nanoTime();
        Instant now = clock.instant();
        long oldestMs = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            oldestMs = Math.min(oldestMs, TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)));
        }
        Duration late = Duration.between(Instant.ofEpochMilli(sourceClock.realMs(oldestMs)), now);
        // Beyond an hour the time is not when it was due.
        return nowNs - (late.compareTo(LATE_MAX) < 0 ? late : LATE_MAX).toNanos();
    }

    /** Takes out transactions too far ahead of the clock, so that one bad clock cannot prune a card's history. */
    private int rejectFuture(int count) {
        long latestMs = sourceClock.timeMs(clock.millis()) + futureToleranceMs;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            if (TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)) > latestMs) {
                rejections.rejected(Rejection.FUTURE, TransactionLayout.cardAt(transactions, offset));
            } else {
                if (kept < i) {
                    TransactionLayout.copy(transactions, i, transactions, kept);
                }
                kept++;
            }
        }
        return kept;
    }

    /** The source, {@code host:port}. */
    String sourceName() {
        return sourceName;
    }

    boolean isConnected() {
        return isConnected;
    }

    /** How long this reader has waited for its source, in nanoseconds; 0 while it works on what came. */
    long quietNs(long nowNs) {
        return isBusy ? 0 : Math.max(0, nowNs - waitsSinceNs);
    }

    /**
     * Asks the source to end its stream, by closing this side of the connection; what it has sent is still read. A source
     * that does not listen is cut off by {@link #close}.
     */
    void finish() {
        stopSignal.countDown();
        SourceLink connected = link;
        // One that is being connected sees the signal as soon as it is.
        if (connected != null) {
            try {
                connected.shutdownOutput();
            } catch (IOException e) {
                LOG.debug("source {} was closed already", sourceName, e);
            }
        }
    }

    /** Closes the connection for good, whatever the source has still sent; a part of a record is left like the rest. */
    void close() {
        isCutOff = true;
        SocketChannel channel = current;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("source {} was closed already", sourceName, e);
            }
        }
    }

    private boolean isStopped() {
        return stopSignal.getCount() == 0;
    }
}
