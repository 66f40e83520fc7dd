package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.COUNTRY_OF_RULE_2;
import static com.hazelcast.certification.console.ConsoleMembers.list;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may look cards up, how often, and what is written down of it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleLookupTest {
    private static final String VIEWER = "viewer-0123456789";
    private static final String ANALYST = "analyst-0123456789";
    private static final String OPERATOR = "operator-0123456789";

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final TestCluster cluster = new TestCluster()
            .withConsole(new ConsoleSettings(
                    "127.0.0.1",
                    0,
                    Optional.empty(),
                    Optional.of(AccessToken.of("console-viewer-token", VIEWER)),
                    Optional.of(AccessToken.of("console-analyst-token", ANALYST)),
                    Optional.of(AccessToken.of("console-operator-token", OPERATOR))));
    private FraudMember member;
    private ConsoleClient anyone;

    @BeforeEach
    void startMembers() throws IOException {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        member = cluster.startMember();
        cluster.startMember();
        cluster.load();
        anyone = ConsoleClient.of(member);
    }

    @AfterEach
    void close() throws IOException {
        System.setErr(before);
        cluster.close();
        assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain(Long.toString(CARD), VIEWER, ANALYST, OPERATOR);
    }

    private static ConsoleClient.Answer lookUp(ConsoleClient client, String card) {
        return client.post("/api/card", "{\"card\": \"" + card + "\"}");
    }

    private void assertAudited(String line) {
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("audit - card look-up: " + line + System.lineSeparator());
    }

    @Test
    void shouldLetAnalystsAndOperatorsLookUpByNumberAndNobodyElse() throws Exception {
        score(member, CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        String card = Long.toString(CARD);
        assertThat(lookUp(anyone, card).status()).isEqualTo(401);
        assertThat(lookUp(anyone, card).error()).contains("needs a token", "analyst's");
        assertAudited("user=- role=viewer address=127.0.0.1 by=number card=- result=denied");
        assertThat(lookUp(anyone.with(VIEWER), card).status()).isEqualTo(403);
        assertThat(lookUp(anyone.with("guess-0123456789"), card).status()).isEqualTo(401);
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("audit - console: address=127.0.0.1 result=wrong_token")
                .doesNotContain("guess-0123456789");
        assertThat(lookUp(anyone.with(ANALYST), "4000-2223 3375 31")
                        .json()
                        .path("known")
                        .asBoolean())
                .isTrue();
        assertAudited("user=analyst-token role=analyst address=127.0.0.1 by=number card=400022****7531 result=found");
        assertThat(lookUp(anyone.with(OPERATOR), "4000222333753199").status()).isEqualTo(200);
        assertAudited(
                "user=operator-token role=operator address=127.0.0.1 by=number card=400022******3199 result=not_found");
        assertThat(anyone.with(ANALYST)
                        .post("/api/control", "{\"action\": \"stop\"}")
                        .status())
                .isEqualTo(403);
        JsonNode session = anyone.with(ANALYST).get("/api/session").json();
        assertThat(session.path("role").asText()).isEqualTo("analyst");
        assertThat(session.path("mayLookUp").asBoolean()).isTrue();
        assertThat(anyone.get("/api/session").json().path("mayLookUp").asBoolean(true))
                .isFalse();
    }

    @Test
    void shouldStopWhoeverTriesTheNumbersThatAMaskLeaves() {
        ConsoleClient analyst = anyone.with(ANALYST);
        int answered = 0;
        ConsoleClient.Answer last = null;
        for (int middle = 0; middle < 100; middle++) {
            last = lookUp(analyst, String.format(Locale.ROOT, "400022%04d7531", middle));
            answered += last.status() == 200 ? 1 : 0;
        }
        assertThat(answered).isBetween(3, 40);
        assertThat(last.status()).isEqualTo(429);
        assertThat(Integer.parseInt(last.header("Retry-After"))).isPositive();
        assertAudited(
                "user=analyst-token role=analyst address=127.0.0.1 by=number card=400022****7531 result=not_found");
        assertAudited(
                "user=analyst-token role=analyst address=127.0.0.1 by=number card=400022****7531 result=rate_limited");
        assertThat(lookUp(anyone.with(OPERATOR), "40002200007531").status())
                .as("another role")
                .isEqualTo(200);
    }

    @Test
    void shouldFollowALinkOnAnyMemberAlsoWhenTheOneThatGaveItHasFailed() throws Exception {
        score(member, CARD, 60_000, 77, 107, 0);
        score(member, CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        FraudMember third = cluster.startMember();
        cluster.awaitMembers(3);
        JsonNode row = anyone.get("/api/flagged").json().at("/flagged/0");
        String link = row.path("cardLink").asText();
        JsonNode explained =
                anyone.get("/api/flagged/" + row.path("id").asText()).json();
        assertAudited("user=- role=viewer address=127.0.0.1 by=transaction card="
                + row.path("id").asText() + " result=found");
        for (String one :
                new String[] {link, explained.at("/transaction/cardLink").asText()}) {
            for (ConsoleClient client : new ConsoleClient[] {anyone, ConsoleClient.of(third)}) {
                JsonNode card = client.get("/api/card/" + one).json();
                assertThat(card.path("card").asText()).isEqualTo("400022****7531");
                assertThat(list(card.path("history"))).hasSize(2);
            }
        }
        assertAudited("user=- role=viewer address=127.0.0.1 by=link card=400022****7531 result=found");
        ConsoleClient other = ConsoleClient.of(third);
        cluster.kill(member);
        TestCluster.await("the link leads to the card again", () -> {
            ConsoleClient.Answer answer = other.get("/api/card/" + link);
            return answer.status() == 200 && answer.json().path("history").size() == 2;
        });
    }

    @Test
    void shouldFollowNoLinkThatIsNotTheClusters() {
        for (String link : new String[] {"", "x", "A".repeat(48), Long.toString(CARD)}) {
            assertThat(anyone.get("/api/card/" + link).status()).as(link).isEqualTo(404);
        }
        assertAudited("user=- role=viewer address=127.0.0.1 by=link card=- result=invalid");
    }

    @Test
    void shouldBoundHowOftenLinksAndExplanationsAreAskedFor() {
        // Many at once, and again: a busy machine answers no faster one by one than is allowed.
        TestCluster.await(
                "one who asks often has to wait",
                () -> IntStream.range(0, 200)
                        .parallel()
                        .anyMatch(i -> anyone.get("/api/flagged/00000000-" + i).status() == 429));
    }
}
