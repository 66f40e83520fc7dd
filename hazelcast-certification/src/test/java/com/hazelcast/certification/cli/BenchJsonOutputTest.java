package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.RulesBacktestBench;
import com.hazelcast.certification.bench.RulesSwitchBench;
import com.hazelcast.certification.bench.rounds.RoundsBench;
import com.hazelcast.certification.bench.rounds.Way;
import com.hazelcast.certification.bench.storage.DiskUse;
import com.hazelcast.certification.bench.storage.LoadBench;
import com.hazelcast.certification.bench.storage.RejoinBench;
import com.hazelcast.certification.bench.storage.RestartBench;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.RuleSwitches;
import com.hazelcast.certification.bench.watch.RunMinute;
import com.hazelcast.certification.bench.watch.RunMinutes;
import com.hazelcast.certification.cli.output.BacktestBenchJson;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.cli.output.GatewayStep;
import com.hazelcast.certification.cli.output.RoundsTable;
import com.hazelcast.certification.cli.output.RuleSwitchJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.cli.output.ScaleOutJson;
import com.hazelcast.certification.cli.output.StorageBenchJson;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.MeasuredCost;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What benches print with {@code --json}, against the tables of {@code docs/reference/json.md}. */
class BenchJsonOutputTest {
    /** For two seconds, half of a processor. */
    private static final DriverWork DRIVER = new DriverWork(2_000_000_000, 1_000_000_000, 7, 1, 0);

