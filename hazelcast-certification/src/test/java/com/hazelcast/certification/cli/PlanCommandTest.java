package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.InstanceKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlanCommandTest {
    private static final Path DEPLOY = Path.of("../docs/deploy.md");

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
        String page = Files.readString(DEPLOY);
        String call = between(page, "```bash\n./fraud plan ", "\n```");
        String shown = between(page.substring(page.indexOf(call)), "```text\n", "```");

        assertThat(run(("plan " + call).split(" "))).isZero();
        assertThat(shown)
                .as(
                        "the output of ./fraud plan %s in %s; copy it from here when the measured rows have changed",
                        call, DEPLOY)
                .isEqualToNormalizingNewlines(out.toString());
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
        assertThat(out.toString())
                .contains("x 500,000 TPS, and the clients = ")
                .contains(
                        "clients:  100,000 connections with TLS, each a record each 1,000 ms = 100,000 batches a second x 140 us"
                                + " = 14.0 cores; 60 % of a core carries 4,285 of them");
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
