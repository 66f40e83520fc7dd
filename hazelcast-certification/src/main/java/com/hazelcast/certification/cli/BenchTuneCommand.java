package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.tune.Tuning;
import com.hazelcast.certification.cli.bench.CardsOptions;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.MemorySize;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.cli.output.TuneJson;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench tune}: the settings with which members of this machine score most. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Try values of readers, partition-threads, shards and batch-limit, as fast as members read, and print the best as YAML.",
            "Each trial starts a source and members, as bench end-to-end does."
        },
        footer =
                "%nValues are taken that score a twentieth more than others. The last two lines are of the values without tuning and of the best, measured next to each other. Status 1 when no values answered within --p99-max.")
final class BenchTuneCommand implements Callable<Integer> {
    private static final List<String> BATCH_LIMITS = List.of("8192", "2048", "512");

    @Option(
            names = "--budget",
            defaultValue = "10m",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "No trial begins after this time, except the last two (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ZERO;

    @Option(
            names = "--p99-max",
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Values with a longer p99 are not taken (default: ${DEFAULT-VALUE}).")
    Duration p99Max = Duration.ZERO;

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
            names = "--member-heap",
            defaultValue = "4g",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--warm-up",
            defaultValue = "8s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Of each trial, not measured (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Of each trial, measured (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionValues.requireCopies(members, backups);
        int processors = Runtime.getRuntime().availableProcessors();
        List<Tuning.Knob> knobs = List.of(
                new Tuning.Knob("readers", numbers(MemberLimits.READERS_MAX, 2, 1, 4, processors)),
                new Tuning.Knob(
                        "partition-threads",
                        numbers(
                                MemberLimits.PARTITION_THREADS_MAX,
                                Math.max(2, processors),
                                Math.max(1, processors / 2),
                                2 * processors)),
                new Tuning.Knob("shards", shards()),
                new Tuning.Knob("batch-limit", BATCH_LIMITS));
        Tuning tuning = new Tuning(knobs, this::measure, p99Max.toMillis(), budget, System::nanoTime);
        say("TPS, p99 of answers in ms, and what was tried:");
        Tuning.Outcome outcome = tuning.run();
        if (json.isOn) {
            JsonOption.print(spec.commandLine().getOut(), json(outcome, tuning.trials()));
        } else {
            lines(outcome).forEach(this::say);
        }
        return outcome.isInTime() ? 0 : 1;
    }

    ObjectNode json(Tuning.Outcome outcome, List<Tuning.Trial> trials) {
        ObjectNode object = TuneJson.of(outcome, trials);
        object.putObject("settings")
                .put("traffic", traffic.traffic.label())
                .put("cards", cards.count)
                .put("history", cards.history)
                .put("members", members)
                .put("backups", backups)
                .put("memberHeapBytes", MemorySize.parse("member-heap", heap))
                .put("budgetMs", budget.toMillis())
                .put("p99MaxMs", p99Max.toMillis())
                .put("warmUpMs", warmUp.toMillis())
                .put("durationMs", duration.toMillis());
        RunConditions.addTo(object.putObject("conditions"));
        return object;
    }

    /** For people. */
    List<String> lines(Tuning.Outcome outcome) {
        List<String> lines = new ArrayList<>();
        if (!outcome.isComplete()) {
            lines.add("the time was over before every value was tried; --budget gives more");
        }
        if (outcome.isInTime()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,.0f TPS without tuning, %,.0f with these values, one after the other:",
                    outcome.before().figures().tps(),
                    outcome.best().figures().tps()));
            outcome.best().values().forEach((key, value) -> lines.add(key + ": " + value));
        } else {
            lines.add("no values answered within --p99-max, so none are to be taken; allow more time: p99-max="
                    + p99Max.toMillis() + "ms");
        }
        lines.add(RunConditions.describe(String.format(
                Locale.ROOT,
                "cards=%d history=%d traffic=%s members=%d backups=%d heap=%s",
                cards.count,
                cards.history,
                traffic.traffic.label(),
                members,
                backups,
                heap)));
        return lines;
    }

    /** Of the object alone standard output has one line. */
    private void say(String line) {
        if (!json.isOn) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }

    /** Each once, up to the limit, the first one first. */
    private static List<String> numbers(int limit, Integer... numbers) {
        return Stream.of(numbers)
                .filter(number -> number <= limit)
                .distinct()
                .map(String::valueOf)
                .toList();
    }

    /** What {@code auto} is, and twice and four times as many. */
    private List<String> shards() {
        int auto = ShardPlan.shards(cards.count, members);
        return List.of(Integer.toString(auto), Integer.toString(2 * auto + 1), Integer.toString(4 * auto + 3));
    }

    private Tuning.Figures measure(Map<String, String> values) throws IOException, InterruptedException {
        EndToEndBench.Result result = new EndToEndBench(
                        new EndToEndBench.Settings(
                                traffic.traffic,
                                cards.count,
                                cards.history,
                                members,
                                backups,
                                Acks.STRICT,
                                Integer.parseInt(value(values, "readers")),
                                value(values, "partition-threads"),
                                LatencyFrom.ARRIVAL,
                                Integer.parseInt(value(values, "batch-limit")),
                                true,
                                Duration.ofMillis(2),
                                value(values, "shards"),
                                MemoryKind.HEAP,
                                heap,
                                null,
                                Optional.empty(),
                                false,
                                1),
                        Clock.systemUTC())
                .run(warmUp, duration);
        if (!result.isGood()) {
            throw new IllegalStateException("nothing was scored, or transactions have no account: tps="
                    + result.counterTps() + " unaccounted=" + result.unaccounted() + " values=" + values);
        }
        say(String.format(
                Locale.ROOT,
                "%,12.0f  %8.1f  %s",
                result.dataTps(),
                result.p99Ms(),
                values.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "))));
        if (!result.driver().bound().isEmpty()) {
            say("bounded by the driver: " + result.driver().bound());
        }
        return new Tuning.Figures(result.dataTps(), result.p99Ms(), result.driver());
    }

    private static String value(Map<String, String> values, String key) {
        return Optional.ofNullable(values.get(key)).orElseThrow();
    }
}
