package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP as the API speaks it: pipelining, HTTP/2, and requests that are none. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ApiProtocolTest {
    private static TestCluster cluster;
    private static final String POST = "POST /v1/decisions HTTP/1.1\r\nHost: a\r\n";
    private static FraudMember member;
    private static ApiUser user;
    private final long now = System.currentTimeMillis();

    @BeforeAll
    static void start() throws IOException {
        cluster = new TestCluster();
        member = cluster.withApi(ApiUser.usual()).startMember();
        user = new ApiUser(member);
        cluster.load();
        cluster.control().start();
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    private static Socket connected() throws IOException {
        return connectedTo(member);
    }

    private static Socket connectedTo(FraudMember other) throws IOException {
        Socket socket = new Socket("127.0.0.1", other.apiPort().orElseThrow());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String answerTo(byte[] request) throws IOException {
        return answerOf(member, request);
    }

    private static String answerOf(FraudMember other, byte[] request) throws IOException {
        try (Socket socket = connectedTo(other)) {
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String answerTo(String request) throws IOException {
        return answerTo(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** On a connection that stays open. */
    private static String answersUntilDecision(String requests) throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answers = new StringBuilder();
            while (answers.indexOf("tookMicros") < 0) {
                int next = socket.getInputStream().read();
                assertThat(next).as(answers + " and then closed").isNotNegative();
                answers.append((char) next);
            }
            return answers.toString();
        }
    }

    private static String whole(String body, String... headers) {
        return POST + String.join("", headers) + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void shouldAnswerPipelinedRequestsInTheirOrder() throws Exception {
        int count = 300;
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < count; i++) {
            requests.append(whole(i % 3 == 1 ? "{}" : transaction(i, now, "")));
        }
        try (Socket socket = connected()) {
            socket.getOutputStream().write(requests.toString().getBytes(StandardCharsets.US_ASCII));
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (int i = 0; i < count; i++) {
                String status = answers.readLine();
                assertThat(status).as("answer " + i).contains(i % 3 == 1 ? " 422 " : " 200 ");
                int length = 0;
                for (String header = answers.readLine(); !header.isEmpty(); header = answers.readLine()) {
                    if (header.startsWith("content-length: ")) {
                        length = Integer.parseInt(header.substring(16));
                    }
                }
                assertThat(answers.skip(length)).isEqualTo(length);
            }
        }
    }

    @Test
    void shouldAnswerInHttp2AlsoWhatItRefusesBeforeItsBody() {
        ApiUser second = ApiUser.ofHttp2(member);
        ApiUser.Answer decided = second.post("/v1/decisions", transaction(1, now, ""));
        assertThat(decided.response().version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(decided.status()).isEqualTo(200);
        assertThat(second.get("/v1/decisions").text("code")).isEqualTo("wrong_method");
        ApiUser.Answer refused =
                ApiUser.ofHttp2(member, "Authorization", "Bearer none").post("/v1/decisions", transaction(1, now, ""));
        assertThat(refused.status()).isEqualTo(401);
        ApiUser.Answer large = second.post("/v1/decisions", "x".repeat(1 << 20));
        assertThat(large.status()).isEqualTo(413);
        assertThat(second.post("/v1/decisions", transaction(1, now + 1, "")).status())
                .isEqualTo(200);
    }

    @Test
    void shouldGoOnWithTheStreamsBesideOneWhoseTargetIsNoPath() throws Exception {
        try (RawHttp2 client = new RawHttp2(member, 1 << 14)) {
            client.get(1, "*");
            client.awaitHead(1);
            client.get(3, "/livez");
            client.awaitHead(3);
        }
    }

    /** A caller gives up what is late for it: with a short deadline that may be many requests at once. */
    @Test
    void shouldGoOnWithAConnectionOnWhichManyRequestsAreGivenUp() throws Exception {
        try (RawHttp2 client = new RawHttp2(member, 1 << 14)) {
            int stream = 1;
            for (int i = 0; i < 1_000; i++) {
                client.beginPost(stream, "/v1/decisions");
                client.giveUp(stream);
                stream += 2;
            }
            client.get(stream, "/livez");
            client.awaitHead(stream);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /v1/decisions, POST",
        "GET, /v1/decisions:batch, POST",
        "POST, /v1/transactions/mine, 'GET, HEAD, PUT'",
        "POST, /v1/cards/none/history, 'GET, HEAD'",
        "POST, /readyz, 'GET, HEAD'"
    })
    void shouldNameTheMethodsThatAPathTakes(String method, String path, String methods) {
        ApiUser.Answer answer = user.call(method, path, "");

        assertThat(answer.text("code")).as(answer.body()).isEqualTo("wrong_method");
        assertThat(answer.header("allow").split(", ")).containsExactlyInAnyOrder(methods.split(", "));
    }

    /** A decision follows on the same connection: the answer before it has no body that would be taken for its begin. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/livez",
                "/readyz",
                "/openapi.yaml",
                "/v1/transactions/none",
                "/v1/transactions/no%2Dne",
                "/v1/cards/none/history",
                "/none"
            })
    void shouldAnswerHeadAsGetAndWithoutABody(String path) throws Exception {
        TestCluster.await("the member is ready", user::isReady);
        ApiUser.Answer got = user.get(path);

        String answers =
                answersUntilDecision("HEAD " + path + " HTTP/1.1\r\nHost: a\r\n\r\n" + whole(transaction(10, now, "")));

        assertThat(answers.substring(0, answers.indexOf("HTTP/1.1 ", 1)))
                .startsWith("HTTP/1.1 " + got.status() + " ")
                .contains("content-type: " + got.header("content-type"), "cache-control: no-store")
                .containsPattern("content-length: [1-9]")
                .endsWith("\r\n\r\n");
    }

    @Test
    void shouldAnswerHeadWithoutABodyInHttp2() throws Exception {
        try (RawHttp2 client = new RawHttp2(member, 1 << 14)) {
            int stream = 1;
            for (String path : List.of("/livez", "/v1/transactions/none", "/v1/decisions", "/none", "*")) {
                client.askHead(stream, path);
                assertThat(client.awaitsNoBody(stream)).as(path).isTrue();
                stream += 2;
            }
        }
    }

    /** What is pending is decided soon, and a cache between would go on to answer that it is pending. */
    @Test
    void shouldLetNoCacheKeepWhatIsRead() {
        for (String path : List.of("/v1/transactions/none", "/v1/cards/none/history", "/readyz")) {
            assertThat(user.get(path).header("cache-control")).as(path).isEqualTo("no-store");
        }
    }

    @Test
    void shouldKeepAConnectionWhoseRequestItRefusedUnlessMuchIsToCome() throws Exception {
        String refused = POST + "Authorization: Bearer none\r\nContent-Length: ";
        String good = whole(transaction(2, now, ""));
        assertThat(answersUntilDecision(refused + "5\r\n\r\nabcde" + good)).contains(" 401 ", " 200 ");
        assertThat(answersUntilDecision("GET /v1/decisions HTTP/1.1\r\nHost: a\r\n\r\n" + good))
                .contains(" 405 ", " 200 ")
                .doesNotContain("connection: close");
        try (Socket socket = connected()) {
            socket.getOutputStream().write((refused + "9999999\r\n\r\nabcde").getBytes(StandardCharsets.US_ASCII));
            // The rest never comes, so the member closes.
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains(" 401 ", "connection: close");
        }
    }

    /** Its client was told that the connection closes: what it sends behind that may be meant for another one. */
    @Test
    void shouldTakeNoRequestBehindOneWithWhoseAnswerTheConnectionCloses() throws Exception {
        String good = transaction(12, now, "");
        String body = "x".repeat(100_000);
        for (String refused : List.of(
                "Content-Length: 100000\r\n\r\n" + body, "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n")) {
            try (Socket socket = connected()) {
                socket.getOutputStream()
                        .write((POST + "Authorization: Bearer none\r\n" + refused + whole(good))
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .contains(" 401 ", "connection: close")
                        .doesNotContain(" 200 ");
            }
        }
        assertThat(user.post("/v1/decisions", good).json().path("replayed").asBoolean())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0\0\0\0\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n",
                "GET /livez HTTP/1.1\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
                POST + "Content-Length: -5\r\n\r\n",
                POST + "Content-Length: +5\r\n\r\nabcde",
                POST + "Content-Length: 99999999999999999999\r\n\r\n",
                POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                POST + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                POST + "Transfer-Encoding: chunked\r\n\r\nffffffffffff\r\nabc\r\n0\r\n\r\n",
                POST + "Expect: something\r\nContent-Length: 2\r\n\r\n{}",
                POST + "Content-Length: 2\r\n\r\n\u00ff\u00fe",
                POST + "Content-Length: 8\r\n\r\n[[[[[[[[",
                "POST /v1/decisions:batch HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
                "GET /v1/transactions/%00%ff HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"
            })
    void shouldAnswerAProblemOrCloseWhateverComes(String request) throws Exception {
        // A version that nobody has is answered by the library.
        assertThat(answerTo(request))
                .satisfiesAnyOf(
                        text -> assertThat(text).isEmpty(),
                        text -> assertThat(text).startsWith("HTTP/9.9 501 "),
                        text -> assertThat(text).matches("(?s)HTTP/1\\.[01] 4\\d\\d .*application/problem\\+json.*"));
        assertThat(user.post("/v1/decisions", transaction(1, now, "")).status()).isEqualTo(200);
    }

    /** A good transaction in each: what surrounds it, or how it is written, makes it none. */
    @Test
    void shouldNotScoreAGoodTransactionInADoubtfulRequest() throws Exception {
        String good = transaction(3, now, ",\"reference\":\"doubtful\"");
        String chunked = Integer.toHexString(good.length()) + "\r\n" + good + "\r\n0\r\n\r\n";
        assertThat(answerTo(
                        POST + "Content-Length: " + good.length() + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked))
                .contains(" 400 ");
        assertThat(answerTo(POST + "Content-Length: 5\r\nContent-Length: " + good.length() + "\r\n\r\n" + good))
                .contains(" 400 ");
        assertThat(answerTo(POST.replace("1.1", "1.0") + "Transfer-Encoding: chunked\r\n\r\n" + chunked))
                .contains(" 400 ");
        assertThat(answerTo(whole(good, "Content-Encoding: gzip\r\n"))).contains(" 415 ", "wrong_content_encoding");
        assertThat(answerTo(whole(good, "Content-Type: text/plain\r\n"))).contains(" 415 ");
        assertThat(answerTo(whole(good, "Content-Type: application/json-seq\r\n")))
                .contains(" 415 ");
        // An overlong form of the same digit, and another encoding of the same text.
        assertThat(answerTo(whole(good.replaceFirst("\"0", "\"\u00c0\u00b0")))).contains("not UTF-8");
        byte[] body = good.getBytes(StandardCharsets.UTF_16LE);
        assertThat(answerTo(POST + "Content-Length: " + body.length + "\r\n\r\n"
                        + new String(body, StandardCharsets.ISO_8859_1)))
                .contains("not_json");
        assertThat(answerTo(whole(good + "\0"))).contains("not_json");
        assertThat(answerTo(POST + "Content-Length: " + (good.length() + 1) + "\r\n\r\n" + good))
                .as("cut short")
                .doesNotContain(" 200 ");
        assertThat(user.post("/v1/decisions", good).json().path("replayed").asBoolean())
                .isFalse();
    }

    /** A proxy before the member might take the other one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Idempotency-Key: one\r\nIdempotency-Key: other\r\n",
                "X-Deadline-Ms: 5\r\nX-Deadline-Ms: 500\r\n",
                "Authorization: Bearer one\r\nAuthorization: Bearer other\r\n"
            })
    void shouldRefuseAHeaderThatIsThereTwice(String headers) throws Exception {
        assertThat(answerTo(whole(transaction(5, now, ""), headers)))
                .containsPattern(" 400 | 422 ")
                .containsPattern("duplicate_field|two_tokens");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /v1/transactions", "POST /v1/decisions:batch", "PUT /v1/transactions/twice"})
    void shouldRefuseAHeaderThatIsThereTwiceInEachCallThatSubmits(String call) throws Exception {
        for (String header : List.of("Idempotency-Key: twice\r\n", "X-Deadline-Ms: 50\r\n")) {
            String request = whole(transaction(6, now, ""), header, header).replace("POST /v1/decisions", call);
            assertThat(answerTo(request)).as(header).contains(" 422 ", "duplicate_field");
        }
    }

    /** A caller that sends both has to learn of it before the transaction's own is left out one day. */
    @Test
    void shouldRefuseAWrongDeadlineInTheHeaderBesideOneInTheTransaction() {
        String own = transaction(11, now, ",\"deadlineMs\":5000");

        ApiUser.Answer wrong = user.post("/v1/decisions", own, "X-Deadline-Ms", "soon");
        assertThat(wrong.status()).as(wrong.body()).isEqualTo(422);
        assertThat(wrong.text("field")).isEqualTo("X-Deadline-Ms");
        assertThat(user.post("/v1/decisions", own, "X-Deadline-Ms", "50").status())
                .isEqualTo(200);
    }

    @Test
    void shouldNameWhereAReferenceOfAnyCharactersIsRead() {
        String path = "/v1/transactions/order%3F%231";
        ApiUser.Answer taken = user.call("PUT", path + "?wait=5000ms", transaction(7, now, ""));
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
        assertThat(taken.header("location")).isEqualTo(path);
        assertThat(user.get(path).text("id")).isEqualTo(taken.text("id"));
    }

    /** The router removes such parts, so that another call would be made; and no path could read what was put under such a reference. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/transactions/.",
                "/v1/transactions/..",
                "/v1/transactions/%2E",
                "/v1/transactions/%2e.?wait=5ms",
                "/v1/transactions/%2E%2e",
                "/v1/cards/../decisions"
            })
    void shouldRefuseAPathWithAPartOfDotsAlone(String path) throws Exception {
        for (String method : List.of("PUT ", "GET ", "POST ")) {
            String request = whole(transaction(9, now, "")).replace("POST /v1/decisions", method + path);
            assertThat(answerTo(request)).as(method + path).contains(" 400 ", "bad_path");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void shouldTakeNoReferenceOfDotsAlone(String reference) {
        String named = transaction(9, now, ",\"reference\":\"" + reference + "\"");
        assertThat(user.post("/v1/decisions", named).text("field")).isEqualTo("reference");
        assertThat(user.post("/v1/decisions", transaction(9, now, ""), "Idempotency-Key", reference)
                        .text("code"))
                .isEqualTo("out_of_range");
        ApiUser.Answer taken =
                user.call("PUT", "/v1/transactions/" + reference + "a?wait=5000ms", transaction(9, now, ""));
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    }

    /** Blanks in front of a good transaction: what is read of a line is bounded as the body of a single call. */
    @Test
    void shouldRejectALineOfABatchThatIsLongerThanASingleCallMayBe() {
        String good = transaction(15, now, "");
        String longest = " ".repeat((1 << 16) - good.length()) + good;
        String batch = good + "\n" + " " + longest + "\n" + longest + "\n" + longest + "\n" + good + "\n";

        List<JsonNode> answers = user.post("/v1/decisions:batch", batch)
                .body()
                .lines()
                .map(ApiUser::json)
                .toList();

        assertThat(answers)
                .extracting(answer ->
                        answer.path("code").asText(answer.path("status").asText()))
                .containsExactly("decided", "line_too_long", "decided", "decided", "decided");
        assertThat(answers.get(1).path("line").asInt()).isEqualTo(2);
    }

    /** The member has room for all of them. */
    @Test
    void shouldSayOfLinesThatComeBehindTheDeadlineOfTheirBatchThatItIsTooShort() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            lines.append(transaction(i % TestCluster.CARDS, now, "")).append('\n');
        }

        String answers = user.post("/v1/decisions:batch", lines.toString(), "X-Deadline-Ms", "1")
                .body();

        assertThat(answers.lines()).hasSize(10_000);
        assertThat(answers).contains("\"batch_deadline\"").doesNotContain("member_full");
    }

    /** A form of any page can send this. */
    @Test
    void shouldTakeNothingFromAPageInABrowser() throws Exception {
        String request = whole(
                        transaction(8, now, ",\"reference\":\"of-a-page\""),
                        "Content-Type: text/plain\r\n",
                        "Origin: https://page.example\r\n")
                .replace("POST /v1/decisions", "POST /v1/decisions:batch");

        assertThat(answerTo(request)).contains(" 403 ", "from_a_page");
    }

    @Test
    void shouldRefuseAKeyThatIsNotTheReferenceOfItsPath() {
        String path = "/v1/transactions/one";
        ApiUser.Answer answer = user.call("PUT", path, transaction(6, now, ""), "Idempotency-Key", "other");
        assertThat(answer.text("code")).as(answer.body()).isEqualTo("different_references");
        assertThat(user.get(path).status()).as("nothing was taken").isEqualTo(404);
    }

    @Test
    void shouldTakeAnUpgradeToHttp2WithItsRequest() throws Exception {
        String settings = Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[0]);
        try (Socket socket = connected()) {
            socket.getOutputStream()
                    .write(whole(
                                    transaction(4, now, ""),
                                    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: " + settings
                                            + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                            .readLine())
                    .contains(" 101 ");
        }
    }

    @Test
    void shouldCountWhatIsNoRequest() throws Exception {
        // Of its own: an answer is counted after it is sent, so requests of other tests may still be.
        try (TestCluster own = new TestCluster().withApi(ApiUser.usual())) {
            FraudMember alone = own.startMember();

            assertThat(answerOf(alone, "nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
                    .contains(" 400 ");

            TestCluster.await("what was no request is counted", () -> requests(alone) > 0);
            assertThat(requests(alone)).isEqualTo(1);
        }
    }

    private static long requests(FraudMember other) {
        return other.metrics().apiFigures().orElseThrow().requests();
    }
}
