package com.hazelcast.certification.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.PercentileSpectrum;
import com.hazelcast.certification.bench.SpectrumPicture;
import com.hazelcast.certification.bench.watch.RunMinutes;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench end-to-end}: members that score what a source sends. */
@Command(
        name = "end-to-end",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "A source in a process of its own, replaying a file written before; members; sockets between them.",
        footer = "%nA run of two minutes and more also prints the figures of each minute.")
public final class BenchEndToEndCommand implements Callable<Integer> {
    @Mixin
    CardsOptions cards;

    @Mixin
    TrafficOption traffic;

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

    @Option(
            names = "--acks",
            defaultValue = "strict",
            paramLabel = "strict|fast",
            description = "When members answer (default: ${DEFAULT-VALUE}).")
    Acks acks = Acks.STRICT;

    @Option(
            names = "--readers",
            defaultValue = "2",
            paramLabel = "N",
            description = "Connections a member (default: ${DEFAULT-VALUE}).")
    int readers;

    @Option(
            names = "--partition-threads",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description = "Of each member (default: ${DEFAULT-VALUE}).")
    String partitionThreads = "";

    @Option(
            names = "--rate",
            defaultValue = "0",
            split = ",",
            paramLabel = "N",
            description =
                    "Transactions a second offered; 0: as fast as they are read. Several: one after the other, by the same members (default: ${DEFAULT-VALUE}).")
    List<Long> rates = new ArrayList<>();

    @Option(
            names = "--clock-speed",
            defaultValue = "1",
            split = ",",
            paramLabel = "N",
            description =
                    "How many times faster than real time that of the records passes, so that cards pay as seldom as people do, and histories expire as they grow. One for each --rate: each rate gets members of its own (default: ${DEFAULT-VALUE}).")
    List<Integer> clockSpeeds = new ArrayList<>();

    @Option(
            names = "--latency-from",
            paramLabel = "arrival|due",
            description =
                    "From when on the time to an answer counts: when its bytes were at the member, or when the record was due (default: due with a --rate, arrival without).")
    @Nullable
    LatencyFrom latencyFrom;

    @Option(
            names = "--batch-limit",
            defaultValue = "8192",
            paramLabel = "N",
            description = "Most transactions in a batch (default: ${DEFAULT-VALUE}).")
    int batchLimit;

    @Option(
            names = "--in-flight-adaptive",
            defaultValue = "true",
            arity = "1",
            paramLabel = "true|false",
            description = "Whether members adapt how much may be in flight (default: ${DEFAULT-VALUE}).")
    boolean isInFlightAdaptive;

    @Option(
            names = "--latency-target",
            defaultValue = "2ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of the members (default: ${DEFAULT-VALUE}).")
    Duration latencyTarget = Duration.ZERO;

    @Option(
            names = "--shards",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description = "Shards (default: ${DEFAULT-VALUE}).")
    String shards = "";

    @Option(
            names = "--memory",
            defaultValue = "heap",
            paramLabel = "heap|native",
            description = "Where histories live (default: ${DEFAULT-VALUE}).")
    MemoryKind memory = MemoryKind.HEAP;

    @Option(
            names = "--member-heap",
            defaultValue = "4g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--member-native",
            paramLabel = "SIZE",
            description = "Native memory of each member, with --memory native.")
    @Nullable
    String nativeSize;

    @Option(
            names = "--durability",
            paramLabel = "memory|written|synced",
            description = "Gives each member a data folder, and sets how much is on disk before an answer"
                    + " (default: nothing is kept on disk).")
    @Nullable
    Durability durability;

    @Option(names = "--encrypted", description = "Encrypt the files of the data folders, by a key of this run.")
    boolean isEncrypted;

    @Option(
            names = "--rules",
            defaultValue = "certification",
            paramLabel = "FILE|NAME",
            description =
                    "The set of rules that members decide by, a file or certification or starter (default: ${DEFAULT-VALUE}).")
    String rules = "";

    @Option(
            names = "--warm-up",
            defaultValue = "8s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of each rate, not measured (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "15s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Of each rate, measured (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--minutes-csv",
            paramLabel = "FILE",
            description = "Write the figures of each minute into this file; for a --duration of two minutes and more.")
    @Nullable
    Path minutesCsv;

    @Option(
            names = "--spectrum",
            paramLabel = "FILE.svg",
            description =
                    "Draw the percentile spectrum of each rate into this picture, of the times of all members together, and write it as .hgrm beside it.")
    @Nullable
    Path spectrum;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireMinutes();
        OptionValues.requireFolder("minutes-csv", minutesCsv);
        OptionValues.requireFolder("spectrum", spectrum);
        requireCluster();
        EndToEndBench.Settings settings = settings(clockSpeeds.get(0));
        PrintWriter out = spec.commandLine().getOut();
        List<EndToEndBench.Result> results = new ArrayList<>();
        BiConsumer<EndToEndBench.Step, EndToEndBench.Result> measured = (step, result) -> {
            results.add(result);
            if (!json.isOn) {
                print(result, settings.latencyFrom(), out);
            }
        };
        List<String> members = List.of("--rules", rules);
        List<EndToEndBench.Step> steps = rates.stream()
                .map(rate -> new EndToEndBench.Step(rate, warmUp, duration))
                .toList();
        if (clockSpeeds.size() == 1) {
            new EndToEndBench(settings, Clock.systemUTC()).run(steps, members, measured);
        } else {
            for (int i = 0; i < steps.size(); i++) {
                new EndToEndBench(settings(clockSpeeds.get(i)), Clock.systemUTC())
                        .run(List.of(steps.get(i)), members, measured);
            }
        }
        write(results, settings);
        if (json.isOn) {
            print(results, settings, out);
        } else {
            out.println(RunConditions.describe(
                    "rates=" + rates + " clockSpeeds=" + clockSpeeds + " rules=" + rules + " " + settings));
            out.flush();
        }
        return results.stream().allMatch(EndToEndBench.Result::isGood) ? 0 : 1;
    }

