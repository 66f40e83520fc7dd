package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cli.output.StatusJson;
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
import com.hazelcast.certification.plan.InstanceKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands print with {@code --json}, against the tables of {@code docs/reference/json.md}; {@link BenchJsonOutputTest} has the benches. */
class JsonOutputTest {
    private static final long NOW_MS = 1_798_967_585_000L;

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
        assertThat(PrintedJson.read(json.toString())).isEqualTo(PrintedJson.read("""
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
        assertThat(PrintedJson.read(json.toString())).isEqualTo(PrintedJson.read("""
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
        JsonNode json =
                PrintedJson.of(0, "plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--json");

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
        JsonNode json = PrintedJson.of(0, "plan", "--cards=1", "--tps=1", "--backups=0", "--spares=0", "--json");

        assertThat(json.get("kinds")).hasSize(InstanceKind.all().size());
        JsonNode oneLost = json.get("kinds").get(0).get("oneLost");
        assertThat(oneLost.get("memoryShare").isNull()).isTrue();
        assertThat(oneLost.get("canCopy").booleanValue()).isFalse();
    }

    @Test
    void shouldPrintTheDocumentedKeysOfAnEvaluation() throws Exception {
        var out = new StringWriter();
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(out, true));

        int status = commandLine.execute(
                "rules", "evaluate", "../rules/starter.rules", "--cards=200", "--warm-up=10", "--days=2", "--json");

        assertThat(status).isZero();
        JsonNode json = PrintedJson.read(out.toString());
        assertThat(DocumentedKeys.in(json)).isEqualTo(DocumentedKeys.ofBench("rules evaluate"));
        assertThat(json.get("transactions").longValue()).isEqualTo(800);
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
        assertThat(PrintedJson.read(json.toString())).isEqualTo(PrintedJson.read("""
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
        JsonNode json = PrintedJson.of(0, "import", payments.toString(), "--map=" + mapping, "--dry-run", "--json");

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
}
