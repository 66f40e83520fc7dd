package com.hazelcast.certification.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.member.FraudMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks a member's HTTP port, and keeps all bodies that it was answered with. Thread-safe. */
public final class ConsoleClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String BASIC = "Basic ";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final String origin;
    private final Optional<String> token;
    private final Queue<String> bodies;

    private ConsoleClient(HttpClient http, String origin, Optional<String> token, Queue<String> bodies) {
        this.http = http;
        this.origin = origin;
        this.token = token;
        this.bodies = bodies;
    }

    public static ConsoleClient of(FraudMember member) {
        return new ConsoleClient(
                HttpClient.newHttpClient(), member.consoleUrl(), Optional.empty(), new ConcurrentLinkedQueue<>());
    }

    /** One that trusts that authority and calls the member 127.0.0.1. */
    static ConsoleClient trusting(Path authority, FraudMember member) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var pem = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return new ConsoleClient(
                HttpClient.newBuilder().sslContext(tls).build(),
                "https://127.0.0.1:" + member.httpPort(),
                Optional.empty(),
                new ConcurrentLinkedQueue<>());
    }

    /** The same with that token. */
    ConsoleClient with(String presented) {
        return new ConsoleClient(http, origin, Optional.of(presented), bodies);
    }

    /** The same with the name and the secret of a user. */
    ConsoleClient as(String name, String secret) {
        return with(BASIC + Base64.getEncoder().encodeToString((name + ":" + secret).getBytes(StandardCharsets.UTF_8)));
    }

    /** What came back. */
    public record Answer(int status, String body, HttpHeaders headers) {
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + body, e);
            }
        }

        String error() {
            return json().path("error").asText();
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    public Answer get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    Answer post(String path, String body) {
        return send("POST", path, body, "Content-Type", "application/json");
    }

    Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request =
                request(path).method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            bodies.add(response.body());
            return new Answer(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(origin + path)).timeout(TIMEOUT);
        token.ifPresent(text -> request.header("Authorization", text.startsWith(BASIC) ? text : "Bearer " + text));
        return request;
    }

    /** The stream of events; close it. */
    Events events() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> response = http.send(request("/api/events").build(), BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new AssertionError("status " + response.statusCode());
        }
        return new Events(response.body(), bodies);
    }

    /** A stream of events. */
    static final class Events implements AutoCloseable {
        private final Stream<String> lines;
        private final Iterator<String> iterator;
        private final Queue<String> bodies;
        private final Map<String, Integer> counts = new HashMap<>();

        Events(Stream<String> lines, Queue<String> bodies) {
            this.lines = lines;
            this.iterator = lines.iterator();
            this.bodies = bodies;
        }

        /** The next overview. */
        JsonNode next() throws JsonProcessingException {
            return next("overview");
        }

        /** The next event of that name. */
        JsonNode next(String name) throws JsonProcessingException {
            String event = "";
            while (true) {
                String line = iterator.next();
                if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    bodies.add(line);
                    counts.merge(event, 1, Integer::sum);
                    if (event.equals(name)) {
                        return JSON.readTree(line.substring("data: ".length()));
                    }
                }
            }
        }

        /** How many events of that name have been read, those passed over included. */
        int count(String name) {
            return counts.getOrDefault(name, 0);
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    /** All bodies so far. */
    List<String> bodies() {
        return List.copyOf(bodies);
    }
}
