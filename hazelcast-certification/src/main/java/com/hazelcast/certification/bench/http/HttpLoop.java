package com.hazelcast.certification.bench.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One event loop of the load: its connections, its pace, its counters. Used on that loop, but for the methods that say otherwise. */
final class HttpLoop {
    private static final long TICK_US = 500;
    private static final long SWEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RECONNECT_MS = 100;

    private final HttpLoad.Settings settings;
    private final EventLoop loop;
    private final int index;
    private final Set<HttpConnection> open = new HashSet<>();

    /** A connection stands in it once for each request more that it may have under way; the one that was free first comes first. */
    private final Queue<HttpConnection> free = new ArrayDeque<>();

    private final List<HttpConnection> written = new ArrayList<>();
    private final Queue<HttpOperation> unused = new ArrayDeque<>();
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private @Nullable Run run;
    private long sweptNs;
    private boolean isClosing;
    private String lastFailure = "";

    /** What is measured now. */
    private static final class Run {
        final HttpWorkload workload;
        final HttpPace pace;
        final HttpTally tally;
        final int underWayMax;
        final long startNs = System.nanoTime();
        final long startCpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        final CompletableFuture<LoopResult> over;
        long begun;
        long underWay;
        boolean isEnding;

        Run(HttpWorkload workload, HttpPace pace, int loops, CompletableFuture<LoopResult> over) {
            this.workload = workload;
            this.pace = pace;
            this.underWayMax = pace.underWayMaxOf(loops);
            this.over = over;
            this.tally = new HttpTally(workload.calls());
        }
    }

    /**
     * What a loop has done in a run.
     *
     * @param busyShare of the time its thread had the processor
     */
    record LoopResult(HttpTally tally, double busyShare) {}

    HttpLoop(HttpLoad.Settings settings, EventLoop loop, int index) {
        this.settings = settings;
        this.loop = loop;
        this.index = index;
    }

    /** Connects; from any thread. Completes when it has, or has failed once. */
    CompletableFuture<Boolean> connect(InetSocketAddress member) {
        CompletableFuture<Boolean> connected = new CompletableFuture<>();
        loop.execute(() -> connect(member, connected));
        return connected;
    }

