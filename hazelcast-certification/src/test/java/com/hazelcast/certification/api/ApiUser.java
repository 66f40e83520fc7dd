package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.DecisionSettings;
import com.hazelcast.certification.api.decisions.StandInTable;
import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.shard.ShardKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Calls the API of a member with the JDK's own HTTP client. */
public final class ApiUser {
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    /** Of members with these settings. */
    static final int CONNECTIONS_MAX = 64;

    private static final int THREADS =
            GatewaySettings.usualThreads(Runtime.getRuntime().availableProcessors());

    private final FraudMember member;
    private final String scheme;
    private final String[] headers;

    public ApiUser(FraudMember member, String... headers) {
        this(
                member,
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                "http",
                headers);
    }

    private ApiUser(FraudMember member, HttpClient http, String scheme, String... headers) {
        this.member = member;
        this.http = http;
        this.scheme = scheme;
        this.headers = headers;
    }

    /** One who speaks HTTP/2 inside TLS. */
    static ApiUser secure(FraudMember member, SSLContext tls, String... headers) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(tls)
                .build();
        return new ApiUser(member, http, "https", headers);
    }

    /** One who speaks HTTP/2 without TLS. */
    static ApiUser ofHttp2(FraudMember member, String... headers) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        return new ApiUser(member, http, "http", headers);
    }

    /** One who shows that token. */
    static ApiUser withToken(FraudMember member, String token) {
        return new ApiUser(member, "Authorization", "Bearer " + token);
    }

    /** What a file of tokens has in place of a token. */
    public static String hash(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls on a thread of its own: the answer may be late. */
    static CompletableFuture<Answer> begin(Supplier<Answer> call) {
        return CompletableFuture.supplyAsync(call, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** How many stand in the member's queue. */
    static long queue(FraudMember member) {
        return member.metrics().apiFigures().orElseThrow().queue();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }

    record Answer(int status, String body, HttpResponse<String> response) {
        JsonNode json() {
            return ApiUser.json(body);
        }

        String text(String field) {
            return json().path(field).asText();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    static DecisionSettings decisions(Duration deadline, int queue, int kept) {
        return decisions(deadline, queue, kept, Optional.empty());
    }

    static DecisionSettings decisions(Duration deadline, int queue, int kept, Optional<Mapping> mapping) {
        return new DecisionSettings(
                deadline, queue, Action.DECLINE, StandInTable.USUAL, kept, Duration.ofMinutes(10), mapping);
    }

    static ApiSettings settings(DecisionSettings decisions, int perClient, Optional<Path> tokens, Optional<Path> log) {
        return settings(decisions, perClient, tokens, log, Optional.empty());
    }

    static ApiSettings settings(
            DecisionSettings decisions,
            int perClient,
            Optional<Path> tokens,
            Optional<Path> log,
            Optional<GatewaySettings.Tls> tls) {
        return settings(decisions, perClient, tokens, log, tls, THREADS);
    }

    private static ApiSettings settings(
            DecisionSettings decisions,
            int perClient,
            Optional<Path> tokens,
            Optional<Path> log,
            Optional<GatewaySettings.Tls> tls,
            int threads) {
        return new ApiSettings(
                "127.0.0.1",
                0,
                tls,
                tokens,
                tokens.isPresent(),
                CONNECTIONS_MAX,
                threads,
                perClient,
                0,
                1,
                decisions,
                log.map(file -> new ApiSettings.Log(file, 1 << 20, 3, true)));
    }

    public static ApiSettings usual() {
        return usual(Optional.empty());
    }

    /** The usual ones, with an access log. */
    static ApiSettings logging(Path log) {
        return usual(Optional.of(log));
    }

    private static ApiSettings usual(Optional<Path> log) {
        return settings(decisions(Duration.ofSeconds(5), 1_000, 1_000), 1_000, Optional.empty(), log);
    }

    static ApiSettings ofThreads(int threads) {
        return settings(
                decisions(Duration.ofSeconds(5), 1_000, 1_000),
                1_000,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                threads);
    }

    /** Starts two members that decide by that set, with the cluster's settings of the API; returns a user of the first. */
    static ApiUser decidedBy(TestCluster cluster, RuleSetText set) throws IOException {
        FraudMember member = cluster.startMember();
        // With one alone the cluster is degraded, and its rules stay.
        FraudMember unused = cluster.startMember();
        cluster.load();
        cluster.control().start();
        ClusterRules rules = cluster.control().rules();
        RuleChange submission = new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", set);
        int number = rules.change(submission).nextNumber() - 1;
        RuleChange activation = new RuleChange(Kind.ACTIVATE, number, 0, 0, "Ana", "a test", null);
        assertThat(rules.change(activation).active()).isEqualTo(number);
        return new ApiUser(member);
    }

    /** The key of the shard that has the card. */
    static Integer keyOf(FraudMember member, long card) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        return keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount()));
    }

    /** A transaction of one of the loaded cards. */
    static String transaction(long card, long timeMs, String more) {
        return "{\"card\":\"" + String.format("%014d", card) + "\",\"time\":\"" + Instant.ofEpochMilli(timeMs)
                + "\",\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411" + more + "}";
    }

    Answer call(String method, String path, String body, String... more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(scheme + "://127.0.0.1:" + member.apiPort().orElseThrow() + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (more.length > 0) {
            request.headers(more);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new AssertionError(method + " " + path + " got no answer", e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Answer post(String path, String body, String... more) {
        return call("POST", path, body, more);
    }

    /** Whether the member says that it would score. */
    public boolean isReady() {
        return get("/readyz").status() == 200;
    }

    Answer get(String path) {
        return call("GET", path, "");
    }
}
