package com.hazelcast.certification.bench;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.ConnectionLoss;
import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.metrics.AnswerLatency;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.WireRecord;
import com.sun.management.OperatingSystemMXBean;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Many connections to the gateways of members, each sending a small batch at an interval: counts every failure and every
 * connection that is lost, and repairs none. A batch is due at its time whether or not the one before it has been answered,
 * and its time to an answer counts from when it was due, so that a member that falls behind shows. One that may not be sent yet,
 * because as many batches as the member takes are without an answer, is held back: it is sent as soon as it may, and was due when it
 * was due. Without an interval the connections run flat out: a batch is due as soon as the member takes one.
 */
public final class GatewayBench {
    private static final int THREADS = 2;
    private static final long HIGHEST_NS = AnswerLatency.HIGHEST_NS;
    private static final long CONNECT_MAX_NS = 120_000_000_000L;
    private static final long STEP_NS = 20_000_000;

    /** Connections that shake hands at a time: more would only wait for each other. */
    private static final int CONNECTING_MAX = 64;

    /** In which clients find their members; a warm-up should be longer. */
    private static final Duration CLIENT_SPREAD = Duration.ofMillis(100);

    /** Share of the time of its threads above which the load tool bounds what is measured, and how late it may send. */
    private static final double BUSY = 0.9;

    private static final long LATE_NS = 5_000_000;
    private static final double LATE_PERCENTILE = 99;

    private final Settings settings;
    private final Clock clock;
    private final LongAdder due = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder heldBack = new LongAdder();
    private final LongAdder answeredRecords = new LongAdder();
    private final LongAdder rejectedRecords = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder greeted = new LongAdder();
    private final Map<String, LongAdder> lostByKind = new ConcurrentSkipListMap<>();
    private final Histogram answerNs = new ConcurrentHistogram(HIGHEST_NS, 3);
    private final Histogram tcpNs = new ConcurrentHistogram(HIGHEST_NS, 3);
    private final Histogram helloNs = new ConcurrentHistogram(HIGHEST_NS, 3);
    private final Histogram lateNs = new ConcurrentHistogram(HIGHEST_NS, 3);
    private volatile long measuredFromNs = Long.MAX_VALUE;
    private volatile long endNs = Long.MAX_VALUE;
    private final CountDownLatch begun = new CountDownLatch(1);

    /**
     * What to do.
     *
     * @param members gateways, shared out evenly
     * @param tls empty: none
     * @param connections at once
     * @param records in a batch
     * @param interval between a connection's batches; zero: flat out
     * @param warmUp at the beginning, of which no times are taken
     * @param traffic whose transactions
     * @param cards card numbers are 0 to that less one
     * @param owners each connection is a client of the library, which sends to owners of shards like that and repairs what it loses;
     *     empty: bare connections
     */
    public record Settings(
            List<InetSocketAddress> members,
            Optional<TlsOptions> tls,
            int connections,
            int records,
            Duration interval,
            Duration warmUp,
            Traffic traffic,
            long cards,
            Optional<ClientConfig.Owners> owners) {
        /** Whether a batch is due as soon as a member takes one. */
        public boolean isFlatOut() {
            return interval.isZero();
        }
    }

    /**
     * What came of it.
     *
     * @param connected connections that came about
     * @param lost connections that did not, or were lost before the end
     * @param lostByKind the same by the kind of what ended them: labels of {@link ConnectionLoss}
     * @param due batches
     * @param sent of these
     * @param heldBack of these, sent later than they were due because the member had as many of the connection as it takes
     * @param answered of these
     * @param rejectedRecords records that were rejected
     * @param recordsPerSecond whose answers came behind the warm-up and before the end, whenever they were due: what is answered while the bench
     *     waits for the last answers would make a member seem faster than it is
     * @param connectSeconds until all connections stood
     * @param tcpNs from when a connection was begun until TCP stood; none of clients of the library
     * @param helloNs from when a connection was begun to the member's hello, TLS included
     * @param answerNs from when a batch was due to its answer, behind the warm-up
     * @param driver how the load tool itself did
     */
    public record Result(
            long connected,
            long lost,
            Map<String, Long> lostByKind,
            long due,
            long sent,
            long heldBack,
            long answered,
            long rejectedRecords,
            double recordsPerSecond,
            double connectSeconds,
            Histogram tcpNs,
            Histogram helloNs,
            Histogram answerNs,
            Driver driver) {
        /** Nothing failed: every connection stood to the end and every batch that was due was answered. */
        public boolean isGood() {
            return lost == 0 && due == answered && rejectedRecords == 0;
        }

        /** Share of the answers that took longer, 0 to 1. */
        public double shareSlowerThan(Duration time) {
            long all = answerNs.getTotalCount();
            return all == 0 ? 0 : answerNs.getCountBetweenValues(time.toNanos() + 1, HIGHEST_NS) / (double) all;
        }
    }

