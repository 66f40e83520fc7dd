package com.hazelcast.certification.client.protocol;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of one connection: shakes hands, sends batches, hands on answers, and pings when there is nothing to
 * send. Its listener is notified exactly once that the connection is closed, for whatever reason. Used on its event loop only,
 * where the listener is called as well.
 */
public final class MemberLink {
    private static final int PINGS_PER_SILENCE = 5;

    /**
     * With the usual five seconds as long as members wait for one another before they give one up. No sooner: clients of members
     * that hold answers back meanwhile would all come and go.
     */
    private static final int TIMEOUTS_OF_SILENCE = 4;

    private final ClientHello hello;
    private final Listener listener;
    private final long timeoutMs;
    private final HostLookup hosts;
    private final ChannelFactory<? extends Channel> channels;
    private @Nullable Channel channel;
    private TlsTurns.@Nullable Turn turn;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable Throwable cause;
    private boolean isGreeted;
    private boolean isLost;
    private boolean isAskedToEnd;
    private boolean isClosed;
    private long lastReadNs = System.nanoTime();
    private long lastWriteNs = lastReadNs;

    /** Notified of what happens on the connection, on its event loop. Must not block. */
    public interface Listener {
        /** The TCP connection stands; TLS and the hello follow. */
        default void connected() {}

        /** The member has said hello; batches may be sent. */
        void greeted(MemberHello hello);

        /** A batch has been answered. The frame is valid during the call; {@link AnswerFrame} reads it. */
        void answered(ByteBuf answerFrame);

        /** The member says where the gateways are. The frame is valid during the call; {@link GatewaysFrame} reads it. */
        default void listed(ByteBuf gatewaysFrame) {}

        /** The member says who owns which shard. The frame is valid during the call; {@link OwnersFrame} reads it. */
        default void owned(ByteBuf ownersFrame) {}

        /** The connection is closed, or was never made. No other call follows. */
        void lost(Throwable cause);
    }

    /**
     * A link that {@link #open} connects.
     *
     * @param timeoutMs in which the connection, TLS and the hello must have come about, each; a member that is silent four
     *     times as long, though pinged, is given up
     */
    public MemberLink(ClientHello hello, long timeoutMs, Listener listener) {
        this(hello, timeoutMs, listener, HostLookup.SHARED, NioSocketChannel::new);
    }

    /** @param channels makes the channel of the connection, of the kind that the event loop serves */
    MemberLink(
            ClientHello hello,
            long timeoutMs,
            Listener listener,
            HostLookup hosts,
            ChannelFactory<? extends Channel> channels) {
        this.hello = hello;
        this.timeoutMs = timeoutMs;
        this.listener = listener;
        this.hosts = hosts;
        this.channels = channels;
    }

    /** As the other, on the loop of these turns. With TLS it connects when it is its turn: then its time begins. */
    public void open(TlsTurns turns, InetSocketAddress address, @Nullable SslContext tls) {
        if (tls == null) {
            open(turns.loop(), address, null);
        } else {
            turn = turns.take(() -> open(turns.loop(), address, tls));
        }
    }

    /** Connects, once the address of a name has been found, which takes nothing of the loop. A null context means no TLS. */
    public void open(EventLoop loop, InetSocketAddress address, @Nullable SslContext tls) {
        hosts.find(address.getHostString(), loop, found -> connect(loop, address, found, tls));
    }

