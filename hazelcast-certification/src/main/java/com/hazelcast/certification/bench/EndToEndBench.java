package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.MemberWork;
import com.hazelcast.certification.bench.watch.RunMinutes;
import com.hazelcast.certification.bench.watch.RunSample;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.ThroughputReport;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The whole way: a source in a process of its own replays a file written before (with the time set anew), members read it
 * over sockets, score, keep backups and answer. All on this machine, sharing its cores.
 */
public final class EndToEndBench {
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Records in the replayed file: four a card within bounds, as {@link KernelBench} has. With fewer, the cards drawn often
     * come back in every round and soon have a hundred entries in two hours, which no card of a fresh draw has.
     */
    private static final long FILE_RECORDS_PER_CARD = 4;

    private static final long FILE_RECORDS_MIN = 1_000_000;
    private static final long FILE_RECORDS_MAX = 16_000_000;

    /** Of AES-256. */
    private static final int KEY_BYTES = 32;

    private static final Duration REPORT_WARM_UP = Duration.ofSeconds(1);
    private static final long STEP_MS = 200;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    private final Settings settings;
    private final Clock clock;

    /**
     * What to run.
     *
     * @param traffic of histories and stream
     * @param partitionThreads of each member, or {@code auto}
     * @param latencyFrom from when on the time to an answer counts; without a rate nothing is due
     * @param latencyTarget of the members
     * @param heap of each member
     * @param nativeSize of each member, null unless memory is native
     * @param durability of what is answered, in a data folder of each member; empty: members keep nothing on disk
     * @param isEncrypted whether the files of these folders are encrypted
     * @param clockSpeed how many times faster than real time that of the records passes
     */
    public record Settings(
            Traffic traffic,
            int cards,
            int history,
            int members,
            int backups,
            Acks acks,
            int readers,
            String partitionThreads,
            LatencyFrom latencyFrom,
            int batchLimit,
            boolean isInFlightAdaptive,
            Duration latencyTarget,
            String shards,
            MemoryKind memory,
            String heap,
            @Nullable String nativeSize,
            Optional<Durability> durability,
            boolean isEncrypted,
            int clockSpeed) {
        private static final int BATCH_LIMIT = 8_192;
        private static final Duration LATENCY_TARGET = Duration.ofMillis(2);

        /** Members with what they have by default: strict answers, histories on the heap, nothing on disk; times count from when a record was due. */
        public static Settings withDefaults(
                Traffic traffic, int cards, int history, int members, int backups, String heap) {
            return new Settings(
                    traffic,
                    cards,
                    history,
                    members,
                    backups,
                    Acks.STRICT,
                    1,
                    "auto",
                    LatencyFrom.DUE,
                    BATCH_LIMIT,
                    true,
                    LATENCY_TARGET,
                    "auto",
                    MemoryKind.HEAP,
                    heap,
                    null,
                    Optional.empty(),
                    false,
                    1);
        }
    }

    /**
     * What a run found.
     *
     * @param rate transactions a second offered; 0: as fast as they were read
     * @param dataTps transactions a second, counted in the data
     * @param counterTps the same by the counters
     * @param p50Ms median time to a transaction's answer, from when the settings say, of the slowest member; the others
     *     likewise
     * @param loadSeconds how long loading took
     * @param bytesPerCard tables and pages after loading, owners only
     * @param bytesPerCardAtEnd the same at the end of the measured time
     * @param gcCount collections of all members in the measured time
     * @param gcMs time in them
     * @param cpuNsPerTransaction processor time of all members in the measured time, a transaction
     * @param batchesPerSecond calls that score a batch on its shard, of all members
     * @param stolenShare what the machine's host kept of the processors' time meanwhile, 0 to 1; NaN where that is not known
     * @param unaccounted transactions without an account at the end; anything but 0 is a defect
     * @param minutes of the measured time; none when it is shorter than two
     * @param times to an answer in nanoseconds, of all members together
     * @param driver what the source itself did in the measured time
     */
    public record Result(
            long rate,
            double dataTps,
            double counterTps,
            double p50Ms,
            double p99Ms,
            double p999Ms,
            double maxMs,
            double loadSeconds,
            double bytesPerCard,
            double bytesPerCardAtEnd,
            long gcCount,
            long gcMs,
            double cpuNsPerTransaction,
            double batchesPerSecond,
            double stolenShare,
            long unaccounted,
            RunMinutes minutes,
            Histogram times,
            DriverWork driver) {
        /** Whether transactions were scored, and each of them has an account. Where none was, all times are 0. */
        public boolean isGood() {
            return unaccounted == 0 && counterTps > 0;
        }

        /**
         * Requires that it is good: another run is no result.
         *
         * @throws IllegalStateException when it is not
         */
        public void requireGood() {
            if (!isGood()) {
                throw new IllegalStateException("nothing was scored, or transactions have no account: tps=" + counterTps
                        + " unaccounted=" + unaccounted);
            }
        }
    }

