package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.TlsTurns;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, for as long as the client lives: to one member, when that fails to the next, and to a better one when there is
 * one. To move, it connects there first; then it sends nothing more to the member before, waits until that has answered what is out, and
 * goes on. Beside it, a busy client has connections to the owners of shards ({@link OwnerLinks}). All state belongs to its event
 * loop, of one thread; {@link #send}, {@link #start} and {@link #stop} may be called by any.
 */
final class ClientConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final long GOODBYE_MS = 1_000;

    /**
     * After so long, or twice that, members that have failed may be tried again, though others serve the client. Each time that one fails
     * again, twice as long, up to the greatest.
     */
    private static final long FORGIVENESS_MS = TimeUnit.SECONDS.toMillis(10);

    private static final long FORGIVENESS_MS_MAX = TimeUnit.MINUTES.toMillis(5);

    private final ClientConfig config;
    private final ClientTraffic.Shared shared;
    private final UUID clientId = UUID.randomUUID();
    private final ClientTraffic traffic;
    private final MemberRing members;
    private final BackOff backOff;
    private final EventLoop loop;
    private final ClientCounters counters;
    private final CompletableFuture<Void> firstHello = new CompletableFuture<>();
    private volatile @Nullable Throwable lastFailure;
    private volatile @Nullable InetSocketAddress connectedTo;
    private final SplittableRandom random = new SplittableRandom();
    private @Nullable Connection current;

    /** Where the client moves to, until it is there. */
    private @Nullable Connection next;

    private int version = ProtocolLimits.VERSION;
    private boolean isMoveScheduled;
    private boolean isForgivenessScheduled;
    private long forgivenessMs = FORGIVENESS_MS;

    /**
     * Nothing is connected yet.
     *
     * @param turns on the loop that everything runs on, which stays when the connection is stopped
     * @param members from the first that is tried
     * @param answered receives how many transactions have been answered, or failed
     */
    ClientConnection(
            ClientConfig config, TlsTurns turns, MemberRing members, ClientCounters counters, IntConsumer answered) {
        this.config = config;
        this.loop = turns.loop();
        this.members = members;
        this.counters = counters;
        SslContext tls = config.tls().map(TlsOptions::toContext).orElse(null);
        this.shared = new ClientTraffic.Shared(config, turns, tls, clientId, counters, answered);
        this.traffic = new ClientTraffic(shared, members.current(), this::sendOver);
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
        if (isStopped()) {
            return;
        }
        current = open(members.current(), version);
    }

    private Connection open(InetSocketAddress member, int spoken) {
        Connection opened = new Connection(member, spoken);
        shared.open(opened.link, member);
        return opened;
    }

    boolean isOwnThread() {
        return loop.inEventLoop();
    }

    boolean isStopped() {
        return traffic.isStopped();
    }

    /** The member that has said hello on the current connection; null while there is none. May be called by any thread. */
    @Nullable
    InetSocketAddress connectedTo() {
        return connectedTo;
    }

    /** Takes a transaction. */
    void send(Pending transaction) {
        traffic.add(transaction);
    }

    private void sendOver(BatchSender sender) {
        Connection opened = current;
        MemberHello hello = opened == null ? null : opened.hello;
        if (hello != null && opened != null && !isHandingOver()) {
            sender.flush(opened.link, hello);
        }
    }

    /** Whether the member does not speak this version, and the caller can do with the one before: without sets, then without deferrals. */
    private boolean isOfNewerVersion(Throwable cause) {
        int least = config.takesDeferrals() ? ProtocolLimits.VERSION_WITHOUT_SETS : ProtocolLimits.VERSION_WAITING;
        return version > least
                && cause instanceof ProtocolException broken
                && broken.code() == ErrorCode.UNSUPPORTED_VERSION;
    }

    /** Ends the connection in order and fails what has not been answered. Returns when that is done. */
    void stop(String why) {
        try {
            loop.submit(() -> {
                        traffic.stop();
                        connectedTo = null;
                        Connection moving = next;
                        if (moving != null) {
                            moving.link.close();
                        }
                        Connection opened = current;
                        if (opened != null
                                && opened.hello != null
                                && traffic.main().isEmpty()) {
                            end(opened);
                        } else if (opened != null) {
                            opened.link.close();
                        }
                    })
                    .awaitUninterruptibly();
        } finally {
            failLeft(why);
        }
    }

    /** Fails what is left, once the connection is stopped. */
    void failLeft(String why) {
        traffic.failLeft(why);
    }

    /** Says goodbye where nothing is out. */
    private void end(Connection connection) {
        connection.link.goodbye();
        var unused = loop.schedule(connection.link::close, GOODBYE_MS, TimeUnit.MILLISECONDS);
    }

    // --- Where to ---------------------------------------------------------------------------------------------------

    /** The client goes on with that connection, on which a member has said hello. */
    private void begin(Connection connection) {
        current = connection;
        connectedTo = connection.member;
        version = connection.spoken;
        members.arrived(connection.member);
        counters.connected();
        backOff.reset();
        forgivenessMs = FORGIVENESS_MS;
        GatewaysFrame list = connection.list;
        if (list != null) {
            learn(list);
        }
        traffic.learn(members.current(), connection.table);
        scheduleForgiveness();
        firstHello.complete(null);
        traffic.flush();
    }

    private void learn(GatewaysFrame list) {
        members.learn(list.gateways(), list.ownAddress());
        scheduleMove();
    }

    /** Not at once: all clients learn of a member that joins in the same moment. */
    private void scheduleMove() {
        if (!isMoveScheduled && !isStopped() && members.better().isPresent()) {
            isMoveScheduled = true;
            long delayMs = random.nextLong(config.spreadWithin().toMillis() + 1);
            var unused = loop.schedule(this::move, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    /** Connects to the better member; batches go to the one before until it has said hello. */
    private void move() {
        isMoveScheduled = false;
        Connection from = current;
        if (isStopped() || next != null || from == null || from.hello == null) {
            return;
        }
        members.better().ifPresent(member -> {
            LOG.info("moving from {} to {}, so that clients spread", from.member, member);
            next = open(member, ProtocolLimits.VERSION);
        });
    }

    /** Whether what is out is still to be answered, before the client goes on where it moves to. */
    private boolean isHandingOver() {
        return next != null && next.hello != null;
    }

    private void handOverIfDone() {
        Connection to = next;
        Connection from = current;
        if (to == null || to.hello == null || traffic.main().outCount() > 0) {
            return;
        }
        next = null;
        counters.moved();
        if (from != null) {
            end(from);
        }
        begin(to);
    }

    /** What is out has not been answered in time: it stays where it is. */
    private void giveUpMove(Connection to) {
        if (next == to) {
            LOG.info("not moving to {}: what was sent before is not answered yet", to.member);
            next = null;
            to.link.close();
            traffic.flush();
            scheduleMove();
        }
    }

    private void scheduleForgiveness() {
        if (!isForgivenessScheduled && members.hasFailed()) {
            isForgivenessScheduled = true;
            long delayMs = forgivenessMs + random.nextLong(forgivenessMs);
            forgivenessMs = Math.min(FORGIVENESS_MS_MAX, 2 * forgivenessMs);
            var unused = loop.schedule(this::forgive, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    private void forgive() {
        isForgivenessScheduled = false;
        if (current != null && current.hello != null) {
            members.forgive();
            scheduleMove();
        }
    }

    /** One connection to one member: the current one, or the one that the client moves to, or one that it has left. */
    private final class Connection implements MemberLink.Listener {
        private final InetSocketAddress member;
        private final int spoken;
        private final MemberLink link;
        private @Nullable MemberHello hello;
        private @Nullable GatewaysFrame list;
        private @Nullable OwnersFrame table;

        Connection(InetSocketAddress member, int spoken) {
            this.member = member;
            this.spoken = spoken;
            this.link = new MemberLink(
                    new ClientHello(clientId, config.format(), spoken),
                    config.attemptTimeout().toMillis(),
                    this);
        }

        @Override
        public void greeted(MemberHello said) {
            hello = said;
            if (this == current) {
                LOG.info("connected to {}", member);
                begin(this);
            } else if (this == next) {
                var unused = loop.schedule(
                        () -> giveUpMove(this), config.attemptTimeout().toMillis(), TimeUnit.MILLISECONDS);
                handOverIfDone();
            }
        }

        @Override
        public void listed(ByteBuf frame) {
            if (config.isSpreading()) {
                list = read(GatewaysFrame::read, frame, list);
                if (this == current && list != null) {
                    learn(list);
                }
            }
        }

        @Override
        public void owned(ByteBuf frame) {
            if (config.mayUseOwners()) {
                table = read(OwnersFrame::read, frame, table);
                if (this == current) {
                    traffic.learn(members.current(), table);
                }
            }
        }

        /** What a frame says, or what was said before, when it cannot be used. */
        private <T> @Nullable T read(Function<ByteBuf, T> reader, ByteBuf frame, @Nullable T before) {
            try {
                return reader.apply(frame);
            } catch (ProtocolException e) {
                counters.listRefused();
                LOG.warn("member {}: its list is not used, and the one before stays: {}", member, e.getMessage());
                return before;
            }
        }

        @Override
        public void answered(ByteBuf frame) {
            if (this != current) {
                throw new ProtocolException(ErrorCode.UNEXPECTED_FRAME, "an answer where nothing was sent");
            }
            traffic.answered(frame, version > ProtocolLimits.VERSION_WITHOUT_SETS);
            handOverIfDone();
            traffic.flush();
            traffic.scheduleRetry();
        }

        @Override
        public void lost(Throwable cause) {
            if (isStopped()) {
                return;
            }
            if (this == next) {
                next = null;
                members.failed(member);
                LOG.info("not moving to {}: {}", member, cause.toString());
                traffic.flush();
                scheduleMove();
                scheduleForgiveness();
            } else if (this == current) {
                current = null;
                connectedTo = null;
                lostCurrent(cause);
            }
        }

        private void lostCurrent(Throwable cause) {
            counters.connectionLost(cause);
            lastFailure = cause;
            traffic.main().takeBack();
            if (isHandingOver()) {
                LOG.warn("member {}: {}; going on where the client was moving to", member, cause.toString());
                members.failed(member);
                handOverIfDone();
                return;
            }
            if (isOfNewerVersion(cause)) {
                version--;
            } else {
                version = ProtocolLimits.VERSION;
                members.advance();
            }
            Connection moving = next;
            if (moving != null) {
                next = null;
                moving.link.close();
            }
            long pauseMs = backOff.nextMs();
            LOG.warn("member {}: {}; trying the next in {} ms", member, cause.toString(), pauseMs);
            var unused = loop.schedule(ClientConnection.this::connect, pauseMs, TimeUnit.MILLISECONDS);
        }
    }
}
