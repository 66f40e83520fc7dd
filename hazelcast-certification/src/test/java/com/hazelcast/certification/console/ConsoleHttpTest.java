package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, methods, bodies, origins and headers: what the console's port answers, whatever the members hold. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleHttpTest {
    private final TestCluster cluster = new TestCluster().withConsole(ConsoleMembers.settings());
    private FraudMember other;
    private ConsoleClient console;
    private ConsoleClient analyst;

    @BeforeAll
    void startMembers() throws IOException {
        FraudMember asked = cluster.startMember();
        other = cluster.startMember();
        cluster.load();
        console = ConsoleClient.of(asked);
        analyst = ConsoleMembers.analyst(console);
        ConsoleMembers.awaitBothConsoles(console);
    }

    @AfterAll
    void closeMembers() throws IOException {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"card\": \"7777777\"}",
                "{\"card\": \"77777777777777777777\"}",
                "{\"card\": \"7777777x\"}",
                "{\"card\": 77777777777777}",
                "{\"card\": [\"77777777777777\"]}",
                "{\"card\": 77777777777777",
                "77777777777777",
                "{\"77777777777777\": 1}",
                "null",
                "",
            })
    void shouldRefuseWhatIsNoCardWithoutRepeatingIt(String body) {
        ConsoleClient.Answer answer = analyst.post("/api/card", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isNotEmpty();
        assertThat(answer.body()).doesNotContain("777");
    }

    @Test
    void shouldOfferNoProviderWhereNoneIsConfigured() {
        assertThat(console.get("/api/oidc").body()).isEqualTo("{\"provider\":null,\"address\":null}");
        assertThat(analyst.post("/api/oidc/begin", "{}").status()).isEqualTo(404);
        assertThat(analyst.post("/api/oidc/finish", "{}").status()).isEqualTo(404);
    }

    @Test
    void shouldRefuseBodiesThatAreTooLargeOrOfAnotherType() {
        for (int sizeBytes : List.of(4_097, 100_000, 300_000)) {
            assertThat(analyst.post("/api/card", " ".repeat(sizeBytes)).status())
                    .as(sizeBytes + " bytes")
                    .isEqualTo(413);
        }
        String body = "{\"card\": \"40002223337531\"}";
        assertThat(analyst.post("/api/card", " ".repeat(4_096 - body.length()) + body)
                        .status())
                .isEqualTo(200);
        assertThat(analyst.send("POST", "/api/card", body, "Content-Type", "text/plain")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/nothing, 404",
        "GET, /nothing.html, 404",
        "GET, /../fraud-build.properties, 404",
        "GET, /..%2ffraud-build.properties, 404",
        "GET, //fraud-build.properties, 404",
        "GET, /metrics/, 404",
        "GET, //metrics, 404",
        "GET, /%6detrics, 404",
        "GET, /./metrics, 404",
        "GET, /api/, 404",
        "GET, /api/card/, 404",
        "GET, /api/nothing.html, 404",
        "POST, /api/nothing, 404",
        "POST, /nothing, 404",
        "GET, /api/card, 405",
        "HEAD, /api/overview, 405",
        "HEAD, /metrics, 405",
        "POST, /livez, 405",
        "DELETE, /nothing.html, 405",
        "POST, /api/card/x, 405",
        "POST, /api/card, 401",
        "GET, /api/control, 405",
        "POST, /api/overview, 405",
        "DELETE, /api/events, 405",
        "POST, /metrics, 405",
        "PUT, /, 405",
        "POST, /api/control, 403",
        "GET, /, 200",
        "HEAD, /index.html, 200",
        "GET, /metrics, 200",
    })
    void shouldAnswerEveryPathAndMethod(String method, String path, int status) {
        ConsoleClient.Answer answer = console.send(method, path, "");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Security-Policy")).startsWith("default-src 'self';");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(answer.header("Cache-Control"))
                .isEqualTo(path.startsWith("/api") ? "no-store" : cacheOf(path, status));
        assertThat(answer.header("Allow").isEmpty()).isEqualTo(status != 405);
    }

    private static String cacheOf(String path, int status) {
        return status == 200 && !path.equals("/metrics") ? "no-cache" : "";
    }

    @Test
    void shouldAnswerThePagesOfTheClustersConsolesOnly() {
        ConsoleClient.Answer friend = console.send(
                "OPTIONS", "/api/card", "", "Origin", other.consoleUrl(), "Access-Control-Request-Method", "POST");
        assertThat(friend.status()).isEqualTo(204);
        assertThat(friend.header("Access-Control-Allow-Origin")).isEqualTo(other.consoleUrl());
        assertThat(friend.header("Access-Control-Allow-Headers")).contains("Authorization");
        ConsoleClient.Answer stranger = console.get("/api/overview", "Origin", "http://example.org");
        assertThat(stranger.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(console.get("/").header("Content-Security-Policy")).contains(other.consoleUrl());
    }

    @Test
    void shouldSpeakWhatPrometheusAsksFor() {
        assertThat(console.get("/metrics").body()).contains("fraud_transactions_received_total ");
        ConsoleClient.Answer open =
                console.get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(open.header("Content-Type")).startsWith("application/openmetrics-text");
        assertThat(open.body()).endsWith("# EOF\n");
        assertThat(console.get("/metrics?name[]=fraud_cards").body())
                .contains("fraud_cards")
                .doesNotContain("fraud_batches");
        assertThat(console.get("/metrics", "Accept-Encoding", "gzip").header("Content-Encoding"))
                .isEqualTo("gzip");
    }
}
