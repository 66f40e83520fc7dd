package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.KernelBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemoryOptions;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.storage.Durability;
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
            BenchGatewayCommand.class,
            BenchHttpCommand.class,
            BenchKafkaCommand.class,
            BenchScaleOutCommand.class,
            BenchTuneCommand.class,
            BenchAllCommand.class
        })
final class BenchCommand {
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
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "Measured (default: ${DEFAULT-VALUE}).")
                    Duration duration,
            @Mixin JsonOption json)
            throws InterruptedException {
        int threadCount = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        int shards = ShardPlan.shards(cards, 1);
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

    @Command(
            name = "end-to-end",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "A source in a process of its own, replaying a file written before; members; sockets between them.")
    int endToEnd(
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
                            names = "--members",
                            defaultValue = "1",
                            paramLabel = "N",
                            description = "Members, each a process (default: ${DEFAULT-VALUE}).")
                    int members,
            @Option(
                            names = "--backups",
                            defaultValue = "0",
                            paramLabel = "0|1|2",
                            description = "Synchronous backups (default: ${DEFAULT-VALUE}).")
                    int backups,
            @Option(
                            names = "--acks",
                            defaultValue = "strict",
                            paramLabel = "strict|fast",
                            description = "When members answer (default: ${DEFAULT-VALUE}).")
                    Acks acks,
            @Option(
                            names = "--readers",
                            defaultValue = "2",
                            paramLabel = "N",
                            description = "Connections a member (default: ${DEFAULT-VALUE}).")
                    int readers,
            @Option(
                            names = "--partition-threads",
                            defaultValue = "auto",
                            paramLabel = "N|auto",
                            description = "Of each member (default: ${DEFAULT-VALUE}).")
                    String partitionThreads,
            @Option(
                            names = "--rate",
                            defaultValue = "0",
                            paramLabel = "N",
                            description =
                                    "Transactions a second offered; 0: as fast as they are read (default: ${DEFAULT-VALUE}).")
                    long rate,
            @Option(
                            names = "--latency-from",
                            paramLabel = "arrival|due",
                            description =
                                    "From when on the time to an answer counts: when its bytes were at the member, or when the record was due (default: due with a --rate, arrival without).")
                    @Nullable
                    LatencyFrom latencyFrom,
            @Option(
                            names = "--batch-limit",
                            defaultValue = "8192",
                            paramLabel = "N",
                            description = "Most transactions in a batch (default: ${DEFAULT-VALUE}).")
                    int batchLimit,
            @Option(
                            names = "--in-flight-adaptive",
                            defaultValue = "true",
                            arity = "1",
                            paramLabel = "true|false",
                            description =
                                    "Whether members adapt how much may be in flight (default: ${DEFAULT-VALUE}).")
                    boolean isInFlightAdaptive,
            @Option(
                            names = "--latency-target",
                            defaultValue = "2ms",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "Of the members (default: ${DEFAULT-VALUE}).")
                    Duration latencyTarget,
            @Option(
                            names = "--shards",
                            defaultValue = "auto",
                            paramLabel = "N|auto",
                            description = "Shards (default: ${DEFAULT-VALUE}).")
                    String shards,
            @Option(
                            names = "--memory",
                            defaultValue = "heap",
                            paramLabel = "heap|native",
                            description = "Where histories live (default: ${DEFAULT-VALUE}).")
                    MemoryKind memory,
            @Option(
                            names = "--member-heap",
                            defaultValue = "4g",
                            paramLabel = "SIZE",
                            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
                    String heap,
            @Option(
                            names = "--member-native",
                            paramLabel = "SIZE",
                            description = "Native memory of each member, with --memory native.")
                    String nativeSize,
            @Option(
                            names = "--durability",
                            paramLabel = "memory|written|synced",
                            description =
                                    "Gives each member a data folder, and says how much is on disk before an answer"
                                            + " (default: nothing is kept on disk).")
                    @Nullable
                    Durability durability,
            @Option(
                            names = "--warm-up",
                            defaultValue = "8s",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "Not measured (default: ${DEFAULT-VALUE}).")
                    Duration warmUp,
            @Option(
                            names = "--duration",
                            defaultValue = "15s",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "Measured (default: ${DEFAULT-VALUE}).")
                    Duration duration,
            @Mixin JsonOption json)
            throws Exception {
        LatencyFrom from = latencyFrom != null ? latencyFrom : rate > 0 ? LatencyFrom.DUE : LatencyFrom.ARRIVAL;
        if (from == LatencyFrom.DUE && rate == 0) {
            throw new IllegalArgumentException("without a --rate nothing is due: --latency-from=due --rate=0");
        }
        EndToEndBench.Settings settings = new EndToEndBench.Settings(
                traffic.traffic,
                cards,
                history,
                members,
                backups,
                acks,
                readers,
                partitionThreads,
                rate,
                from,
                batchLimit,
                isInFlightAdaptive,
                latencyTarget,
                shards,
                memory,
                heap,
                nativeSize,
                Optional.ofNullable(durability));
        EndToEndBench.Result result = new EndToEndBench(settings).run(warmUp, duration);
        if (json.isOn) {
            ObjectNode object = BenchJson.of(result);
            BenchJson.addSettings(object.putObject("settings"), settings, warmUp, duration);
            print(object);
            return result.unaccounted() == 0 ? 0 : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "end to end: %,.0f TPS from the data, %,.0f from the counters%n",
                result.dataTps(),
                result.counterTps());
        System.out.printf(
                Locale.ROOT,
                "from %s to answer: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.2f ms%n",
                from.name().toLowerCase(Locale.ROOT),
                result.p50Ms(),
                result.p99Ms(),
                result.p999Ms(),
                result.maxMs());
        System.out.printf(
                Locale.ROOT,
                "loaded in %.1f s, %.1f bytes a card at %d transactions%n",
                result.loadSeconds(),
                result.bytesPerCard(),
                history);
        System.out.printf(
                Locale.ROOT,
                "GC of the members while scoring: %d collections, %d ms%n",
                result.gcCount(),
                result.gcMs());
        System.out.printf(
                Locale.ROOT,
                "members: %,.0f ns of a processor a transaction, %,.0f batches a second%n",
                result.cpuNsPerTransaction(),
                result.batchesPerSecond());
        if (!Double.isNaN(result.stolenShare())) {
            System.out.printf(
                    Locale.ROOT,
                    "processor time that this machine's host gave to others meanwhile: %.1f %%%n",
                    100 * result.stolenShare());
        }
        System.out.println(RunConditions.describe(settings.toString()));
        return result.unaccounted() == 0 ? 0 : 1;
    }

    private void print(ObjectNode json) {
        RunConditions.addTo(json.putObject("conditions"));
        JsonOption.print(spec.commandLine().getOut(), json);
    }
}
