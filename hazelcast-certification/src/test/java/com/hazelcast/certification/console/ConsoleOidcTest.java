package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.access.QuickSecret;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import com.hazelcast.certification.access.oidc.ClientSecret;
import com.hazelcast.certification.access.oidc.OidcSettings;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** People whom a provider of OpenID Connect signs in: who gets in, who does not and why, and what stays when the provider is away. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleOidcTest {
    private static final String STOP = "{\"action\": \"stop\"}";
    private static final String FILE_SECRET = "a secret of some length";
    private static final Function<JWTClaimsSet, JWT> USUAL =
            claims -> provider().signed(claims);

    /** Made once: a key takes seconds on a busy machine, and the console waits four for a token. */
    private static final RSAKey KEY_OF_ANOTHER = OidcProviderOfTests.key("key-1");

    @TempDir
    static Path folder;

    private static OidcProviderOfTests provider;
    private static TestCluster cluster;
    private static ConsoleClient anyone;
    private static ConsoleClient ofOther;
    private static final List<String> SESSIONS = new ArrayList<>();
    private static final ListAppender<ILoggingEvent> LOGGED = new ListAppender<>();

    @BeforeAll
    static void start() throws IOException {
        LOGGED.start();
        rootLogger().addAppender(LOGGED);
        provider = new OidcProviderOfTests();
        boolean unused = new UserFile(folder.resolve("users"))
                .put(new User("otto", Role.OPERATOR, QuickSecret.of(FILE_SECRET), Long.MAX_VALUE));
        cluster = new TestCluster();
        FraudMember member = cluster.withConsole(settings("audit.jsonl")).startMember();
        FraudMember other =
                cluster.withConsole(settings("audit-of-other.jsonl")).startMember();
        cluster.load();
        anyone = ConsoleClient.of(member);
        ofOther = ConsoleClient.of(other);
    }

    private static Logger rootLogger() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static ConsoleSettings settings(String auditLog) {
        return new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("users")),
                Optional.of(folder.resolve(auditLog)),
                Optional.of(new OidcSettings(
                        provider.issuer(),
                        OidcProviderOfTests.CLIENT,
                        ClientSecret.of("console-oidc-client-secret", OidcProviderOfTests.SECRET),
                        Optional.empty(),
                        List.of("openid", "profile"),
                        "preferred_username",
                        "realm_access.roles",
                        Map.of(
                                Role.VIEWER,
                                List.of("staff"),
                                Role.ANALYST,
                                List.of("fraud-analysts", "fraud-leads"),
                                Role.OPERATOR,
                                List.of("fraud-operators")))));
    }

    /** Closes all, when no log had a secret, a code, a token, a nonce or a state of any test. */
    @AfterAll
    static void close() throws IOException {
        rootLogger().detachAppender(LOGGED);
        cluster.close();
        provider.close();
        assertNoLogHasASecret();
    }

    private static String assertNoLogHasASecret() throws IOException {
        String written = Files.readString(folder.resolve("audit.jsonl"))
                + List.copyOf(LOGGED.list).stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .toList();
        assertThat(SESSIONS).noneMatch(written::contains);
        assertThat(provider.secrets()).noneMatch(written::contains);
        return written;
    }

    private static OidcProviderOfTests provider() {
        return provider;
    }

    private static JWTClaimsSet.Builder claims(String name, String... roles) {
        return new JWTClaimsSet.Builder()
                .issuer(provider.issuer().toString())
                .audience(OidcProviderOfTests.CLIENT)
                .subject("subject-of-" + name)
                .issueTime(new Date())
                .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                .claim("preferred_username", name)
                .claim("realm_access", Map.of("roles", List.of(roles)));
    }

    private static JsonNode begin() {
        ConsoleClient.Answer begun = anyone.post("/api/oidc/begin", "{}");
        assertThat(begun.status()).as(begun.body()).isEqualTo(200);
        return begun.json();
    }

    private static ConsoleClient.Answer finish(String state, String code) {
        return anyone.post("/api/oidc/finish", "{\"state\": \"" + state + "\", \"code\": \"" + code + "\"}");
    }

    private static ConsoleClient.Answer signIn(JWTClaimsSet claims, Function<JWTClaimsSet, JWT> token) {
        JsonNode begun = begin();
        return finish(
                begun.path("state").asText(),
                provider.authorize(begun.path("address").asText(), claims, token));
    }

    /** Signs in by the provider; returns the token of the session. */
    private static String session(String name, String... roles) {
        ConsoleClient.Answer answer = signIn(claims(name, roles).build(), USUAL);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        String token = answer.json().path("token").asText();
        SESSIONS.add(token);
        return token;
    }

    /** The lines of the audit log as user, role, address, what, detail and result. */
    private static List<String> audited() {
        try {
            return Files.readAllLines(folder.resolve("audit.jsonl")).stream()
                    .map(ConsoleOidcTest::read)
                    .map(line -> String.join(
                            " ",
                            line.path("user").asText(),
                            line.path("role").asText("-"),
                            line.path("from").asText(),
                            line.path("what").asText(),
                            line.path("detail").asText("-"),
                            line.path("result").asText()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(String line) {
        try {
            return new com.fasterxml.jackson.databind.ObjectMapper().readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of refusals at most one line a second is written; the next one of that kind says how many more there were. */
    private static void awaitRefusal(String reason, Runnable refused) {
        TestCluster.await("a line of " + reason, () -> {
            refused.run();
            return audited().stream()
                    .anyMatch(line ->
                            line.contains("127.0.0.1 sign-in by the provider: " + reason) && line.endsWith(" refused"));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "vera, staff other, viewer, 403, 403",
        "anna, fraud-leads, analyst, 200, 403",
        "otto, staff fraud-operators, operator, 200, 202"
    })
    void shouldGiveTheHighestRoleThatTheProvidersValuesGive(
            String name, String values, String role, int lookUp, int control) {
        ConsoleClient caller = anyone.with(session(name, values.split(" ")));
        JsonNode session = caller.get("/api/session").json();
        assertThat(session.path("user").asText()).isEqualTo("oidc:" + name);
        assertThat(session.path("role").asText()).isEqualTo(role);
        assertThat(caller.post("/api/card", "{\"card\": \"4000222333753199\"}").status())
                .isEqualTo(lookUp);
        assertThat(caller.post("/api/control", STOP).status()).isEqualTo(control);
        assertThat(caller.get("/metrics").status()).isEqualTo(200);
        assertThat(audited()).contains("oidc:" + name + " " + role + " 127.0.0.1 sign-in by the provider signed_in");
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("wrong_nonce", claims("anna", "staff").claim("nonce", "another"), USUAL),
                Arguments.of("wrong_audience", claims("anna", "staff").audience("another-client"), USUAL),
                Arguments.of("wrong_issuer", claims("anna", "staff").issuer("https://login.example"), USUAL),
                Arguments.of(
                        "expired",
                        claims("anna", "staff")
                                .expirationTime(Date.from(Instant.now().minusSeconds(120))),
                        USUAL),
                Arguments.of("wrong_signature", claims("anna", "staff"), (Function<JWTClaimsSet, JWT>)
                        claims -> provider.signed(claims, KEY_OF_ANOTHER)),
                Arguments.of("wrong_signature", claims("anna", "staff"), (Function<JWTClaimsSet, JWT>)
                        OidcProviderOfTests::signedBySecret),
                Arguments.of("not_signed", claims("anna", "staff"), (Function<JWTClaimsSet, JWT>)
                        OidcProviderOfTests::unsigned),
                Arguments.of("no_role", claims("anna", "fraud"), USUAL),
                Arguments.of("no_name", claims("anna and more", "staff"), USUAL));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldRefuseAndWriteDownWhy(String reason, JWTClaimsSet.Builder claims, Function<JWTClaimsSet, JWT> token) {
        awaitRefusal(reason, () -> {
            ConsoleClient.Answer refused = signIn(claims.build(), token);
            assertThat(refused.status()).as(refused.body()).isEqualTo(403);
            assertThat(refused.json().has("token")).isFalse();
            assertThat(refused.error()).isNotEmpty();
        });
    }

    @Test
    void shouldTakeATokenWhenTheClocksDifferByHalfAMinute() {
        Date ahead = Date.from(Instant.now().plusSeconds(30));
        Date behind = Date.from(Instant.now().minusSeconds(30));
        assertThat(signIn(claims("anna", "staff").issueTime(ahead).build(), USUAL)
                        .status())
                .isEqualTo(200);
        assertThat(signIn(claims("anna", "staff").expirationTime(behind).build(), USUAL)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void shouldSayThatTheClocksDiffer() {
        Date ahead = Date.from(Instant.now().plusSeconds(120));
        awaitRefusal(
                "bad_token",
                () -> assertThat(signIn(claims("anna", "staff").issueTime(ahead).build(), USUAL)
                                .error())
                        .contains("still to come; compare the clocks"));
    }

    @Test
    void shouldSayWhoHasNoRole() {
        awaitRefusal(
                "no_role",
                () -> assertThat(signIn(claims("nina").build(), USUAL).error())
                        .contains("nina", "realm_access.roles", "console-oidc-viewer"));
    }

    @Test
    void shouldWriteNoSecretOfASignInToALog() throws IOException {
        String session = session("anna", "staff");
        assertThat(signIn(claims("anna", "fraud").build(), USUAL).status()).isEqualTo(403);

        assertThat(SESSIONS).contains(session);
        // Two sign-ins: a code, a nonce, a state, a token and the secret of the client each.
        assertThat(provider.secrets()).hasSizeGreaterThanOrEqualTo(10);
        assertThat(assertNoLogHasASecret()).contains("oidc:anna");
    }

    @Test
    void shouldTakeAStateOnce() {
        JsonNode begun = begin();
        String state = begun.path("state").asText();
        String address = begun.path("address").asText();
        String code = provider.authorize(address, claims("anna", "staff").build());
        assertThat(finish(state, code).status()).isEqualTo(200);
        String second = provider.authorize(address, claims("anna", "staff").build());
        assertThat(finish(state, second).status()).isEqualTo(403);
        awaitRefusal(
                "unknown_state",
                () -> assertThat(finish("never begun", second).error()).contains("not begun this sign-in"));
    }

    @Test
    void shouldEndASignInThatTheProviderHasRefused() {
        awaitRefusal("provider_refused", () -> {
            String state = begin().path("state").asText();
            ConsoleClient.Answer refused =
                    anyone.post("/api/oidc/finish", "{\"state\": \"" + state + "\", \"error\": \"access_denied\"}");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.error()).contains("error=access_denied");
            assertThat(finish(state, "any").error()).contains("not begun this sign-in");
        });
    }

    @Test
    void shouldRefuseACodeOfAnotherSignIn() {
        String code = provider.authorize(
                begin().path("address").asText(), claims("anna", "staff").build());
        assertThat(finish(begin().path("state").asText(), code).error()).contains("error=invalid_grant");
    }

    @Test
    void shouldSendBrowsersBackToTheConsoleAlone() {
        ConsoleClient.Answer begun = anyone.send(
                "POST", "/api/oidc/begin", "{}", "Content-Type", "application/json", "Origin", "https://elsewhere");
        String address = begun.json().path("address").asText();
        JsonNode offer = anyone.get("/api/oidc").json();
        assertThat(offer.path("provider").asText()).isEqualTo("127.0.0.1");
        assertThat(URI.create(address).getQuery())
                .contains(
                        "redirect_uri=" + offer.path("address").asText() + "/",
                        "response_type=code",
                        "response_mode=fragment",
                        "code_challenge_method=S256",
                        "scope=openid+profile");
        assertThat(offer.path("address").asText()).startsWith("http://127.0.0.1:");
        assertThat(begun.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void shouldEndTheSessionWithASignOutAndGoOnAfterTheNextSignIn() {
        ConsoleClient before = anyone.with(session("olga", "staff"));
        assertThat(before.post("/api/sign-out", "{}").status()).isEqualTo(200);
        assertThat(before.get("/api/session").status()).isEqualTo(401);
        assertThat(audited()).anyMatch(line -> line.startsWith("oidc:olga ") && line.endsWith(" signed_out"));
        assertThat(anyone.with(session("olga", "staff")).get("/api/session").status())
                .isEqualTo(200);
    }

    @Test
    void shouldTakeAnotherKeyOfTheProvider() {
        assertThat(session("anna", "staff")).isNotEmpty();
        provider.rotate();
        assertThat(session("anna", "staff")).isNotEmpty();
    }

    @Test
    void shouldGoOnWithUsersAndSessionsWhileTheProviderIsAway() throws IOException {
        String session = session("anna", "staff");
        provider.stop();
        try {
            TestCluster.await("the provider is missed", () -> {
                ConsoleClient.Answer away = anyone.post("/api/oidc/begin", "{}");
                return away.status() == 503
                        && away.error().contains("sign in by a name and secret of this console")
                        && away.error().contains(provider.issuer().toString());
            });
            awaitRefusal(
                    "provider_away",
                    () -> assertThat(anyone.post("/api/oidc/begin", "{}").status())
                            .isEqualTo(503));
            assertThat(anyone.as("otto", FILE_SECRET)
                            .get("/api/session")
                            .json()
                            .path("role")
                            .asText())
                    .isEqualTo("operator");
            // A page goes on with another member, too.
            assertThat(ofOther.with(session)
                            .get("/api/session")
                            .json()
                            .path("user")
                            .asText())
                    .isEqualTo("oidc:anna");
        } finally {
            provider.startAgain();
        }
        assertThat(session("anna", "staff")).isNotEmpty();
    }
}