    private void requireMinutes() {
        if (minutesCsv != null && RunMinutes.samplesDue(duration).isEmpty()) {
            throw new IllegalArgumentException(
                    "a run has figures of minutes from two minutes on; give a longer --duration: duration="
                            + duration.toSeconds() + "s minutes-csv=" + minutesCsv);
        }
    }

    /** Refuses what does not fit together before anything is started. */
    private void requireCluster() {
        OptionValues.requireCopies(members, backups);
        if (clockSpeeds.size() != 1 && clockSpeeds.size() != rates.size()) {
            throw new IllegalArgumentException(
                    "give one clock speed, or one for each rate: clock-speed=" + clockSpeeds + " rate=" + rates);
        }
        for (int speed : clockSpeeds) {
            var unusedClock = new SourceClock(0, speed);
        }
    }

    private EndToEndBench.Settings settings(int clockSpeed) {
        rates.stream().filter(rate -> rate < 0).findFirst().ifPresent(rate -> {
            throw new IllegalArgumentException("rate must be 0 or more: rate=" + rate);
        });
        if (isEncrypted && durability == null) {
            throw new IllegalArgumentException(
                    "without a data folder there is nothing to encrypt; give a --durability: --encrypted");
        }
        boolean isAlwaysDue = rates.stream().allMatch(rate -> rate > 0);
        LatencyFrom from = latencyFrom != null ? latencyFrom : isAlwaysDue ? LatencyFrom.DUE : LatencyFrom.ARRIVAL;
        if (from == LatencyFrom.DUE && !isAlwaysDue) {
            throw new IllegalArgumentException("without a --rate nothing is due: --latency-from=due --rate=0");
        }
        return new EndToEndBench.Settings(
                traffic.traffic,
                cards.count,
                cards.history,
                members,
                backups,
                acks,
                readers,
                partitionThreads,
                from,
                batchLimit,
                isInFlightAdaptive,
                latencyTarget,
                shards,
                memory,
                heap,
                nativeSize,
                Optional.ofNullable(durability),
                isEncrypted,
                clockSpeed);
    }

    private void write(List<EndToEndBench.Result> results, EndToEndBench.Settings settings) throws IOException {
        if (minutesCsv != null) {
            List<String> lines = new ArrayList<>(List.of(RunMinutes.CSV_HEAD));
            results.forEach(result -> lines.addAll(result.minutes().csv(result.rate())));
            Files.write(minutesCsv, lines);
        }
        if (spectrum != null) {
            SpectrumPicture.write(
                    spectrum,
                    String.format(
                            Locale.ROOT,
                            "bench end-to-end, %s traffic, members %d, backups %d: from %s to answer",
                            traffic.traffic.label(),
                            members,
                            backups,
                            label(settings.latencyFrom())),
                    results.stream()
                            .map(result -> new PercentileSpectrum(offered(result.rate()), result.times()))
                            .toList());
        }
    }

    private static String offered(long rate) {
        return rate == 0 ? "as fast as members read" : String.format(Locale.ROOT, "%,d TPS offered", rate);
    }

    private static String label(LatencyFrom from) {
        return from.name().toLowerCase(Locale.ROOT);
    }

    private void print(List<EndToEndBench.Result> results, EndToEndBench.Settings settings, PrintWriter out) {
        boolean isOne = results.size() == 1;
        ObjectNode object = isOne ? BenchJson.of(results.get(0)) : BenchJson.of(results);
        ObjectNode settingsNode = object.putObject("settings");
        BenchJson.addSettings(settingsNode, settings, rules, isOne ? rates.get(0) : null, warmUp, duration);
        if (clockSpeeds.size() > 1) {
            settingsNode.putNull("clockSpeed");
        }
        RunConditions.addTo(object.putObject("conditions"));
        JsonOption.print(out, object);
    }

    private void print(EndToEndBench.Result result, LatencyFrom from, PrintWriter out) {
        if (rates.size() > 1) {
            out.println(offered(result.rate()) + ":");
        }
        out.printf(
                Locale.ROOT,
                "end to end: %,.0f TPS from the data, %,.0f from the counters%n",
                result.dataTps(),
                result.counterTps());
        out.printf(
                Locale.ROOT,
                "from %s to answer: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.2f ms%n",
                label(from),
                result.p50Ms(),
                result.p99Ms(),
                result.p999Ms(),
                result.maxMs());
        out.printf(
                Locale.ROOT,
                "loaded in %.1f s, %.1f bytes a card at %d transactions, %.1f at the end%n",
                result.loadSeconds(),
                result.bytesPerCard(),
                cards.history,
                result.bytesPerCardAtEnd());
        out.printf(
                Locale.ROOT,
                "GC of the members while scoring: %d collections, %d ms%n",
                result.gcCount(),
                result.gcMs());
        out.printf(
                Locale.ROOT,
                "members: %,.0f ns of a processor a transaction, %,.0f batches a second%n",
                result.cpuNsPerTransaction(),
                result.batchesPerSecond());
        if (!Double.isNaN(result.stolenShare())) {
            out.printf(
                    Locale.ROOT,
                    "processor time that this machine's host gave to others meanwhile: %.1f %%%n",
                    100 * result.stolenShare());
        }
        result.driver().lines().forEach(out::println);
        result.minutes().lines().forEach(out::println);
        out.flush();
    }
}
