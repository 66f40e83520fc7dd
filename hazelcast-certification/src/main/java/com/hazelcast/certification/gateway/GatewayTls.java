package com.hazelcast.certification.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
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
     * What handshakes cost, signatures and checks of certificates, on threads of their own: so connections that are there are answered
     * while thousands come. A handshake that finds no thread free waits; as many wait as there are connections, each at most once. One whose
     * client has gone meanwhile, or whose time is over, is left out.
     *
     * <p>After a task a thread rests for as long as the task took, {@value #REST_NS_MAX} ns at most. Without rests the threads are runnable all
     * the time that handshakes wait, and event loops and partition threads queue behind them for processors. So a thread serves at least half as
     * many handshakes as it could. Thread-safe.
     */
    static final class Handshakes implements AutoCloseable {
        /** A whole handshake takes about a millisecond. What took longer was mostly kept from a processor, or ran code not yet compiled. */
        static final long REST_NS_MAX = 2_000_000;

        private final ThreadPoolExecutor threads;
        private final long timeoutMs;
        private final LongSupplier clock;
        private final LongConsumer rest;

        /** @param threadCount how many are served at a time */
        Handshakes(int threadCount, Duration timeout) {
            this(threadCount, timeout, System::nanoTime, LockSupport::parkNanos);
        }

        /**
         * @param clock in ns
         * @param rest has the calling thread rest for so many ns; may return sooner
         */
        Handshakes(int threadCount, Duration timeout, LongSupplier clock, LongConsumer rest) {
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
            this.clock = clock;
            this.rest = rest;
        }

        /** Of a new connection. */
        SslHandler handler(SslContext context, Channel channel) {
            SslHandler handler =
                    context.newHandler(channel.alloc(), task -> threads.execute(() -> serve(channel, task)));
            handler.setHandshakeTimeoutMillis(timeoutMs);
            return handler;
        }

        /** A task of the handshake of that connection, and the rest after it; nothing when its client has gone. By a thread of these. */
        void serve(Channel channel, Runnable task) {
            if (channel.isActive()) {
                long begunNs = clock.getAsLong();
                task.run();
                rest.accept(Math.min(clock.getAsLong() - begunNs, REST_NS_MAX));
            }
        }

        /** How many wait for a thread. */
        int waiting() {
            return threads.getQueue().size();
        }

        @Override
        public void close() {
            var unused = threads.shutdownNow();
        }
    }

    private static void requireReadable(String key, Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file);
        }
    }
}
