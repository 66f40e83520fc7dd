package com.hazelcast.certification.cli;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.ApiUser;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bench http} on a member that runs. */
@Timeout(180)
class BenchHttpCommandTest {
    @TempDir
    Path folder;

    private static FraudMember scoring(TestCluster cluster) throws Exception {
        FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
        cluster.load();
        cluster.control().start();
        // One connection for all its questions: on a slow machine one for each would be more than the member takes.
        ApiUser user = new ApiUser(member);
        TestCluster.await("the member scores", user::isReady);
        return member;
    }

    private JsonNode bench(FraudMember member, int status, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "bench",
                "http",
                "--json",
                "--member=127.0.0.1:" + member.apiPort().orElseThrow(),
                "--connections=4",
                "--warm-up=0s",
                "--deadline=10s",
                "--report=" + folder));
        arguments.addAll(List.of(more));
        StringWriter out = new StringWriter();
        CommandLine command = Fraud.commandLine(arguments.toArray(String[]::new));
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(out, true));
        assertThat(command.execute(arguments.toArray(String[]::new)))
                .as(out.toString())
                .isEqualTo(status);
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldFindEveryTransferInTheHistories() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = scoring(cluster);

            JsonNode found =
                    bench(member, 0, "--workload=transfers", "--cards=30", "--transactions=301", "--rate=2000,0");

            assertThat(found.path("good").booleanValue()).isTrue();
            assertThat(found.path("expected").intValue()).isEqualTo(301);
            assertThat(found.path("held").intValue()).isEqualTo(301);
            assertThat(found.path("steps").findValuesAsText("name"))
                    .containsExactly("POST /v1/cards", "transfers", "transfers", "POST /v1/cards:history");
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 301);
            assertThat(folder.resolve("transfers.svg")).exists();
            assertThat(Files.readString(folder.resolve("transfers-2.hgrm"))).contains("Total count");
            assertThat(keys(found)).isEqualTo(keys(DocumentedKeys.of("bench http"), "steps[].errors"));
        }
    }

    @Test
    void shouldReadAndPutAtEachRate() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = scoring(cluster);

            JsonNode found = bench(
                    member,
                    0,
                    "--workload=key-value",
                    "--cards=20",
                    "--rate=200,400",
                    "--duration=500ms",
                    "--threads=2");

            List<Integer> due = new ArrayList<>();
            int put = 0;
            for (JsonNode step : found.path("steps")) {
                due.add(step.path("done").intValue() + step.path("notBegun").intValue());
                put += step.path("name").asText().startsWith("PUT")
                        ? step.path("done").intValue()
                        : 0;
            }
            assertThat(due).as(found.toString()).containsExactly(100, 200, 100, 200);
            // Five for each card before, and what was put.
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 20 * 5 + put);
        }
    }

    @Test
    void shouldFindTheHighestRateThatHolds() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = scoring(cluster);

            JsonNode found = bench(
                    member,
                    0,
                    "--workload=busy",
                    "--cards=20",
                    "--find-rate",
                    "--from=1",
                    "--to=2",
                    "--late-max=0.999",
                    "--duration=2s");

            // One a second holds on any machine; which rate is the highest is not what is tested.
            assertThat(found.path("found").get(0).path("name").asText()).isEqualTo("POST /v1/decisions");
            assertThat(found.path("found").get(0).path("rate").asDouble()).isBetween(1.0, 2.0);
            assertThat(found.path("steps").get(0).path("rate").asDouble()).isEqualTo(1);
            assertThat(found.path("steps").get(1).path("rate").asDouble()).isEqualTo(2);
        }
    }

    @Test
    void shouldNotSearchARateThatIsGiven() {
        StringWriter err = new StringWriter();
        String[] arguments = {"bench", "http", "--find-rate", "--rate=10", "--report=" + folder};
        CommandLine command = Fraud.commandLine(arguments);
        command.setErr(new PrintWriter(err, true));

        assertThat(command.execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains("give --from and --to in place of --rate");
    }

    @Test
    void shouldFailWhenSomethingIsAnsweredOtherwise() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = scoring(cluster);
            Path token = Files.writeString(folder.resolve("token"), "unknown\n");

            StringWriter err = new StringWriter();
            String[] arguments = {
                "bench",
                "http",
                "--member=127.0.0.1:" + member.apiPort().orElseThrow(),
                "--token-file=" + token,
                "--connections=8",
                "--report=" + folder
            };
            CommandLine command = Fraud.commandLine(arguments);
            command.setErr(new PrintWriter(err, true));

            assertThat(command.execute(arguments)).isEqualTo(1);
            assertThat(err.toString()).contains("401").contains("wrong_token").doesNotContain("unknown\"");
        }
    }

    @Test
    void shouldMakeNoCertificateForMembersThatRun() {
        StringWriter err = new StringWriter();
        String[] arguments = {"bench", "http", "--tls", "--member=127.0.0.1:1", "--report=" + folder};
        CommandLine command = Fraud.commandLine(arguments);
        command.setErr(new PrintWriter(err, true));

        assertThat(command.execute(arguments)).isNotZero();
        assertThat(err.toString()).contains("--tls makes a certificate for members that are started");
    }

    private static Set<String> keys(JsonNode found) {
        return keys(DocumentedKeys.in(found));
    }

    /** Percentiles are documented once for all. */
    private static Set<String> keys(Set<String> all, String... without) {
        Set<String> some = all.stream()
                .filter(key -> !key.startsWith("conditions."))
                .map(key -> key.replaceFirst("(answerTimeMs|fromSentMs|turnedAwayMs|callTimeMs).*", "$1"))
                .collect(toCollection(TreeSet::new));
        some.removeAll(Set.of(without));
        return some;
    }
}
