package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.results.FraudBench;
import com.hazelcast.certification.bench.results.GatewayMembers;
import com.hazelcast.certification.bench.results.ResultFailure;
import com.hazelcast.certification.bench.results.ResultRows;
import com.hazelcast.certification.bench.results.ResultRun;
import com.hazelcast.certification.bench.results.ResultSelection;
import com.hazelcast.certification.bench.results.TableRun;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.output.ResultsJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.process.ProgramFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
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
                "Run the benches behind the tables of throughput, latency, memory, storage, the HTTP API and the rules in TEST_RESULTS.md, then those of the tables scale-out, rounds, kafka and gateway, and write their rows.",
        footer = {
            "%nRows are written one by one. All of them take some hours of an idle machine with 24 GiB. A row that fails is reported with its reason and its command, the others are made, and the exit status is 1.",
            "Other tables need other tools: that of other load tools wrk and oha (benchmarks/http/compare), those of faults and of random runs rights of root for some rows (system-tests/run), that of the console a browser (console-tests/run), that of the deployment root and Ansible (ansible/prove)."
        })
final class BenchAllCommand implements Callable<Integer> {
    @Option(
            names = "--rows",
            paramLabel = "TEXT",
            description =
                    "Only the table of that name, such as latency or kafka; or else the rows with this first cell, or with this command, as they stand in TEST_RESULTS.md; or else rows with this text in their first cell. Commas belong to the text. May be given several times (default: all rows).")
    List<String> rows = new ArrayList<>();

    @Option(
            names = "--quick",
            description =
                    "Run each bench once, for two seconds, with few cards, to see that it works. The figures mean nothing, and are written only into a file given by --results.")
    boolean isQuick;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "The file with the tables (default: TEST_RESULTS.md beside ./fraud).")
    @Nullable
    Path results;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path launcher = ProgramFiles.launcherOfThisProcess();
        ResultSelection selected = ResultSelection.of(rows);
        Optional<Path> file = Optional.ofNullable(results)
                .or(() -> isQuick ? Optional.empty() : Optional.of(launcher.resolveSibling("TEST_RESULTS.md")));
        // Of the object alone standard output has one line.
        PrintWriter out =
                json.isOn ? spec.commandLine().getErr() : spec.commandLine().getOut();
        FraudBench bench = new FraudBench(launcher, json.isOn ? Optional.of(System.err) : Optional.empty());
        ResultRun rowRun = new ResultRun(file, bench, Clock.systemUTC(), out);
        TableRun tableRun = new TableRun(file, bench, GatewayMembers::new);
        List<ResultFailure> failures =
                new ArrayList<>(rowRun.make(isQuick ? ResultRows.quick(selected.rows()) : selected.rows()));
        failures.addAll(tableRun.make(selected.tables(), isQuick));
        failures.forEach(failure -> out.println(failure.line()));
        out.flush();
        if (json.isOn) {
            ObjectNode object = ResultsJson.of(rowRun.made(), tableRun.made(), failures);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(spec.commandLine().getOut(), object);
        }
        return failures.isEmpty() ? 0 : 1;
    }
}
