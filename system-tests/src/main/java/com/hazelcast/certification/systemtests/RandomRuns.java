package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.cli.BuildInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Random runs, a seed each, with a file of results by which they go on where they ended. */
@Command(
        name = "random",
        mixinStandardHelpOptions = true,
        description =
                "Let random things go wrong in random clusters under hedged traffic, a run a seed, and compare all"
                        + " answers with what is held. Each run follows from its seed; a seed that has a result of this commit is"
                        + " left out.")
final class RandomRuns implements Callable<Integer> {
    private static final long SECONDS_MAX = 420;

    @Option(
            names = "--runs",
            defaultValue = "10",
            paramLabel = "N",
            description = "How many (default: ${DEFAULT-VALUE}).")
    int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "The first seed (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--seeds",
            split = ",",
            paramLabel = "S",
            description = "These seeds, instead of --runs and --seed.")
    List<Long> seeds = List.of();

    @Option(names = "--brief", description = "Short runs of two or three members, without cuts, as in mvn verify.")
    boolean isBrief;

    @Option(names = "--plan", description = "Print what the seeds do, and run nothing.")
    boolean isPlanOnly;

    @Option(
            names = "--steps",
            split = ";",
            paramLabel = "STEP",
            description =
                    "Do these steps with the clusters of the seeds, instead of theirs, written as --plan does; nothing is recorded.")
    List<String> steps = List.of();

    @Option(names = "--again", description = "Run seeds that have a result as well.")
    boolean isAgain;

    @Option(
            names = "--report",
            defaultValue = "system-tests/target/random",
            paramLabel = "FOLDER",
            description =
                    "Where results.tsv goes, and a folder with journal and logs for each run with a violation (default: ${DEFAULT-VALUE}).")
    Path report;

    @Option(names = "--keep-logs", description = "Keep journal and logs of runs without a violation, too.")
    boolean keepsLogs;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "Such as TEST_RESULTS.md: bring its table of random runs up to date with the results of this commit.")
    Optional<Path> results = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Long> wanted =
                seeds.isEmpty() ? LongStream.range(seed, seed + runs).boxed().toList() : seeds;
        if (isPlanOnly) {
            wanted.forEach(RandomRuns.this::print);
            return 0;
        }
        String commit = new BuildInfo().commit();
        Files.createDirectories(report);
        Set<Long> done = new HashSet<>();
        for (RandomResult result : read(file(), commit)) {
            done.add(result.seed());
        }
        for (long each : wanted) {
            if (isAgain || !steps.isEmpty() || !done.contains(each)) {
                run(each, commit);
            }
        }
        List<RandomResult> all = read(file(), commit);
        if (results.isPresent()) {
            new RandomTable(results.get()).record(all, commit);
        }
        List<RandomResult> bad = all.stream().filter(result -> !result.isGood()).toList();
        System.out.printf("%d runs at %s, %d with violations%n", all.size(), commit, bad.size());
        bad.forEach(result -> System.out.println("seed " + result.seed() + ": " + result.violations()));
        return bad.isEmpty() ? 0 : 1;
    }

    private RandomPlan plan(long each) {
        RandomPlan plan = RandomPlan.of(each, isBrief);
        return steps.isEmpty()
                ? plan
                : new RandomPlan(
                        each,
                        isBrief,
                        plan.setup(),
                        steps.stream().map(Step::of).toList());
    }

    private void print(long each) {
        RandomPlan plan = plan(each);
        System.out.println("seed " + each + ": " + plan.setup());
        plan.steps().forEach(step -> System.out.println("    " + step));
    }

    private Path file() {
        return report.resolve(isBrief ? "results-brief.tsv" : "results.tsv");
    }

    /** The newest result of each seed at that commit, by seed. */
    private static List<RandomResult> read(Path file, String commit) throws IOException {
        List<RandomResult> results = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
                RandomResult result = RandomResult.of(line);
                if (result.commit().equals(commit)) {
                    results.removeIf(before -> before.seed() == result.seed());
                    results.add(result);
                }
            }
        }
        results.sort(Comparator.comparingLong(RandomResult::seed));
        return results;
    }

    private void run(long each, String commit) throws IOException, InterruptedException {
        Path folder = report.resolve((isBrief ? "brief-" : "seed-") + each);
        delete(folder);
        RandomPlan plan = plan(each);
        RandomResult result;
        try {
            result = new RandomRun(plan, folder, false, Plant.NOTHING, List.of()).run(commit, SECONDS_MAX);
        } catch (Impossible e) {
            System.out.println("seed " + each + " left out: " + e.getMessage());
            return;
        }
        System.out.println(result.line());
        if (!steps.isEmpty()) {
            return;
        }
        if (!Files.exists(file())) {
            Files.writeString(file(), RandomResult.HEADER + System.lineSeparator());
        }
        Files.writeString(file(), result.line() + System.lineSeparator(), StandardOpenOption.APPEND);
        if (result.isGood() && !keepsLogs) {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
