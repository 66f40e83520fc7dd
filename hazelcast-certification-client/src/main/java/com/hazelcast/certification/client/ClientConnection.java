package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, for as long as the client lives: to one member, and when that fails to the next. All state belongs
 * to its event loop, of one thread; {@link #send}, {@link #start} and {@link #stop} may be called by any.
 */
final class ClientConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final long GOODBYE_MS = 1_000;

    /** Between two tries of what a member has deferred: a shard that gives no answers does so for seconds. */
    private static final long RETRY_MS = 500;

    private final ClientConfig config;
    private final IntConsumer answered;
    private final @Nullable SslContext tls;
    private final UUID clientId = UUID.randomUUID();
    private final Outbox outbox;
    private final MemberRing members;
    private final BackOff backOff;
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("fraud-client", true), NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final AtomicBoolean isFlushDue = new AtomicBoolean();
    private final ClientCounters counters;
    private final CompletableFuture<Void> firstHello = new CompletableFuture<>();
    private volatile @Nullable Throwable lastFailure;
    private volatile boolean isStopped;
    private @Nullable MemberLink link;
    private @Nullable MemberHello limits;
    private int version = ProtocolLimits.VERSION;
    private boolean isRetryScheduled;

    /**
     * Nothing is connected yet.
     *
     * @param members from the first that is tried
     * @param answered receives how many transactions have been answered, or failed
     */
    ClientConnection(ClientConfig config, MemberRing members, ClientCounters counters, IntConsumer answered) {
        this.config = config;
        this.members = members;
        this.counters = counters;
        this.answered = answered;
        this.outbox = new Outbox(config.format(), config.takesDeferrals(), counters);
        this.tls = config.tls().map(TlsOptions::toContext).orElse(null);
        this.backOff = new BackOff(config.backOffFirst(), config.backOffMax(), new SplittableRandom());
    }

    /** Connects, and waits for the first hello. */
    void start() throws InterruptedException {
        loop.execute(this::connect);
        try {
            firstHello.get(config.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            Throwable why = lastFailure;
            throw new IllegalStateException(
                    "no member has said hello; check the addresses, TLS and that the members score: members="
                            + config.members() + " waitedMs="
                            + config.connectTimeout().toMillis()
                            + (why == null ? "" : ": " + why.getMessage()),
                    why == null ? e : why);
        }
    }

    private void connect() {
        if (isStopped) {
            return;
        }
        InetSocketAddress member = members.current();
        MemberLink opened = new MemberLink(
                new ClientHello(clientId, config.format(), version),
                config.attemptTimeout().toMillis(),
                new Events(member));
        link = opened;
        opened.open(loop, member, tls);
    }

    boolean isOwnThread() {
        return loop.inEventLoop();
    }

    boolean isStopped() {
        return isStopped;
    }

    /** Takes a transaction; a burst of them is one flush. */
    void send(Pending transaction) {
        outbox.add(transaction);
        if (isFlushDue.compareAndSet(false, true)) {
            try {
                loop.execute(this::flush);
            } catch (RejectedExecutionException e) {
                LOG.debug("handed in while the client was being closed", e);
            }
        }
    }

    private void flush() {
        isFlushDue.set(false);
        MemberHello hello = limits;
        MemberLink opened = link;
        if (hello == null || opened == null) {
            return;
        }
        int batchesMax = Math.min(config.batchesInFlightMax(), hello.batchesInFlightMax());
        while (outbox.outCount() < batchesMax) {
            Outbox.Batch batch = outbox.next(recordsMax(hello));
            if (batch == null) {
                return;
            }
            opened.sendBatch(batch.number(), batch.records());
        }
    }

    private void scheduleRetry() {
        if (outbox.hasDeferred() && !isRetryScheduled && !isStopped) {
            isRetryScheduled = true;
            var unused = loop.schedule(this::retry, RETRY_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void retry() {
        isRetryScheduled = false;
        outbox.retry();
        flush();
        scheduleRetry();
    }

    /** Whether the member does not speak this version, and the caller can do with the one before: without sets, then without deferrals. */
    private boolean isOfNewerVersion(Throwable cause) {
        int least = config.takesDeferrals() ? ProtocolLimits.VERSION_WITHOUT_SETS : ProtocolLimits.VERSION_WAITING;
        return version > least
                && cause instanceof ProtocolException broken
                && broken.code() == ErrorCode.UNSUPPORTED_VERSION;
    }

    /** The member's limits, whichever of records and bytes is reached first. */
    private int recordsMax(MemberHello hello) {
        int overhead = BatchFrame.sizeBytes(0, config.format());
        int fitting = (hello.frameSizeBytesMax() - overhead) / config.format().recordSizeBytes();
        return Math.max(1, Math.min(hello.recordsPerBatchMax(), fitting));
    }

    /** Ends the connection in order and fails what has not been answered. Returns when that is done. */
    void stop(String why) {
        try {
            loop.submit(() -> {
                        isStopped = true;
                        MemberLink opened = link;
                        if (opened != null && limits != null && outbox.isEmpty()) {
                            opened.goodbye();
                            var unused = loop.schedule(opened::close, GOODBYE_MS, TimeUnit.MILLISECONDS);
                        } else if (opened != null) {
                            opened.close();
                        }
                        limits = null;
                    })
                    .awaitUninterruptibly();
        } finally {
            failLeft(why);
            var unused = group.shutdownGracefully(0, GOODBYE_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Fails what is left, once the connection is stopped. */
    synchronized void failLeft(String why) {
        var left = outbox.drain();
        left.forEach(transaction -> transaction.fail(config.format(), why));
        if (!left.isEmpty()) {
            counters.failed(left.size());
            answered.accept(left.size());
        }
    }

    private final class Events implements MemberLink.Listener {
        private final InetSocketAddress member;

        Events(InetSocketAddress member) {
            this.member = member;
        }

        @Override
        public void greeted(MemberHello hello) {
            LOG.info("connected to {}", member);
            limits = hello;
            counters.connected();
            backOff.reset();
            outbox.fitTo(recordsMax(hello));
            firstHello.complete(null);
            flush();
        }

        @Override
        public void answered(ByteBuf frame) {
            int count = outbox.answer(frame, version > ProtocolLimits.VERSION_WITHOUT_SETS);
            answered.accept(count);
            flush();
            scheduleRetry();
        }

        @Override
        public void lost(Throwable cause) {
            limits = null;
            link = null;
            if (isStopped) {
                return;
            }
            counters.connectionLost();
            lastFailure = cause;
            outbox.takeBack();
            if (isOfNewerVersion(cause)) {
                version--;
            } else {
                version = ProtocolLimits.VERSION;
                members.advance();
            }
            long pauseMs = backOff.nextMs();
            LOG.warn("member {}: {}; trying the next in {} ms", member, cause.toString(), pauseMs);
            var unused = loop.schedule(ClientConnection.this::connect, pauseMs, TimeUnit.MILLISECONDS);
        }
    }
}
