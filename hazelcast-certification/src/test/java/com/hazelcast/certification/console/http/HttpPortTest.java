package com.hazelcast.certification.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.member.TestCluster;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** The port byte by byte, with a content that gives back what it got; and what the port leaves behind. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HttpPortTest {
    private static final String HOST = "Host: 127.0.0.1\r\n";
    private static final String OPERATOR = "operator-0123456789";
    private static final String POST = "POST /api/echo HTTP/1.1\r\n" + HOST + "Authorization: Bearer " + OPERATOR
            + "\r\nContent-Type: application/json\r\n";

    /** An answer as far as all its headers have come: what its body's size is, and what has come of the body. */
    private static final Pattern ANSWER =
            Pattern.compile("(?is).*?\r\ncontent-length: (\\d+)\r\n(?:.*?\r\n)??\r\n(.*)");

    private static final ConsoleSettings SETTINGS = new ConsoleSettings(
            "127.0.0.1",
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.of(AccessToken.of("console-operator-token", OPERATOR)));

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    /** Gives back the body, or what stands in the path. */
    private static class Echo implements ConsoleContent {
        @Override
        public List<Endpoint> endpoints() {
            return List.of(
                    Endpoint.control("/api/echo", call -> "got " + call.body()),
                    Endpoint.get("/api/echo" + Endpoint.ID_PART, call -> call.id() + " " + call.param("after")));
        }

        @Override
        public List<Endpoint> openEndpoints() {
            return List.of();
        }

        @Override
        public String firstEvent() {
            return EventStreams.event("first", 1);
        }

        @Override
        public Map<String, Supplier<CompletableFuture<Health>>> healthPages() {
            return Map.of(
                    "/livez", () -> CompletableFuture.completedFuture(new Health(200, "{}")),
                    "/readyz", () -> CompletableFuture.failedFuture(new HttpFailure(HttpFailure.UNAVAILABLE, "no")));
        }

        @Override
        public void denied(Caller caller, Deed deed) {
            assertThat(deed).as("there is no look-up").isEqualTo(Deed.CONTROL);
        }

        @Override
        public void wrongToken(String address) {
            throw new AssertionError("every token is right");
        }

        @Override
        public void signedIn(String name, String address, Users.SignIn signIn) {
            throw new AssertionError("there are no users");
        }
    }

    /** Fails when its paths are requested, which is after the event loop has begun. */
    private static final class Broken extends Echo {
        @Override
        public List<Endpoint> endpoints() {
            throw new IllegalStateException("no paths");
        }
    }

    /** Warnings and errors that are logged while this is open, by the port or the library under it; clusters of other tests may log, too. */
    private static final class Defects implements AutoCloseable {
        private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        private final ListAppender<ILoggingEvent> written = new ListAppender<>();

        Defects() {
            written.start();
            logger.addAppender(written);
        }

        List<String> lines() {
            return List.copyOf(written.list).stream()
                    .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .filter(event -> event.getLoggerName().startsWith(HttpPort.class.getPackageName())
                            || event.getLoggerName().startsWith("io."))
                    .map(ILoggingEvent::toString)
                    .toList();
        }

        @Override
        public void close() {
            logger.detachAppender(written);
        }
    }

    private static HttpPort open(ConsoleContent content) {
        return HttpPort.open(
                SETTINGS,
                new ConsoleAccess(SETTINGS, new Users(Optional.empty(), Clock.systemUTC()), Optional.empty()),
                content,
                new EventStreams(),
                new PrometheusScrapeHandler(new PrometheusRegistry()),
                () -> List.of("http://10.0.0.1:7777"));
    }

    /** What comes back until the port closes the connection, which {@code Connection: close} asks it to. */
    private static String exchange(HttpPort port, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** What comes back until the body of the answer is whole: the port waits for the rest of a request before it closes. */
    private static String answer(HttpPort port, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder read = new StringBuilder();
            while (!isWhole(read)) {
                int next = socket.getInputStream().read();
                assertThat(next).as("the byte after: %s", read).isNotNegative();
                read.append((char) next);
            }
            return read.toString();
        }
    }

    private static boolean isWhole(CharSequence answer) {
        Matcher whole = ANSWER.matcher(answer);
        return whole.matches() && whole.group(2).length() >= Integer.parseInt(whole.group(1));
    }

    private Set<String> threadsSince() {
        Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
        now.removeAll(before);
        return now.stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(vert|fraud-console|fraud-metrics).*"))
                .collect(Collectors.toSet());
    }

    @AfterEach
    void shouldLeaveNoThreadAndNoFileBehind() {
        TestCluster.await("the port's threads have ended", () -> threadsSince().isEmpty());
        assertThat(Files.exists(Path.of("file-uploads"))).isFalse();
        assertThat(Files.exists(Path.of(".vertx"))).isFalse();
    }

    @Test
    void shouldCloseWhatItHasBegunWhenItCannotBeOpened() {
        assertThatThrownBy(() -> open(new Broken()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no paths");
    }

    @Test
    void shouldRunOnDaemonThreadsOnly() throws IOException {
        try (HttpPort port = open(new Echo())) {
            exchange(port, "GET /api/echo/x HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            exchange(port, "GET /metrics HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
            now.removeAll(before);
            Set<String> names = threadsSince();
            assertThat(names).anyMatch(name -> name.startsWith("vert")).anyMatch(name -> name.startsWith("fraud"));
            assertThat(now)
                    .filteredOn(thread -> names.contains(thread.getName()))
                    .allMatch(Thread::isDaemon);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /api/echo/one?after=two, 200, one two",
        "GET /api/echo/one?after=%zz, 400, not well formed",
        "GET /metrics?name[]=%zz, 400, not well formed",
        "GET /%zz, 404, no such page",
        "GET /api/%zz, 404, docs/console-api.md",
        "GET /livez, 200, {}",
        "GET /readyz, 503, no",
    })
    void shouldAnswerWhatIsNotWellFormedAsTheCallersFault(String begin, int status, String text) throws IOException {
        try (HttpPort port = open(new Echo());
                Defects defects = new Defects()) {
            String answer = exchange(port, begin + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 " + status).contains(text).contains("Content-Security-Policy");
            assertThat(defects.lines()).isEmpty();
        }
    }

    @Test
    void shouldBoundTheRequestsLineAndItsHeaders() throws IOException {
        try (HttpPort port = open(new Echo())) {
            String close = HOST + "Connection: close\r\n";
            assertThat(exchange(port, "GET /" + "x".repeat(3_000) + " HTTP/1.1\r\n" + close + "\r\n"))
                    .startsWith("HTTP/1.0 414");
            assertThat(exchange(port, "GET / HTTP/1.1\r\n" + close + "X: " + "x".repeat(9_000) + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431");
            assertThat(exchange(port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))
                    .as("without Host")
                    .startsWith("HTTP/1.1 400")
                    .contains("Content-Security-Policy", "not well formed");
        }
    }

    @Test
    void shouldAnswerHeadWithTheSizeOfThePageOnly() throws IOException {
        try (HttpPort port = open(new Echo())) {
            String page = exchange(port, "GET /index.html HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String head = exchange(port, "HEAD /index.html HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String body = page.substring(page.indexOf("\r\n\r\n") + 4);
            assertThat(head.toLowerCase(Locale.ROOT))
                    .contains("content-length: " + body.length())
                    .endsWith("\r\n\r\n");
            assertThat(body).isNotEmpty();
        }
    }

    @Test
    void shouldReadBodiesInPiecesAndRefuseThemBeforeTheyCome() throws IOException {
        try (HttpPort port = open(new Echo())) {
            assertThat(exchange(
                            port,
                            POST + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + "2\r\n{\"\r\n3\r\na\"}\r\n0\r\n\r\n"))
                    .startsWith("HTTP/1.1 202")
                    .endsWith("got {\"a\"}");
            assertThat(answer(port, POST + "Content-Length: 5000\r\n\r\n"))
                    .startsWith("HTTP/1.1 413")
                    .contains("at most 4096 bytes");
            assertThat(answer(port, POST + "Transfer-Encoding: chunked\r\n\r\n" + "1001\r\n" + "x".repeat(0x1001)))
                    .startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void shouldEndBodiesThatDoNotComeInTime() throws IOException {
        try (HttpPort port = open(new Echo());
                Socket endless = new Socket("127.0.0.1", port.port())) {
            endless.getOutputStream()
                    .write((POST + "Content-Length: 5000\r\n\r\n{").getBytes(StandardCharsets.ISO_8859_1));
            assertThat(exchange(port, POST + "Content-Length: 100\r\n\r\n{"))
                    .startsWith("HTTP/1.1 400")
                    .contains("did not come in time")
                    .containsIgnoringCase("connection: close");
            endless.setSoTimeout(30_000);
            assertThat(new String(endless.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void shouldNotTakeClientsThatLeaveForDefects() throws IOException {
        try (HttpPort port = open(new Echo());
                Defects defects = new Defects()) {
            for (int i = 0; i < 10; i++) {
                try (Socket leaves = new Socket("127.0.0.1", port.port())) {
                    leaves.getOutputStream()
                            .write((POST + "Content-Length: 100\r\n\r\n{").getBytes(StandardCharsets.ISO_8859_1));
                    leaves.setSoLinger(true, 0);
                }
            }
            // Requests are taken in their order, so all of those have ended before this one.
            assertThat(exchange(port, "GET /api/echo/x HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
            assertThat(defects.lines()).isEmpty();
        }
    }
}
