package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.storage.RejoinBench;
import com.hazelcast.certification.bench.storage.RestartBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemorySize;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.cli.output.StorageBenchJson;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench restart}: what a member takes until it scores again what it has on disk. */
@Command(
        name = "restart",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "A member with a data folder loads, takes traffic until its log is long, and is killed. Measure how long it takes until it scores again,",
            "then stop it in order and measure again. After each start its histories are compared with what they held before.",
            "With --rejoin: three members with one backup take traffic at a rate. One is away after a stop in order, comes back, is away again after kill -9,",
            "and comes back again. Measure for how long answers of how many shards were held after it came back, and the longest wait of an answer.",
        },
        footer = "%nThe member's log grows up to 256 MiB or a quarter of its snapshots, whichever is more.")
public final class BenchRestartCommand implements Callable<Integer> {
    private static final double MB = 1e6;

    @Mixin
    CardsOptions cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--durability",
            defaultValue = "written",
            paramLabel = "memory|written|synced",
            description = "How much is on disk before an answer (default: ${DEFAULT-VALUE}).")
    Durability durability = Durability.WRITTEN;

    @Option(names = "--encrypted", description = "Encrypt the files of the data folder, by a key of this run.")
    boolean isEncrypted;

    @Option(
            names = "--log",
            defaultValue = "240m",
            paramLabel = "SIZE",
            description = "Traffic flows until the log on disk has so many bytes (default: ${DEFAULT-VALUE}).")
    String log = "";

    @Option(
            names = "--duration",
            defaultValue = "2m",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Or for so long (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--rejoin",
            description = "Measure a return to a cluster that went on instead; --log and --duration do not apply.")
    boolean isRejoin;

    @Option(
            names = "--rate",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Transactions a second, with --rejoin (default: ${DEFAULT-VALUE}).")
    int rate;

    @Option(
            names = "--away",
            defaultValue = "20s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long the member is away, with --rejoin (default: ${DEFAULT-VALUE}).")
    Duration away = Duration.ZERO;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionValues.within("cards", cards.count, 1, Integer.MAX_VALUE);
        return isRejoin ? rejoin() : restart();
    }

    private int restart() throws IOException, InterruptedException {
        RestartBench.Settings settings = new RestartBench.Settings(
                traffic.traffic,
                cards.count,
                cards.history,
                heap,
                durability,
                isEncrypted,
                MemorySize.parse("log", log),
                duration);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RestartBench.Result result = new RestartBench(settings, err::println).run();
        if (json.isOn) {
            ObjectNode object = StorageBenchJson.of(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            print(result, out);
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return result.isGood() ? 0 : 1;
    }

    private int rejoin() throws IOException, InterruptedException {
        OptionValues.within("rate", rate, 1, Integer.MAX_VALUE);
        RejoinBench.Settings settings = new RejoinBench.Settings(
                traffic.traffic, cards.count, cards.history, heap, durability, isEncrypted, rate, away);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RejoinBench.Result result = new RejoinBench(settings, err::println).run();
        if (json.isOn) {
            ObjectNode object = StorageBenchJson.of(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            print("a stop", result.afterStop(), result.shards(), out);
            print("kill -9", result.afterKill(), result.shards(), out);
            out.printf(Locale.ROOT, "the copies %s%n", result.isGood() ? "agree" : "do NOT agree");
            out.println(RunConditions.describe(settings.toString()));
            out.flush();
        }
        return result.isGood() ? 0 : 1;
    }

    private static void print(String end, RejoinBench.Return found, int shards, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "back after %s: answers of up to %d of %d shards held for %.1f s; the longest wait of an answer %,.0f ms; all that was on disk with the"
                        + " owners after %.1f s%n",
                end,
                found.heldMax(),
                shards,
                found.heldSeconds(),
                found.longestMs(),
                found.broughtSeconds());
    }

    private static void print(RestartBench.Result result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "traffic: %,d transactions in %.1f s; then %,d of %,d cards%n",
                result.scored(),
                result.trafficSeconds(),
                result.transactions(),
                result.cards());
        out.printf(
                Locale.ROOT,
                "disk: %.2f of the memory, which is %,.0f MB%n",
                result.diskToMemory(),
                result.memoryBytes() / MB);
        print("kill -9", result.afterKill(), out);
        out.printf(Locale.ROOT, "a stop in order takes %.1f s%n", result.stopSeconds());
        print("a stop", result.afterStop(), out);
    }

    private static void print(String end, RestartBench.Start start, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "after %s: ready in %.1f s, with %,.0f MB of snapshots and %,.0f MB of log; the histories are %s%n",
                end,
                start.readySeconds(),
                start.disk().snapshotBytes() / MB,
                start.disk().logBytes() / MB,
                start.isSame() ? "the same as before" : "NOT the same as before");
    }
}
