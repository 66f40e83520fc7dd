package com.hazelcast.certification.bench.http;

import com.sun.management.OperatingSystemMXBean;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Connections to members, over which runs are made one after the other. Used by one thread. */
final class HttpLoad implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;

    /** So often loops look at what is due; the kernel adds some 50 µs. */
    private static final long WAKE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final MultiThreadIoEventLoopGroup group;
    private final List<HttpLoop> loops = new ArrayList<>();

    /**
     * How members are reached.
     *
     * @param members shared out evenly
     * @param tls empty: none
     * @param connections over all loops
     * @param pipeline most requests under way on one connection
     * @param loops threads that send and receive
     * @param deadline what takes longer is late
     * @param timeOut what takes longer is given up, with its connection
     */
    record Settings(
            List<InetSocketAddress> members,
            Optional<SslContext> tls,
            int connections,
            int pipeline,
            int loops,
            Duration deadline,
            Duration timeOut) {}

    /**
     * What a run has found.
     *
     * @param seconds from its begin to its last answer
     * @param cores of the processors' time, how many this process used, compiler and collector included
     * @param busiestLoop the greatest share of the time that a loop had a processor
     */
    record Run(HttpTally tally, double seconds, double cores, double busiestLoop) {}

    /** @throws IOException when a member cannot be reached */
    HttpLoad(Settings settings) throws IOException {
        this.group = new MultiThreadIoEventLoopGroup(
                settings.loops(), new DefaultThreadFactory("http-bench", true), NioIoHandler.newFactory());
        for (int i = 0; i < settings.loops(); i++) {
            loops.add(new HttpLoop(settings, group.next(), i));
        }
        List<CompletableFuture<Boolean>> connected = new ArrayList<>();
        for (int i = 0; i < settings.connections(); i++) {
            InetSocketAddress member =
                    settings.members().get(i % settings.members().size());
            connected.add(
                    loops.get(i / settings.members().size() % loops.size()).connect(member));
        }
        if (!connected.stream().allMatch(CompletableFuture::join)) {
            String why = loops.stream()
                    .map(loop -> loop.lastFailure().join())
                    .filter(failure -> !failure.isEmpty())
                    .findFirst()
                    .orElse("");
            close();
            throw new IOException("a member cannot be reached: member=" + settings.members() + ": " + why);
        }
    }

    /**
     * Makes a run to its last answer.
     *
     * @param workloads one for each loop
     */
    Run run(IntFunction<HttpWorkload> workloads, HttpPace pace) {
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long startCpuNs = process.getProcessCpuTime();
        long startNs = System.nanoTime();
        List<CompletableFuture<HttpLoop.LoopResult>> started = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            started.add(loops.get(i).start(workloads.apply(i), pace));
        }
        AtomicBoolean isOver = new AtomicBoolean(pace.isClosed());
        startWaking(isOver);
        List<HttpLoop.LoopResult> results =
                started.stream().map(CompletableFuture::join).toList();
        isOver.set(true);
        double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
        double cores = (process.getProcessCpuTime() - startCpuNs) / NS_PER_SECOND / seconds;
        HttpTally sum = new HttpTally(results.get(0).tally().calls());
        results.forEach(result -> sum.add(result.tally()));
        double busiest = results.stream()
                .mapToDouble(HttpLoop.LoopResult::busyShare)
                .max()
                .orElse(0);
        return new Run(sum, seconds, cores, busiest);
    }

    /** In a closed loop answers wake it. */
    private void startWaking(AtomicBoolean isOver) {
        Thread waking = new Thread(
                () -> {
                    while (!isOver.get()) {
                        LockSupport.parkNanos(WAKE_NS);
                        loops.forEach(HttpLoop::wake);
                    }
                },
                "http-bench-due");
        waking.setDaemon(true);
        waking.start();
    }

    @Override
    public void close() {
        loops.forEach(HttpLoop::close);
        var unused = group.shutdownGracefully(1, 3, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
