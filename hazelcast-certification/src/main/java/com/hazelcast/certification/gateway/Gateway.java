package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.directory.GatewayLists;
import com.hazelcast.certification.gateway.GatewayShared.TurnAway;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.transaction.CardKey;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reliable gateway: a port where clients hand in batches and get an answer for each record. It is open from its
 * construction; {@link #serve} lets batches in, {@link #pause} answers what has been taken and sends the clients away.
 *
 * <p>An answer is written when every shard that the batch touches has answered, which means: scored, and held by the owner
 * and all configured backups. Memory is bounded by the connections (each at most a read buffer, its TLS engine and its
 * answers), the frame memory, and the member's gate. Thread-safe.
 */
public final class Gateway implements AutoCloseable {
    /** Connections that the kernel holds until they are accepted: what may come at once when a member is lost. */
    private static final int BACKLOG = 4_096;

    /** Most bytes read at a time, a TLS record; with many connections a larger buffer is memory for nothing. */
    private static final int READ_BYTES_MAX = 16 << 10;

    private static final int READ_BYTES_FIRST = 1 << 10;

    /** Room for one read: from the least to the largest, by what a connection's reads have brought. */
    private static final int READ_BYTES_MIN = 256;

    /** Bytes written and not taken at which a connection is no longer read, and at which it is again. */
    private static final WriteBufferWaterMark WRITE_BYTES = new WriteBufferWaterMark(16 << 10, 64 << 10);

    /** How long an orderly end waits for answers that are due. */
    private static final long DRAIN_MAX_NS = TimeUnit.SECONDS.toNanos(10);

    /** How long event loops may take to end. */
    private static final long CLOSE_MAX_MS = 2_000;

    private static final TurnAway NOT_SCORING = new TurnAway(
            ErrorCode.NOT_SCORING, "this member does not score now; try another, or start it with ctl start");

    private final GatewaySettings settings;
    private volatile @Nullable SslContext tls;
    private final GatewayShared shared;
    private final Object someClosed = new Object();
    private final Set<GatewayConnection> connections = ConcurrentHashMap.newKeySet();
    private final GatewayTls.Handshakes handshakes;
    private final MultiThreadIoEventLoopGroup loops;
    private final Channel port;
    private volatile boolean isServing;
    private volatile @Nullable TurnAway tooFewMembers;
    private volatile @Nullable GatewayLists lists;

    /**
     * Opens the port.
     *
     * @param accounting counts answers and opens the gate again
     * @param cardKey by which cards are identified, if they are
     * @throws IllegalArgumentException when a TLS file cannot be used
     * @throws IllegalStateException when the port cannot be opened
     */
    public Gateway(
            GatewaySettings settings,
            Router router,
            InFlightGate gate,
            AnswerListener accounting,
            AccountingMeter accountingMeter,
            GatewayMeter meter,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            RulesInUse rules) {
        this.settings = settings;
        this.tls = settings.tls().map(GatewayTls::context).orElse(null);
        FastThreadLocal<BatchIntake> intake = new FastThreadLocal<>() {
            @Override
            protected BatchIntake initialValue() {
                return new BatchIntake(router, gate, accountingMeter, clock, futureTolerance, cardKey);
            }
        };
        this.shared = new GatewayShared(
                settings,
                hello(settings, gate),
                gate,
                new FrameMemory(settings.frameMemoryBytes(), settings.clientFrameMemoryBytes()),
                new GatewayClients(
                        settings.clients(), GatewaySettings.clientRecordsInFlight(gate.limit()), System::nanoTime),
                accounting,
                new ClientAnswers(rules),
                intake,
                meter,
                new GatewayLog(meter, clock),
                router::isHeld,
                this::turnAway,
                () -> lists);
        this.handshakes = new GatewayTls.Handshakes(
                settings.threads().handshakes(), settings.timeouts().handshake());
        this.loops = new MultiThreadIoEventLoopGroup(
                settings.threads().loops(), new DefaultThreadFactory("fraud-gateway", true), NioIoHandler.newFactory());
        this.port = bind();
    }

    private static MemberHello hello(GatewaySettings settings, InFlightGate gate) {
        return new MemberHello(
                settings.batchesInFlightMax(),
                Math.min(ProtocolLimits.RECORDS_PER_BATCH_MAX, gate.limit()),
                ProtocolLimits.FRAME_SIZE_BYTES_MAX,
                (int) Math.min(Integer.MAX_VALUE, settings.timeouts().idle().toMillis()));
    }

    private Channel bind() {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BYTES)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_FIRST, READ_BYTES_MAX))
                .handler(new AcceptPause(shared.log()))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                })
                .bind(new InetSocketAddress(settings.host(), settings.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            handshakes.close();
            var unused = loops.shutdownGracefully(0, CLOSE_MAX_MS, TimeUnit.MILLISECONDS);
            throw new IllegalStateException(
                    "cannot open the gateway; is the port in use? Choose another with --gateway-port, or an address of this"
                            + " machine with --gateway-host: gateway-host="
                            + settings.host() + " gateway-port=" + settings.port(),
                    bound.cause());
        }
        return bound.channel();
    }

    private void accept(Channel channel) {
        if (connections.size() >= settings.connectionsMax()) {
            shared.log()
                    .refused(
                            GatewayRefusal.TOO_MANY_CONNECTIONS.label(),
                            channel.remoteAddress(),
                            "there are as many as there may be (--gateway-connections-max)");
            var unused = channel.close();
            return;
        }
        GatewayClient address = shared.clients().fromAddress(channel.remoteAddress());
        if (address == null) {
            shared.log()
                    .refused(
                            GatewayRefusal.TOO_MANY_FROM_ADDRESS.label(),
                            channel.remoteAddress(),
                            "its address has as many as it may (--gateway-connections-per-address)");
            var unused = channel.close();
            return;
        }
        GatewayConnection connection = new GatewayConnection(shared, address, channel, this::closed);
        connections.add(connection);
        SslContext context = tls;
        if (context != null) {
            channel.pipeline().addLast(handshakes.handler(context, channel));
        }
        // Frames that a read brought beyond what may be in flight wait in the flow control.
        channel.pipeline().addLast(connection.decoder(), new FlowControlHandler(), connection);
    }

    private void closed(GatewayConnection connection) {
        synchronized (someClosed) {
            connections.remove(connection);
            someClosed.notifyAll();
        }
    }

    /** How it proves itself; empty: not at all. */
    public Optional<GatewaySettings.Tls> tls() {
        return settings.tls();
    }

    /**
     * Takes the files of its certificate as they are, for connections from then on. Blocks.
     *
     * @throws IllegalArgumentException when they cannot be used; then it keeps those that it has
     */
    public void reloadCertificate() {
        tls = settings.tls().map(GatewayTls::context).orElse(null);
    }

    /** The port that is open. */
    public int port() {
        return ((InetSocketAddress) port.localAddress()).getPort();
    }

    /**
     * Where clients reach it.
     *
     * @param memberHost where other members reach this one: clients as well, when the gateway is bound to all addresses
     */
    public InetSocketAddress publicAddress(String memberHost) {
        return settings.publicAddress().orElseGet(() -> {
            boolean isEverywhere =
                    ((InetSocketAddress) port.localAddress()).getAddress().isAnyLocalAddress();
            return InetSocketAddress.createUnresolved(isEverywhere ? memberHost : settings.host(), port());
        });
    }

    /** Whether it takes batches now. */
    public boolean isOpen() {
        return turnAway() == null;
    }

    /**
     * Sends its clients the members' gateways, and which member owns which shard. Empty: that is not known, and those who come get
     * nothing.
     */
    public void list(Optional<GatewayLists> known) {
        lists = known.orElse(null);
        connections.forEach(GatewayConnection::list);
    }

    /** Connections now, those that shake hands included. */
    public int connectionCount() {
        return connections.size();
    }

    /** Connections whose handshake of TLS waits for others. */
    public int handshakesWaiting() {
        return handshakes.waiting();
    }

    private @Nullable TurnAway turnAway() {
        TurnAway tooFew = tooFewMembers;
        return tooFew != null || isServing ? tooFew : NOT_SCORING;
    }

    /**
     * Sends clients to other members while this one sees too few: at once, because what they have handed in here is not answered
     * for a while.
     *
     * @param seen members that this one sees, itself included
     * @param needed how many it needs to score
     * @param isThrough whether all of these have brought what they held on another side of a split; with as many members as needed
     *     the gateway opens again only then
     */
    public synchronized void see(int seen, int needed, boolean isThrough) {
        if (seen >= needed) {
            tooFewMembers = isThrough ? null : tooFewMembers;
            return;
        }
        TurnAway tooFew = new TurnAway(
                ErrorCode.TOO_FEW_MEMBERS,
                "this member sees too few members to score; try another: members=" + seen + " min-members=" + needed);
        if (!tooFew.equals(tooFewMembers)) {
            tooFewMembers = tooFew;
            connections.forEach(connection -> connection.turnAway(tooFew));
        }
    }

    /** Lets batches in. */
    public void serve() {
        isServing = true;
    }

    /**
     * Takes no more batches, answers those taken, and ends the connections with {@code not_scoring}; cuts those that are
     * still there after ten seconds.
     *
     * @throws InterruptedException when interrupted meanwhile
     */
    public void pause() throws InterruptedException {
        drain(ErrorCode.NOT_SCORING);
    }

    private void drain(ErrorCode code) throws InterruptedException {
        isServing = false;
        connections.forEach(connection -> connection.drain(code));
        long deadlineNs = System.nanoTime() + DRAIN_MAX_NS;
        synchronized (someClosed) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(DRAIN_MAX_NS);
            while (!connections.isEmpty() && leftMs > 0) {
                someClosed.wait(leftMs);
                leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            }
        }
        connections.forEach(GatewayConnection::close);
    }

    /** Closes the port, then as {@link #pause} with {@code member_leaving}. */
    @Override
    public void close() {
        var unusedPort = port.close().awaitUninterruptibly();
        try {
            drain(ErrorCode.MEMBER_LEAVING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        handshakes.close();
        var unused = loops.shutdownGracefully(0, CLOSE_MAX_MS, TimeUnit.MILLISECONDS);
    }
}
