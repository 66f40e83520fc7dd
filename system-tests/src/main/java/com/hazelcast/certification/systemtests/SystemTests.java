package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.cli.BuildInfo;
import com.hazelcast.certification.cli.RunConditions;
import com.hazelcast.certification.logs.LogSettings;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.systemtests.FaultRun.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All faults, as often as asked, at full load and at a tenth of it; writes a report, and its figures to {@code TEST_RESULTS.md}. */
@Command(
        name = "system-tests/run",
        mixinStandardHelpOptions = true,
        subcommands = {RandomRuns.class, KafkaRuns.class},
        description = "Fire every fault at a cluster of three members under load and audit every copy afterwards.")
final class SystemTests implements Callable<Integer> {
    private static final int FIRINGS_PER_ROUND_FULL = 5;
    private static final int FIRINGS_PER_ROUND_LOW = 25;
    private static final long CUT_SECONDS = 60;
    private static final long HTTP_FUZZ_RATE = 50;
    private static final long TWO_WAYS_RATE = 500;

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
            defaultValue = "9000",
            paramLabel = "N",
            description = "Transactions a second at a tenth of the load (default: ${DEFAULT-VALUE}).")
    long lowRate;

    @Option(
            names = "--http-rate",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "Requests a second when a member is killed under clients by HTTP (default: ${DEFAULT-VALUE}).")
    long httpRate;

    @Option(
            names = "--load",
            defaultValue = "both",
            paramLabel = "low|full|both",
            description = "Fire at a tenth of the load, at full load, or both (default: ${DEFAULT-VALUE}).")
    Rates load;

    private enum Rates {
        LOW,
        FULL,
        BOTH
    }

    @Option(
            names = "--acks",
            defaultValue = "strict",
            paramLabel = "strict|fast",
            description = "When members answer (default: ${DEFAULT-VALUE}).")
    Acks acks;

    @Option(
            names = "--plant",
            defaultValue = "nothing",
            paramLabel = "nothing|loss|double|difference",
            description = "Change one transaction in what is read from the cluster: the run must fail (default:"
                    + " ${DEFAULT-VALUE}).")
    Plant plant;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "TEXT",
            description = "Only faults whose name, without commas, has one of these texts in it (default: all).")
    List<String> only = List.of();

    @Option(
            names = "--report",
            defaultValue = "system-tests/target/report",
            paramLabel = "FOLDER",
            description = "Where report.md and the pictures go (default: ${DEFAULT-VALUE}).")
    Path report;

    @Option(
            names = "--results",
            defaultValue = "TEST_RESULTS.md",
            paramLabel = "FILE",
            description =
                    "Whose tables of faults are brought up to date, a row for each fault; left alone by a run with a"
                            + " share, a planted defect or fast answers (default: ${DEFAULT-VALUE}).")
    Path results;

    @Option(names = "--record-share", description = "A run with a share writes its rows, too, to a table of shares.")
    boolean isShareRecorded;

    private final FaultReport found = new FaultReport();

    /** Runs the command. */
    public static void main(String[] arguments) {
        // Members and clients that are lost are what is tested; the report says what came of it.
        Logs.use(LogSettings.TOOL.withLevel(Level.ERROR));
        System.exit(new CommandLine(new SystemTests())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(report);
        if (isRecorded()) {
            for (long rate : rates()) {
                table(rate).find();
            }
        }
        for (long rate : rates()) {
            runOnLoopback(rate);
            unlessImpossible(() -> runInNetwork(rate));
            unlessImpossible(() -> cutLinks(rate));
            unlessImpossible(() -> runWithFalseClock(rate));
            unlessImpossible(() -> runOnFullDisk(rate));
            unlessImpossible(() -> losePower(rate));
            runWithPlantedExceptions(rate);
            runWithBounds(rate);
            fillMembers(rate);
        }
        if (load != Rates.FULL) {
            runOverHttp(new MemberFaults.KillUnder("clients by HTTP"), times(25), httpRate);
            runTwoWays(times(10));
            runOverHttp(new HttpFuzz(times(1_000_000)), 1, HTTP_FUZZ_RATE);
        }
        found.write(report, heading());
        return found.isGood() ? 0 : 1;
    }

    private List<Long> rates() {
        return switch (load) {
            case LOW -> List.of(lowRate);
            case FULL -> List.of(0L);
            case BOTH -> List.of(lowRate, 0L);
        };
    }

    private int times(int whole) {
        return Math.max(1, (int) Math.round(whole * share));
    }

    private void runOnLoopback(long rate) throws IOException, InterruptedException {
        fire(new MemberFaults.KillRandom(), times(50), rate);
        fire(new MemberFaults.KillEachInTurn(), 1, rate);
        fire(new MemberFaults.Pause(5), times(5), rate);
        fire(new MemberFaults.Pause(90), times(5), rate);
        fire(new MergeFaults.FreezeAndKill(), times(5), rate);
        fire(new MemberFaults.JoinAndLeave(), times(10), rate);
        fire(new MemberFaults.RollingRestart(), 1, rate);
        fire(new Fuzz(times(1_000_000)), 1, rate);
        fireSequences(rate);
        fireAtDisks(rate);
        fireAtRules(rate);
        fireAtConnections(times(100), rate);
    }

    private void fireAtRules(long rate) throws IOException, InterruptedException {
        for (RuleFaults.Victim victim : RuleFaults.Victim.values()) {
            fire(new RuleFaults.KillDuringChange(victim), times(20), rate);
        }
        fire(
                new RuleFaults.KillAllDuringChange(),
                times(20),
                rate,
                3,
                () -> StorageFaults.options(dataFolder("rules", rate), "written", 3));
    }

    /** Fires in rounds, each on a cluster of its own: a ledger and the histories of all that was sent fit in memory. */
    private void fire(Fault fault, int times, long rate) throws IOException, InterruptedException {
        fire(fault, times, rate, 3, "--min-members=2");
    }

    private void fire(Fault fault, int times, long rate, int members, String... options)
            throws IOException, InterruptedException {
        fire(fault, times, rate, members, () -> options);
    }

    /** @param options of the members of each round */
    private void fire(Fault fault, int times, long rate, int members, Supplier<String[]> options)
            throws IOException, InterruptedException {
        if (!isRequested(fault)) {
            return;
        }
        int perRound = rate == 0 ? FIRINGS_PER_ROUND_FULL : FIRINGS_PER_ROUND_LOW;
        Optional<Outcome> sum = Optional.empty();
        for (int fired = 0; fired < times; fired += perRound) {
            try (SystemCluster cluster = started("loopback", rate, SystemCluster.LOOPBACK, members, options.get())) {
                Outcome round = run(cluster, fault, Math.min(perRound, times - fired), rate, seed + fired);
                sum = Optional.of(sum.map(before -> before.plus(round)).orElse(round));
            }
        }
        add(sum.orElseThrow());
    }

    private void fireSequences(long rate) throws IOException, InterruptedException {
        fireEach(new CopyFaults.JoinAndKillTheOther(), times(24), rate, 2, "--min-members=1");
        fireEach(new CopyFaults.KillAndStopAnother(), times(10), rate, 3, "--min-members=1");
        fireEach(new CopyFaults.StopTwoAtOnce(), times(12), rate, 3, "--min-members=1", "--degraded-after=never");
        fireEach(new CopyFaults.StopAndKillTheOldest(), times(20), rate, 3, "--min-members=1");
        fireEach(new CopyFaults.FailAndFailAgain(), times(50), rate, 3, "--min-members=2");
        fireEach(new CopyFaults.StopTwoAndKillTheThird(), times(10), rate, 4, "--min-members=1", "--heap=768m");
        fireEach(new CopyFaults.LoadAndKillTheOldest(), times(10), rate, 3, "--min-members=1", "--heap=1g");
    }

    /** As {@link #fire}, with an audit after each firing, on a cluster of that many members with those options. */
    private void fireEach(Fault fault, int times, long rate, int members, String... options)
            throws IOException, InterruptedException {
        if (!isRequested(fault)) {
            return;
        }
        Optional<Outcome> sum = Optional.empty();
        for (int fired = 0; fired < times; fired += FIRINGS_PER_ROUND_FULL) {
            int now = Math.min(FIRINGS_PER_ROUND_FULL, times - fired);
            try (SystemCluster cluster = started("sequences", rate, SystemCluster.LOOPBACK, members, options)) {
                Outcome round = FaultRun.runEach(cluster, fault, now, rate, cluster.gateways(0), seed + fired, plant);
                sum = Optional.of(sum.map(before -> before.plus(round)).orElse(round));
            }
        }
        add(sum.orElseThrow());
    }

    private void fireAtDisks(long rate) throws IOException, InterruptedException {
        for (String durability : List.of("written", "synced")) {
            fire(
                    new StorageFaults.KillAll(durability),
                    times(50),
                    rate,
                    3,
                    () -> StorageFaults.options(dataFolder("stored-" + durability, rate), durability, 3));
        }
        Path[] folder = {report};
        fire(new StorageFaults.BreakFiles(() -> folder[0]), times(20), rate, 3, () -> {
            folder[0] = dataFolder("broken", rate);
            return StorageFaults.options(folder[0], "written", 3);
        });
        fire(
                new RestoreElsewhere(() -> dataFolder("restored", rate)),
                times(10),
                rate,
                3,
                () -> StorageFaults.options(dataFolder("backed-up", rate), "written", 3));
    }

    private void losePower(long rate) throws IOException, InterruptedException {
        try (PowerLoss fault = new PowerLoss(dataFolder("power", rate), "synced")) {
            fire(fault, times(50), rate, 3, fault::options);
        }
    }

    /** A new one for each round: a cluster with a ledger of its own must not begin with the histories of another. */
    private Path dataFolder(String kind, long rate) {
        try {
            return Files.createTempDirectory(logs(kind, rate), "data-");
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder for the members' shards: report=" + report, e);
        }
    }

    private Path logs(String kind, long rate) throws IOException {
        return Files.createDirectories(report.resolve("logs-" + kind + "-" + rate));
    }

    private void fireAtConnections(int times, long rate) throws IOException, InterruptedException {
        List<FaultyProxy> proxies = new ArrayList<>();
        Fault fault = new FaultyProxy.Cut(proxies);
        if (!isRequested(fault)) {
            return;
        }
        try (SystemCluster cluster = started("cut", rate, SystemCluster.LOOPBACK)) {
            for (InetSocketAddress gateway : cluster.gateways(0)) {
                proxies.add(new FaultyProxy(gateway));
            }
            List<InetSocketAddress> between =
                    proxies.stream().map(FaultyProxy::address).toList();
            add(FaultRun.run(cluster, fault, times, rate, between, seed, plant));
        } finally {
            for (FaultyProxy proxy : proxies) {
                proxy.close();
            }
        }
    }

    private void runInNetwork(long rate) throws IOException, InterruptedException {
        fireInNetwork(Network.Partition::new, 3, rate, "--min-members=2");
        fireInNetwork(MergeFaults.IsolateAndCut::new, 3, rate, "--min-members=2");
        fireInNetwork(MergeFaults.IsolateForLong::new, 3, rate, "--min-members=2");
        fireInNetwork(MergeFaults.CutAll::new, 3, rate, "--min-members=2");
        fireInNetwork(MergeFaults.IsolateAndKill::new, 3, rate, "--min-members=2");
        fireInNetwork(MergeFaults.FreezeAndCut::new, 3, rate, "--min-members=2");
        fireInNetwork(LinkFaults.CutUntilReturn::new, 3, rate, "--min-members=2");
        for (RuleFaults.Victim victim : RuleFaults.Victim.values()) {
            fireInNetwork(network -> new RuleFaults.CutDuringChange(network, victim), 3, rate, "--min-members=2");
        }
        // With many shards a delivery takes long enough for a kill to fall into it.
        for (MergeFaults.MeanwhileIt how : MergeFaults.MeanwhileIt.values()) {
            fireInNetwork(
                    network -> new MergeFaults.LoseWhileDelivering(network, how),
                    4,
                    rate,
                    "--min-members=3",
                    "--shards=67");
        }
    }

    private void fireInNetwork(Function<Network, Fault> of, int members, long rate, String... options)
            throws IOException, InterruptedException {
        try (Network network = new Network(members)) {
            Fault fault = of.apply(network);
            if (isRequested(fault)) {
                try (SystemCluster cluster = started("network-" + members, rate, network, members, options)) {
                    add(run(cluster, fault, times(5), rate, seed));
                }
            }
        }
    }

    /** Three members and four; a cut lasts longer than what the members take to end it. */
    private void cutLinks(long rate) throws IOException, InterruptedException {
        for (int members = 3; members <= 4; members++) {
            for (LinkFaults.Pair pair : LinkFaults.Pair.values()) {
                for (LinkFaults.Way way : LinkFaults.Way.values()) {
                    cutLinks(members, pair, way, rate);
                }
            }
        }
    }

    private void cutLinks(int members, LinkFaults.Pair pair, LinkFaults.Way way, long rate)
            throws IOException, InterruptedException {
        if (!isRequested(LinkFaults.name(members, pair, way, CUT_SECONDS))) {
            return;
        }
        String majority = "--min-members=" + (members / 2 + 1);
        String kind = String.join("-", "cut", pair.name(), way.name()).toLowerCase(Locale.ROOT);
        try (Network network = new Network(members);
                SystemCluster cluster = started(kind + members, rate, network, members, majority)) {
            Fault fault = new LinkFaults.Cut(network, members, pair, way, CUT_SECONDS);
            add(run(cluster, fault, times(5), rate, seed));
        }
    }

    private void runWithFalseClock(long rate) throws IOException, InterruptedException {
        ClockJump fault = new ClockJump(logs("clock", rate));
        if (isRequested(fault)) {
            try (SystemCluster cluster = started("clock", rate, fault)) {
                add(run(cluster, fault, 1, rate, seed));
            }
        }
    }

    private void runWithPlantedExceptions(long rate) throws IOException, InterruptedException {
        PlantedExceptions fault = new PlantedExceptions(logs("planted", rate));
        if (isRequested(fault)) {
            try (SystemCluster cluster = started("planted", rate, fault)) {
                add(run(cluster, fault, times(5), rate, seed));
            }
        }
    }

    private void runWithBounds(long rate) throws IOException, InterruptedException {
        try (Bounds fault = new Bounds()) {
            if (isRequested(fault)) {
                try (SystemCluster cluster =
                        started("bounds", rate, SystemCluster.LOOPBACK, 3, "--min-members=2", fault.option())) {
                    add(run(cluster, fault, times(5), rate, seed));
                }
            }
        }
    }

    /** While clients ask members in turn, and the next when one fails. */
    private void runOverHttp(Fault fault, int times, long rate) throws IOException, InterruptedException {
        if (isRequested(fault)) {
            try (SystemCluster cluster = started("http", rate, SystemCluster.LOOPBACK)) {
                add(FaultRun.run(
                        cluster,
                        fault,
                        times,
                        rate,
                        seed,
                        plant,
                        ledger -> new HttpTraffic(cluster.apis(), ledger, SystemCluster.CARDS, rate, seed)));
            }
        }
    }

    private void runTwoWays(int times) throws IOException, InterruptedException {
        Fault fault = new MemberFaults.KillUnder("the same references by HTTP and by gateway");
        if (isRequested(fault)) {
            try (SystemCluster cluster = started("two-ways", TWO_WAYS_RATE, SystemCluster.LOOPBACK)) {
                add(FaultRun.run(cluster, fault, times, TWO_WAYS_RATE, seed, plant, ledger -> {
                    try {
                        return new TwoWaysTraffic(cluster, ledger, SystemCluster.CARDS, TWO_WAYS_RATE, seed);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted while clients connected", e);
                    }
                }));
            }
        }
    }

    /** As fast as members answer; those too large for most machines only when they are asked for. */
    private void fillMembers(long rate) throws IOException, InterruptedException {
        for (FilledMembers fault : FilledMembers.ALL) {
            if (rate == 0 && isRequested(fault.name()) && (!fault.isLarge() || !only.isEmpty())) {
                try (SystemCluster cluster = fault.started(logs("filled", rate))) {
                    add(fault.run(cluster, seed));
                }
            }
        }
    }

    private void runOnFullDisk(long rate) throws IOException, InterruptedException {
        try (FullDisk fault = new FullDisk(logs("disk", rate))) {
            if (isRequested(fault)) {
                try (SystemCluster cluster = started("disk", rate, SystemCluster.LOOPBACK)) {
                    add(run(cluster, fault, 1, rate, seed));
                }
            }
        }
    }

    /** A fault that this machine has not what it needs for is skipped, and the report says so. */
    private void unlessImpossible(Firing firing) throws IOException, InterruptedException {
        try {
            firing.run();
        } catch (Impossible e) {
            found.skip("Skipped: " + e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Firing {
        void run() throws IOException, InterruptedException;
    }

    // A member that wakes after the others have given it up is the smaller side of a split, as one that was cut off.
    private SystemCluster started(String kind, long rate, SystemCluster.Hosts hosts) throws IOException {
        return started(kind, rate, hosts, 3, "--min-members=2");
    }

    private SystemCluster started(String kind, long rate, SystemCluster.Hosts hosts, int members, String... options)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--acks=" + acks.name().toLowerCase(Locale.ROOT));
        return SystemCluster.started(logs(kind, rate), hosts, members, all.toArray(String[]::new));
    }

    private Outcome run(SystemCluster cluster, Fault fault, int times, long rate, long roundSeed)
            throws IOException, InterruptedException {
        return FaultRun.run(cluster, fault, times, rate, cluster.gateways(0), roundSeed, plant);
    }

    private boolean isRequested(Fault fault) {
        return isRequested(fault.name());
    }

    private boolean isRequested(String name) {
        // A comma ends a text of --only, so names may be given without theirs.
        return only.isEmpty() || only.stream().anyMatch(name.replace(",", "")::contains);
    }

    private void add(Outcome outcome) throws IOException {
        found.add(outcome);
        found.write(report, heading());
        if (isRecorded()) {
            String name = share < 1 && outcome.ratePerSecond() == 0 ? outcome.fault() + ", full load" : outcome.fault();
            table(outcome.ratePerSecond()).record(name, outcome, conditions(outcome.ratePerSecond()));
        }
    }

    private boolean isRecorded() {
        return (share == 1 || isShareRecorded) && plant == Plant.NOTHING && acks == Acks.STRICT;
    }

    private ResultsTable.Run conditions(long rate) {
        return new ResultsTable.Run(
                "system-tests/run --load " + (rate == 0 ? "full" : "low --low-rate " + lowRate) + " --seed " + seed
                        + (share < 1 ? " --record-share --share " + share : ""),
                new BuildInfo().commit(),
                LocalDate.now(ZoneOffset.UTC),
                RunConditions.machine());
    }

    private ResultsTable table(long rate) {
        return new ResultsTable(results, share < 1 ? "share" : rate == 0 ? "full" : "low");
    }

    private String heading() {
        return "Seed " + seed + ", " + SystemCluster.CARDS + " cards, three members with one backup, "
                + acks.name().toLowerCase(Locale.ROOT) + " answers"
                + (plant == Plant.NOTHING ? "." : ", planted: a " + plant + ".");
    }
}
