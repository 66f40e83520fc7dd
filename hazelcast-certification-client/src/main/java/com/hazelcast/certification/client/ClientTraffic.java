package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.MemberLink;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import com.hazelcast.certification.client.protocol.TlsTurns;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client sends, and over which connections: the main one, and those to owners of shards. {@link #add} may be called by any
 * thread, {@link #failLeft} by any once it is stopped; everything else runs on the client's event loop.
 */
final class ClientTraffic {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTraffic.class);

    private final Shared shared;
    private final Consumer<BatchSender> overMain;
    private final ShardRoutes routes;
    private final BatchSender main;
    private final OwnerLinks owners;
    private final AtomicBoolean isFlushDue = new AtomicBoolean();
    private volatile boolean isStopped;

    /**
     * What all connections of a client share.
     *
     * @param answered receives how many transactions have been answered, or failed
     */
    record Shared(
            ClientConfig config,
            TlsTurns turns,
            @Nullable SslContext tls,
            UUID clientId,
            ClientCounters counters,
            IntConsumer answered) {
        EventLoop loop() {
            return turns.loop();
        }

        /** Connects a link; with TLS when it is its turn. */
        void open(MemberLink link, InetSocketAddress member) {
            link.open(turns, member, tls);
        }
    }

    /**
     * Nothing.
     *
     * @param member where the main connection is to lead to
     * @param overMain lets the sender send over the main connection, if that stands
     */
    ClientTraffic(Shared shared, InetSocketAddress member, Consumer<BatchSender> overMain) {
        this.shared = shared;
        this.overMain = overMain;
        this.routes = new ShardRoutes(shared.config(), shared.counters());
        this.main = new BatchSender(shared, routes.main(), this::flush, () -> isStopped);
        this.owners = new OwnerLinks(shared, routes, member, this::send);
    }

    /** What goes over the main connection. */
    Outbox main() {
        return routes.main();
    }

    /** Takes a transaction; a burst of them is one flush. */
    void add(Pending transaction) {
        routes.add(transaction);
        if (isFlushDue.compareAndSet(false, true)) {
            try {
                shared.loop().execute(this::flush);
            } catch (RejectedExecutionException e) {
                LOG.debug("handed in while the client was being closed", e);
            }
        }
    }

    /** Sends what there is, as far as members take it. */
    void flush() {
        isFlushDue.set(false);
        if (!isStopped) {
            routes.dispatch();
            send();
        }
    }

    private void send() {
        if (!isStopped) {
            owners.flush();
            overMain.accept(main);
        }
    }

    /**
     * The member of the main connection has answered a batch. Does nothing once this is stopped: what is left is another thread's then.
     *
     * @param hasSets whether the frame is a {@link com.hazelcast.certification.client.protocol.DecisionFrame}
     */
    void answered(ByteBuf frame, boolean hasSets) {
        if (!isStopped) {
            shared.answered().accept(routes.main().answer(frame, hasSets));
        }
    }

    /** Sends again, with a pause, what the member of the main connection has deferred. */
    void scheduleRetry() {
        main.scheduleRetry();
    }

    /** The main connection leads to that member, which says who owns what, if it has said so already. */
    void learn(InetSocketAddress member, @Nullable OwnersFrame table) {
        owners.mainIs(member);
        if (table != null) {
            owners.learn(table);
        }
    }

    /** Sends nothing more. */
    void stop() {
        isStopped = true;
        owners.stop();
    }

    boolean isStopped() {
        return isStopped;
    }

    /** Fails what is left, once it is stopped. */
    synchronized void failLeft(String why) {
        List<Pending> left = routes.main().drain();
        left.addAll(owners.drain());
        left.addAll(routes.drain());
        left.forEach(transaction -> transaction.fail(shared.config().format(), why));
        if (!left.isEmpty()) {
            shared.counters().failed(left.size());
            shared.answered().accept(left.size());
        }
    }
}
