package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.StolenTime;
import com.hazelcast.certification.bench.kafka.KafkaBench;
import com.hazelcast.certification.bench.kafka.KafkaBenchRow;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.output.KafkaBenchResult;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.source.SourceClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench kafka}: members that read Kafka, beside an empty loop of the same client. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "A broker and members, each a process, beside an empty loop that consumes and produces.",
            "A broker and a cluster for each row; every record must have one committed verdict."
        },
        footer = "%nTimes count from when a record was due.")
final class BenchKafkaCommand implements Callable<Integer> {
    private static final int ROUNDS_MAX = 99;

    @Option(
            names = "--rows",
            defaultValue = "records,records-backup,json,avro,latency,latency-short,catching-up,all-verdicts",
            split = ",",
            paramLabel = "ROW",
            description = "Which of these rows (default: all of ${DEFAULT-VALUE}).")
    List<String> rows = new ArrayList<>();

    @Option(
            names = "--records",
            defaultValue = "3000000",
            paramLabel = "N",
            description = "Records in a full topic, of natural customers (default: ${DEFAULT-VALUE}).")
    int records;

    @Option(
            names = "--rate",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Records a second of the rows of latency (default: ${DEFAULT-VALUE}).")
    int rate;

    @Option(
            names = "--rate-max",
            defaultValue = "50000",
            paramLabel = "N",
            description =
                    "Most records a second of the row catching-up, the members' kafka-rate-max; 0: no bound (default: ${DEFAULT-VALUE}).")
    int rateMax;

    @Option(
            names = "--gateway-rate",
            defaultValue = "30000",
            paramLabel = "N",
            description =
                    "Transactions a second at the gateway in the rows catching-up and all-verdicts (default: ${DEFAULT-VALUE}).")
    int gatewayRate;

    @Option(
            names = "--seconds",
            defaultValue = "60",
            paramLabel = "N",
            description =
                    "How long each row of latency gets records, the gateway is loaded alone behind catching-up, and each run of all-verdicts lasts; the first 30 %% warm up (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--rounds",
            defaultValue = "" + KafkaBench.ROUNDS,
            paramLabel = "N",
            description =
                    "Runs of all-verdicts without and with them, in turns; odd, because medians are taken (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--cards",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    int cards;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions a card (default: ${DEFAULT-VALUE}).")
    int history;

    @Option(
            names = "--clock-speed",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "How many times faster than real time that of the records passes, so that cards pay as seldom as people do; a full topic has the times of one that got 400,000 records a second. Not for catching-up and all-verdicts (default: ${DEFAULT-VALUE}).")
    int clockSpeed;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "A file such as TEST_RESULTS.md, whose table of Kafka gets the rows.")
    @Nullable
    Path results;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        OptionValues.within("records", records, 100, 100_000_000);
        OptionValues.within("rate", rate, 1, 1_000_000);
        OptionValues.within("rate-max", rateMax, 0, 1_000_000);
        OptionValues.within("gateway-rate", gatewayRate, 300, 1_000_000);
        OptionValues.within("seconds", seconds, 1, 600);
        requireOddRounds();
        List<KafkaBenchRow> requested = rows.stream().map(KafkaBenchRow::of).toList();
        requireClock(requested);
        if (results != null) {
            KafkaBenchResult.requireTable(results);
        }
        KafkaBench.Settings settings = new KafkaBench.Settings(
                records,
                cards,
                history,
                rate,
                rateMax,
                gatewayRate,
                Duration.ofSeconds(seconds),
                rounds,
                heap,
                clockSpeed);
        PrintWriter out = spec.commandLine().getOut();
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ArrayNode array = object.putArray("rows");
        double loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        for (KafkaBenchRow row : requested) {
            StolenTime stolen = StolenTime.start();
            KafkaBench.Result result = new KafkaBench(row, settings, Clock.systemUTC()).run();
            KafkaBenchResult found = new KafkaBenchResult(settings, result, loadBefore, stolen.share());
            found.addTo(array);
            if (!json.isOn) {
                out.println(found.line());
                out.flush();
            }
            if (results != null) {
                found.write(
                        results, new BuildInfo().commit(), LocalDate.now(Clock.systemUTC()), RunConditions.machine());
            }
        }
        if (json.isOn) {
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            out.println(RunConditions.describe(settings + " load before the start=" + loadBefore));
            out.flush();
        }
        return 0;
    }

    private void requireOddRounds() {
        OptionValues.within("rounds", rounds, 1, ROUNDS_MAX);
        if (rounds % 2 == 0) {
            throw new IllegalArgumentException(
                    "the median of an even number of runs is that of no run; give an odd number: rounds=" + rounds);
        }
    }

    private void requireClock(List<KafkaBenchRow> requested) {
        var unusedClock = new SourceClock(0, clockSpeed);
        for (KafkaBenchRow row : requested) {
            if (clockSpeed > 1 && row.hasGateway()) {
                throw new IllegalArgumentException(
                        "the gateway's clients in this row send by the real clock; leave out the row, or --clock-speed: rows="
                                + row.label() + " clock-speed=" + clockSpeed);
            }
        }
    }
}
