package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.audit.ShardDigest;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How long a member that keeps its shards on disk takes until it scores again, after {@code kill -9} and after a stop in order. It loads, takes
 * traffic until its log is long, and is killed; it is started, stopped and started again. After each start its histories are compared with what
 * they held before the kill. Files that the system has in its memory are not taken from there before a start.
 */
public final class RestartBench {
    private static final long STEP_MS = 50;

    /** The survey behind a status is up to a second old. */
    private static final long SURVEY_MS = 1_100;

    private static final double NS_PER_SECOND = 1e9;

    private final Settings settings;
    private final Consumer<String> progress;

    /**
     * What to run.
     *
     * @param heap of the member
     * @param isEncrypted whether its files are encrypted, by a key of this run
     * @param logBytes traffic flows until the log has so many
     * @param duration or for so long
     */
    public record Settings(
            Traffic traffic,
            int cards,
            int history,
            String heap,
            Durability durability,
            boolean isEncrypted,
            long logBytes,
            Duration duration) {}

    /**
     * A start of a process that finds shards on disk.
     *
     * @param readySeconds from the start of the process until it would answer a transaction of any shard
     * @param disk what it found
     * @param isSame whether each shard holds what it held before
     */
    public record Start(double readySeconds, DiskUse disk, boolean isSame) {}

    /**
     * What was found.
     *
     * @param cards that the histories hold
     * @param transactions that they hold
     * @param memoryBytes of the histories
     * @param scored transactions of the traffic
     * @param trafficSeconds how long it flowed
     * @param stopSeconds from the request to end to the end of the process
     */
    public record Result(
            long cards,
            long transactions,
            long memoryBytes,
            long scored,
            double trafficSeconds,
            Start afterKill,
            double stopSeconds,
            Start afterStop) {
        /** Whether the histories were the same after each start. */
        public boolean isGood() {
            return afterKill.isSame && afterStop.isSame;
        }

        /** The disk that was used at the kill, log included, as a multiple of the memory. */
        public double diskToMemory() {
            return afterKill.disk.bytes() / (double) Math.max(1, memoryBytes);
        }
    }

    /** What the member held when it was killed. */
    private record Held(
            Map<Integer, ShardDigest> shards, long memoryBytes, long scored, double trafficSeconds, DiskUse disk) {
        boolean isHeldBy(StorageMember member) {
            try (ClusterControl cluster = member.connect()) {
                return cluster.audit().digests().equals(shards);
            }
        }
    }

    /**
     * A bench on this machine.
     *
     * @param progress takes a line for each part of the run
     */
    public RestartBench(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * Runs all of it.
     *
     * @throws IllegalStateException when the member does not start, or does not become ready
     */
    public Result run() throws IOException, InterruptedException {
        try (LocalCluster files = new LocalCluster()) {
            Path folder = files.file("data");
            List<String> arguments = memberArguments(files, folder);
            Held held = fill(files, folder, arguments);
            arguments.add("--start");
            Start afterKill;
            double stopSeconds;
            progress.accept("starting after kill -9");
            try (StorageMember member = new StorageMember(arguments)) {
                afterKill = new Start(member.awaitReady(), held.disk, held.isHeldBy(member));
                stopSeconds = member.stop();
            }
            DiskUse found = DiskUse.of(folder);
            progress.accept("starting after a stop");
            try (StorageMember member = new StorageMember(arguments)) {
                Start afterStop = new Start(member.awaitReady(), found, held.isHeldBy(member));
                member.kill();
                return new Result(
                        held.shards.values().stream()
                                .mapToLong(ShardDigest::cards)
                                .sum(),
                        held.shards.values().stream()
                                .mapToLong(ShardDigest::transactionsHeld)
                                .sum(),
                        held.memoryBytes,
                        held.scored,
                        held.trafficSeconds,
                        afterKill,
                        stopSeconds,
                        afterStop);
            }
        }
    }

    /** Nothing is dropped by its age between two looks at the histories. */
    private List<String> memberArguments(LocalCluster files, Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--cards", Integer.toString(settings.cards),
                "--history", Integer.toString(settings.history),
                "--traffic", settings.traffic.label(),
                "--members", "1",
                "--backups", "0",
                "--heap", settings.heap,
                "--sweep-interval", "never",
                "--data-dir", folder.toString(),
                "--durability", settings.durability.name().toLowerCase(Locale.ROOT)));
        if (settings.isEncrypted) {
            arguments.addAll(
                    List.of("--data-key-file", EndToEndBench.writeDataKey(files).toString()));
        }
        return arguments;
    }

    /** Loads, takes traffic, and kills the member while its log is long and nothing is on its way. */
    private Held fill(LocalCluster files, Path folder, List<String> memberArguments)
            throws IOException, InterruptedException {
        progress.accept("writing the traffic");
        Path records = files.file("records");
        EndToEndBench.writeRecords(files, records, settings.traffic, settings.cards);
        int port = LocalCluster.freePort();
        var unusedSource = files.startSource(port, List.of("--file", records.toString(), "--rate", "0"));
        List<String> arguments = new ArrayList<>(memberArguments);
        arguments.addAll(List.of("--source", "127.0.0.1:" + port));
        progress.accept("loading");
        try (StorageMember member = new StorageMember(arguments);
                ClusterControl cluster = member.connect()) {
            var unusedLoaded = EndToEndBench.loadAll(cluster);
            progress.accept("taking traffic");
            long beginNs = System.nanoTime();
            var unusedStart = cluster.start();
            while (DiskUse.of(folder).logBytes() < settings.logBytes
                    && System.nanoTime() - beginNs < settings.duration.toNanos()) {
                Thread.sleep(STEP_MS);
            }
            var unusedStop = cluster.stop();
            double seconds = (System.nanoTime() - beginNs) / NS_PER_SECOND;
            progress.accept("reading the histories");
            Map<Integer, ShardDigest> shards = cluster.audit().digests();
            Thread.sleep(SURVEY_MS);
            MemberStatus status = cluster.statuses().get(0);
            DiskUse disk = DiskUse.of(folder);
            member.kill();
            return new Held(shards, status.memoryUsedBytes(), status.verdicts(), seconds, disk);
        }
    }
}
