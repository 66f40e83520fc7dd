package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.systemtests.FaultRun.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All faults, as often as asked, at full load and at a tenth of it; writes a report. */
@Command(
        name = "system-tests/run",
        mixinStandardHelpOptions = true,
        description = "Fire every fault at a cluster of three members under load and audit every copy afterwards.")
final class SystemTests implements Callable<Integer> {
    private static final int FIRINGS_PER_ROUND_FULL = 5;
    private static final int FIRINGS_PER_ROUND_LOW = 25;

    @Option(
            names = "--share",
            defaultValue = "1.0",
            paramLabel = "SHARE",
            description = "Share of the times that each fault is fired; each at least once (default: 1.0).")
    double share;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of traffic and faults (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--low-rate",
            defaultValue = "4000",
            paramLabel = "N",
            description = "Transactions a second at a tenth of the load (default: ${DEFAULT-VALUE}).")
    long lowRate;

    @Option(
            names = "--report",
            defaultValue = "system-tests/target/report",
            paramLabel = "FOLDER",
            description = "Where report.md and the pictures go (default: ${DEFAULT-VALUE}).")
    Path report;

    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SystemTests()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(report);
        for (long rate : new long[] {lowRate, 0}) {
            runOnLoopback(rate);
            runInNetwork(rate);
        }
        writeReport();
        return outcomes.stream().allMatch(Outcome::isGood) ? 0 : 1;
    }

    private int times(int whole) {
        return Math.max(1, (int) Math.round(whole * share));
    }

    private void runOnLoopback(long rate) throws IOException, InterruptedException {
        fire(new MemberFaults.KillRandom(), times(50), rate);
        fire(new MemberFaults.KillEachInTurn(), 1, rate);
        fire(new MemberFaults.Pause(5), times(5), rate);
        fire(new MemberFaults.Pause(90), times(5), rate);
        fire(new MemberFaults.JoinAndLeave(), times(10), rate);
        fire(new MemberFaults.RollingRestart(), 1, rate);
        fire(new Fuzz(times(1_000_000)), 1, rate);
        fireAtConnections(times(100), rate);
    }

    /** Fires in rounds, each on a cluster of its own: a ledger and the histories of all that was sent fit in memory. */
    private void fire(Fault fault, int times, long rate) throws IOException, InterruptedException {
        int perRound = rate == 0 ? FIRINGS_PER_ROUND_FULL : FIRINGS_PER_ROUND_LOW;
        Optional<Outcome> sum = Optional.empty();
        for (int fired = 0; fired < times; fired += perRound) {
            try (SystemCluster cluster = SystemCluster.started(logs("loopback", rate), SystemCluster.LOOPBACK, 3)) {
                Outcome round = FaultRun.run(
                        cluster, fault, Math.min(perRound, times - fired), rate, cluster.doors(0), seed + fired);
                sum = Optional.of(sum.map(before -> before.plus(round)).orElse(round));
            }
        }
        add(sum.orElseThrow());
    }

    private Path logs(String kind, long rate) throws IOException {
        return Files.createDirectories(report.resolve("logs-" + kind + "-" + rate));
    }

    private void fireAtConnections(int times, long rate) throws IOException, InterruptedException {
        List<FaultyProxy> proxies = new ArrayList<>();
        try (SystemCluster cluster = SystemCluster.started(logs("cut", rate), SystemCluster.LOOPBACK, 3)) {
            for (InetSocketAddress door : cluster.doors(0)) {
                proxies.add(new FaultyProxy(door));
            }
            List<InetSocketAddress> between =
                    proxies.stream().map(FaultyProxy::address).toList();
            add(FaultRun.run(cluster, new FaultyProxy.Cut(proxies), times, rate, between, seed));
        } finally {
            for (FaultyProxy proxy : proxies) {
                proxy.close();
            }
        }
    }

    private void runInNetwork(long rate) throws IOException, InterruptedException {
        try (Network network = new Network(3);
                SystemCluster cluster = SystemCluster.started(logs("network", rate), network, 3, "--min-members=2")) {
            add(FaultRun.run(cluster, new Network.Partition(network), times(5), rate, cluster.doors(0), seed));
        } catch (IOException e) {
            skipped.add("partition 2/1 skipped: " + e.getMessage());
            System.out.println(skipped.get(skipped.size() - 1));
        }
    }

    private void add(Outcome outcome) throws IOException {
        outcomes.add(outcome);
        String name = outcome.fault().replaceAll("[^A-Za-z0-9]+", "-") + "-" + outcome.ratePerSecond();
        Files.writeString(report.resolve(name + ".svg"), ThroughputPicture.svg(outcome));
        writeReport();
    }

    private void writeReport() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "Seed " + seed + ", " + SystemCluster.CARDS + " cards, three members with one backup, strict answers.",
                "",
                "| fault | rate | fired | sent | answered | lost | doubled | differing | longest wait ms |",
                "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"));
        outcomes.forEach(outcome -> lines.add(outcome.row()));
        lines.addAll(skipped);
        Files.write(report.resolve("report.md"), lines);
    }
}
