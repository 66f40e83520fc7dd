package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.cli.BuildInfo;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.systemtests.reports.ResultsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Faults of members that read Kafka, and of its brokers. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        description =
                "Kill members and brokers while three members read a topic of three brokers, compare the topics one to"
                        + " one, and the verdicts with those of an undisturbed cluster.")
public final class KafkaRuns implements Callable<Integer> {
    @Option(
            names = "--records",
            defaultValue = "10000000",
            paramLabel = "N",
            description = "Payments of the topic (default: ${DEFAULT-VALUE}).")
    long records;

    @Option(
            names = "--rate",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Payments a second (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--members",
            defaultValue = "20",
            paramLabel = "N",
            description = "How often a member is killed (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--brokers",
            defaultValue = "10",
            paramLabel = "N",
            description = "How often a broker is killed (default: ${DEFAULT-VALUE}).")
    int brokers;

    @Option(
            names = "--both",
            defaultValue = "10",
            paramLabel = "N",
            description = "How often one of each is killed at once (default: ${DEFAULT-VALUE}).")
    int both;

    @Option(
            names = "--heap",
            defaultValue = "1500m",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of payments and kills (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--report",
            defaultValue = "system-tests/target/report",
            paramLabel = "FOLDER",
            description = "Where the folder kafka with the output of all processes goes (default: ${DEFAULT-VALUE}).")
    Path report;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Such as TEST_RESULTS.md: put the row into its table of faults with Kafka.")
    Optional<Path> results = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        Optional<ResultsTable> table = results.map(file -> new ResultsTable(file, "kafka"));
        if (table.isPresent()) {
            table.get().find();
        }
        KafkaFaults.Settings settings = new KafkaFaults.Settings(records, rate, members, brokers, both, heap, seed);
        Path folder = Files.createTempDirectory(Files.createDirectories(report), "kafka-");
        KafkaFaults.Outcome outcome = KafkaFaults.run(settings, folder);
        System.out.println(outcome);
        if (table.isPresent()) {
            table.get()
                    .record(
                            String.format(
                                    Locale.ROOT,
                                    "kill -9 of members (%d), of brokers (%d), of one of each at once (%d)",
                                    members,
                                    brokers,
                                    both),
                            outcome.figures(),
                            new ResultsTable.Run(
                                    "system-tests/run kafka --records " + records + " --rate " + rate + " --members "
                                            + members + " --brokers " + brokers + " --both " + both + " --seed "
                                            + seed,
                                    new BuildInfo().commit(),
                                    LocalDate.now(ZoneOffset.UTC),
                                    RunConditions.machine()));
        }
        return outcome.isGood() ? 0 : 1;
    }
}
