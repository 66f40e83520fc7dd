package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A long run, with a verdict on the trend of each figure. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description =
                "Run three members nearly full for hours, by raw source, gateway, HTTP and Kafka at once, while cards come"
                        + " and expire and members join and leave, and fail when a figure has a trend. Begun again with"
                        + " the same folder, it goes on. 'mvn verify' runs 75 s of it, without Kafka, and looks at the"
                        + " trends of threads and file descriptors alone.")
public final class SoakCommand implements Callable<Integer> {
    /** A year. */
    private static final int HOURS_MAX = 8_760;

    @Spec
    CommandSpec spec;

    @Option(
            names = "--hours",
            required = true,
            paramLabel = "H",
            description = "How long in all, without the time in which clusters start and are filled; such as 8 or 0.1.")
    double hours;

    @Option(
            names = "--folder",
            defaultValue = "system-tests/target/soak",
            paramLabel = "DIR",
            description =
                    "Where samples, pictures, logs and the state of the run are kept (default: ${DEFAULT-VALUE}).")
    Path folder;

    @Option(
            names = "--phases",
            split = ",",
            paramLabel = "MEMORY-FILL",
            description = "Where the histories are and how full it is, in phases of the same length (default:"
                    + " heap-70,heap-90,native-70,native-90).")
    List<String> phases = Arrays.stream(Phase.values()).map(Phase::toString).toList();

    @Option(
            names = "--rate",
            defaultValue = "1000",
            paramLabel = "N",
            description =
                    "Transactions a second by the gateway, and as many by the raw source (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--http-rate",
            defaultValue = "50",
            paramLabel = "N",
            description = "Transactions a second by HTTP (default: ${DEFAULT-VALUE}).")
    long httpRate;

    @Option(
            names = "--kafka-rate",
            defaultValue = "50",
            paramLabel = "N",
            description =
                    "Transactions a second by Kafka, with a broker of its own; 0: none (default: ${DEFAULT-VALUE}).")
    long kafkaRate;

    @Option(
            names = "--heap",
            defaultValue = "384m",
            paramLabel = "SIZE",
            description = "Heap of each member (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--native-size",
            defaultValue = "192m",
            paramLabel = "SIZE",
            description = "Memory for histories of each member where they are native (default: ${DEFAULT-VALUE}).")
    String nativeSize = "";

    @Option(
            names = "--sample",
            defaultValue = "10",
            paramLabel = "SECONDS",
            description = "Time between two samples (default: ${DEFAULT-VALUE}).")
    int sampleSeconds;

    @Option(
            names = "--change",
            defaultValue = "60",
            paramLabel = "MINUTES",
            description =
                    "A member joins and leaves in that time; in each phase at least one (default: ${DEFAULT-VALUE}).")
    int changeMinutes;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of all transactions (default: ${DEFAULT-VALUE}).")
    long seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(
                hours > 0 && hours <= HOURS_MAX,
                "--hours must be greater than 0, and at most " + HOURS_MAX + ": --hours=" + hours);
        require(
                rate > 0 && httpRate > 0,
                "--rate and --http-rate must be 1 at least: --rate=" + rate + " --http-rate=" + httpRate);
        require(kafkaRate >= 0, "--kafka-rate must be 0 at least: --kafka-rate=" + kafkaRate);
        require(sampleSeconds > 0, "--sample must be 1 at least: --sample=" + sampleSeconds);
        require(changeMinutes > 0, "--change must be 1 at least: --change=" + changeMinutes);
        SoakSettings settings = new SoakSettings(
                hours,
                phases.stream().map(this::phase).toList(),
                rate,
                httpRate,
                kafkaRate,
                heap,
                nativeSize,
                sampleSeconds,
                changeMinutes,
                seed);
        SoakFolder state = open(settings);
        SoakAnswers answers = new SoakRun(settings, state).run();
        return report(state, settings, answers) ? 0 : 1;
    }

    private Phase phase(String text) {
        return Arrays.stream(Phase.values())
                .filter(phase -> phase.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> wrong("there is no such phase; give some of " + Arrays.toString(Phase.values())
                        + ": --phases=" + text));
    }

    private SoakFolder open(SoakSettings settings) throws IOException {
        try {
            return new SoakFolder(folder, settings);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void require(boolean isRight, String message) {
        if (!isRight) {
            throw wrong(message);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Writes the report and the picture; whether there is no trend, every phase has enough samples, what was sent got verdicts, and no answer
     * was wrong.
     */
    private boolean report(SoakFolder state, SoakSettings settings, SoakAnswers answers) throws IOException {
        List<SoakSample> samples = state.samples();
        List<SoakTrends.Result> results = SoakTrends.of(samples);
        List<String> lines = new ArrayList<>(List.of(
                settings.toString(),
                "",
                "| phase | figure | of | median | change | bound | |",
                "| --- | --- | --- | --- | --- | --- | --- |"));
        results.forEach(result -> lines.add(result.line()));
        lines.add("");
        lines.add(answers.toString());
        if (!state.failure().isEmpty()) {
            lines.add("FAILED: " + state.failure());
        }
        List<String> notDecided = SoakTrends.notDecided(results, settings.sentPerSecond());
        lines.addAll(notDecided);
        long judged = results.stream().map(SoakTrends.Result::phase).distinct().count();
        if (judged < settings.phases().size()) {
            lines.add("Too few steady samples in " + (settings.phases().size() - judged) + " of "
                    + settings.phases().size() + " phases: give more --hours, or sample more often.");
        }
        state.write("report.md", String.join("\n", lines) + "\n");
        state.write("soak.svg", SoakPicture.svg(samples));
        lines.forEach(System.out::println);
        return state.failure().isEmpty()
                && notDecided.isEmpty()
                && judged == settings.phases().size()
                && results.stream().noneMatch(SoakTrends.Result::isTrend);
    }
}
