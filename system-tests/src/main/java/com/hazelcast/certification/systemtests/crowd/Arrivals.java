package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections that are all begun in one moment, as when clients come back at once, each with a whole handshake of TLS. One that is lost before
 * the member's hello is begun again. They send nothing.
 */
final class Arrivals implements AutoCloseable {
    private static final int THREADS = 2;
    /** As two threads have the handshakes of all, and one step of each before the next of any: clients of their own are sooner done. */
    private static final long TIMEOUT_MS = 60_000;

    private static final long CLOSE_MS = 5_000;
    private static final long AGAIN_MS = 50;

    private final List<SslContext> contexts = new ArrayList<>();
    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            THREADS, new DefaultThreadFactory("arrivals", true), NioIoHandler.newFactory());
    private final AtomicInteger greeted = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private volatile boolean isEnding;

    /** Prepares them: a context for each, so that no handshake goes on with what another has agreed on. */
    Arrivals(CrowdCertificates certificates, int count) {
        for (int i = 0; i < count; i++) {
            contexts.add(certificates.forClient().toContext());
        }
    }

    /** Begins all, at these gateways in turn. */
    void begin(List<InetSocketAddress> gateways) {
        for (int i = 0; i < contexts.size(); i++) {
            Arrival arrival = new Arrival(loops.next(), gateways.get(i % gateways.size()), contexts.get(i));
            arrival.loop.execute(arrival::open);
        }
    }

    /** How many have been greeted by their member. */
    int greetedCount() {
        return greeted.get();
    }

    /** How many were lost before, and begun again. */
    int againCount() {
        return again.get();
    }

    @Override
    public void close() throws InterruptedException {
        isEnding = true;
        var unused =
                loops.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).await(CLOSE_MS);
    }

    private final class Arrival implements MemberLink.Listener {
        private final EventLoop loop;
        private final InetSocketAddress gateway;
        private final SslContext tls;

        Arrival(EventLoop loop, InetSocketAddress gateway, SslContext tls) {
            this.loop = loop;
            this.gateway = gateway;
            this.tls = tls;
        }

        void open() {
            new MemberLink(new ClientHello(UUID.randomUUID(), RecordFormat.COMPACT_WITH_REFERENCE), TIMEOUT_MS, this)
                    .open(loop, gateway, tls);
        }

        @Override
        public void greeted(MemberHello hello) {
            greeted.incrementAndGet();
        }

        @Override
        public void answered(ByteBuf frame) {
            throw new IllegalStateException("an answer where nothing was sent");
        }

        @Override
        public void lost(Throwable cause) {
            if (!isEnding) {
                again.incrementAndGet();
                var unused = loop.schedule(this::open, AGAIN_MS, TimeUnit.MILLISECONDS);
            }
        }
    }
}
