package com.hazelcast.certification.bench.rounds;

import com.hazelcast.certification.bench.BenchSource;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.StolenTime;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What each step of the published rounds, and of this project, was worth: the same cards, traffic, rules, members and backups, scored in
 * one way after the other. Takes each way's warm-up and duration, and some seconds to load. Used by one thread.
 */
public final class RoundsBench {
    private static final int BATCH_LIMIT = 8_192;
    private static final Duration LATENCY_TARGET = Duration.ofMillis(2);
    private static final double NS_PER_SECOND = 1e9;

    private final Settings settings;
    private final Clock clock;

    /**
     * What to run, of natural traffic.
     *
     * @param shards partitions of the first four ways; members of the product find their number by themselves
     * @param callers readers a member of the way that waits for each answer
     * @param readers of the other ways
     * @param window transactions under way at most of a member, in the first four ways
     * @param memberHeap of each member of the product
     * @param memberNative native memory of each member of the product
     */
    public record Settings(
            int cards,
            int history,
            int members,
            int backups,
            int shards,
            int callers,
            int readers,
            int window,
            String memberHeap,
            String memberNative,
            Duration warmUp,
            Duration duration) {}

    /**
     * What a way gave.
     *
     * @param tps transactions a second
     * @param callsPerSecond calls to cards or shards
     * @param stolenShare of the processors' time, 0 to 1; NaN: unknown
     * @param driver what the source itself did in the measured time
     */
    public record Result(Way way, double tps, double callsPerSecond, double stolenShare, DriverWork driver) {
        /** Transactions a call. */
        public double transactionsPerCall() {
            return tps / callsPerSecond;
        }
    }

    /** A bench; the clock is that of the histories. */
    public RoundsBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Runs one way, from the start of its members to their end.
     *
     * @throws IllegalStateException when transactions were not answered
     */
    public Result run(Way way) throws IOException, InterruptedException {
        return way.isProduct() ? runProduct(way) : runRound(way);
    }

    private Result runRound(Way way) throws IOException, InterruptedException {
        try (LocalCluster processes = new LocalCluster();
                RoundCluster cluster = new RoundCluster(settings, way, clock)) {
            Path file = processes.file("records");
            EndToEndBench.writeRecords(processes, file, Traffic.NATURAL, settings.cards());
            BenchSource source = new BenchSource(processes, file, 0);
            cluster.read(source.port());
            sleep(settings.warmUp());
            StolenTime stolen = StolenTime.start();
            DriverWork driverBefore = source.work();
            RoundReader.Figures before = cluster.figures();
            long beginNs = System.nanoTime();
            sleep(settings.duration());
            RoundReader.Figures done = cluster.figures().since(before);
            double seconds = (System.nanoTime() - beginNs) / NS_PER_SECOND;
            if (done.answered() == 0) {
                throw new IllegalStateException("no transaction was answered: way=" + way.label());
            }
            DriverWork driver = source.work().since(driverBefore);
            return new Result(way, done.answered() / seconds, done.calls() / seconds, stolen.share(), driver);
        }
    }

    private static void sleep(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }

    private Result runProduct(Way way) throws IOException, InterruptedException {
        boolean isNative = way == Way.NATIVE;
        EndToEndBench.Settings product = new EndToEndBench.Settings(
                Traffic.NATURAL,
                settings.cards(),
                settings.history(),
                settings.members(),
                settings.backups(),
                Acks.STRICT,
                settings.readers(),
                "auto",
                LatencyFrom.ARRIVAL,
                BATCH_LIMIT,
                true,
                LATENCY_TARGET,
                "auto",
                isNative ? MemoryKind.NATIVE : MemoryKind.HEAP,
                settings.memberHeap(),
                isNative ? settings.memberNative() : null,
                Optional.empty(),
                false,
                1);
        EndToEndBench.Result result = new EndToEndBench(product, clock).run(settings.warmUp(), settings.duration());
        result.requireGood();
        return new Result(way, result.counterTps(), result.batchesPerSecond(), result.stolenShare(), result.driver());
    }
}
