package com.hazelcast.certification.cli;

import com.hazelcast.certification.bench.results.FraudBench;
import com.hazelcast.certification.bench.results.ResultRow;
import com.hazelcast.certification.bench.results.ResultRows;
import com.hazelcast.certification.bench.results.ResultRun;
import com.hazelcast.certification.process.ProgramFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench all}: the tables of the test results. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Run the benches behind the tables of throughput, latency, memory, the HTTP API and the rules in TEST_RESULTS.md, and write their rows.",
        footer = "%nRows are written one by one. All of them take more than an hour of an idle machine with 24 GiB.")
final class BenchAllCommand implements Callable<Integer> {
    @Option(
            names = "--rows",
            paramLabel = "TEXT",
            description =
                    "Only the row with this first cell; or, where there is none, rows with this text in it, or of a table of that name. May be given several times (default: all rows).")
    List<String> rows = new ArrayList<>();

    @Option(
            names = "--quick",
            description =
                    "Few cards for two seconds, once: to see that it works. The figures mean nothing, and are written only into a file that --results names.")
    boolean isQuick;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "The file with the tables (default: TEST_RESULTS.md beside ./fraud).")
    @Nullable
    Path results;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path launcher = ProgramFiles.launcherOfThisProcess();
        List<ResultRow> selected = ResultRows.select(rows);
        Optional<Path> file = Optional.ofNullable(results)
                .or(() -> isQuick ? Optional.empty() : Optional.of(launcher.resolveSibling("TEST_RESULTS.md")));
        new ResultRun(
                        file,
                        new FraudBench(launcher),
                        Clock.systemUTC(),
                        spec.commandLine().getOut())
                .make(isQuick ? ResultRows.quick(selected) : selected);
        return 0;
    }
}
