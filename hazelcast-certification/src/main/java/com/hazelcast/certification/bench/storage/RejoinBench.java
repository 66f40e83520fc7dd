package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.bench.BenchSource;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * For how long answers wait when a member with a data folder comes back to a cluster that has gone on. Three members on this machine, with
 * one backup, get transactions at a constant rate. The third, which reads none, is away for some time after a stop in order, comes back, is
 * away again after {@code kill -9}, and comes back again. At the end all copies are compared.
 */
public final class RejoinBench {
    private static final int MEMBERS = 3;
    private static final int READING = 2;
    private static final long STEP_MS = 100;

    /** So long nothing is held before it counts as over. */
    private static final long CALM_NS = TimeUnit.SECONDS.toNanos(3);

    private static final long BACK_MAX_NS = TimeUnit.MINUTES.toNanos(15);
    private static final long STOP_MAX_S = 600;
    private static final double NS_PER_SECOND = 1e9;

    private final Settings settings;
    private final Consumer<String> progress;

    /**
     * What to run.
     *
     * @param heap of each member
     * @param isEncrypted whether the files are encrypted, by a key of this run
     * @param rate transactions a second
     * @param away how long the member is away each time, and how long traffic flows before
     */
    public record Settings(
            Traffic traffic,
            int cards,
            int history,
            String heap,
            Durability durability,
            boolean isEncrypted,
            long rate,
            Duration away) {}

    /**
     * A return.
     *
     * @param heldMax of how many shards answers were held at most, as one of the other members saw it
     * @param heldSeconds from the first time that answers of some shard were held to the last one
     * @param longestMs the longest time from when a transaction was due to its answer, from the start of the process on
     * @param broughtSeconds from the start of the process until all that it had on disk was with the owners
     */
    public record Return(int heldMax, double heldSeconds, double longestMs, double broughtSeconds) {}

    /**
     * What was found.
     *
     * @param shards of the cluster
     * @param isGood whether all copies agreed at the end
     */
    public record Result(int shards, Return afterStop, Return afterKill, boolean isGood) {}

    /**
     * A bench on this machine.
     *
     * @param progress takes a line for each part of the run
     */
    public RejoinBench(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * Runs all of it.
     *
     * @throws IllegalStateException when a member does not start, or what it has on disk does not come to the owners
     */
    public Result run() throws IOException, InterruptedException {
        try (LocalCluster processes = new LocalCluster()) {
            progress.accept("writing the traffic");
            Path records = processes.file("records");
            EndToEndBench.writeRecords(processes, records, settings.traffic, settings.cards);
            BenchSource source = new BenchSource(processes, records, settings.rate);
            List<MemberGauge> reading = new ArrayList<>();
            List<String> common = commonArguments(processes);
            for (int i = 0; i < READING; i++) {
                int httpPort = LocalCluster.freePort();
                List<String> arguments = withFolder(common, processes.file("data-" + i));
                arguments.addAll(List.of("--source", "127.0.0.1:" + source.port()));
                var unusedMember = processes.startMember(LocalCluster.freePort(), httpPort, arguments);
                reading.add(new MemberGauge(httpPort));
            }
            List<String> arguments = withFolder(common, processes.file("data-" + READING));
            FraudProcess third = processes.startMember(LocalCluster.freePort(), LocalCluster.freePort(), arguments);
            try (ClusterControl cluster = processes.connect()) {
                progress.accept("loading");
                var unusedLoaded = EndToEndBench.loadAll(cluster);
                var unusedStart = cluster.start();
                away();
                progress.accept("stopping a member in order");
                third.stop(STOP_MAX_S);
                away();
                Comeback afterStop = comeBack(processes, cluster, arguments, reading);
                away();
                progress.accept("killing the member");
                afterStop.process.kill();
                away();
                Comeback afterKill = comeBack(processes, cluster, arguments, reading);
                var unusedStop = cluster.stop();
                progress.accept("comparing the copies");
                return new Result(
                        cluster.shardCount(),
                        afterStop.found,
                        afterKill.found,
                        cluster.audit().verify().isGood());
            }
        }
    }

    private record Comeback(FraudProcess process, Return found) {}

    private void away() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(settings.away.toMillis());
    }

    private List<String> commonArguments(LocalCluster processes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--cards", Integer.toString(settings.cards),
                "--history", Integer.toString(settings.history),
                "--traffic", settings.traffic.label(),
                "--members", Integer.toString(MEMBERS),
                "--backups", "1",
                "--latency-from", "due",
                "--heap", settings.heap,
                "--durability", settings.durability.name().toLowerCase(Locale.ROOT)));
        if (settings.isEncrypted) {
            arguments.addAll(List.of(
                    "--data-key-file", EndToEndBench.writeDataKey(processes).toString()));
        }
        return arguments;
    }

    private static List<String> withFolder(List<String> arguments, Path folder) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--data-dir", folder.toString()));
        return all;
    }

    /** Starts the member anew, and looks until it has brought what it had, and no answers are held any more. */
    private Comeback comeBack(
            LocalCluster processes, ClusterControl cluster, List<String> arguments, List<MemberGauge> reading)
            throws IOException, InterruptedException {
        progress.accept("starting it again");
        int httpPort = LocalCluster.freePort();
        MemberGauge back = new MemberGauge(httpPort);
        cluster.resetLatency();
        long beginNs = System.nanoTime();
        ExecutorService starter = Executors.newSingleThreadExecutor();
        try {
            Callable<FraudProcess> start = () -> processes.startMember(LocalCluster.freePort(), httpPort, arguments);
            Future<FraudProcess> started = starter.submit(start);
            Held held = new Held();
            while (!held.isOver()) {
                TimeUnit.MILLISECONDS.sleep(STEP_MS);
                held.add(MemberGauge.greatest(reading, "fraud_shards_held", "fraud_shards_without_answers"));
                if (started.isDone()) {
                    var unusedProcess = started.get();
                    held.back(back.value("fraud_storage_shards_unread") == 0
                            && back.value("fraud_storage_shards_pending") == 0);
                }
                if (System.nanoTime() - beginNs > BACK_MAX_NS) {
                    throw new IllegalStateException(
                            "the member that came back has not brought what it had on disk: seconds="
                                    + TimeUnit.NANOSECONDS.toSeconds(BACK_MAX_NS));
                }
            }
            double longestMs = cluster.statuses().stream()
                            .mapToLong(status -> status.latency().maxNs())
                            .max()
                            .orElse(0)
                    / (double) TimeUnit.MILLISECONDS.toNanos(1);
            return new Comeback(
                    started.get(),
                    new Return(held.shardsMax, held.seconds(), longestMs, (held.backNs - beginNs) / NS_PER_SECOND));
        } catch (ExecutionException e) {
            throw new IllegalStateException("the member did not start again", e);
        } finally {
            starter.shutdownNow();
        }
    }

    /** What looks have found. */
    private static final class Held {
        private int shardsMax;
        private long firstNs;
        private long lastNs;
        private long backNs;

        void add(int shards) {
            long nowNs = System.nanoTime();
            if (shards > 0) {
                firstNs = shardsMax == 0 ? nowNs : firstNs;
                lastNs = nowNs;
                shardsMax = Math.max(shardsMax, shards);
            }
        }

        void back(boolean isBrought) {
            if (isBrought && backNs == 0) {
                backNs = System.nanoTime();
            }
        }

        boolean isOver() {
            return backNs != 0 && System.nanoTime() - Math.max(backNs, shardsMax == 0 ? backNs : lastNs) > CALM_NS;
        }

        double seconds() {
            return (lastNs - firstNs) / NS_PER_SECOND;
        }
    }
}
