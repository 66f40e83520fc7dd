package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hazelcast.certification.plan.ClusterPlan;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.GatewayClients;
import com.hazelcast.certification.plan.InstanceKind;
import com.hazelcast.certification.plan.MeasuredCost;
import com.hazelcast.certification.plan.Placement;
import com.hazelcast.certification.plan.ShardPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlanCommandTest {
    private static final Path SIZING = Path.of("../docs/deploy/sizing.md");

    /** Of the pages about plans. */
    private static final int CARDS = 30_000_000;

    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldShowTheArithmetic() {
        assertThat(run("plan", "--cards", "30000000", "--tps", "500000", "--instance", "r7g.2xlarge"))
                .isZero();
        assertThat(out.toString())
                .contains(" machines of r7g.2xlarge")
                .contains("us of a core a transaction in a cluster of")
                .contains("docs/rounds/scale-out.md")
                .contains("30,000,000 cards x 579 bytes x 2 copies = 32.4 GiB")
                .contains("one lost:")
                .contains("--min-members ");
    }

    @Test
    void shouldPrintWhatTheDocumentShows() throws IOException {
        String page = Files.readString(SIZING);
        String call = between(page, "```bash\n./fraud plan ", "\n```");
        String shown = between(page.substring(page.indexOf(call)), "```text\n", "```");

        assertThat(run(("plan " + call).split(" "))).isZero();
        assertThat(shown)
                .as(
                        "the output of ./fraud plan %s in %s; copy it from here when the measured rows have changed",
                        call, SIZING)
                .isEqualToNormalizingNewlines(out.toString());
    }

    /** The cells of a row of the page, for these numbers of machines. */
    private static String row(String first, IntFunction<String> cell) {
        return IntStream.of(3, 10, 30, 100, 200)
                .mapToObj(cell)
                .collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
    }

    /** A row of the page, for a load and a kind of machine. */
    private static String row(long tps, String kind) {
        ClusterPlan plan = new ClusterPlan(
                CARDS,
                tps,
                1,
                ClusterPlan.BYTES_PER_CARD_LONG_RUN,
                1,
                InstanceKind.named(kind),
                CostModel.measured(),
                Placement.PLAIN,
                GatewayClients.NONE);
        return String.format(
                Locale.ROOT,
                "| %d M TPS on %s | %d | %d, %d, %d | %d | %.1f | %.0f |",
                tps / 1_000_000,
                kind,
                plan.machines(),
                plan.machinesForCores(),
                plan.machinesForMemory(),
                plan.machinesForNetwork(),
                plan.shards(),
                plan.cpuUs(plan.carrying()),
                plan.coresBusy(plan.carrying()));
    }

    @Test
    void shouldHaveOnThePageOfTheModelWhatItGives() throws IOException {
        CostModel model = CostModel.measured();
        List<String> rows = List.of(
                String.format(
                        Locale.ROOT,
                        "| rows; greatest difference to one of them | %d; %.0f %%",
                        model.fittedTo().size(),
                        100 * model.greatestError()),
                String.format(Locale.ROOT, "| interval | %.2f ms |", model.intervalMs()),
                String.format(Locale.ROOT, "| work, that of one backup included | %.2f µs |", model.workUs()),
                String.format(Locale.ROOT, "| call elsewhere, with one backup | %.1f µs |", model.callElsewhereUs()),
                String.format(
                        Locale.ROOT, "| member, whatever it does | %.1f %% of a core |", 100 * model.memberShare()),
                row("shards", machines -> Integer.toString(ShardPlan.shards(CARDS, machines))),
                row(
                        "µs a transaction",
                        machines -> String.format(
                                Locale.ROOT,
                                "%.1f",
                                model.cpuUs(machines, ShardPlan.shards(CARDS, machines), 1, 100_000.0 * machines))),
                row(1_000_000, "r7g.2xlarge"),
                row(1_000_000, "r7g.8xlarge"),
                row(10_000_000, "r7g.2xlarge"),
                row(10_000_000, "r7g.8xlarge"));

        assertThat(Files.readString(Path.of("../docs/rounds/scale-out.md")))
                .as("of scale-out.csv as it is; bring the page up to date when rows have changed")
                .contains(rows);
    }

    @Test
    void shouldCompareOnThePageOfTheModelWhatIsRequiredWithTheTable() throws IOException {
        MeasuredCost row = MeasuredCost.all().stream()
                .filter(one -> one.members() == 2 && one.shards() == 7 && one.offeredTps() == 30_000)
                .findFirst()
                .orElseThrow();

        assertThat(Files.readString(Path.of("../docs/rounds/scale-out.md")))
                .contains(String.format(
                        Locale.ROOT,
                        "Required is a third of 26.3 µs. In the table it is %.2f µs on an %s (%s)",
                        row.cpuUs(),
                        row.machine().split(",", -1)[0],
                        row.commit()));
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSayWhenTheCostIsOfAnotherNumberOfBackups(int backups) {
        assertThat(run("plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--backups=" + backups))
                .isZero();
        int measured = CostModel.measured().costBackups(backups);
        assertThat(out.toString()).contains(" with " + measured + " backup(s) x 500,000 TPS = ");
        if (measured == backups) {
            assertThat(out.toString()).doesNotContain("The cost is that of ");
        } else {
            assertThat(out.toString())
                    .contains(backups + " backup(s) (measured: " + measured + ")")
                    .contains("The cost is that of " + measured
                            + " backup(s): it was not measured what a transaction costs with " + backups + "; expect "
                            + (backups > measured ? "more." : "less."));
        }
    }

    @Test
    void shouldSayWhatItCostsAndWhatALostZoneLeaves() {
        assertThat(run(
                        "plan",
                        "--cards=30000000",
                        "--tps=500000",
                        "--instance=r7g.2xlarge",
                        "--zones=2",
                        "--wireguard=user_space"))
                .isZero();
        assertThat(out.toString())
                .contains(" in each of 2 zones")
                .contains("USD an hour on demand, us-east-1, Linux, June 2026")
                .contains("150 bytes between zones a transaction, at 0.02 USD a GB = 5.40 USD an hour")
                .contains("zone lost: ")
                .contains("1 of 2 copies; fewer than --min-members, so nothing is scored")
                .contains("in user space; about half of the throughput");
    }

    @Test
    void shouldSayHowManyConnectionsACoreCarries() {
        String[] load = {"plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--clients=100000"};
        assertThat(run(load)).isZero();
        CostModel cost = CostModel.measured();
        GatewayClients clients = new GatewayClients(100_000, 1_000);
        assertThat(clients.besideTransactionUs(cost)).isBetween(100.0, 139.0);
        assertThat(out.toString())
                .contains("x 500,000 TPS, and the clients = ")
                .contains(String.format(
                        Locale.ROOT,
                        "clients:  100,000 connections with TLS, each a record each 1,000 ms = 100,000 batches a second x %.0f us"
                                + " beside their transactions = %.1f cores; 60 %% of a core carries 4,285 of them, at 140 us with their"
                                + " transactions",
                        clients.besideTransactionUs(cost),
                        clients.coresBusy(cost)));
    }

    @Test
    void shouldSayWhichLimitComesFirst() {
        String[] load = {"plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--packets=100000"};
        assertThat(run(load)).isZero();
        assertThat(out.toString())
                .contains("60 % of 100,000 a second a machine -> ")
                .contains("first:    limit of a higher load: packets; ")
                .doesNotContain("were not measured (--packets)");
        out.getBuffer().setLength(0);
        assertThat(run("plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge"))
                .isZero();
        assertThat(out.toString())
                .contains("first:    limit of a higher load: cores; ")
                .contains("packets a second were not measured (--packets)")
                .doesNotContain("packets:  about");
        assertThat(run("plan", "--cards=1", "--tps=1", "--packets=-1")).isNotZero();
    }

    @Test
    void shouldTakeWhatNetcheckMeasures() {
        String[] load = {
            "plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--gbit=1.5", "--round-trip-ms=0.35"
        };
        assertThat(run(load)).isZero();
        assertThat(out.toString())
                .contains("60 % of 1.5 Gbit/s (measured 1.5, lasting 3.75) = 375,000 TPS a machine -> 2 machines")
                .contains("answers:  wait for 3 round trip(s) between members x 0.35 ms = 1.05 ms at most");
        assertThat(run("plan", "--cards=1", "--tps=1", "--gbit=-1")).isNotZero();
    }

    @Test
    void shouldPrintVariablesOfThePlaybooks() throws Exception {
        assertThat(run("plan", "--cards=30000000", "--tps=500000", "--instance=r7g.2xlarge", "--inventory"))
                .isZero();
        JsonNode variables = new YAMLMapper().readTree(out.toString());
        assertThat(variables.get("fraud_cards").intValue()).isEqualTo(30_000_000);
        assertThat(variables.get("fraud_backups").intValue()).isEqualTo(1);
        assertThat(variables.get("fraud_memory").textValue()).isEqualTo("native");
        assertThat(variables.get("fraud_heap_mib").intValue()).isEqualTo(8_192);
        assertThat(variables.get("fraud_native_mib").intValue()).isEqualTo(40_960);
        assertThat(variables.get("fraud_shards").intValue()).isEqualTo(211);
        assertThat(variables.get("fraud_min_members").intValue()).isPositive();
        assertThat(run("plan", "--cards=30000000", "--tps=500000", "--inventory"))
                .as("of no kind")
                .isNotZero();
    }

    @Test
    void shouldCompareAllKindsWhenNoneIsNamed() {
        assertThat(run("plan", "--cards", "30000000", "--tps", "500000")).isZero();
        assertThat(out.toString().lines()).hasSize(1 + InstanceKind.all().size());
    }
}