    /**
     * The load tool itself.
     *
     * @param cores processors that its process had on average
     * @param threads that send, as far as the machine has processors for them: those of the bench, and one of each client of the library
     * @param lateNs by how much it sent late what nothing held back, behind the warm-up
     */
    public record Driver(double cores, int threads, Histogram lateNs) {
        /** Why the figures say more of the load tool than of the members; empty: they do not. */
        public String bound() {
            if (cores > BUSY * threads) {
                return String.format(
                        Locale.ROOT,
                        "its %d threads had %.2f processors; run several, on other machines",
                        threads,
                        cores);
            }
            long late = lateNs.getValueAtPercentile(LATE_PERCENTILE);
            if (late > LATE_NS) {
                return String.format(
                        Locale.ROOT,
                        "1 batch in 100 went out at least %.1f ms late; the machine had no processor for it",
                        late / 1e6);
            }
            return "";
        }
    }

    /**
     * What a table calls a run: its connections, what they send, and for how long.
     *
     * @param interval between a connection's batches; zero: flat out
     * @param members to which it connects
     */
    public static String describe(
            int connections, boolean isTls, int records, Duration interval, Duration duration, int members) {
        String each = records + (records == 1 ? " record" : " records");
        return String.format(
                Locale.ROOT,
                "%,d %s connections, %s, for %s%s",
                connections,
                isTls ? "TLS 1.3" : "plain",
                interval.isZero()
                        ? "flat out in batches of " + each
                        : "a batch of " + each + " each " + optionText(interval),
                optionText(duration),
                members > 1 ? ", to " + members + " members" : "");
    }

    /** A time as an option takes it. */
    public static String optionText(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /** @param clock of the transactions */
    public GatewayBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Connects, sends for that long, waits for the last answers, and closes. */
    public Result run(Duration duration) throws InterruptedException {
        SslContext tls = settings.tls().map(TlsOptions::toContext).orElse(null);
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                THREADS, new DefaultThreadFactory("gateway-bench", true), NioIoHandler.newFactory());
        try {
            long startNs = System.nanoTime();
            List<GatewayBenchConnection> connections = new ArrayList<>();
            for (int i = 0; i < settings.connections(); i++) {
                InetSocketAddress member =
                        settings.members().get(i % settings.members().size());
                GatewayBenchConnection connection = new GatewayBenchConnection(this, i, loops.next());
                connections.add(connection);
                connection.open(member, tls);
                await(() -> connections.size() - settledCount() < CONNECTING_MAX, CONNECT_MAX_NS);
            }
            await(() -> settledCount() >= settings.connections(), CONNECT_MAX_NS);
            double connectSeconds = (System.nanoTime() - startNs) / 1e9;
            var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long beganNs = System.nanoTime();
            long beganCpuNs = process.getProcessCpuTime();
            measuredFromNs = beganNs + settings.warmUp().toNanos();
            endNs = measuredFromNs + duration.toNanos();
            connections.forEach(
                    connection -> connection.begin(settings.interval().toNanos()));
            begun.countDown();
            await(() -> System.nanoTime() >= endNs, endNs - beganNs + STEP_NS);
            double cores = (process.getProcessCpuTime() - beganCpuNs) / (double) (System.nanoTime() - beganNs);
            await(() -> due.sum() == answered.sum(), TimeUnit.SECONDS.toNanos(10));
            long lostBeforeTheEnd = lost.sum();
            Map<String, Long> kinds = new TreeMap<>();
            lostByKind.forEach((kind, count) -> kinds.put(kind, count.sum()));
            long connected = greeted.sum();
            connections.forEach(GatewayBenchConnection::end);
            return new Result(
                    connected,
                    lostBeforeTheEnd,
                    kinds,
                    due.sum(),
                    sent.sum(),
                    heldBack.sum(),
                    answered.sum(),
                    rejectedRecords.sum(),
                    answeredRecords.sum() * 1e9 / (endNs - measuredFromNs),
                    connectSeconds,
                    tcpNs,
                    helloNs,
                    answerNs,
                    new Driver(cores, threads(Runtime.getRuntime().availableProcessors()), lateNs));
        } finally {
            begun.countDown();
            loops.shutdownGracefully(1, 3, TimeUnit.SECONDS).await();
        }
    }

