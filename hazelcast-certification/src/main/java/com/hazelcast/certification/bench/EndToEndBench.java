package com.hazelcast.certification.bench;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.ThroughputReport;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The whole way: a source in a process of its own replays a file written before (with the time set anew), members read it
 * over sockets, score, keep backups and answer. All on this machine, sharing its cores.
 */
public final class EndToEndBench {
    /**
     * Records in the replayed file: four a card within bounds, as {@link KernelBench} has. With fewer, the cards drawn often
     * come back in every round and soon have a hundred entries in two hours, which no card of a fresh draw has.
     */
    private static final long FILE_RECORDS_PER_CARD = 4;

    private static final long FILE_RECORDS_MIN = 1_000_000;
    private static final long FILE_RECORDS_MAX = 16_000_000;

    private static final Duration REPORT_WARM_UP = Duration.ofSeconds(1);
    private static final long STEP_MS = 200;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    private final Settings settings;

    /**
     * What to run.
     *
     * @param traffic of histories and stream
     * @param rate transactions a second offered, whether or not they are read in time; 0: as fast as they are read
     * @param latencyFrom from when on the time to an answer counts; without a rate nothing is due
     * @param heap of each member
     * @param nativeSize of each member, null unless memory is native
     */
    public record Settings(
            Traffic traffic,
            int cards,
            int history,
            int members,
            int backups,
            Acks acks,
            int readers,
            long rate,
            LatencyFrom latencyFrom,
            int batchLimit,
            boolean isInFlightAdaptive,
            String shards,
            MemoryKind memory,
            String heap,
            @Nullable String nativeSize) {}

    /**
     * What a run found.
     *
     * @param dataTps transactions a second, counted in the data
     * @param counterTps the same by the counters
     * @param p50Ms median time to a transaction's answer, from when the settings say, of the slowest member; the others
     *     likewise
     * @param loadSeconds how long loading took
     * @param bytesPerCard tables and pages after loading, owners only
     * @param gcCount collections of all members in the measured time
     * @param gcMs time in them
     * @param cpuNsPerTransaction processor time of all members in the measured time, a transaction
     * @param batchesPerSecond calls that score a batch on its shard, of all members
     * @param messagesPerSecond from member to member, with batches; NaN where members do not count them
     * @param minutes of a run of two minutes and more, one behind the other; otherwise the whole run as one
     * @param stolenShare what the machine's host kept of the processors' time meanwhile, 0 to 1; NaN where that is not known
     * @param unaccounted transactions without an account at the end; anything but 0 is a defect
     */
    public record Result(
            double dataTps,
            double counterTps,
            double p50Ms,
            double p99Ms,
            double p999Ms,
            double maxMs,
            double loadSeconds,
            double bytesPerCard,
            long gcCount,
            long gcMs,
            double cpuNsPerTransaction,
            double batchesPerSecond,
            double messagesPerSecond,
            List<Minute> minutes,
            double stolenShare,
            long unaccounted) {}

    /**
     * A minute of a run, to see whether it becomes slower.
     *
     * @param tps by the counters
     * @param cpuNsPerTransaction processor time of all members, a transaction
     */
    public record Minute(double tps, double cpuNsPerTransaction) {}

    private record Part(ThroughputReport report, MemberWork work, double seconds) {
        Minute minute() {
            return new Minute(report.counterTps(), work.cpuSeconds() * NS_PER_SECOND / transactions());
        }

        double transactions() {
            return report.counterTps() * seconds;
        }
    }

    public EndToEndBench(Settings settings) {
        this.settings = settings;
    }

    /** Starts everything, loads, warms up, measures, stops everything. */
    public Result run(Duration warmUp, Duration duration) throws IOException, InterruptedException {
        try (LocalCluster processes = new LocalCluster()) {
            Path file = processes.file("records");
            processes.run(
                    "write",
                    List.of(
                            "source",
                            "--traffic",
                            settings.traffic.label(),
                            "--cards",
                            text(settings.cards),
                            "--count",
                            text(Math.max(
                                    FILE_RECORDS_MIN,
                                    Math.min(FILE_RECORDS_MAX, FILE_RECORDS_PER_CARD * settings.cards))),
                            "--write",
                            file.toString()));
            int sourcePort = LocalCluster.freePort();
            processes.startSource(sourcePort, sourceArguments(file));
            List<Integer> httpPorts = new ArrayList<>();
            for (int i = 0; i < settings.members; i++) {
                httpPorts.add(LocalCluster.freePort());
                processes.startMember(LocalCluster.freePort(), httpPorts.get(i), memberArguments(sourcePort));
            }
            try (ClusterControl cluster = processes.connect()) {
                return measure(cluster, httpPorts, warmUp, duration);
            }
        }
    }

    /** What a member does not read in time stays due: otherwise the source would wait for it, and its delay not be seen. */
    private List<String> sourceArguments(Path file) {
        List<String> arguments = new ArrayList<>(List.of("--file", file.toString(), "--rate", text(settings.rate)));
        if (settings.rate > 0) {
            arguments.add("--keep-schedule");
        }
        return arguments;
    }

