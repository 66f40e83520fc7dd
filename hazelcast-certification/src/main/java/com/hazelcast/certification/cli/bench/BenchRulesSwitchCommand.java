package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.RulesSwitchBench;
import com.hazelcast.certification.bench.watch.RuleSwitches;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.RuleSwitchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench rules-switch}: what it takes until all members decide by another set. */
@Command(
        name = "rules-switch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Activate one set of rules after the other while members score, and measure how long it takes until all have acknowledged,",
            "and what it does to the answers of that second, beside a second without an activation. Two sets take turns that differ in a limit;",
            "each is submitted again."
        },
        footer =
                "%nWhat 'rules activate' does before the call, a backtest, is not in it. Times to an answer count from when a transaction was due.")
public final class BenchRulesSwitchCommand implements Callable<Integer> {
    /** Histories distinguish 4,096 decisions, and each set takes one a rule. */
    private static final int SWITCHES_MAX = 50;

    private static final int MEMBERS_MAX = 16;

    @Option(
            names = "--switches",
            defaultValue = "10",
            paramLabel = "N",
            description = "Activations, 1 to 50 (default: ${DEFAULT-VALUE}).")
    int switches;

    @Option(
            names = "--rules",
            defaultValue = "starter",
            paramLabel = "FILE|NAME",
            description =
                    "The set that members begin with, a file or certification or starter; the others have one rule more (default: ${DEFAULT-VALUE}).")
    String rules = "";

    @Option(
            names = "--rate",
            defaultValue = "30000",
            paramLabel = "N",
            description = "Transactions a second offered (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--members",
            defaultValue = "3",
            paramLabel = "N",
            description = "Members, each a process (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--backups",
            defaultValue = "1",
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
            names = "--warm-up",
            defaultValue = "1m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Before the first activation (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--before",
            defaultValue = "10s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "Time before each activation whose answers are compared, in whole seconds (default: ${DEFAULT-VALUE}).")
    Duration before = Duration.ZERO;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RulesSwitchBench.Settings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        if (!json.isOn) {
            print(out, RuleSwitches.HEAD);
        }
        RulesSwitchBench.Result result = new RulesSwitchBench(settings, Clock.systemUTC()).run(one -> {
            if (!json.isOn) {
                print(out, one.line());
            }
        });
        if (json.isOn) {
            ObjectNode object = RuleSwitchJson.of(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            result.switches().summary().forEach(line -> print(out, line));
            result.driver().lines().forEach(line -> print(out, line));
            print(out, RunConditions.describe(settings.toString()));
        }
        return result.unaccounted() == 0 ? 0 : 1;
    }

    private static void print(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private RulesSwitchBench.Settings settings() {
        OptionValues.within("switches", switches, 1, SWITCHES_MAX);
        OptionValues.within("members", members, 1, MEMBERS_MAX);
        OptionValues.within("backups", backups, 0, Math.min(2, members - 1));
        if (rate < 1) {
            throw new IllegalArgumentException("rate must be 1 or more, for nothing is due without one: rate=" + rate);
        }
        if (before.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    "there is nothing to compare with; give 1s or more: before=" + before.toMillis() + "ms");
        }
        EndToEndBench.Settings cluster = EndToEndBench.Settings.withDefaults(
                traffic.traffic, cards.count, cards.history, members, backups, heap);
        return new RulesSwitchBench.Settings(cluster, rules, rate, switches, warmUp, before);
    }
}
