package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.keyOf;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose client goes, or whose member stops, before they are answered. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AbandonedCallsTest {
    private static final int BATCHES = 4;
    private static final int LINES = 10_000;

    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    private static HttpClient ofHttp2(FraudMember member) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        // The first request of a client without TLS asks whether the other end speaks HTTP/2.
        client.send(request(member, "GET", "/livez", ""), HttpResponse.BodyHandlers.discarding());
        return client;
    }

    private static long queue(FraudMember member) {
        return member.metrics().apiFigures().orElseThrow().queue();
    }

    private void assertNoRoomForBatches(ApiUser user) {
        assertThat(user.post("/v1/decisions:batch", transaction(2, now, "")).text("code"))
                .isEqualTo("client_full");
    }

    private void awaitRoomForBatches(ApiUser user) {
        TestCluster.await(
                "there is room again",
                () -> user.post("/v1/decisions:batch", transaction(2, now, "")).status() == 200);
    }

    private static void awaitGone(Path log, int clients) {
        TestCluster.await(
                "the clients have gone",
                () -> lines(log).stream()
                                .filter(line -> line.contains("\"status\":499"))
                                .count()
                        == clients);
    }

    @Test
    void shouldKeepThePlacesOfBatchesWhoseClientsHaveGoneUntilTheirLinesAreAnswered() throws Exception {
        Path log = folder.resolve("access.log");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.logging(log)).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            HttpClient leaving = ofHttp2(member);
            Integer key = keyOf(member, 1);
            String lines = (transaction(1, now, "") + "\n").repeat(3);
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                for (int i = 1; i <= 4; i++) {
                    long received = i * 3L;
                    CompletableFuture<HttpResponse<Void>> batch = leaving.sendAsync(
                            request(member, "POST", "/v1/decisions:batch", lines),
                            HttpResponse.BodyHandlers.discarding());
                    TestCluster.await(
                            "the lines are in",
                            () -> member.status().accounting().inFlight() == received);
                    boolean unused = batch.cancel(true);
                }
                awaitGone(log, 4);
                assertNoRoomForBatches(user);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            awaitRoomForBatches(user);
            TestCluster.await("no place is kept", () -> queue(member) == 0);
        }
    }

    /** An answer that nobody takes stays in the member's memory. */
    @Test
    void shouldKeepThePlacesOfBatchesWhoseClientsDoNotTakeTheirAnswers() throws Exception {
        Path log = folder.resolve("access.log");
        List<Socket> reluctant = new ArrayList<>();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.logging(log)).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            // Each line is answered by six hundred bytes: together more than the kernel takes for a client that reads
            // none.
            String lines = ("{\"currency\":\"" + "\\u0001".repeat(64) + "\"}\n").repeat(LINES);
            String request = "POST /v1/decisions:batch HTTP/1.1\r\nHost: a\r\nContent-Length: " + lines.length()
                    + "\r\n\r\n" + lines;
            try {
                for (int i = 1; i <= BATCHES; i++) {
                    int answered = i;
                    Socket socket = new Socket();
                    reluctant.add(socket);
                    socket.setReceiveBufferSize(1 << 10);
                    socket.connect(
                            new InetSocketAddress("127.0.0.1", member.apiPort().orElseThrow()));
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    TestCluster.await(
                            "the batch is answered",
                            () -> lines(log).stream()
                                            .filter(line ->
                                                    line.contains("\"batch\"") && line.contains("\"status\":200"))
                                            .count()
                                    == answered);
                }
                assertNoRoomForBatches(user);
            } finally {
                for (Socket socket : reluctant) {
                    socket.close();
                }
            }
            awaitRoomForBatches(user);
        }
    }

    /** The same of a stream whose client leaves the answer no room. */
    @Test
    void shouldKeepThePlacesOfBatchesWhoseClientsTakeNoAnswersOfTheirStreams() throws Exception {
        Path log = folder.resolve("access.log");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.logging(log)).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            try (RawHttp2 reluctant = new RawHttp2(member, 1)) {
                for (int i = 0; i < BATCHES; i++) {
                    int stream = 2 * i + 1;
                    reluctant.post(stream, "/v1/decisions:batch", transaction(1, now + i, "") + "\n");
                    reluctant.awaitHead(stream);
                }
                assertNoRoomForBatches(user);
            }
            awaitRoomForBatches(user);
            TestCluster.await("no place is kept", () -> queue(member) == 0);
        }
    }

    private static HttpRequest request(FraudMember member, String method, String path, String body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + member.apiPort().orElseThrow() + path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    @Test
    void shouldLogACallWhoseClientClosedBeforeItsAnswer() throws Exception {
        Path log = folder.resolve("access.log");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            // The client closes before that.
                            ApiUser.decisions(Duration.ofSeconds(8), 20, 1_000), 5, Optional.empty(), Optional.of(log)))
                    .startMember();
            cluster.load();
            cluster.control().start();
            String json = transaction(1, now, "");
            String request =
                    "POST /v1/decisions HTTP/1.1\r\nHost: a\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
            ShardMap.of(member.hazelcast()).lock(keyOf(member, 1));
            try {
                try (Socket socket = new Socket("127.0.0.1", member.apiPort().orElseThrow())) {
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    TestCluster.await(
                            "it is in", () -> member.status().accounting().inFlight() == 1);
                }
                TestCluster.await(
                        "its line is written",
                        () -> lines(log).stream()
                                .anyMatch(line ->
                                        line.contains("\"status\":499") && line.contains("\"decision\":\"approve\"")));
            } finally {
                ShardMap.of(member.hazelcast()).unlock(keyOf(member, 1));
            }
        }
    }

    @Test
    void shouldGiveBackThePlacesOfExplainedDecisionsWhoseClientsHaveGone() throws Exception {
        Path log = folder.resolve("access.log");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(8), 1_000, 1_000),
                            BATCHES,
                            Optional.empty(),
                            Optional.of(log)))
                    .startMember();
            cluster.load();
            cluster.control().start();
            HttpClient leaving = ofHttp2(member);
            Integer key = keyOf(member, 1);
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                for (int i = 1; i <= BATCHES; i++) {
                    int waiting = i;
                    CompletableFuture<HttpResponse<Void>> decision = leaving.sendAsync(
                            request(member, "POST", "/v1/decisions?explain=true", transaction(1, now + i, "")),
                            HttpResponse.BodyHandlers.discarding());
                    TestCluster.await("its history is read", () -> queue(member) == waiting);
                    boolean unused = decision.cancel(true);
                }
                awaitGone(log, BATCHES);
                TestCluster.await("no place is kept", () -> queue(member) == 0);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            assertThat(new ApiUser(member)
                            .post("/v1/decisions", transaction(2, now, ""))
                            .status())
                    .isEqualTo(200);
            assertThat(cluster.survey().everInserted())
                    .as("what nobody waits for is not handed on")
                    .isEqualTo(TestCluster.LOADED + 1);
        }
    }

    /** A batch goes on in slices; a member that has stopped takes no further one. */
    @Test
    void shouldTakeNoFurtherLinesOfABatchWhenTheMemberHasStopped() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            cluster.load();
            ApiUser user = new ApiUser(member);
            long turnedAway = 0;
            // A stop that comes before the first line, or after the last one, shows nothing.
            for (int attempt = 0; attempt < 30 && turnedAway == 0; attempt++) {
                cluster.control().start();
                TestCluster.await("the member scores", user::isReady);
                long before = member.status().accounting().received();
                List<CompletableFuture<ApiUser.Answer>> batches = new ArrayList<>();
                for (int i = 0; i < BATCHES; i++) {
                    String batch = batch(attempt * BATCHES + i);
                    batches.add(CompletableFuture.supplyAsync(() -> user.post("/v1/decisions:batch", batch)));
                }
                TestCluster.await(
                        "the first lines are in",
                        () -> member.status().accounting().received() > before);

                cluster.control().stop();
                long received = member.status().accounting().received();

                for (CompletableFuture<ApiUser.Answer> batch : batches) {
                    ApiUser.Answer answer = batch.get(60, TimeUnit.SECONDS);
                    if (answer.status() == 200) {
                        assertThat(answer.body().lines()).hasSize(LINES);
                        turnedAway += answer.body()
                                .lines()
                                .filter(line -> line.contains("\"not_scoring\""))
                                .count();
                    }
                }
                assertThat(member.status().accounting().received())
                        .as("of what came after the stop")
                        .isEqualTo(received);
            }
            assertThat(turnedAway).isPositive();
        }
    }

    private String batch(int number) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(transaction(
                            i % TestCluster.CARDS, now + number, ",\"reference\":\"" + number + "-" + i + "\""))
                    .append('\n');
        }
        return lines.toString();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
