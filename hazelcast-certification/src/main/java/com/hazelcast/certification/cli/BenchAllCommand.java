package com.hazelcast.certification.cli;

import com.hazelcast.certification.bench.ClusterCost;
import com.hazelcast.certification.bench.FraudBench;
import com.hazelcast.certification.bench.ResultRow;
import com.hazelcast.certification.bench.ResultRows;
import com.hazelcast.certification.bench.ResultRun;
import com.hazelcast.certification.bench.ScaleOutRows;
import com.hazelcast.certification.plan.CostFit;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.CostRow;
import com.hazelcast.certification.process.ProgramFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench all}: the tables of the test results. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Run the benches behind the tables of throughput, latency and memory in TEST_RESULTS.md, and write their rows.",
        footer = "%nRows are written one by one. All of them take some 40 minutes of an idle machine with 24 GiB.")
final class BenchAllCommand implements Callable<Integer> {
    @Mixin
    Rows rows;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        rows.make(ResultRows.all(), spec);
        return 0;
    }

    /** Which rows are made, and where they are written. */
    static final class Rows {
        @Option(
                names = "--rows",
                defaultValue = "",
                paramLabel = "TEXT,TEXT",
                description =
                        "Only rows with one of these texts in the first cell, or of a table of that name (default: all).")
        String texts;

        @Option(
                names = "--quick",
                description =
                        "Few cards for two seconds, once: to see that it works. The figures say nothing, and are written only into a file that --results names.")
        boolean isQuick;

        @Option(
                names = "--results",
                paramLabel = "FILE",
                description = "The file with the tables (default: TEST_RESULTS.md beside ./fraud).")
        @Nullable
        Path results;

        private Path file() {
            return results != null ? results : ProgramFiles.launcherOfThisProcess().resolveSibling("TEST_RESULTS.md");
        }

        void make(List<ResultRow> all, CommandSpec spec) throws IOException, InterruptedException {
            List<ResultRow> selected = ResultRows.select(all, texts);
            Optional<Path> written = isQuick ? Optional.ofNullable(results) : Optional.of(file());
            new ResultRun(
                            written,
                            new FraudBench(ProgramFiles.launcherOfThisProcess()),
                            Clock.systemUTC(),
                            spec.commandLine().getOut())
                    .make(isQuick ? ResultRows.quick(selected) : selected);
        }
    }

    /** {@code ./fraud bench scale-out}: what a transaction costs by the size of the cluster, and the model of that. */
    @Command(
            name = "scale-out",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Measure what a transaction costs by members, shards, rate and backups, write the rows into TEST_RESULTS.md, and with --fit the model that plan counts with.",
            footer = "%nAll rows take some 55 minutes of an idle machine with 24 GiB.")
    static final class ScaleOut implements Callable<Integer> {
        private static final double NS_PER_US = 1e3;

        @Mixin
        Rows rows;

        @Option(
                names = "--fit",
                description =
                        "Measure nothing: find the model's coefficients from the rows that are in the file, print how far it is from each, and write them where --model says.")
        boolean isFit;

        @Option(
                names = "--model",
                paramLabel = "FILE",
                description =
                        "The model's file (default: hazelcast-certification/src/main/resources/cost-model.csv beside ./fraud).")
        @Nullable
        Path model;

        @Spec
        CommandSpec spec;

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (isFit) {
                fit(spec.commandLine().getOut());
            } else {
                rows.make(ScaleOutRows.all(), spec);
            }
            return 0;
        }

        private void fit(PrintWriter out) throws IOException {
            List<CostRow> measured = costRows(rows.file());
            CostModel fitted = CostFit.of(measured);
            out.println("| members | shards | backups | TPS | measured µs | model µs | batches a second | model |");
            out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
            for (CostRow row : measured) {
                out.printf(
                        Locale.ROOT,
                        "| %d | %d | %d | %,.0f | %.2f | %.2f | %,.0f | %,.0f |%n",
                        row.members(),
                        row.shards(),
                        row.backups(),
                        row.tps(),
                        row.cpuNs() / NS_PER_US,
                        fitted.cpuNs(row.members(), row.backups(), row.shards(), row.tps()) / NS_PER_US,
                        row.batches(),
                        fitted.batches(row.members(), row.shards(), row.tps()));
            }
            List<String> lines = new ArrayList<>(List.of(
                    "# What a transaction costs: see docs/plan-model.md. Written by './fraud bench scale-out --fit' from the table in",
                    "# TEST_RESULTS.md. Times in nanoseconds of a processor; a test compares them with the table."));
            lines.addAll(fitted.lines());
            Path file = model != null
                    ? model
                    : ProgramFiles.launcherOfThisProcess()
                            .resolveSibling("hazelcast-certification/src/main/resources/cost-model.csv");
            Files.write(file, lines);
            out.println();
            lines.forEach(out::println);
            out.flush();
        }

        /** The rows of a file; where members did not count messages, each batch of another member's shard was one. */
        static List<CostRow> costRows(Path file) throws IOException {
            return ScaleOutRows.measured(file).stream()
                    .map(cost -> new CostRow(
                            cost.members(),
                            cost.backups(),
                            cost.shards(),
                            cost.tps(),
                            cost.cpuNs(),
                            cost.batches(),
                            messages(cost)))
                    .toList();
        }

        private static double messages(ClusterCost cost) {
            return cost.messages()
                    .orElse(cost.batches() * (cost.members() - 1) / cost.members());
        }
    }
}
