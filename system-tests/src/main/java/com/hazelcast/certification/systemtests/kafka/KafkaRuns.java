package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.cli.BuildInfo;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.systemtests.reports.ResultsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
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
                "Fire faults at members and brokers while three members read a topic of three brokers, compare the topics"
                        + " one to one, and verdicts and histories with those of an undisturbed cluster. A fault counts"
                        + " when payments are still sent at its time.")
public final class KafkaRuns implements Callable<Integer> {
    @Option(
            names = "--records",
            defaultValue = "10000000",
            paramLabel = "N",
            description = "Payments of the topic (default: ${DEFAULT-VALUE}).")
    long records;

    @Option(
            names = "--rate",
            defaultValue = "5000",
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
            names = "--frozen",
            defaultValue = "2",
            paramLabel = "N",
            description =
                    "How often a member is frozen for longer than max.poll.interval.ms and the time-out of transactions (default: ${DEFAULT-VALUE}).")
    int frozen;

    @Option(
            names = "--rebalances",
            defaultValue = "10",
            paramLabel = "N",
            description =
                    "How often another consumer joins the members' group and leaves it (default: ${DEFAULT-VALUE}).")
    int rebalances;

    @Option(
            names = "--more-partitions",
            defaultValue = "1",
            paramLabel = "0|1",
            description = "Whether the topic gets more partitions (default: ${DEFAULT-VALUE}).")
    int morePartitions;

    @Option(
            names = "--away",
            defaultValue = "1",
            paramLabel = "N",
            description = "How often a broker is away for --away-time (default: ${DEFAULT-VALUE}).")
    int away;

    @Option(
            names = "--away-time",
            defaultValue = "5m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long that is (default: ${DEFAULT-VALUE}).")
    Duration awayTime = Duration.ZERO;

    @Option(
            names = "--all",
            defaultValue = "2",
            paramLabel = "N",
            description =
                    "How often all members are killed at once. Unless it is 0, all members keep their shards on disk (default: ${DEFAULT-VALUE}).")
    int all;

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
        KafkaSettings settings = settings();
        Path folder = Files.createTempDirectory(Files.createDirectories(report), "kafka-");
        KafkaOutcome outcome = KafkaFaults.run(settings, folder);
        System.out.println(outcome);
        if (table.isPresent()) {
            table.get()
                    .record(
                            settings.describe(),
                            outcome.figures(),
                            new ResultsTable.Run(
                                    settings.command(),
                                    new BuildInfo().commit(),
                                    LocalDate.now(ZoneOffset.UTC),
                                    RunConditions.machine()));
        }
        return outcome.isGood() ? 0 : 1;
    }

    KafkaSettings settings() {
        Map<KafkaFault, Integer> faults = new EnumMap<>(KafkaFault.class);
        faults.put(KafkaFault.MEMBER, members);
        faults.put(KafkaFault.BROKER, brokers);
        faults.put(KafkaFault.BOTH, both);
        faults.put(KafkaFault.FROZEN, frozen);
        faults.put(KafkaFault.REBALANCE, rebalances);
        faults.put(KafkaFault.PARTITIONS, Math.min(1, morePartitions));
        faults.put(KafkaFault.AWAY, away);
        faults.put(KafkaFault.ALL, all);
        return new KafkaSettings(records, rate, faults, awayTime, heap, seed);
    }
}
