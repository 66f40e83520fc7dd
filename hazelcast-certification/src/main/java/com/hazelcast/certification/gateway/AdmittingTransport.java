package com.hazelcast.certification.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's sockets for Vert.x, of which each accepted connection is first shown to somebody who may refuse it: Vert.x itself
 * shows a connection only after the handshake of TLS, and a plain one that may become HTTP/2 only after its first request.
 */
public final class AdmittingTransport implements io.vertx.core.transport.Transport, Transport {
    private final Transport plain = io.vertx.core.transport.Transport.NIO.implementation();
    private final Predicate<Channel> admission;

    /** @param admission called on the accepting thread; false closes the connection */
    public AdmittingTransport(Predicate<Channel> admission) {
        this.admission = admission;
    }

    private final class Acceptor extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> accepted) throws Exception {
            int before = accepted.size();
            int count = super.doReadMessages(accepted);
            for (int i = accepted.size() - 1; i >= before; i--) {
                if (accepted.get(i) instanceof Channel channel && !admission.test(channel)) {
                    // On no event loop yet.
                    channel.unsafe().closeForcibly();
                    accepted.remove(i);
                }
            }
            return count;
        }
    }

    @Override
    public String name() {
        return "admitting";
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public Transport implementation() {
        return this;
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return plain.ioHandlerFactory();
    }

    @Override
    public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory factory, int ioRatio) {
        return plain.eventLoopGroup(type, threads, factory, ioRatio);
    }

    // Netty has deprecated the type, and Vert.x's interface has it.
    @SuppressWarnings("deprecation")
    @Override
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return plain.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return plain.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean isDomainSocket) {
        return plain.channelFactory(isDomainSocket);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean isDomainSocket) {
        return isDomainSocket ? plain.serverChannelFactory(true) : Acceptor::new;
    }

    @Override
    public void configure(TcpConfig config, boolean isDomainSocket, ServerBootstrap bootstrap) {
        plain.configure(config, isDomainSocket, bootstrap);
    }
}
