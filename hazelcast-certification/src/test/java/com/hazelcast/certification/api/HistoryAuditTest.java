package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static com.hazelcast.certification.api.ApiUser.withToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who read which history by the HTTP API, or reasons made of it, is in the audit log of the member that answered. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HistoryAuditTest {
    private static final String CARD = "{\"card\":\"00000000000001\"}";
    private static final String NO_CARD = "{\"card\":\"4000220000112333\"}";

    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    private Path audit() {
        return folder.resolve("audit.jsonl");
    }

    private TestCluster cluster() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(
                tokens, "cases read,score " + hash("cases-token") + "\nscorer score " + hash("scorer-token") + "\n");
        return new TestCluster()
                .withConsole(new ConsoleSettings(
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(audit())))
                .withApi(ApiUser.settings(
                        ApiUser.decisions(Duration.ofSeconds(5), 20, 1_000), 5, Optional.of(tokens), Optional.empty()));
    }

    /** Who, from where, what, which card and how it went; the chain is looked at as well. */
    private List<String> lines() throws IOException {
        ChainVerifier chain = ChainVerifier.fromStart();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(audit())) {
            assertThat(chain.accept(line)).isEmpty();
            JsonNode json = new JsonMapper().readTree(line);
            if (json.path("detail").asText().startsWith("HTTP API")) {
                lines.add(String.join(
                        " ",
                        json.path("user").asText(),
                        json.path("from").asText(),
                        json.path("what").asText(),
                        json.path("card").asText(),
                        json.path("result").asText()));
            }
        }
        return lines;
    }

    private void awaitLines(int count) {
        TestCluster.await("all lines", () -> {
            try {
                return lines().size() == count;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldWriteDownWhoWasRefusedTheReasonsOfADecision() throws Exception {
        try (TestCluster cluster = cluster()) {
            FraudMember member = cluster.startMember();

            assertThat(withToken(member, "scorer-token")
                            .post("/v1/decisions?explain=true", transaction(1, now, ""))
                            .text("code"))
                    .isEqualTo("wrong_role");

            awaitLines(1);
            assertThat(lines()).containsExactly("scorer 127.0.0.1 decision?explain  denied");
        }
    }

    @Test
    void shouldWriteDownWhoReadWhichHistoryAndWhoWasTurnedAway() throws Exception {
        try (TestCluster cluster = cluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            assertThat(withToken(member, "scorer-token")
                            .post("/v1/decisions", transaction(1, now, ""))
                            .status())
                    .isEqualTo(200);
            ApiUser cases = withToken(member, "cases-token");
            assertThat(cases.post("/v1/cards:history", CARD).status()).isEqualTo(200);
            assertThat(cases.post("/v1/cards:history", NO_CARD).status()).isEqualTo(200);
            JsonNode explained = cases.post("/v1/decisions?explain=true", transaction(2, now, ""))
                    .json();
            assertThat(explained.path("reasons").isArray())
                    .as(explained.toString())
                    .isTrue();
            assertThat(withToken(member, "scorer-token")
                            .post("/v1/cards:history", CARD)
                            .status())
                    .isEqualTo(403);
            assertThat(withToken(member, "no-such-token")
                            .post("/v1/cards:history", CARD)
                            .status())
                    .isEqualTo(401);
            awaitLines(5);
            assertThat(lines())
                    .containsExactly(
                            "cases 127.0.0.1 look-up 000000****0001 found",
                            "cases 127.0.0.1 look-up 400022******2333 not_found",
                            "cases 127.0.0.1 look-up 000000****0002 found",
                            "scorer 127.0.0.1 history  denied",
                            "- 127.0.0.1 sign-in  wrong_token");
            assertThat(Files.readString(audit())).doesNotContain("00000000000001", "4000220000112333", "cases-token");
        }
    }
}