    /** Threads that send on a machine with so many processors, as far as they can run at once. */
    int threads(int processors) {
        int clients = settings.owners().isPresent() ? settings.connections() : 0;
        return Math.min(processors, THREADS + clients);
    }

    /** Waits until all are connected and begin to send, or it has ended. May be called by any thread. */
    public void awaitBegun() throws InterruptedException {
        begun.await();
    }

    /** Ends the warm-up of a bench that has begun now, and not at its time. May be called by any thread, once. */
    public void measure() {
        measuredFromNs = System.nanoTime();
    }

    /** Ends a bench that has begun now, and not at its time. May be called by any thread, once. */
    public void finish() {
        endNs = System.nanoTime();
    }

    private long settledCount() {
        return greeted.sum() + lost.sum();
    }

    private static void await(BooleanSupplier condition, long timeoutNs) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        while (!condition.getAsBoolean() && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(STEP_NS);
        }
    }

    /** When nothing more becomes due, by {@code System.nanoTime()}. */
    long endNs() {
        return endNs;
    }

    void due() {
        due.increment();
    }

    void connected(long sinceOpenedNs) {
        tcpNs.recordValue(Math.min(HIGHEST_NS, sinceOpenedNs));
    }

    void greeted(long sinceOpenedNs) {
        greeted.increment();
        helloNs.recordValue(Math.min(HIGHEST_NS, sinceOpenedNs));
    }

    void lost(Throwable cause) {
        lost.increment();
        lostByKind.computeIfAbsent(kind(cause), unknown -> new LongAdder()).increment();
    }

    /** As the client's library counts it, so that a thousand losses are a few kinds. */
    static String kind(Throwable cause) {
        return ConnectionLoss.of(cause).label();
    }

    void sent(long dueNs, boolean wasHeldBack) {
        sent.increment();
        if (wasHeldBack) {
            heldBack.increment();
        } else if (dueNs >= measuredFromNs) {
            lateNs.recordValue(Math.min(HIGHEST_NS, Math.max(0, System.nanoTime() - dueNs)));
        }
    }

    void answered(long dueNs, int records, int rejected) {
        answered.increment();
        long nowNs = System.nanoTime();
        if (dueNs >= measuredFromNs) {
            answerNs.recordValue(Math.min(HIGHEST_NS, nowNs - dueNs));
        }
        if (nowNs >= measuredFromNs && nowNs < endNs) {
            answeredRecords.add(records);
        }
        if (rejected > 0) {
            rejectedRecords.add(rejected);
        }
    }

    /** The records of a connection's next batch. */
    List<byte[]> records(RecordGenerator generator) {
        int size = WireRecord.SIZE_BYTES;
        byte[] block = new byte[settings.records() * size];
        generator.fill(block, 0, settings.records(), clock.millis());
        List<byte[]> records = new ArrayList<>(settings.records());
        for (int i = 0; i < settings.records(); i++) {
            records.add(Arrays.copyOfRange(block, i * size, (i + 1) * size));
        }
        return records;
    }

    RecordGenerator generator(int connection) {
        return new GeneratedStream(settings.traffic(), settings.cards(), System.nanoTime() + connection)
                .generator(LabelSink.NONE);
    }

    /** How each connection is a client of the library; empty: it is none. */
    Optional<ClientConfig> client() {
        ClientConfig usual = settings.tls()
                .map(tls -> ClientConfig.of(settings.members(), tls))
                .orElseGet(() -> ClientConfig.plain(settings.members()));
        // The bench itself has waited for answers, once for all clients; they are closed one after the other.
        return settings.owners()
                .map(owners -> usual.withFormat(format())
                        .withUnacknowledgedMax(GatewayBenchConnection.CLIENT_BATCHES * settings.records())
                        .withTimeouts(usual.connectTimeout(), usual.attemptTimeout(), Duration.ZERO)
                        .withSpreadWithin(CLIENT_SPREAD)
                        .withOwners(owners));
    }

    static RecordFormat format() {
        return RecordFormat.TEXT;
    }
}