    private List<String> memberArguments(int sourcePort) {
        List<String> arguments = new ArrayList<>(List.of(
                "--source", "127.0.0.1:" + sourcePort,
                "--readers", text(settings.readers),
                "--cards", text(settings.cards),
                "--history", text(settings.history),
                "--traffic", settings.traffic.label(),
                "--members", text(settings.members),
                "--backups", text(settings.backups),
                "--acks", settings.acks.name(),
                "--latency-from", settings.latencyFrom.name(),
                "--batch-limit", text(settings.batchLimit),
                "--in-flight-adaptive", Boolean.toString(settings.isInFlightAdaptive),
                "--shards", settings.shards,
                "--memory", settings.memory.label(),
                "--heap", settings.heap));
        if (settings.nativeSize != null) {
            arguments.addAll(List.of("--native-size", settings.nativeSize));
        }
        return arguments;
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private Result measure(ClusterControl cluster, List<Integer> httpPorts, Duration warmUp, Duration duration)
            throws IOException, InterruptedException {
        cluster.load(Optional.empty());
        List<MemberStatus> loaded = awaitLoaded(cluster);
        double bytesPerCard = sum(loaded, status -> status.shards().sum().sizeBytes())
                / (double)
                        Math.max(1, sum(loaded, status -> status.shards().sum().cards()));
        long loadMs = loaded.stream()
                .mapToLong(status -> status.load().elapsedMs())
                .max()
                .orElse(0);
        var unusedStart = cluster.start();
        warmUp(cluster, warmUp);
        cluster.resetLatency();
        List<MemberStatus> before = cluster.statuses();
        StolenTime stolen = StolenTime.start();
        List<Part> parts = watch(cluster, httpPorts, duration);
        double seconds = sum(parts, Part::seconds);
        double stolenShare = stolen.share();
        List<MemberStatus> after = cluster.statuses();
        var unusedStop = cluster.stop();
        Accounting accounting =
                cluster.statuses().stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        return new Result(
                sum(parts, part -> part.report.dataTps() * part.seconds) / seconds,
                sum(parts, Part::transactions) / seconds,
                slowestMs(after, status -> status.latency().p50Ns()),
                slowestMs(after, status -> status.latency().p99Ns()),
                slowestMs(after, status -> status.latency().p999Ns()),
                slowestMs(after, status -> status.latency().maxNs()),
                loadMs / 1e3,
                bytesPerCard,
                sum(after, MemberStatus::gcCount) - sum(before, MemberStatus::gcCount),
                sum(after, MemberStatus::gcPauseMs) - sum(before, MemberStatus::gcPauseMs),
                sum(parts, part -> part.work.cpuSeconds()) * NS_PER_SECOND / sum(parts, Part::transactions),
                sum(parts, part -> part.work.batches()) / seconds,
                sum(parts, part -> part.work.messages()) / seconds,
                parts.stream().map(Part::minute).toList(),
                stolenShare,
                accounting.unaccounted());
    }

    /**
     * Reports all the while, as the measurement does at its beginning and end. A kind of call that a member has never seen makes
     * the compiler throw away what it has made of the ones it knows, and takes half of the machine for some seconds.
     */
    private static void warmUp(ClusterControl cluster, Duration duration) {
        long endNs = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < endNs) {
            ThroughputReport.watch(cluster, REPORT_WARM_UP);
        }
    }

    /** The whole time, or minute by minute. */
    private static List<Part> watch(ClusterControl cluster, List<Integer> httpPorts, Duration duration)
            throws IOException, InterruptedException {
        long count = duration.toMinutes() < 2 ? 1 : duration.toMinutes();
        List<Part> parts = new ArrayList<>();
        MemberWork before = MemberWork.read(httpPorts);
        long beforeNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            ThroughputReport report = ThroughputReport.watch(cluster, duration.dividedBy(count));
            MemberWork after = MemberWork.read(httpPorts);
            long afterNs = System.nanoTime();
            parts.add(new Part(report, after.since(before), (afterNs - beforeNs) / NS_PER_SECOND));
            before = after;
            beforeNs = afterNs;
        }
        return parts;
    }

    private static double sum(List<Part> parts, ToDoubleFunction<Part> value) {
        return parts.stream().mapToDouble(value).sum();
    }

    private static List<MemberStatus> awaitLoaded(ClusterControl cluster) throws InterruptedException {
        while (true) {
            List<MemberStatus> statuses = cluster.statuses();
            if (statuses.stream().anyMatch(status -> status.load().isDone())) {
                // The survey behind a status is up to a second old.
                Thread.sleep(1_100);
                return cluster.statuses();
            }
            Thread.sleep(STEP_MS);
        }
    }

    private static long sum(List<MemberStatus> statuses, ToLongFunction<MemberStatus> value) {
        return statuses.stream().mapToLong(value).sum();
    }

    private static double slowestMs(List<MemberStatus> statuses, ToLongFunction<MemberStatus> valueNs) {
        return statuses.stream().mapToLong(valueNs).max().orElse(0) / NS_PER_MS;
    }
}
