package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.access.QuickSecret;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users with names may do on a member's console, and when that ends. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleUsersTest {
    private static final String OPERATOR_TOKEN = "operator-0123456789";
    private static final String SECRET = "a secret of some length";
    private static final String STOP = "{\"action\": \"stop\"}";
    private static final int EVENTS_MAX = 60;
    private static final String NO_CARD = "{\"card\": \"4000222333753199\"}";

    @TempDir
    Path folder;

    private UserFile users;
    private TestCluster cluster;
    private ConsoleClient anyone;

    @BeforeEach
    void startMember() throws IOException {
        users = new UserFile(folder.resolve("users"));
        put("vera", Role.VIEWER);
        put("anna", Role.ANALYST);
        put("otto", Role.OPERATOR);
        cluster = new TestCluster()
                .withConsole(new ConsoleSettings(
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(AccessToken.of("console-operator-token", OPERATOR_TOKEN)),
                        Optional.of(folder.resolve("users")),
                        Optional.of(folder.resolve("audit.jsonl"))));
        FraudMember member = cluster.startMember();
        cluster.load();
        anyone = ConsoleClient.of(member);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private void put(String name, Role role) {
        boolean unused = users.put(new User(name, role, QuickSecret.of(SECRET), Long.MAX_VALUE));
    }

    private ConsoleClient as(String name) {
        return anyone.as(name, SECRET);
    }

    @Test
    void shouldLetViewersLookAnalystsLookUpAndOperatorsAct() {
        assertThat(as("vera").get("/api/session").json().path("user").asText()).isEqualTo("vera");
        assertThat(as("vera").get("/metrics").status()).isEqualTo(200);
        assertThat(as("vera").post("/api/card", NO_CARD).status()).isEqualTo(403);
        assertThat(as("vera").post("/api/control", STOP).status()).isEqualTo(403);
        assertThat(as("anna").post("/api/card", NO_CARD).status()).isEqualTo(200);
        assertThat(as("anna").post("/api/control", STOP).status()).isEqualTo(403);
        // With a body, and not remembered before.
        assertThat(as("otto").post("/api/control", STOP).status()).isEqualTo(202);
        assertThat(anyone.with(OPERATOR_TOKEN)
                        .get("/api/session")
                        .json()
                        .path("user")
                        .asText())
                .isEqualTo("operator-token");
    }

    /** The lines of the audit log as user, what, card and result; all of them fit. */
    private List<String> audited() {
        ChainVerifier verifier = ChainVerifier.fromStart();
        try {
            return Files.readAllLines(folder.resolve("audit.jsonl")).stream()
                    .peek(line -> assertThat(verifier.accept(line)).isEmpty())
                    .map(ConsoleUsersTest::read)
                    .map(line -> String.join(
                            " ",
                            line.path("user").asText(),
                            line.path("what").asText(),
                            line.path("card").asText("-"),
                            line.path("result").asText()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldWriteDownWhoDidWhatWithMaskedCardsInAChain() throws IOException {
        assertThat(as("anna").post("/api/card", NO_CARD).status()).isEqualTo(200);
        assertThat(as("vera").post("/api/control", STOP).status()).isEqualTo(403);
        assertThat(as("otto").post("/api/control", STOP).status()).isEqualTo(202);
        assertThat(as("otto").post("/api/sign-out", "{}").status()).isEqualTo(200);
        assertThat(anyone.as("anna", "wrong secret").get("/api/session").status())
                .isEqualTo(401);
        assertThat(anyone.as(SECRET, "typed into the wrong field")
                        .get("/api/session")
                        .status())
                .isEqualTo(401);
        TestCluster.await(
                "all is written",
                () -> audited().contains("otto stop - done") && audited().contains("anna sign-in - wrong_secret"));
        assertThat(audited())
                .contains(
                        "anna sign-in - signed_in",
                        "anna look-up 400022******3199 not_found",
                        "vera control - denied",
                        "otto stop - accepted",
                        "- stop - done",
                        "otto sign-out - signed_out");
        assertThat(Files.readString(folder.resolve("audit.jsonl"))).doesNotContain(SECRET, "4000222333753199");
    }

    @Test
    void shouldWriteALineASecondOfSignOutsWithoutASignIn() {
        long beganNs = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(anyone.post("/api/sign-out", "{}").status()).isEqualTo(200);
        }
        long linesMax = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNs);
        TestCluster.await("a line is written", () -> audited().contains("- sign-out - not_signed_in"));
        assertThat(audited().stream()
                        .filter(line -> line.contains(" sign-out "))
                        .count())
                .isLessThanOrEqualTo(linesMax);
    }

    @Test
    void shouldTakeChangesOfTheFileWithoutARestart() {
        assertThat(as("otto").get("/api/session").json().path("role").asText()).isEqualTo("operator");
        put("otto", Role.VIEWER);
        TestCluster.await(
                "otto is a viewer",
                () -> as("otto")
                        .get("/api/session")
                        .json()
                        .path("role")
                        .asText()
                        .equals("viewer"));
        assertThat(users.remove("otto")).isTrue();
        TestCluster.await("otto is gone", () -> as("otto").get("/api/session").status() == 401);
        put("nina", Role.ANALYST);
        TestCluster.await("nina is there", () -> as("nina").get("/api/session").status() == 200);
    }

    /** Reads on, but not for ever. */
    private static void readOn(ConsoleClient.Events events) throws IOException {
        for (int i = 0; i < EVENTS_MAX; i++) {
            assertThat(events.next().path("atMs").asLong()).isPositive();
        }
    }

    @Test
    void shouldEndTheStreamOfAUserWhoIsRemoved() throws IOException, InterruptedException {
        try (ConsoleClient.Events events = as("vera").events()) {
            assertThat(events.next().path("atMs").asLong()).isPositive();
            assertThat(users.remove("vera")).isTrue();
            assertThatThrownBy(() -> readOn(events))
                    .isInstanceOfAny(UncheckedIOException.class, NoSuchElementException.class);
            assertThat(as("vera").get("/api/session").status()).isEqualTo(401);
        }
    }

    @Test
    void shouldEndTheStreamsOfAUserWhoSignsOut() throws IOException, InterruptedException {
        try (ConsoleClient.Events events = as("anna").events()) {
            assertThat(events.next().path("atMs").asLong()).isPositive();
            assertThat(as("anna").post("/api/sign-out", "{}").status()).isEqualTo(200);
            assertThatThrownBy(() -> readOn(events))
                    .isInstanceOfAny(UncheckedIOException.class, NoSuchElementException.class);
        }
    }

    @Test
    void shouldLockOutAfterFiveWrongSecretsAndNotWhoIsSignedIn() {
        assertThat(as("anna").get("/api/session").status()).isEqualTo(200);
        for (int i = 0; i < 4; i++) {
            assertThat(anyone.as("anna", "wrong secret " + i)
                            .get("/api/session")
                            .status())
                    .isEqualTo(401);
        }
        ConsoleClient.Answer fifth = anyone.as("anna", "wrong secret").get("/api/session");
        assertThat(fifth.status()).isEqualTo(429);
        assertThat(fifth.header("Retry-After")).isEqualTo("300");
        assertThat(as("anna").get("/api/session").status()).isEqualTo(200);
        assertThat(as("anna").post("/api/sign-out", "{}").status()).isEqualTo(200);
        assertThat(as("anna").get("/api/session").status()).isEqualTo(429);
    }

    @Test
    void shouldRefuseWhatIsNoNameAndSecret() {
        for (String header : new String[] {"Basic", "Basic !", "Basic YW5uYQ==", "Basic OnNlY3JldA=="}) {
            assertThat(anyone.get("/api/session", "Authorization", header).status())
                    .as(header)
                    .isEqualTo(401);
        }
    }
}
