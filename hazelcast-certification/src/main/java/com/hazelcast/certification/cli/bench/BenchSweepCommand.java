package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.SweepBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemoryOptions;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.plan.ShardPlan;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench sweep}: what it costs to look at each card once. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Look at each card once, as members do in --sweep-interval, and say what that takes of a processor.",
            "One thread in one process: the call that brings a part of a shard to its owner is not in it, nor are backups.",
        })
public final class BenchSweepCommand implements Callable<Integer> {
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(1);
    private static final Duration INTERVAL_MAX = Duration.ofDays(30);
    private static final int HISTORY_MAX = 512;
    private static final double NS_PER_SECOND = 1e9;

    @Mixin
    CardsOptions cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--sweep-interval",
            defaultValue = "24h",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "In which each card is looked at once, 1s to 30d (default: ${DEFAULT-VALUE}).")
    Duration interval = Duration.ZERO;

    @Mixin
    MemoryOptions memory;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        OptionValues.within("cards", cards.count, 1, Integer.MAX_VALUE);
        OptionValues.within("history", cards.history, 1, HISTORY_MAX);
        if (interval.compareTo(INTERVAL_MIN) < 0 || interval.compareTo(INTERVAL_MAX) > 0) {
            throw new IllegalArgumentException(
                    "sweep-interval must be a time of 1s to 30d: sweep-interval=" + interval.toMillis() + "ms");
        }
        SweepBench.Settings settings = new SweepBench.Settings(
                cards.count, cards.history, ShardPlan.shards(cards.count, 1), memory.kind, traffic.traffic, interval);
        SweepBench.Result result = new SweepBench(settings, Clock.systemUTC()).run();
        PrintWriter out = spec.commandLine().getOut();
        if (json.isOn) {
            ObjectNode object = BenchJson.of(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            print(result, out);
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return 0;
    }

    private static void print(SweepBench.Result result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "sweep: %,.0f ns of a processor a card (%,d cards in %,d parts and %.2f s, %,d transactions dropped)%n",
                result.cpuNsPerCard(),
                result.cards(),
                result.parts(),
                result.elapsedNs() / NS_PER_SECOND,
                result.entriesDropped());
        out.printf(
                Locale.ROOT,
                "share of a core, each card once in %s: %.4f %%; with %,d cards %.4f %%%n",
                result.interval(),
                100 * result.coreShare(result.cards()),
                SweepBench.CERTIFICATION_CARDS,
                100 * result.coreShare(SweepBench.CERTIFICATION_CARDS));
    }
}