    private void connect(InetSocketAddress member, @Nullable CompletableFuture<Boolean> first) {
        if (isClosing) {
            return;
        }
        ChannelFuture opened = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        settings.tls()
                                .ifPresent(tls -> channel.pipeline()
                                        .addLast(tls.newHandler(
                                                channel.alloc(), member.getHostString(), member.getPort())));
                    }
                })
                .connect(member);
        var unusedListener = opened.addListener(done -> {
            if (done.isSuccess()) {
                shakeHands(opened.channel(), member, first);
            } else {
                failed(member, first, done.cause());
            }
        });
    }

    private void shakeHands(Channel channel, InetSocketAddress member, @Nullable CompletableFuture<Boolean> first) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            connected(channel, member, first);
            return;
        }
        var unusedListener = tls.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                connected(channel, member, first);
            } else {
                failed(member, first, done.cause());
            }
        });
    }

    private void connected(Channel channel, InetSocketAddress member, @Nullable CompletableFuture<Boolean> first) {
        if (!channel.isActive()) {
            // Nobody would report that it has closed.
            failed(member, first, new ClosedChannelException());
            return;
        }
        HttpConnection connection = new HttpConnection(this, channel);
        var unusedPipeline = channel.pipeline().addLast(connection);
        open.add(connection);
        for (int i = 0; i < settings.pipeline(); i++) {
            free.add(connection);
        }
        connection.free(System.nanoTime());
        var unusedListener = channel.closeFuture().addListener(closed -> reconnect(member));
        if (first != null) {
            first.complete(true);
        }
        pace();
    }

    private void failed(InetSocketAddress member, @Nullable CompletableFuture<Boolean> first, Throwable cause) {
        lastFailure = cause.toString();
        if (first != null) {
            first.complete(false);
        }
        reconnect(member);
    }

    private void reconnect(InetSocketAddress member) {
        if (!isClosing) {
            var unusedTimer = loop.schedule(() -> connect(member, null), RECONNECT_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Why the last connection failed that did; empty: none did. */
    CompletableFuture<String> lastFailure() {
        return CompletableFuture.supplyAsync(() -> lastFailure, loop);
    }

    /** Begins a run; from any thread. There must be no other one. */
    CompletableFuture<LoopResult> start(HttpWorkload workload, HttpPace pace) {
        CompletableFuture<LoopResult> over = new CompletableFuture<>();
        loop.execute(() -> {
            run = new Run(workload, pace, settings.loops(), over);
            tick();
        });
        return over;
    }

    /** Has it begin what is due; from any thread. The loop's own timers are up to a millisecond late. */
    void wake() {
        if (!isWoken.getAndSet(true)) {
            loop.execute(() -> {
                isWoken.set(false);
                pace();
            });
        }
    }

    private void tick() {
        Run now = run;
        if (now != null) {
            pace();
            sweep(System.nanoTime());
            var unusedTimer = loop.schedule(this::tick, TICK_US, TimeUnit.MICROSECONDS);
        }
    }

    private void sweep(long nowNs) {
        if (nowNs - sweptNs > SWEEP_NS) {
            sweptNs = nowNs;
            long sentBeforeNs = nowNs - settings.timeOut().toNanos();
            List.copyOf(open).forEach(connection -> connection.closeIfOlder(sentBeforeNs));
        }
    }

    /** Begins what is due and finds a connection, and sends what has been written. */
    void pace() {
        Run now = run;
        if (now != null) {
            long nowNs = System.nanoTime();
            while (!now.isEnding && isDue(now, nowNs) && !free.isEmpty() && now.underWay < now.underWayMax) {
                begin(now, nowNs);
            }
            endWhenOver(now, nowNs);
        }
        for (int i = 0; i < written.size(); i++) {
            written.get(i).flush();
        }
        written.clear();
    }

    private boolean isDue(Run now, long nowNs) {
        long number = number(now);
        if (number >= now.pace.operationsMax()) {
            return false;
        }
        long sinceNs = nowNs - now.startNs;
        return now.pace.isClosed()
                ? sinceNs < now.pace.durationNs()
                : now.pace.dueNs(number) <= Math.min(sinceNs, now.pace.durationNs() - 1);
    }

    private long number(Run now) {
        return now.begun * settings.loops() + index;
    }

    private void begin(Run now, long nowNs) {
        HttpConnection connection = free.remove();
        HttpOperation operation = unused.isEmpty() ? new HttpOperation() : unused.remove();
        operation.number = number(now);
        operation.dueNs = now.pace.isClosed() ? nowNs : now.startNs + now.pace.dueNs(operation.number);
        operation.callDueNs = operation.dueNs;
        operation.sentNs = nowNs;
        operation.call = now.workload.begin(operation);
        now.tally.begun(operation.number);
        now.tally.sentLate(nowNs - Math.max(operation.dueNs, connection.freeSinceNs()));
        now.begun++;
        now.underWay++;
        send(connection, operation, now.workload);
    }

    private void send(HttpConnection connection, HttpOperation operation, HttpWorkload workload) {
        if (connection.send(operation, workload)) {
            written.add(connection);
        }
    }

    private void endWhenOver(Run now, long nowNs) {
        long sinceNs = nowNs - now.startNs;
        if (!now.isEnding && (number(now) >= now.pace.operationsMax() || sinceNs >= now.pace.durationNs())) {
            now.isEnding = true;
            if (!now.pace.isClosed() && sinceNs >= now.pace.durationNs()) {
                now.tally.unsent(now.pace.dueCount(now.pace.durationNs(), index, settings.loops()) - now.begun);
            }
        }
        if (now.isEnding && now.underWay == 0) {
            run = null;
            long cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - now.startCpuNs;
            now.over.complete(new LoopResult(now.tally, (double) cpuNs / Math.max(1, sinceNs)));
        }
    }

    void answered(HttpConnection connection, HttpOperation operation, HttpAnswer answer) {
        Run now = run;
        if (now == null) {
            return;
        }
        long nowNs = System.nanoTime();
        now.tally.answered(operation, answer, nowNs);
        if (answer.isGood()) {
            int next = now.workload.next(operation, answer);
            if (next != HttpWorkload.OVER) {
                operation.call = next;
                operation.callDueNs = nowNs;
                operation.sentNs = nowNs;
                send(connection, operation, now.workload);
                return;
            }
            now.tally.done(operation, nowNs, settings.deadline().toNanos(), now.startNs);
        }
        now.underWay--;
        unused.add(operation);
        free.add(connection);
        connection.free(nowNs);
    }

    /** A connection is closed, with so many requests under way. */
    void lost(HttpConnection connection, int requests, HttpConnection.Loss loss) {
        open.remove(connection);
        boolean unusedRemoved = free.removeIf(other -> other == connection);
        Run now = run;
        if (now != null) {
            now.underWay -= requests;
            now.tally.lost(requests, loss);
        }
    }

    /** Closes all connections; from any thread. */
    void close() {
        loop.execute(() -> {
            isClosing = true;
            List.copyOf(open).forEach(HttpConnection::close);
        });
    }
}
