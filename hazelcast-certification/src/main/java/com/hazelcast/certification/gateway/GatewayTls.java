package com.hazelcast.certification.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The TLS of a gateway: version 1.3 only, by the JDK's own provider. */
final class GatewayTls {
    private static final String VERSION = "TLSv1.3";

    private GatewayTls() {}

    /** @throws IllegalArgumentException when a file cannot be read or is not what it should be; names the key */
    static SslContext context(GatewaySettings.Tls settings) {
        requireReadable("gateway-tls-cert", settings.certificate());
        requireReadable("gateway-tls-key", settings.key());
        settings.clientAuthorities().ifPresent(file -> requireReadable("gateway-tls-client-ca", file));
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(
                            settings.certificate().toFile(), settings.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(VERSION);
            settings.clientAuthorities()
                    .ifPresent(file -> builder.trustManager(file.toFile()).clientAuth(ClientAuth.REQUIRE));
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot use the gateway's certificate; give a PEM chain and its PKCS#8 PEM key without a password: gateway-tls-cert="
                            + settings.certificate() + " gateway-tls-key=" + settings.key() + ": " + e.getMessage(),
                    e);
        }
    }

    /** The certificate that the client has shown; empty when there is no TLS, or clients need none. */
    static Optional<Certificate> clientCertificate(ChannelPipeline pipeline) {
        SslHandler handler = pipeline.get(SslHandler.class);
        if (handler == null || !handler.engine().getNeedClientAuth()) {
            return Optional.empty();
        }
        try {
            return Optional.of(handler.engine().getSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a client without a certificate has passed TLS, which asks for one", e);
        }
    }

    /**
     * Handshakes, some at a time and the others in the order in which they came, so that those that have begun come to their end: were all
     * served at once, each would take longer than its client waits, and none would come about. What they cost, signatures and
     * checks of certificates, is done on threads of their own, so connections that are there are answered while thousands come. A connection takes
     * its turn with its first bytes, and keeps it until its handshake is over, for {@link #TURN_MS} at most, so that clients that begin one and say no more hold
     * nobody up for long. One whose client has gone meanwhile, or whose time is over, is left out. Thread-safe.
     */
    static final class Handshakes implements AutoCloseable {
        /** Turns at a time for each thread: clients are some round trips away, and a thread must not wait for them. */
        private static final int TURNS_PER_THREAD = 64;

        private static final long TURN_MS = 1_000;

        /** What a client that has gone needs to be noticed once its connection is read again. */
        private static final long NOTICE_MS = 1;

        private final ThreadPoolExecutor threads;
        private final long timeoutMs;

        @GuardedBy("this")
        private final Queue<Turn> waiting = new ArrayDeque<>();

        @GuardedBy("this")
        private int free;

        /** @param threadCount how many are worked on at a time */
        Handshakes(int threadCount, Duration timeout) {
            this(threadCount, threadCount * TURNS_PER_THREAD, timeout);
        }

        /** With a number of turns of its own; for tests. */
        Handshakes(int threadCount, int turns, Duration timeout) {
            threads = new ThreadPoolExecutor(
                    threadCount,
                    threadCount,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    new DefaultThreadFactory("fraud-gateway-handshake", true),
                    // Of connections that the gateway is closing.
                    new ThreadPoolExecutor.DiscardPolicy());
            timeoutMs = timeout.toMillis();
            free = turns;
        }

        /** Adds what serves TLS to a new connection. */
        void add(SslContext context, Channel channel) {
            SslHandler handler = context.newHandler(
                    channel.alloc(),
                    task -> threads.execute(() -> {
                        if (channel.isActive()) {
                            task.run();
                        }
                    }));
            handler.setHandshakeTimeoutMillis(timeoutMs);
            Turn turn = new Turn(channel);
            channel.pipeline().addLast(turn, handler);
            handler.handshakeFuture().addListener(done -> over(turn));
            channel.closeFuture().addListener(closed -> over(turn));
        }

        private void request(Turn turn) {
            synchronized (this) {
                if (free == 0) {
                    waiting.add(turn);
                    return;
                }
                free--;
                turn.isHeld = true;
            }
            turn.begin(0);
        }

        /** The turn is over, or is not needed any more; the next one begins. */
        private void over(Turn turn) {
            Turn next;
            synchronized (this) {
                turn.isOver = true;
                if (!turn.isHeld) {
                    return;
                }
                turn.isHeld = false;
                next = waiting.poll();
                while (next != null && next.isOver) {
                    next = waiting.poll();
                }
                if (next == null) {
                    free++;
                    return;
                }
                next.isHeld = true;
            }
            next.begin(NOTICE_MS);
        }

        /** How many wait for their turn, or for a thread. */
        int waiting() {
            synchronized (this) {
                return waiting.size() + threads.getQueue().size();
            }
        }

        @Override
        public void close() {
            var unused = threads.shutdownNow();
        }

        /** Holds a connection's first bytes back until it is its turn. Its state belongs to the event loop, but for what is said otherwise. */
        private final class Turn extends ChannelInboundHandlerAdapter {
            private final Channel channel;
            private final Queue<Object> first = new ArrayDeque<>();

            // Under the lock of the handshakes.
            private boolean isHeld;
            private boolean isOver;

            Turn(Channel channel) {
                this.channel = channel;
            }

            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                boolean isFirst = first.isEmpty();
                first.add(message);
                if (isFirst) {
                    channel.config().setAutoRead(false);
                    request(this);
                }
            }

            /** By any thread. */
            void begin(long delayMs) {
                channel.eventLoop().execute(() -> {
                    channel.config().setAutoRead(true);
                    if (delayMs == 0) {
                        forward();
                    } else {
                        var unused = channel.eventLoop().schedule(this::forward, delayMs, TimeUnit.MILLISECONDS);
                    }
                });
            }

            private void forward() {
                if (!channel.isActive()) {
                    return;
                }
                ChannelHandlerContext context = channel.pipeline().context(this);
                for (Object message = first.poll(); message != null; message = first.poll()) {
                    context.fireChannelRead(message);
                }
                context.fireChannelReadComplete();
                channel.pipeline().remove(this);
                var unused = channel.eventLoop().schedule(() -> over(this), TURN_MS, TimeUnit.MILLISECONDS);
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                if (first.isEmpty()) {
                    context.fireChannelReadComplete();
                }
            }

            @Override
            public void handlerRemoved(ChannelHandlerContext context) {
                first.forEach(ReferenceCountUtil::release);
                first.clear();
            }
        }
    }

    private static void requireReadable(String key, Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file);
        }
    }
}
