package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.bench.results.ResultFailure;
import com.hazelcast.certification.bench.results.ResultRow;
import com.hazelcast.certification.bench.results.ResultRow.Figure;
import com.hazelcast.certification.bench.results.ResultRun;
import com.hazelcast.certification.bench.results.TableRun;
import com.hazelcast.certification.bench.tune.Tuning;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.output.ResultsJson;
import com.hazelcast.certification.cli.output.RunConditions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What benches of many runs print with {@code --json}, against the tables of {@code docs/reference/json.md}. */
class ResultsJsonTest {
    /** For two seconds, half of a processor. */
    private static final DriverWork DRIVER = new DriverWork(2_000_000_000, 1_000_000_000, 7, 1, 0);

    @Test
    void shouldPrintTheDocumentedKeysOfTuning() throws Exception {
        Map<String, String> values =
                Map.of("readers", "2", "partition-threads", "2", "shards", "7", "batch-limit", "8192");
        var trial = new Tuning.Trial(values, new Tuning.Figures(900_000, 21.5, DRIVER));

        BenchTuneCommand command = new BenchTuneCommand();
        new CommandLine(command).parseArgs("--json");
        JsonNode json = command.json(new Tuning.Outcome(trial, trial, false, true), List.of(trial, trial));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench tune"));
        assertThat(json.get("complete").booleanValue()).isFalse();
        assertThat(json.at("/best/values/batch-limit").textValue()).isEqualTo("8192");
        assertThat(json.at("/trials/1/driver/cores").doubleValue()).isEqualTo(0.5);
    }

    @Test
    void shouldPrintNoValuesOfATuningWithoutAnyThatAnswerInTime() {
        var trial = new Tuning.Trial(Map.of("readers", "2"), new Tuning.Figures(900_000, 21.5, DRIVER));
        BenchTuneCommand command = new BenchTuneCommand();
        new CommandLine(command).parseArgs("--p99-max", "20ms");

        assertThat(command.lines(new Tuning.Outcome(trial, trial, true, true)))
                .startsWith(
                        "900,000 TPS without tuning, 900,000 with these values, one after the other:", "readers: 2");
        assertThat(command.lines(new Tuning.Outcome(trial, trial, true, false)))
                .startsWith(
                        "no values answered within --p99-max, so none are to be taken; allow more time: p99-max=20ms")
                .noneMatch(line -> line.startsWith("readers"));
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheTablesOfResults() throws Exception {
        var row = new ResultRow("throughput", "one member", Figure.TPS, 1, List.of("bench", "kernel"));

        var json = ResultsJson.of(
                List.of(
                        new ResultRun.Made(row, List.of("1.20 M TPS"), 0.125),
                        new ResultRun.Made(row, List.of("1.30 M TPS"), Double.NaN)),
                List.of(new TableRun.Made("rounds", "bench rounds")),
                List.of(new ResultFailure("kafka", "", "bench kafka", "it ended with status 1")));
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench all"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.at("/rows/0/figures/0").textValue()).isEqualTo("1.20 M TPS");
        assertThat(json.at("/rows/1/stolenShare").isNull()).isTrue();
    }
}
