package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.cli.BuildInfo;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.logs.LogSettings;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.kafka.KafkaRuns;
import com.hazelcast.certification.systemtests.random.RandomRuns;
import com.hazelcast.certification.systemtests.reports.FaultReport;
import com.hazelcast.certification.systemtests.reports.ResultsTable;
import com.hazelcast.certification.systemtests.soak.SoakCommand;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All faults, as often as asked, at full load and at a tenth of it; writes a report, and its figures to {@code TEST_RESULTS.md}. */
@Command(
        name = "system-tests/run",
        mixinStandardHelpOptions = true,
        subcommands = {RandomRuns.class, KafkaRuns.class, SoakCommand.class},
        description = "Fire every fault at a cluster of three members under load and audit every copy afterwards.")
final class SystemTests implements Callable<Integer>, FaultRounds.Found {
    private static final long NETWORK_SECONDS = 120;

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
            names = "--network-seconds",
            defaultValue = "" + NETWORK_SECONDS,
            paramLabel = "N",
            description = "How long each bad network lasts (default: ${DEFAULT-VALUE}).")
    long networkSeconds;

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
            measuredTable().find();
        }
        FaultRounds rounds = new FaultRounds(new FaultRounds.Settings(report, share, seed, acks, plant, only), this);
        AllFaults faults = new AllFaults(rounds);
        for (long rate : rates()) {
            faults.fireAt(rate);
        }
        if (load != Rates.FULL) {
            faults.fireOverHttp(httpRate);
            new CrowdsAndNetworks(rounds).fire(networkSeconds);
        }
        if (found.isEmpty()) {
            found.skip("Nothing was fired: no fault of this load has a text of --only in its name, or none can be made"
                    + " here: only=" + only);
        }
        if (!rounds.unmatched().isEmpty()) {
            found.skip("Nothing was fired for some texts of --only: no fault of this load has them in its name, or it"
                    + " cannot be made here: texts=" + rounds.unmatched());
        }
        found.write(report, heading());
        return found.isGood() && rounds.unmatched().isEmpty() ? 0 : 1;
    }

    private List<Long> rates() {
        return switch (load) {
            case LOW -> List.of(lowRate);
            case FULL -> List.of(0L);
            case BOTH -> List.of(lowRate, 0L);
        };
    }

    @Override
    public void add(Outcome outcome) throws IOException {
        found.add(outcome);
        found.write(report, heading());
        if (isRecorded()) {
            String name = share < 1 && outcome.ratePerSecond() == 0 ? outcome.fault() + ", full load" : outcome.fault();
            ResultsTable table = outcome.measured().isEmpty() ? table(outcome.ratePerSecond()) : measuredTable();
            table.record(name, outcome, conditions(outcome.ratePerSecond()));
        }
    }

    @Override
    public void skip(String why) {
        found.skip(why);
    }

    private boolean isRecorded() {
        return (share == 1 || isShareRecorded) && plant == Plant.NOTHING && acks == Acks.STRICT;
    }

    private ResultsTable.Run conditions(long rate) {
        return new ResultsTable.Run(
                "system-tests/run --load " + (rate == 0 ? "full" : "low --low-rate " + lowRate) + " --seed " + seed
                        + (networkSeconds == NETWORK_SECONDS ? "" : " --network-seconds " + networkSeconds)
                        + (share < 1 ? " --record-share --share " + share : ""),
                new BuildInfo().commit(),
                LocalDate.now(ZoneOffset.UTC),
                RunConditions.machine());
    }

    private ResultsTable table(long rate) {
        return new ResultsTable(results, share < 1 ? "share" : rate == 0 ? "full" : "low");
    }

    /** Of faults that measure something themselves. */
    private ResultsTable measuredTable() {
        return new ResultsTable(results, "measured");
    }

    private String heading() {
        return "Seed " + seed + ", " + SystemCluster.CARDS + " cards, three members with one backup, "
                + acks.name().toLowerCase(Locale.ROOT) + " answers"
                + (plant == Plant.NOTHING ? "." : ", planted: a " + plant + ".");
    }
}
