package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.cli.BuildInfo;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Random runs, a seed each, with a list of results by which they go on where they ended, whichever commit that was. */
@Command(
        name = "random",
        mixinStandardHelpOptions = true,
        description =
                "Let random things go wrong in random clusters under hedged traffic, a run a seed, and compare all"
                        + " answers with what is held. Each run follows from its seed; a seed that has a result is left"
                        + " out.")
public final class RandomRuns implements Callable<Integer> {
    @Spec
    CommandSpec spec;

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

    @Option(names = "--cuts", description = "With --brief: of three members, with cuts; other runs than without it.")
    boolean hasCuts;

    @Option(names = "--plan", description = "Print what the seeds do, and run nothing.")
    boolean isPlanOnly;

    @Option(
            names = "--steps",
            split = ";",
            paramLabel = "STEP",
            description =
                    "Do these steps with the clusters of the seeds, instead of theirs, written as --plan does; nothing"
                            + " is recorded.")
    List<String> steps = List.of();

    @Option(names = "--again", description = "Run seeds that have a result as well.")
    boolean isAgain;

    @Option(
            names = "--parallel",
            defaultValue = "1",
            paramLabel = "N",
            description = "So many runs at once, each in a network of its own (default: ${DEFAULT-VALUE}).")
    int parallel;

    @Option(
            names = "--seconds",
            defaultValue = "420",
            paramLabel = "N",
            description =
                    "A run that is not at its end after so many seconds is a violation; give more on a busy machine"
                            + " (default: ${DEFAULT-VALUE}).")
    long secondsMax;

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description = "To which each result is appended, and whose seeds are left out (default:"
                    + " docs/rounds/random-runs.tsv; with --brief: results-brief.tsv, and with --cuts"
                    + " results-brief-cuts.tsv, in the folder of --report).")
    Optional<Path> list = Optional.empty();

    @Option(
            names = "--report",
            defaultValue = "system-tests/target/random",
            paramLabel = "FOLDER",
            description = "Where a folder with journal and logs goes for each run with a violation (default:"
                    + " ${DEFAULT-VALUE}).")
    Path report;

    @Option(names = "--keep-logs", description = "Keep journal and logs of runs without a violation, too.")
    boolean keepsLogs;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "Such as TEST_RESULTS.md: write its table of random runs anew from the list, which has results of"
                            + " earlier commits as well.")
    Optional<Path> results = Optional.empty();

    /** Seeds that have shown nothing; with --steps also those that have shown a violation. */
    private final Set<Long> notGood = new ConcurrentSkipListSet<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Long> requested =
                seeds.isEmpty() ? LongStream.range(seed, seed + runs).boxed().toList() : seeds;
        if (hasCuts && !isBrief) {
            throw new ParameterException(spec.commandLine(), "--cuts is for brief runs, others have cuts: add --brief");
        }
        if (isPlanOnly) {
            requested.forEach(RandomRuns.this::print);
            return 0;
        }
        if (isBrief && results.isPresent()) {
            throw new ParameterException(spec.commandLine(), "--results is for whole runs: leave --brief out");
        }
        if (parallel < 1) {
            throw new ParameterException(spec.commandLine(), "--parallel must be 1 at least: value=" + parallel);
        }
        Files.createDirectories(report);
        Set<Long> done = isAgain || !steps.isEmpty() ? Set.of() : list().read().keySet();
        runAll(requested.stream().filter(each -> !done.contains(each)).toList());
        if (!steps.isEmpty()) {
            return notGood.isEmpty() ? 0 : 1;
        }
        SortedMap<Long, List<RandomResult>> all = list().read();
        if (results.isPresent()) {
            new RandomTable(results.get()).record(all);
        }
        return sayTotal(all, requested) && notGood.isEmpty() ? 0 : 1;
    }

    /** Whether none of these seeds has a violation, by its last result. */
    private boolean sayTotal(SortedMap<Long, List<RandomResult>> all, List<Long> requested) {
        List<RandomResult> last = all.values().stream().map(RandomTable::last).toList();
        List<RandomResult> bad =
                last.stream().filter(result -> !result.isGood()).toList();
        System.out.printf(
                "%d seeds have a result in %s, %d of them with violations%n", last.size(), list().file(), bad.size());
        bad.forEach(result ->
                System.out.printf("seed %d at %s: %s%n", result.seed(), result.commit(), result.violations()));
        return bad.stream().noneMatch(result -> requested.contains(result.seed()));
    }

    /** Each seed, so many at once. What stops one run from being made or recorded stops the command when the others have ended. */
    private void runAll(List<Long> requested) throws IOException, InterruptedException {
        String commit = new BuildInfo().commit();
        ExecutorService threads = Executors.newFixedThreadPool(parallel);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (long each : requested) {
                running.add(threads.submit(() -> {
                    run(each, commit);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a random run could not be made or recorded: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    private RandomPlan plan(long each) {
        RandomPlan plan = hasCuts ? RandomPlan.briefWithCuts(each) : RandomPlan.of(each, isBrief);
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

    /** Of brief runs. */
    private String kind() {
        return hasCuts ? "brief-cuts" : "brief";
    }

    private RandomList list() {
        return new RandomList(list.orElseGet(() ->
                isBrief ? report.resolve("results-" + kind() + ".tsv") : Path.of("docs", "rounds", "random-runs.tsv")));
    }

    private void run(long each, String commit) throws IOException, InterruptedException {
        Path folder = report.resolve((isBrief ? kind() : "seed") + "-" + each);
        delete(folder);
        RandomPlan plan = plan(each);
        RandomResult result;
        try {
            result = new RandomRun(plan, folder, false, Plant.NOTHING, List.of()).run(commit, secondsMax);
        } catch (Impossible e) {
            System.out.println("seed " + each + " left out: " + e.getMessage());
            notGood.add(each);
            return;
        }
        System.out.println(result.line());
        if (!steps.isEmpty()) {
            if (!result.isGood()) {
                notGood.add(each);
            }
            return;
        }
        list().append(result);
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
