package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.ScaleOutBench;
import com.hazelcast.certification.bench.ScaleOutModel;
import com.hazelcast.certification.bench.ScaleOutPicture;
import com.hazelcast.certification.bench.ScaleOutRows;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemorySize;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.cli.output.ScaleOutJson;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.MeasuredCost;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.source.SourceClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench scale-out}: what a transaction costs by members, shards and rate. */
@Command(
        name = "scale-out",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure what a transaction costs the members, by their number, by shards and by rate.",
            "A cluster for each pair of members and shards; each gets all rates, one after the other."
        },
        footer =
                "%nTimes to an answer count from when a transaction was due. Processor time is that of the members alone.")
final class BenchScaleOutCommand implements Callable<Integer> {
    private static final int MEMBERS_MAX = 32;
    private static final int BYTES_PER_MIB = 1 << 20;

    @Option(
            names = "--members",
            defaultValue = "2,4,8",
            split = ",",
            paramLabel = "N",
            description = "Members of the clusters (default: ${DEFAULT-VALUE}).")
    List<Integer> members = new ArrayList<>();

    @Option(
            names = "--shards",
            defaultValue = "7,31,127",
            split = ",",
            paramLabel = "N",
            description = "Shards of the clusters (default: ${DEFAULT-VALUE}).")
    List<Integer> shards = new ArrayList<>();

    @Option(
            names = "--rate",
            defaultValue = "100000",
            split = ",",
            paramLabel = "N",
            description = "Transactions a second offered to all members together (default: ${DEFAULT-VALUE}).")
    List<Long> rates = new ArrayList<>();

    @Option(
            names = "--backups",
            defaultValue = "1",
            paramLabel = "0|1|2",
            description = "Synchronous backups (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--cards",
            defaultValue = "300000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    int cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions a card (default: ${DEFAULT-VALUE}).")
    int history;

    @Option(
            names = "--readers",
            defaultValue = "1",
            paramLabel = "N",
            description = "Connections of each member to the source (default: ${DEFAULT-VALUE}).")
    int readers;

    @Option(
            names = "--heap",
            defaultValue = "4g",
            paramLabel = "SIZE",
            description = "Heap of all members of a cluster together (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--latency-target",
            defaultValue = "2ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of the members (default: ${DEFAULT-VALUE}).")
    Duration latencyTarget = Duration.ZERO;

    @Option(
            names = "--warm-up",
            defaultValue = "3m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of each cluster at its first rate, not measured (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--step-warm-up",
            defaultValue = "10s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "At each further rate, not measured (default: ${DEFAULT-VALUE}).")
    Duration stepWarmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "20s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Measured, of each rate (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--clock-speed",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "How many times faster than real time that of the records passes, so that cards pay as seldom as people do at a high rate (default: ${DEFAULT-VALUE}).")
    int clockSpeed;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description =
                    "Put each row into this file, in the place of an older one of the same load; so a table can be made in several runs.")
    @Nullable
    Path csv;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "A file such as TEST_RESULTS.md: replace its table of scale-out by the rows of --csv, and draw them over the members into the folder images beside it, if there is one.")
    @Nullable
    Path results;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ScaleOutBench.Settings settings = settings();
        if (results != null) {
            if (csv == null) {
                throw new IllegalArgumentException("--results takes its rows from --csv: name that file as well");
            }
            ScaleOutRows.requireTable(results);
        }
        ScaleOutBench bench = new ScaleOutBench(
                settings,
                Clock.systemUTC(),
                new ScaleOutBench.Conditions(RunConditions.machine(), new BuildInfo().commit()));
        if (!json.isOn) {
            out("%s", ScaleOutRows.head());
        }
        List<MeasuredCost> rows = new ArrayList<>();
        List<DriverWork> drivers = new ArrayList<>();
        bench.run((row, driver) -> {
            rows.add(row);
            drivers.add(driver);
            keep(row);
            if (!json.isOn) {
                out("%s", ScaleOutRows.line(row));
                if (!driver.bound().isEmpty()) {
                    out("bounded by the driver: %s", driver.bound());
                }
            }
        });
        finish(rows, drivers);
        return 0;
    }

    private ScaleOutBench.Settings settings() {
        members.forEach(count -> OptionValues.within("members", count, 1, MEMBERS_MAX));
        shards.forEach(count -> OptionValues.within("shards", count, 1, ShardPlan.SHARDS_MAX));
        OptionValues.within("backups", backups, 0, 2);
        rates.stream().filter(rate -> rate < 1).findFirst().ifPresent(rate -> {
            throw new IllegalArgumentException("rate must be 1 or more, for nothing is due without one: rate=" + rate);
        });
        members.forEach(count -> OptionValues.requireCopies(count, backups));
        // Refused before anything is started.
        var unusedClock = new SourceClock(0, clockSpeed);
        return new ScaleOutBench.Settings(
                traffic.traffic,
                members,
                shards,
                rates,
                backups,
                cards,
                history,
                readers,
                (int) (MemorySize.parse("heap", heap) / BYTES_PER_MIB),
                latencyTarget,
                warmUp,
                stepWarmUp,
                duration,
                clockSpeed);
    }

    private void keep(MeasuredCost row) {
        try {
            if (csv != null) {
                ScaleOutRows.put(csv, row);
            }
            if (results != null && csv != null) {
                List<MeasuredCost> rows = MeasuredCost.parse(Files.readAllLines(csv));
                ScaleOutRows.write(results, rows);
                Path images = results.resolveSibling("images");
                if (Files.isDirectory(images)) {
                    ScaleOutPicture.write(images, rows);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the row could not be kept: " + row.line(), e);
        }
    }

    private void finish(List<MeasuredCost> rows, List<DriverWork> drivers) throws IOException {
        List<MeasuredCost> all = csv == null ? rows : MeasuredCost.parse(Files.readAllLines(csv));
        boolean canFit = all.stream().anyMatch(MeasuredCost::isOfCalls);
        if (json.isOn) {
            ObjectNode object = ScaleOutJson.of(rows, drivers);
            if (canFit) {
                ScaleOutJson.addModel(object.putObject("model"), CostModel.fit(all));
            }
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(spec.commandLine().getOut(), object);
        } else if (canFit) {
            print(CostModel.fit(all));
        } else {
            out("no cluster answered what it was offered: there is nothing to fit a model to");
        }
    }

    private void print(CostModel model) {
        out("");
        ScaleOutModel.lines(model).forEach(line -> out("%s", line));
    }

    private void out(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
