package com.hazelcast.certification.bench;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.metrics.AnswerLatency;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
 * because as many batches as the member takes are without an answer, is sent as soon as it may, and was due when it was due.
 */
public final class GatewayBench {
    private static final int THREADS = 2;
    private static final long HIGHEST_NS = AnswerLatency.HIGHEST_NS;
    private static final long CONNECT_MAX_NS = 120_000_000_000L;
    private static final long STEP_NS = 20_000_000;

    /** Connections that shake hands at a time: more would only wait for each other. */
    private static final int CONNECTING_MAX = 64;

    private final Settings settings;
    private final Clock clock;
    private final LongAdder due = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder rejectedRecords = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder greeted = new LongAdder();
    private final Histogram answerNs = new ConcurrentHistogram(HIGHEST_NS, 3);
    private volatile long endNs = Long.MAX_VALUE;

    /**
     * What to do.
     *
     * @param members gateways, shared out evenly
     * @param tls empty: none
     * @param connections at once
     * @param records in a batch
     * @param interval between a connection's batches
     * @param traffic whose transactions
     * @param cards card numbers are 0 to that less one
     */
    public record Settings(
            List<InetSocketAddress> members,
            Optional<TlsOptions> tls,
            int connections,
            int records,
            Duration interval,
            Traffic traffic,
            long cards) {}

    /**
     * What came of it.
     *
     * @param connected connections that came about
     * @param lost connections that did not, or were lost before the end
     * @param due batches
     * @param sent of these
     * @param answered of these
     * @param rejectedRecords records that were rejected
     * @param connectSeconds until all connections stood
     * @param answerNs from when a batch was due to its answer
     */
    public record Result(
            long connected,
            long lost,
            long due,
            long sent,
            long answered,
            long rejectedRecords,
            double connectSeconds,
            Histogram answerNs) {
        /** Nothing failed: every connection stood to the end and every batch that was due was answered. */
        public boolean isGood() {
            return lost == 0 && due == answered && rejectedRecords == 0;
        }
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
            endNs = System.nanoTime() + duration.toNanos();
            connections.forEach(
                    connection -> connection.begin(settings.interval().toNanos()));
            await(() -> System.nanoTime() >= endNs, duration.toNanos() + STEP_NS);
            await(() -> due.sum() == answered.sum(), TimeUnit.SECONDS.toNanos(10));
            long lostBeforeTheEnd = lost.sum();
            long connected = greeted.sum();
            connections.forEach(GatewayBenchConnection::end);
            return new Result(
                    connected,
                    lostBeforeTheEnd,
                    due.sum(),
                    sent.sum(),
                    answered.sum(),
                    rejectedRecords.sum(),
                    connectSeconds,
                    answerNs);
        } finally {
            loops.shutdownGracefully(1, 3, TimeUnit.SECONDS).await();
        }
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

    void greeted() {
        greeted.increment();
    }

    void lost() {
        lost.increment();
    }

    void sent() {
        sent.increment();
    }

    void answered(long sinceDueNs, int rejected) {
        answered.increment();
        answerNs.recordValue(Math.min(HIGHEST_NS, sinceDueNs));
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

    static RecordFormat format() {
        return RecordFormat.TEXT;
    }
}