    /**
     * A bench on this machine.
     *
     * @param clock of this machine
     */
    public EndToEndBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Starts everything, loads, warms up, measures as fast as members read, stops everything. */
    public Result run(Duration warmUp, Duration duration) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        run(List.of(new Step(0, warmUp, duration)), List.of(), (step, result) -> results.add(result));
        return results.get(0);
    }

    /**
     * One of several loads that the same members get, one after the other.
     *
     * @param rate transactions a second offered, whether or not they are read in time; 0: as fast as they are read
     * @param warmUp at this rate, not measured
     * @param duration measured
     */
    public record Step(long rate, Duration warmUp, Duration duration) {}

    /**
     * Starts everything, members with further options, loads, and for each step has a source of its rate, warms up and measures; stops everything.
     *
     * @throws IllegalArgumentException when the records' clock would pass the times that they can have
     */
    public void run(List<Step> steps, List<String> memberOptions, BiConsumer<Step, Result> measured)
            throws IOException, InterruptedException {
        requireTimes(steps, clock.millis());
        withMembers(steps.get(0).rate, memberOptions, running -> {
            for (Step step : steps) {
                running.source.offer(step.rate);
                measured.accept(step, measure(running, step));
            }
        });
    }

    private void requireTimes(List<Step> steps, long nowMs) {
        long lastsMs = steps.stream()
                .mapToLong(step -> step.warmUp.plus(step.duration).toMillis())
                .sum();
        long mostMs = new SourceClock(nowMs, settings.clockSpeed).endMs() - nowMs;
        if (lastsMs > mostMs) {
            throw new IllegalArgumentException(
                    "with that clock speed, records would have no times before the run ends; lower it, or give a shorter run: clock-speed="
                            + settings.clockSpeed + " run=" + lastsMs / 1_000 + "s most=" + mostMs / 1_000 + "s");
        }
    }

    /** What is done with members that have loaded. */
    @FunctionalInterface
    interface Body {
        void run(Running running) throws IOException, InterruptedException;
    }

    /**
     * Starts everything and loads, has something done, and stops everything.
     *
     * @param rate of the source
     * @param memberOptions further ones, of each member
     */
    void withMembers(long rate, List<String> memberOptions, Body body) throws IOException, InterruptedException {
        try (LocalCluster processes = new LocalCluster()) {
            Path file = processes.file("records");
            writeRecords(processes, file, settings.traffic, settings.cards);
            SourceClock times = new SourceClock(clock.millis(), settings.clockSpeed);
            BenchSource source = new BenchSource(processes, file, rate, times);
            List<Integer> httpPorts = new ArrayList<>();
            Optional<Path> key = settings.isEncrypted ? Optional.of(writeDataKey(processes)) : Optional.empty();
            for (int i = 0; i < settings.members; i++) {
                httpPorts.add(LocalCluster.freePort());
                List<String> arguments = memberArguments(source);
                arguments.addAll(memberOptions);
                settings.durability.ifPresent(
                        durability -> addStorage(arguments, durability, processes.file("data-" + httpPorts.size())));
                key.ifPresent(keyFile -> arguments.addAll(List.of("--data-key-file", keyFile.toString())));
                processes.startMember(LocalCluster.freePort(), httpPorts.get(i), arguments);
            }
            try (ClusterControl cluster = processes.connect()) {
                body.run(new Running(cluster, httpPorts, load(cluster), source));
            }
        }
    }

    /** Writes the file of records that a source replays. */
    public static void writeRecords(LocalCluster processes, Path file, Traffic traffic, int cards) throws IOException {
        processes.run(
                "write",
                List.of(
                        "source",
                        "--traffic",
                        traffic.label(),
                        "--cards",
                        text(cards),
                        "--count",
                        text(Math.max(FILE_RECORDS_MIN, Math.min(FILE_RECORDS_MAX, FILE_RECORDS_PER_CARD * cards))),
                        "--write",
                        file.toString()));
    }

    /** Writes a new key of data folders into a file that goes with the processes. */
    public static Path writeDataKey(LocalCluster processes) throws IOException {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return Files.writeString(processes.file("data-key"), HexFormat.of().formatHex(key));
    }

    /** Members that have loaded, and what they are offered. */
    record Running(ClusterControl cluster, List<Integer> httpPorts, Loaded loaded, BenchSource source) {}

    private List<String> memberArguments(BenchSource source) {
        List<String> arguments = new ArrayList<>(source.memberOptions());
        arguments.addAll(List.of(
                "--readers", text(settings.readers),
                "--partition-threads", settings.partitionThreads,
                "--cards", text(settings.cards),
                "--history", text(settings.history),
                "--traffic", settings.traffic.label(),
                "--members", text(settings.members),
                "--backups", text(settings.backups),
                "--acks", settings.acks.name(),
                "--latency-from", settings.latencyFrom.name(),
                "--batch-limit", text(settings.batchLimit),
                "--in-flight-adaptive", Boolean.toString(settings.isInFlightAdaptive),
                "--latency-target", settings.latencyTarget.toMillis() + "ms",
                "--shards", settings.shards,
                "--memory", settings.memory.label(),
                "--heap", settings.heap));
        if (settings.nativeSize != null) {
            arguments.addAll(List.of("--native-size", settings.nativeSize));
        }
        return arguments;
    }

    private static void addStorage(List<String> arguments, Durability durability, Path folder) {
        arguments.addAll(List.of(
                "--data-dir",
                folder.toString(),
                "--durability",
                durability.name().toLowerCase(Locale.ROOT)));
    }

    private static String text(long number) {
        return Long.toString(number);
    }

    private record Loaded(double bytesPerCard, double seconds) {}

    private static Loaded load(ClusterControl cluster) throws InterruptedException {
        List<MemberStatus> loaded = loadAll(cluster);
        long loadMs = loaded.stream()
                .mapToLong(status -> status.load().elapsedMs())
                .max()
                .orElse(0);
        return new Loaded(bytesPerCard(loaded), loadMs / 1e3);
    }

    private static double bytesPerCard(List<MemberStatus> statuses) {
        return sum(statuses, status -> status.shards().sum().sizeBytes())
                / (double) Math.max(
                        1, sum(statuses, status -> status.shards().sum().cards()));
    }

    private static Result measure(Running running, Step step) throws IOException, InterruptedException {
        ClusterControl cluster = running.cluster;
        List<Integer> httpPorts = running.httpPorts;
        var unusedStart = cluster.start();
        warmUp(cluster, step.warmUp);
        cluster.resetLatency();
        List<MemberStatus> before = cluster.statuses();
        StolenTime stolen = StolenTime.start();
        MemberWork workBefore = MemberWork.read(httpPorts);
        DriverWork driverBefore = running.source.work();
        ThroughputReport.Watch watch = ThroughputReport.begin(cluster);
        List<RunSample> samples = samples(cluster, httpPorts, step.duration);
        ThroughputReport report = watch.end();
        DriverWork driver = running.source.work().since(driverBefore);
        MemberWork work = MemberWork.read(httpPorts).since(workBefore);
        double stolenShare = stolen.share();
        Histogram times = cluster.answerTimes();
        List<MemberStatus> after = cluster.statuses();
        var unusedStop = cluster.stop();
        Accounting accounting =
                cluster.statuses().stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        return new Result(
                step.rate,
                report.dataTps(),
                report.counterTps(),
                slowestMs(after, status -> status.latency().p50Ns()),
                slowestMs(after, status -> status.latency().p99Ns()),
                slowestMs(after, status -> status.latency().p999Ns()),
                slowestMs(after, status -> status.latency().maxNs()),
                running.loaded.seconds,
                running.loaded.bytesPerCard,
                bytesPerCard(after),
                sum(after, MemberStatus::gcCount) - sum(before, MemberStatus::gcCount),
                sum(after, MemberStatus::gcPauseMs) - sum(before, MemberStatus::gcPauseMs),
                work.cores() * NS_PER_SECOND / report.counterTps(),
                work.batchesPerSecond(),
                stolenShare,
                accounting.unaccounted(),
                RunMinutes.of(samples),
                times,
                driver);
    }

    /** Those of the minutes; returns at the end of the run. */
    private static List<RunSample> samples(ClusterControl cluster, List<Integer> httpPorts, Duration duration)
            throws IOException, InterruptedException {
        List<RunSample> samples = new ArrayList<>();
        long beginNs = System.nanoTime();
        for (Duration due : RunMinutes.samplesDue(duration)) {
            sleepUntil(beginNs + due.toNanos());
            samples.add(RunSample.take(cluster, httpPorts));
        }
        sleepUntil(beginNs + duration.toNanos());
        return samples;
    }

    private static void sleepUntil(long atNs) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(atNs - System.nanoTime());
    }

    /**
     * Reports all the while, as the measurement does at its beginning and end. A kind of call that a member has never seen makes
     * the compiler throw away what it has made of the ones it knows, and takes half of the machine for some seconds.
     */
    static void warmUp(ClusterControl cluster, Duration duration) {
        long endNs = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < endNs) {
            ThroughputReport.watch(cluster, REPORT_WARM_UP);
            var unusedTimes = cluster.answerTimes();
        }
    }

    /** Loads what the members are configured for; returns how they are then. */
    public static List<MemberStatus> loadAll(ClusterControl cluster) throws InterruptedException {
        cluster.load(Optional.empty());
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
