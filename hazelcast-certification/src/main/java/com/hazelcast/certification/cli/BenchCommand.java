package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.KernelBench;
import com.hazelcast.certification.cli.bench.BenchEndToEndCommand;
import com.hazelcast.certification.cli.bench.BenchLoadCommand;
import com.hazelcast.certification.cli.bench.BenchRestartCommand;
import com.hazelcast.certification.cli.bench.BenchRoundsCommand;
import com.hazelcast.certification.cli.bench.BenchRulesBacktestCommand;
import com.hazelcast.certification.cli.bench.BenchRulesSwitchCommand;
import com.hazelcast.certification.cli.bench.BenchSweepCommand;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemoryOptions;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.rules.live.RuleSetFile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench}: how fast this machine scores. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measure how fast this machine scores.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchEndToEndCommand.class,
            BenchGatewayCommand.class,
            BenchHttpCommand.class,
            BenchKafkaCommand.class,
            BenchScaleOutCommand.class,
            BenchRulesSwitchCommand.class,
            BenchRulesBacktestCommand.class,
            BenchRestartCommand.class,
            BenchLoadCommand.class,
            BenchRoundsCommand.class,
            BenchSweepCommand.class,
            BenchTuneCommand.class,
            BenchAllCommand.class
        })
final class BenchCommand {
    private static final int THREADS_MAX = 1_024;

    @Spec
    CommandSpec spec;

    @Command(
            name = "kernel",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Parse, find, score, append over shards in one process: no cluster, no socket.")
    int kernel(
            @Option(
                            names = "--cards",
                            defaultValue = "1000000",
                            paramLabel = "N",
                            description = "Cards (default: ${DEFAULT-VALUE}).")
                    int cards,
            @Mixin TrafficOption traffic,
            @Option(
                            names = "--history",
                            defaultValue = "20",
                            paramLabel = "N",
                            description = "Transactions a card (default: ${DEFAULT-VALUE}).")
                    int history,
            @Option(
                            names = "--threads",
                            defaultValue = "0",
                            paramLabel = "N",
                            description = "Threads; 0: one a core (default: ${DEFAULT-VALUE}).")
                    int threads,
            @Option(
                            names = "--records-per-read",
                            defaultValue = "4096",
                            paramLabel = "N",
                            description = "Records grouped at a time (default: ${DEFAULT-VALUE}).")
                    int recordsPerRead,
            @Mixin MemoryOptions memory,
            @Option(
                            names = "--clock-speed",
                            defaultValue = "1",
                            paramLabel = "N",
                            description =
                                    "How many times faster than real time that of the records passes, so that histories expire as they grow (default: ${DEFAULT-VALUE}).")
                    int clockSpeed,
            @Option(
                            names = "--rules",
                            paramLabel = "FILE",
                            description = "A set of rules that decides in place of the rules that members run.")
                    @Nullable
                    Path rules,
            @Option(
                            names = "--warm-up",
                            defaultValue = "5s",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "Not measured (default: ${DEFAULT-VALUE}).")
                    Duration warmUp,
            @Option(
                            names = "--duration",
                            defaultValue = "10s",
                            converter = DurationConverter.Positive.class,
                            paramLabel = "TIME",
                            description = "Measured (default: ${DEFAULT-VALUE}).")
                    Duration duration,
            @Mixin JsonOption json)
            throws InterruptedException {
        int threadCount = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        OptionValues.within("threads", threadCount, 1, THREADS_MAX);
        int shards = shards(cards, threadCount);
        KernelBench.Settings settings = new KernelBench.Settings(
                cards,
                history,
                shards,
                threadCount,
                recordsPerRead,
                memory.kind,
                traffic.traffic,
                clockSpeed,
                Optional.ofNullable(rules).map(RuleSetFile::compile));
        KernelBench.Result result =
                new KernelBench(settings, Clock.systemUTC()).run(warmUp.toNanos(), duration.toNanos());
        if (json.isOn) {
            ObjectNode object = BenchJson.of(result);
            RunConditions.addGarbageCollection(object);
            object.putObject("settings")
                    .put("traffic", traffic.traffic.label())
                    .put("cards", cards)
                    .put("history", history)
                    .put("shards", shards)
                    .put("threads", threadCount)
                    .put("recordsPerRead", recordsPerRead)
                    .put("memory", memory.kind.label())
                    .put("clockSpeed", clockSpeed)
                    .put("rules", rules == null ? "" : rules.toString())
                    .put("warmUpMs", warmUp.toMillis())
                    .put("durationMs", duration.toMillis());
            print(object);
            return 0;
        }
        System.out.printf(
                Locale.ROOT,
                "kernel: %,.0f TPS (%d threads, %,d transactions in %.1f s, %.0f ns of a processor each)%n",
                result.tps(),
                threadCount,
                result.transactions(),
                result.elapsedNs() / 1e9,
                result.cpuNsPerTransaction());
        System.out.printf(
                Locale.ROOT,
                "batch time: p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, max %.3f ms%n",
                result.batchNs().getValueAtPercentile(50) / 1e6,
                result.batchNs().getValueAtPercentile(99) / 1e6,
                result.batchNs().getValueAtPercentile(99.9) / 1e6,
                result.batchNs().getMaxValue() / 1e6);
        System.out.printf(Locale.ROOT, "bytes a card: %.1f at %d transactions%n", result.bytesPerCard(), history);
        System.out.println(RunConditions.garbageCollection());
        System.out.println(RunConditions.describe(String.format(
                "cards=%d history=%d shards=%d records-per-read=%d memory=%s traffic=%s clock-speed=%d rules=%s warm-up=%s",
                cards,
                history,
                shards,
                recordsPerRead,
                memory.kind.label(),
                traffic.traffic.label(),
                clockSpeed,
                rules == null ? "as members run them" : rules,
                warmUp)));
        return 0;
    }

    /** As many as one member has; more where threads are more, because each has shards of its own. */
    static int shards(int cards, int threads) {
        return ShardPlan.shards(cards, (threads + 2) / 3);
    }

    private void print(ObjectNode json) {
        RunConditions.addTo(json.putObject("conditions"));
        JsonOption.print(spec.commandLine().getOut(), json);
    }
}
