package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.audit.Verification;
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
import com.hazelcast.certification.cli.output.StatusJson;
import com.hazelcast.certification.cli.output.StorageBenchJson;
import com.hazelcast.certification.cli.output.VerificationReport;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.ThroughputReport;
import com.hazelcast.certification.console.overview.Condition;
import com.hazelcast.certification.console.overview.LatencyFigures;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.Overview.Dropped;
import com.hazelcast.certification.console.overview.Overview.LeftMember;
import com.hazelcast.certification.console.overview.Overview.MapFigures;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Reset;
import com.hazelcast.certification.console.overview.Overview.RowMemory;
import com.hazelcast.certification.console.overview.Overview.RowShards;
import com.hazelcast.certification.console.overview.Overview.Totals;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.InstanceKind;
import com.hazelcast.certification.plan.MeasuredCost;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands print with {@code --json}, against the tables of {@code USAGE.md}. */
class JsonOutputTest {
    private static final long NOW_MS = 1_798_967_585_000L;

    /** For two seconds, half of a processor. */
    private static final DriverWork DRIVER = new DriverWork(2_000_000_000, 1_000_000_000, 7, 1, 0);

    private final StringWriter out = new StringWriter();

    /** What the command prints, which must be one object in one line. */
    private JsonNode run(int status, String... arguments) throws Exception {
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true));
        assertThat(commandLine.execute(arguments)).isEqualTo(status);
        assertThat(out.toString()).hasLineCount(1);
        JsonNode json = read(out.toString());
        assertThat(json.isObject()).isTrue();
        return json;
    }

    private static JsonNode read(String text) throws Exception {
        return new ObjectMapper().readTree(text);
    }

    private static MemberRow member(String address, MemberState state, @Nullable Long sinceMs, @Nullable Long cards) {
        return new MemberRow(
                address,
                null,
                state,
                sinceMs,
                500.0,
                null,
                "l since t",
                new RowShards(4, 3, 4L, 0L, cards, 20L),
                new RowMemory(1L, 2L, 4_096L, 8_192L, "heap"),
                0.5,
                null,
                null);
    }

    private static Overview overview(ClusterState state, @Nullable Double tps, @Nullable Dropped dropped) {
        return new Overview(
                NOW_MS,
                "a:1",
                state,
                "Scoring",
                tps,
                null,
                7L,
                LatencyFigures.NONE,
                new Totals(100, 80, 10, 3, 60, 0),
                Map.of(),
                null,
                null,
                List.of(
                        member("a:1", MemberState.SCORING, null, 10L),
                        member("b:2", MemberState.SILENT, NOW_MS - 5_000, null)),
                List.of(new LeftMember("c:3", NOW_MS - 60_000, MemberState.SCORING)),
                List.of(new Reset("c:3", NOW_MS - 60_000, Overview.ResetCause.LEFT)),
                new MapFigures(7, 6, 1L, 1, 30L, 40L, 437.0, dropped, 0, 0, 0, 0),
                List.of(new Problem(
                        Condition.MEMBER_SILENT,
                        "b:2 does not answer",
                        "look at it",
                        Overview.Severity.RED,
                        NOW_MS - 5_000)));
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheStatus() throws Exception {
        JsonNode json = StatusJson.of(overview(ClusterState.SCORING_WITH_ALARMS, 1_000.5, new Dropped(1, 2, 3)));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("ctl status"));
        assertThat(read(json.toString())).isEqualTo(read("""
                {"good": false, "state": "SCORING_WITH_ALARMS", "stateWords": "Scoring", "atMs": 1798967585000, "tps": 1000.5,
                 "problems": [{"condition": "member_silent", "severity": "red", "what": "b:2 does not answer",
                   "action": "look at it", "sinceMs": 1798967580000}],
                 "members": [
                   {"address": "a:1", "state": "SCORING", "sinceMs": null, "shardsOwned": 4, "shardsLoaded": 3, "cards": 10,
                    "transactionsHeld": 20, "historyBytes": 4096, "life": "l since t"},
                   {"address": "b:2", "state": "SILENT", "sinceMs": 1798967580000, "shardsOwned": 4, "shardsLoaded": 3, "cards": null,
                    "transactionsHeld": 20, "historyBytes": 4096, "life": "l since t"}],
                 "leftMembers": [{"address": "c:3", "atMs": 1798967525000}],
                 "shardCount": 7, "shardsLoaded": 6, "cards": 30, "transactionsHeld": 40,
                 "droppedExpired": 1, "droppedByBound": 2, "droppedByMemory": 3,
                 "received": 100, "scored": 80, "duplicate": 10, "rejected": 3, "inFlight": 7, "flagged": 60,
                 "resets": [{"address": "c:3", "atMs": 1798967525000, "why": "left"}]}
                """));
    }

    @Test
    void shouldPrintNullForWhatTheStatusDoesNotKnow() {
        JsonNode json = StatusJson.of(overview(ClusterState.SCORING, null, null));

        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(List.of("tps", "droppedExpired", "droppedByBound", "droppedByMemory"))
                .allSatisfy(key -> assertThat(json.get(key).isNull()).isTrue());
    }

    @Test
    void shouldPrintTheDocumentedKeysOfAReport() throws Exception {
        JsonNode json = CtlCommand.json(new ThroughputReport(1_000, 10, 100, 98.5));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("ctl report"));
        assertThat(read(json.toString())).isEqualTo(read("""
                {"good": true, "dataTps": 100.0, "dataTransactions": 1000, "dataTimeMs": 10000.0, "counterTps": 98.5,
                 "differenceShare": 0.015}
                """));
        assertThat(CtlCommand.json(new ThroughputReport(1_000, 10, 100, 90))
                        .get("good")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysAndAllProblemsOfAVerification() throws Exception {
        List<String> problems = IntStream.range(0, 30)
                .mapToObj(shard -> "shard " + shard + " is not loaded, or lost")
                .toList();

        JsonNode json = VerificationReport.json(new Verification(31, 1, 10, 200, problems));

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("ctl verify"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("shardCount").intValue()).isEqualTo(31);
        assertThat(json.get("backups").intValue()).isEqualTo(1);
        assertThat(json.get("cards").intValue()).isEqualTo(10);
        assertThat(json.get("transactionsHeld").intValue()).isEqualTo(200);
        assertThat(json.get("problems")).hasSize(30);
        assertThat(VerificationReport.json(new Verification(31, 1, 10, 200, List.of()))
                        .get("good")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfAPlan() throws Exception {
        JsonNode json = run(0, "plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--json");

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("plan"));
        assertThat(json.get("historyBytes").longValue()).isEqualTo(30_000_000L * 579 * 2);
        JsonNode kind = json.get("kinds").get(0);
        int carrying = kind.get("machinesCarrying").intValue();
        assertThat(kind.get("machines").intValue()).isEqualTo(carrying + 1);
        assertThat(kind.get("machinesForMemory").intValue()).isEqualTo(2);
        assertThat(kind.get("coreTps").longValue())
                .isEqualTo(Math.round(1e6 / kind.get("cpuUsPerTransaction").doubleValue()));
        assertThat(kind.get("nativeGib").intValue()).isEqualTo(40);
        assertThat(kind.get("shards").intValue()).isEqualTo(211);
        assertThat(kind.get("costMeasured").booleanValue()).isFalse();
        assertThat(kind.get("costBackups").intValue()).isEqualTo(1);
        assertThat(kind.get("costNotMeasured").textValue()).startsWith("250,000 TPS a member (measured: ");
        assertThat(kind.get("minMembers").intValue()).isEqualTo((carrying + 1) / 2 + 1);
        assertThat(kind.get("oneLost").get("machines").intValue()).isEqualTo(carrying);
        assertThat(kind.get("usdPerHour").doubleValue()).isEqualTo((carrying + 1) * 0.4284);
        assertThat(kind.get("zoneLost").get("memoryShare").isNull()).isTrue();
        assertThat(kind.get("oneLost").get("memoryShare").doubleValue())
                .isGreaterThan(kind.get("all").get("memoryShare").doubleValue());
    }

    @Test
    void shouldPrintAPlanForEachKindWhenNoneIsNamed() throws Exception {
        JsonNode json = run(0, "plan", "--cards=1", "--tps=1", "--backups=0", "--spares=0", "--json");

        assertThat(json.get("kinds")).hasSize(InstanceKind.all().size());
        JsonNode oneLost = json.get("kinds").get(0).get("oneLost");
        assertThat(oneLost.get("memoryShare").isNull()).isTrue();
        assertThat(oneLost.get("canCopy").booleanValue()).isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfScaleOut() throws Exception {
        MeasuredCost row = MeasuredCost.parse(
                        List.of("2;7;1;900;900;5.5;700;0.5;1.5;2.5;;Linux, 2 cores;c0ffee1;2026-11-25"))
                .get(0);

        var json = ScaleOutJson.of(List.of(row), List.of(DRIVER));
        ScaleOutJson.addModel(json.putObject("model"), CostModel.fit(List.of(row)));
        RunConditions.addTo(json.putObject("conditions"));

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench scale-out"));
        assertThat(json.get("rows").get(0).get("stolenShare").isNull()).isTrue();
        assertThat(json.get("model").get("workOfBackupUs").isNull())
                .as("one row cannot tell it")
                .isTrue();
        assertThat(json.get("rows").get(0).get("answerTimeMs").get("p999").doubleValue())
                .isEqualTo(2.5);
        assertThat(Files.readString(Path.of("../USAGE.md")))
                .contains("`rows[].keptUp` | what it answered, and whether that is at least "
                        + Math.round(100 * MeasuredCost.KEPT_UP_SHARE) + " % of what it was offered |");
    }

    @Test
    void shouldPrintTheDocumentedKeysOfTheKernelBench() throws Exception {
        JsonNode json =
                run(0, "bench", "kernel", "--cards=1000", "--threads=1", "--warm-up=1ms", "--duration=1ms", "--json");

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench kernel"));
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench end-to-end"));
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
        assertThat(read(json.get("lastToFirstMinute").toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench rules-switch"));
        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(read(json.get("switches").get(0).toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench rules-backtest"));
        assertThat(read(json.get("samples").get(0).toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench restart"));
        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("diskToMemory").doubleValue()).isEqualTo(1.25);
        assertThat(read(json.get("afterStop").toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench restart --rejoin"));
        assertThat(read(json.get("afterStop").toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench rounds"));
        assertThat(read(json.get("ways").get(1).toString())).isEqualTo(read("""
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

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench load"));
        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(json.get("rowsPerSecond").doubleValue()).isEqualTo(10_000);
        assertThat(json.get("settings").get("from").textValue()).isEqualTo("postgresql");
        assertThat(new LoadBench.Result(20_000, 1, 2, 0.5, 0, 19_999, true).isGood())
                .isFalse();
        assertThat(new LoadBench.Result(20_000, 1, 2, 0.5, 1, 20_000, true).isGood())
                .isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfAnEvaluation() throws Exception {
        var out = new StringWriter();
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(out, true));

        int status = commandLine.execute(
                "rules", "evaluate", "../rules/starter.rules", "--cards=200", "--warm-up=10", "--days=2", "--json");

        assertThat(status).isZero();
        JsonNode json = read(out.toString());
        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("rules evaluate"));
        assertThat(json.get("transactions").longValue()).isEqualTo(800);
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
                new GatewayBench.Driver(1.95, answerNs));

        BenchGatewayCommand command = new BenchGatewayCommand();
        new CommandLine(command).parseArgs("--member=a:1", "--connections=10", "--plain");
        JsonNode json = command.json(List.of(new GatewayStep(10, result)));

        assertThat(DocumentedKeys.in(json)).isEqualTo(withConditions("bench gateway"));
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
                10, 0, Map.of(), 5, 5, 0, 5, 0, 1, 0.25, noneNs, noneNs, noneNs, new GatewayBench.Driver(0.1, noneNs));

        BenchGatewayCommand command = new BenchGatewayCommand();
        new CommandLine(command).parseArgs("--member=a:1", "--connections=10,20", "--plain");
        JsonNode json = command.json(List.of(new GatewayStep(10, result), new GatewayStep(20, result)));

        assertThat(json.get("good").booleanValue()).isFalse();
        assertThat(json.get("steps").get(0).get("good").booleanValue()).isTrue();
        assertThat(json.get("steps").get(1).get("connections").intValue()).isEqualTo(20);
        assertThat(json.get("steps").get(1).get("good").booleanValue()).isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfWhatWasSent() throws Exception {
        VerdictWriter verdicts = new VerdictWriter(SendCommand.VerdictFormat.CSV, false, new StringWriter());
        for (Verdict.Status status : List.of(
                Verdict.Status.SCORED, Verdict.Status.SCORED, Verdict.Status.DUPLICATE, Verdict.Status.REJECTED)) {
            Optional<RejectionReason> reason =
                    status == Verdict.Status.REJECTED ? Optional.of(RejectionReason.TOO_OLD) : Optional.empty();
            verdicts.await(
                    new RecordInput.Referenced(new byte[100], ""),
                    CompletableFuture.completedFuture(new Verdict(status, 0, reason)));
        }

        JsonNode json = SendCommand.json(verdicts, true, 2_500_000, "");

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("send"));
        assertThat(read(json.toString())).isEqualTo(read("""
                {"good": true, "sent": 4, "scored": 2, "duplicate": 1, "rejected": 1, "unanswered": 0, "timeMs": 2.5,
                 "driverBound": ""}
                """));
        assertThat(SendCommand.json(verdicts, false, 1, "").get("good").booleanValue())
                .isFalse();
    }

    @Test
    void shouldNotMixVerdictsAndTheObjectOnTheStandardOutput() {
        String[] call = {"send", "-", "--member=localhost:1", "--plain", "--json"};
        CommandLine commandLine = Fraud.commandLine(call);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err, true));

        assertThat(commandLine.execute(call)).isEqualTo(2);
        assertThat(err.toString()).contains("--json needs --output");
    }

    @Test
    void shouldPrintTheDocumentedKeysOfADryRun(@TempDir Path folder) throws Exception {
        Path mapping = Files.writeString(folder.resolve("map.yaml"), """
                columns: {card: pan, time: created, amount: amount, currency: currency, country: country, mcc: mcc}
                zone: UTC
                refusals: 60%
                """);
        Path payments = Files.writeString(folder.resolve("payments.csv"), """
                pan,created,amount,currency,country,mcc
                4000220000112333,2026-01-05 09:12:44,12.30,EUR,DE,5411
                4000220000112333,yesterday,12.30,EUR,DE,5411
                """);
        JsonNode json = run(0, "import", payments.toString(), "--map=" + mapping, "--dry-run", "--json");

        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.of("load --dry-run"));
        assertThat(json.get("good").booleanValue()).isTrue();
        assertThat(json.get("rows").intValue()).isEqualTo(1);
        assertThat(json.get("refused").intValue()).isEqualTo(1);
        assertThat(json.at("/refusals/0/reason").textValue()).isEqualTo("not_a_time time");
        assertThat(json.at("/refusals/0/examples")).hasSize(1);
        assertThat(json.at("/refusals/0/examples/0").textValue()).contains("payments.csv row 2", "time=yesterday");
        assertThat(json.get("firstRows")).hasSize(1);
        assertThat(json.at("/firstRows/0/card").textValue())
                .startsWith("400022")
                .endsWith("2333");
        assertThat(json.at("/firstRows/0/time").textValue()).isEqualTo("2026-01-05T09:12:44Z");
        assertThat(json.at("/firstRows/0/amountMinor").intValue()).isEqualTo(1_230);
        assertThat(json.at("/firstRows/0/currency").intValue()).isEqualTo(978);
        assertThat(json.at("/firstRows/0/label").isNull()).isTrue();
        assertThat(json.toString()).as("cards are masked").doesNotContain("4000220000112333");
        Path refusals = Path.of(json.get("refusalFile").textValue());
        assertThat(refusals).isRegularFile();
        Files.delete(refusals);
    }

    @Test
    void shouldPrintNoJsonOfALoad() {
        String[] call = {"load", "payments.csv", "--map=map.yaml", "--json"};
        CommandLine commandLine = Fraud.commandLine(call);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err, true));

        assertThat(commandLine.execute(call)).isEqualTo(2);
        assertThat(err.toString()).contains("--json is of --dry-run");
    }

    private static Set<String> withConditions(String command) throws Exception {
        Set<String> keys = new TreeSet<>(DocumentedKeys.of(command));
        keys.addAll(DocumentedKeys.of("bench"));
        return keys;
    }
}