    @Test
    void shouldPrintTheDocumentedKeysOfScaleOut() throws Exception {
        MeasuredCost row = MeasuredCost.parse(
                        List.of("2;7;1;900;900;5.5;700;0.5;1.5;2.5;;Linux, 2 cores;c0ffee1;2026-11-25"))
                .get(0);

        var json = ScaleOutJson.of(List.of(row), List.of(DRIVER));
        ScaleOutJson.addModel(json.putObject("model"), CostModel.fit(List.of(row)));
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench scale-out"));
        assertThat(json.get("rows").get(0).get("stolenShare").isNull()).isTrue();
        assertThat(json.get("model").get("workOfBackupUs").isNull())
                .as("one row cannot tell it")
                .isTrue();
        assertThat(json.get("rows").get(0).get("answerTimeMs").get("p999").doubleValue())
                .isEqualTo(2.5);
        assertThat(Files.readString(Path.of("../docs/reference/json.md")))
                .contains("`rows[].keptUp` | what it answered, and whether that is at least "
                        + Math.round(100 * MeasuredCost.KEPT_UP_SHARE) + " % of what it was offered |");
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheKernelBench() throws Exception {
        JsonNode json = PrintedJson.of(
                0, "bench", "kernel", "--cards=1000", "--threads=1", "--warm-up=1ms", "--duration=1ms", "--json");

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench kernel"));
        assertThat(json.get("tps").doubleValue()).isPositive();
        assertThat(json.get("settings").get("durationMs").longValue()).isEqualTo(1);
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheEndToEndBench() throws Exception {
        var settings = new EndToEndBench.Settings(
                Traffic.NATURAL,
                1_000,
                20,
                2,
                1,
                Acks.STRICT,
                2,
                "auto",
                LatencyFrom.DUE,
                512,
                true,
                Duration.ofMillis(2),
                "auto",
                MemoryKind.HEAP,
                "1g",
                null,
                Optional.of(Durability.SYNCED),
                true,
                34_560);
        var minutes = new RunMinutes(List.of(
                new RunMinute(1, 100, 0.5, 1, 2, 6_400, 1 << 30), new RunMinute(2, 90, 0.5, 3, 4, 6_720, 1 << 30)));
        var result = new EndToEndBench.Result(
                5_000,
                100,
                99,
                0.5,
                1,
                2,
                3,
                4.5,
                437,
                1_404,
                5,
                60,
                6_400,
                2_000,
                Double.NaN,
                1,
                minutes,
                new Histogram(2),
                DRIVER);

        var json = BenchJson.of(result);
        BenchJson.addSettings(
                json.putObject("settings"), settings, "starter", 5_000L, Duration.ofSeconds(8), Duration.ofSeconds(15));
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench end-to-end"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("stolenShare").isNull()).isTrue();
        assertThat(json.get("loadTimeMs").doubleValue()).isEqualTo(4_500);
        assertThat(json.get("answerTimeMs").get("p999").doubleValue()).isEqualTo(2);
        assertThat(json.get("settings").get("memberHeapBytes").longValue()).isEqualTo(1L << 30);
        assertThat(json.get("settings").get("acks").textValue()).isEqualTo("strict");
        assertThat(json.get("settings").get("rules").textValue()).isEqualTo("starter");
        assertThat(json.get("settings").get("durability").textValue()).isEqualTo("synced");
        assertThat(json.get("minutes").get(1).get("answerTimeMs").get("p99").doubleValue())
                .isEqualTo(3);
        assertThat(PrintedJson.read(json.get("lastToFirstMinute").toString())).isEqualTo(PrintedJson.read("""
                {"tps": 0.9, "p99": 3.0, "cpuNsPerTransaction": 1.05}
                """));
        JsonNode several = BenchJson.of(List.of(result, result));
        assertThat(several.get("good").booleanValue()).isFalse();
        assertThat(several.get("rates").get(1).get("rateTps").longValue()).isEqualTo(5_000);
        assertThat(several.get("rates").get(1).get("dataTps").doubleValue()).isEqualTo(100);
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheSwitchOfRules() throws Exception {
        var members = new EndToEndBench.Settings(
                Traffic.NATURAL,
                1_000,
                20,
                3,
                1,
                Acks.STRICT,
                1,
                "auto",
                LatencyFrom.DUE,
                512,
                true,
                Duration.ofMillis(2),
                "auto",
                MemoryKind.HEAP,
                "1g",
                null,
                Optional.empty(),
                false,
                1);
        var settings = new RulesSwitchBench.Settings(
                members, "starter", 30_000, 2, Duration.ofSeconds(60), Duration.ofSeconds(10));
        var switches = new RuleSwitches(
                List.of(new RuleSwitches.Switch(1, 2, 300, 5, 5.5, 6), new RuleSwitches.Switch(2, 3, 100, 5, 4, 5)));

        var json = RuleSwitchJson.of(new RulesSwitchBench.Result(switches, 0, DRIVER), settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench rules-switch"));
        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(PrintedJson.read(json.get("switches").get(0).toString())).isEqualTo(PrintedJson.read("""
                {"number": 1, "set": 2, "acknowledgedMs": 300.0, "p999BeforeMs": 5.0, "p999WithoutMs": 5.5, "p999AroundMs": 6.0,
                 "withoutDifferenceMs": 0.5, "differenceMs": 1.0, "addedMs": 0.5}
                """));
        assertThat(json.get("median").get("acknowledgedMs").doubleValue()).isEqualTo(200);
        assertThat(json.get("median").get("addedMs").doubleValue()).isEqualTo(0.75);
        assertThat(json.get("worst").get("differenceMs").doubleValue()).isEqualTo(1);
        assertThat(json.get("settings").get("rateTps").longValue()).isEqualTo(30_000);
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheBacktestBench() throws Exception {
        var settings = new RulesBacktestBench.Settings(
                EndToEndBench.Settings.withDefaults(Traffic.NATURAL, 1_000, 20, 1, 0, "1g"),
                "starter",
                90,
                List.of(1.0),
                800_000,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1));

        var json = BacktestBenchJson.of(
                List.of(
                        new RulesBacktestBench.Result(1, 5_512, 20_000, 1_000, 0.25, 12.5, 20, DRIVER),
                        new RulesBacktestBench.Result(
                                1, 5_512, 20_000, 1_000, 0.25, Double.NaN, Double.NaN, DriverWork.NONE)),
                settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench rules-backtest"));
        assertThat(PrintedJson.read(json.get("samples").get(0).toString())).isEqualTo(PrintedJson.read("""
                {"sample": 1.0, "timeMs": 5512.0, "transactions": 20000, "cards": 1000, "changedShare": 0.25, "p999WithoutMs": 12.5, "p999WithMs": 20.0,
                 "driver": {"cores": 0.5, "lateShare": 0.0, "pauseTimeMs": 7, "bound": ""}}
                """));
        assertThat(json.at("/samples/1/p999WithMs").isNull())
                .as("without a rate it is not known")
                .isTrue();
        assertThat(json.at("/samples/1/driver/cores").isNull())
                .as("without a rate nothing is sent")
                .isTrue();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheBenchOfStarts() throws Exception {
        var settings = new RestartBench.Settings(
                Traffic.NATURAL, 1_000, 20, "1g", Durability.SYNCED, true, 1 << 20, Duration.ofSeconds(60));
        var result = new RestartBench.Result(
                1_000,
                20_000,
                400,
                500,
                2.5,
                new RestartBench.Start(1.5, new DiskUse(400, 100), true),
                0.5,
                new RestartBench.Start(1.25, new DiskUse(400, 60), false));

        var json = StorageBenchJson.of(result, settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench restart"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("diskToMemory").doubleValue()).isEqualTo(1.25);
        assertThat(PrintedJson.read(json.get("afterStop").toString())).isEqualTo(PrintedJson.read("""
                {"readyMs": 1250.0, "same": false, "snapshotBytes": 400, "logBytes": 60}
                """));
        assertThat(json.get("settings").get("durability").textValue()).isEqualTo("synced");
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheBenchOfReturns() throws Exception {
        var settings = new RejoinBench.Settings(
                Traffic.NATURAL, 1_000, 20, "1g", Durability.SYNCED, true, 500, Duration.ofSeconds(20));
        var result = new RejoinBench.Result(
                29, new RejoinBench.Return(3, 1.5, 250, 12), new RejoinBench.Return(2, 0.5, 125, 6), true);

        var json = StorageBenchJson.of(result, settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench restart --rejoin"));
        assertThat(PrintedJson.read(json.get("afterStop").toString())).isEqualTo(PrintedJson.read("""
                {"heldShardsMax": 3, "heldTimeMs": 1500.0, "longestAnswerMs": 250.0, "broughtTimeMs": 12000.0}
                """));
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheBenchOfRounds() throws Exception {
        var settings = new RoundsBench.Settings(
                1_000, 20, 2, 1, 16, 8, 1, 500, "1g", "2g", Duration.ofSeconds(3), Duration.ofSeconds(4));
        var found = List.of(
                new RoundsBench.Result(Way.PIPELINED, 20_000, 20_000, 0.125, DRIVER),
                new RoundsBench.Result(Way.SHARDS, 60_000, 12_000, Double.NaN, DRIVER));

        var json = RoundsTable.json(found, settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench rounds"));
        assertThat(PrintedJson.read(json.get("ways").get(1).toString())).isEqualTo(PrintedJson.read("""
                {"way": "shards", "product": false, "tps": 60000.0, "callsPerSecond": 12000.0, "stolenShare": null,
                 "driver": {"cores": 0.5, "lateShare": 0.0, "pauseTimeMs": 7, "bound": ""}}
                """));
        assertThat(RoundsTable.line(found)).contains("60,000 TPS, 3.00 × the way before", "5.0 transactions each");
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheBenchOfLoads() throws Exception {
        var settings = new LoadBench.Settings(LoadBench.From.POSTGRESQL, 1_000, 20, "1g");

        var json = StorageBenchJson.of(new LoadBench.Result(20_000, 1, 2, 0.5, 0, 20_000, true), settings);
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench load"));
        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(json.get("rowsPerSecond").doubleValue()).isEqualTo(10_000);
        assertThat(json.get("settings").get("from").textValue()).isEqualTo("postgresql");
        assertThat(new LoadBench.Result(20_000, 1, 2, 0.5, 0, 19_999, true).isGood())
                .isFalse();
        assertThat(new LoadBench.Result(20_000, 1, 2, 0.5, 1, 20_000, true).isGood())
                .isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheGatewayBench() throws Exception {
        Histogram answerNs = new Histogram(3);
        answerNs.recordValue(2_000_000);
        var result = new GatewayBench.Result(
                9,
                1,
                Map.of("refused", 1L),
                100,
                99,
                3,
                98,
                5,
                1_000,
                0.25,
                answerNs,
                answerNs,
                answerNs,
                new GatewayBench.Driver(1.95, 2, answerNs));

        BenchGatewayCommand command = new BenchGatewayCommand();
        new CommandLine(command).parseArgs("--member=a:1", "--connections=10", "--plain");
        JsonNode json = command.json(List.of(new GatewayStep(10, result)));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("bench gateway"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("batchesUnanswered").intValue()).isEqualTo(2);
        assertThat(json.get("connectTimeMs").doubleValue()).isEqualTo(250);
        assertThat(json.get("slowerThan").get("10ms").doubleValue()).isZero();
        assertThat(json.get("ownBound").textValue()).startsWith("its 2 threads had 1.95 processors");
        assertThat(json.get("answerTimeMs").get("max").doubleValue()).isCloseTo(2, within(0.01));
    }

    @Test
    void shouldPrintTheFiguresOfEachNumberOfConnections() throws Exception {
        Histogram noneNs = new Histogram(3);
        var result = new GatewayBench.Result(
                10,
                0,
                Map.of(),
                5,
                5,
                0,
                5,
                0,
                1,
                0.25,
                noneNs,
                noneNs,
                noneNs,
                new GatewayBench.Driver(0.1, 2, noneNs));

        BenchGatewayCommand command = new BenchGatewayCommand();
        new CommandLine(command).parseArgs("--member=a:1", "--connections=10,20", "--plain");
        JsonNode json = command.json(List.of(new GatewayStep(10, result), new GatewayStep(20, result)));

        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("steps").get(0).get("good").booleanValue()).isTrue();
        assertThat(json.get("steps").get(1).get("connections").intValue()).isEqualTo(20);
        assertThat(json.get("steps").get(1).get("good").booleanValue()).isFalse();
    }
}
