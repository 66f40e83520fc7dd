package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.RulesBacktestBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BacktestBenchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.history.HistoryLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench rules-backtest}: what it takes to run a set of rules over the histories that members hold. */
@Command(
        name = "rules-backtest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run a set of rules over the histories of members that have nothing else to do, and measure how long it takes.",
            "With --rate they score a source's transactions meanwhile, and p99.9 without and with a backtest is measured as well.",
            "The histories are made up and loaded before. The set is compared with what they record."
        })
public final class BenchRulesBacktestCommand implements Callable<Integer> {
    private static final int MEMBERS_MAX = 16;

    @Option(
            names = "--rules",
            defaultValue = "starter",
            paramLabel = "FILE|NAME",
            description = "The set, a file or certification or starter (default: ${DEFAULT-VALUE}).")
    String rules = "";

    @Option(
            names = "--days",
            defaultValue = "90",
            paramLabel = "DAYS",
            description = "Transactions of so many days, 1 to 90 (default: ${DEFAULT-VALUE}).")
    int days;

    @Option(
            names = "--sample",
            defaultValue = "0.01,1",
            split = ",",
            paramLabel = "SHARE",
            description = "Shares of the cards, a backtest for each (default: ${DEFAULT-VALUE}).")
    List<Double> samples = new ArrayList<>();

    @Option(
            names = "--members",
            defaultValue = "1",
            paramLabel = "N",
            description = "Members, each a process (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--backups",
            defaultValue = "0",
            paramLabel = "0|1|2",
            description = "Synchronous backups (default: ${DEFAULT-VALUE}).")
    int backups;

    @Mixin
    CardsOptions cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description = "Transactions a second that members score meanwhile; 0: none (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--warm-up",
            defaultValue = "1m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "With --rate: before anything is measured (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "1m",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description =
                    "With --rate: how long answers are looked at, without a backtest and again with one, which is repeated until then (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RulesBacktestBench.Settings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<RulesBacktestBench.Result> results = new RulesBacktestBench(settings, Clock.systemUTC())
                .run((sample, done) -> {
                    err.printf(Locale.ROOT, "\rsample %s: %5.1f %% done", sample, 100 * done);
                    err.flush();
                });
        err.println();
        err.flush();
        if (json.isOn) {
            ObjectNode object = BacktestBenchJson.of(results, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            results.forEach(result -> result.lines().forEach(out::println));
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return 0;
    }

    private RulesBacktestBench.Settings settings() {
        OptionValues.within("members", members, 1, MEMBERS_MAX);
        OptionValues.within("backups", backups, 0, Math.min(2, members - 1));
        OptionValues.within("days", days, 1, HistoryLimits.HORIZON_DAYS);
        samples.stream()
                .filter(sample -> !(sample > 0 && sample <= 1))
                .findFirst()
                .ifPresent(sample -> {
                    throw new IllegalArgumentException(
                            "a sample must be more than 0 and at most 1, such as 0.01 for a percent of the cards: sample="
                                    + sample);
                });
        if (rate < 0) {
            throw new IllegalArgumentException("a rate is 1 or more, or 0 for none: rate=" + rate);
        }
        return new RulesBacktestBench.Settings(
                EndToEndBench.Settings.withDefaults(
                        traffic.traffic, cards.count, cards.history, members, backups, heap),
                rules,
                days,
                samples,
                rate,
                warmUp,
                duration);
    }
}
