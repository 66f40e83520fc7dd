package com.hazelcast.certification.kafka.schemas;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A schema registry of a few answers, which writes down what it is asked. */
public final class TestRegistry implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long TIMEOUT_NS = 20_000_000_000L;
    private static final long LOOK_NS = 200_000;

    private final HttpServer server;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> registered = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private volatile int failsWith;

    /** One that answers on a port of its own. */
    public TestRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        List<String> given = exchange.getRequestHeaders().get("Authorization");
        authorizations.addAll(given == null ? List.of() : given);
        if (exchange.getRequestMethod().equals("POST")) {
            registered.add(
                    JSON.readTree(exchange.getRequestBody()).path("schema").asText());
        }
        String known = answers.get(path);
        int status = failsWith != 0 ? failsWith : known == null ? 404 : 200;
        String body = failsWith != 0
                ? "no JSON"
                : known == null ? "{\"error_code\":40403,\"message\":\"Schema not found\"}" : known;
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Has that schema. */
    public TestRegistry with(int id, String type, String text) throws IOException {
        return with(id, type, text, List.of());
    }

    /** Has that schema, which refers to version 1 of these subjects by their names. */
    public TestRegistry with(int id, String type, String text, List<String> references) throws IOException {
        answers.put("/schemas/ids/" + id, answer(type, text, references));
        return this;
    }

    /** Has that schema as version 1 of a subject. */
    public TestRegistry withSubject(String subject, String type, String text, List<String> references)
            throws IOException {
        answers.put("/subjects/" + subject + "/versions/1", answer(type, text, references));
        return this;
    }

    /** Gives what is registered for a subject that id. */
    public TestRegistry withIdFor(String subject, int id) {
        answers.put("/subjects/" + subject + "/versions", "{\"id\":" + id + "}");
        return this;
    }

    private static String answer(String type, String text, List<String> references) throws IOException {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("schema", text);
        if (!type.equals("AVRO")) {
            answer.put("schemaType", type);
        }
        answer.put(
                "references",
                references.stream()
                        .map(name -> Map.of("name", name, "subject", name, "version", 1))
                        .toList());
        return JSON.writeValueAsString(answer);
    }

    /** Answers everything with that status from now on; 0: as it should. */
    public void failWith(int status) {
        failsWith = status;
    }

    /** Its address. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A client of it, without a password. */
    public SchemaRegistry client() {
        return new SchemaRegistry(List.of(address()), new RegistryProperties(Map.of()));
    }

    /** What it was asked. */
    public List<String> asked() {
        return asked;
    }

    /** Texts of schemas that it was to register. */
    public List<String> registered() {
        return registered;
    }

    List<String> authorizations() {
        return authorizations;
    }

    /** The result of a call as soon as no schema is awaited. */
    public static <T extends @Nullable Object> T answered(Supplier<T> call) {
        long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (true) {
            try {
                return call.get();
            } catch (SchemaAwaited awaited) {
                if (System.nanoTime() > deadlineNs) {
                    throw new AssertionError("still awaited: " + awaited.why(), awaited);
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
