package com.hazelcast.certification.bench.kafka;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.hazelcast.certification.kafka.records.AvroVerdicts;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A schema registry inside the bench, on loopback: it has the schema of the payments, and gives the one of verdicts, which members
 * register, an id. Members ask for each once, so that it takes nothing of what is measured.
 */
final class BenchRegistry implements AutoCloseable {
    /** The id of the schema of payments. */
    static final int PAYMENTS = 1;

    private static final int VERDICTS = 2;
    private static final String BY_ID = "/schemas/ids/";
    private static final int OK = 200;

    private final HttpServer server;

    /** One that answers. */
    BenchRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Map.of(PAYMENTS, AvroPayments.SCHEMA, VERDICTS, AvroVerdicts.SCHEMA)
                .forEach((id, schema) -> serve(
                        BY_ID + id,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("schema", schema)
                                .toString()));
        serve("/subjects/", "{\"id\":" + VERDICTS + "}");
        server.start();
    }

    private void serve(String path, String body) {
        var unused = server.createContext(path, exchange -> answer(exchange, body));
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(OK, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Where members find it. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