    private void connect(
            EventLoop loop, InetSocketAddress address, @Nullable InetAddress found, @Nullable SslContext tls) {
        if (isClosed) {
            return;
        }
        if (found == null) {
            loop.execute(() ->
                    lose(new UnknownHostException("no such host; check its name: host=" + address.getHostString())));
            return;
        }
        new Bootstrap()
                .group(loop)
                .channelFactory(channels)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeoutMs)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        initialise(opened, address, tls);
                    }
                })
                .connect(new InetSocketAddress(found, address.getPort()))
                .addListener(connected -> {
                    Throwable failure = connected.cause();
                    if (failure != null) {
                        // Another thread calls where no channel could be made, as without a free file descriptor.
                        loop.execute(() -> lose(failure));
                    }
                });
    }

    private void initialise(Channel opened, InetSocketAddress address, @Nullable SslContext tls) {
        if (tls != null) {
            SslHandler handler = tls.newHandler(opened.alloc(), address.getHostString(), address.getPort());
            handler.setHandshakeTimeoutMillis(timeoutMs);
            opened.pipeline().addLast(handler);
        }
        opened.pipeline().addLast(new FrameDecoder(ProtocolLimits.FRAME_SIZE_BYTES_MAX), new Handler());
    }

    /** Sends a batch; only after {@link Listener#greeted}. */
    public void sendBatch(long number, List<byte[]> records) {
        write(channel -> BatchFrame.write(channel.alloc(), number, records, hello.format()));
    }

    /** Says that no batch follows. The member answers what it has, says goodbye and closes. */
    public void goodbye() {
        isAskedToEnd = true;
        write(channel -> Frame.empty(channel.alloc(), FrameType.GOODBYE));
    }

    /** Cuts the connection; the listener is notified. */
    public void close() {
        isClosed = true;
        Channel opened = channel;
        if (opened != null) {
            var unused = opened.close();
        } else {
            lose(new IOException("closed before it was connected"));
        }
    }

    private void write(Function<Channel, ByteBuf> frame) {
        Channel opened = channel;
        if (opened != null && opened.isActive()) {
            lastWriteNs = System.nanoTime();
            var unused = opened.writeAndFlush(frame.apply(opened), opened.voidPromise());
        }
    }

    private void lose(Throwable why) {
        if (isLost) {
            return;
        }
        isLost = true;
        ScheduledFuture<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
        endTurn();
        listener.lost(cause == null ? why : cause);
    }

    private void endTurn() {
        TlsTurns.Turn own = turn;
        if (own != null) {
            own.end();
        }
    }

    private final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channel = context.channel();
            if (isClosed) {
                close();
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            listener.connected();
            write(opened -> hello.write(opened.alloc()));
            timer = context.executor().schedule(() -> end(timedOut(timeoutMs)), timeoutMs * 2, TimeUnit.MILLISECONDS);
        }

        private IOException timedOut(long waitedMs) {
            return new SocketTimeoutException("the member has been silent for too long: waitedMs=" + waitedMs);
        }

        private void end(Throwable why) {
            if (cause == null) {
                cause = why;
            }
            close();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf frame = (ByteBuf) message;
            try {
                lastReadNs = System.nanoTime();
                read(context, frame);
            } finally {
                frame.release();
            }
        }

        private void read(ChannelHandlerContext context, ByteBuf frame) {
            byte type = Frame.type(frame);
            if (type == FrameType.ERROR) {
                end(ErrorFrame.read(frame));
            } else if (!isGreeted) {
                greet(context, MemberHello.read(frame));
            } else if (type == FrameType.ANSWER) {
                listener.answered(frame);
            } else if (type == FrameType.GATEWAYS && hello.takesGateways()) {
                listener.listed(frame);
            } else if (type == FrameType.OWNERS && hello.takesOwners()) {
                listener.owned(frame);
            } else if (type == FrameType.GOODBYE && isAskedToEnd) {
                close();
            } else if (type != FrameType.PONG) {
                throw new ProtocolException(
                        ErrorCode.UNEXPECTED_FRAME, "a frame that a member does not send here: type=" + type);
            }
        }

        private void greet(ChannelHandlerContext context, MemberHello member) {
            isGreeted = true;
            endTurn();
            ScheduledFuture<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
            long silenceMs = Math.min(member.idleMs(), timeoutMs * TIMEOUTS_OF_SILENCE);
            long stepMs = Math.max(1, silenceMs / PINGS_PER_SILENCE);
            timer = context.executor()
                    .scheduleAtFixedRate(() -> pulse(stepMs, silenceMs), stepMs, stepMs, TimeUnit.MILLISECONDS);
            listener.greeted(member);
        }

        /** Pings a member to which nothing has been written, and gives up one that has long been silent. */
        private void pulse(long stepMs, long silenceMs) {
            long nowNs = System.nanoTime();
            if (nowNs - lastReadNs > TimeUnit.MILLISECONDS.toNanos(silenceMs)) {
                end(timedOut(silenceMs));
            } else if (nowNs - Math.max(lastWriteNs, lastReadNs) >= TimeUnit.MILLISECONDS.toNanos(stepMs) / 2
                    || nowNs - lastReadNs >= TimeUnit.MILLISECONDS.toNanos(stepMs)) {
                write(opened -> Frame.empty(opened.alloc(), FrameType.PING));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            Throwable why = failure.getCause() instanceof ProtocolException broken ? broken : failure;
            end(why);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            lose(new IOException("the member has closed the connection"));
        }
    }
}
