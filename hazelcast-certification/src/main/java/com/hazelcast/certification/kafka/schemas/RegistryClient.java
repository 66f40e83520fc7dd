package com.hazelcast.certification.kafka.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Gets answers of the REST API that the registries have in common. Goes to the next address when one fails. Thread-safe; does not block.
 */
final class RegistryClient {
    /** How long an answer may take. */
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static final String CONTENT = "application/vnd.schemaregistry.v1+json";
    private static final String ACCEPTED = CONTENT + ", application/json";
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /** With the status 404: the least of the codes by which a registry says that it has no such subject, version or schema. */
    private static final int CODE_MIN = 40_401;

    private static final int CODE_MAX = 40_499;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> addresses;
    private final RegistryProperties properties;
    private final Duration timeout;
    private volatile int next;
    private @Nullable HttpClient http;

    /** What the registry has answered, in a sentence with what to do. Has no stack trace. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * A client.
     *
     * @param addresses of one registry, which answers at each of them
     * @throws IllegalArgumentException when one is no address of HTTP
     */
    RegistryClient(List<String> addresses, RegistryProperties properties, Duration timeout) {
        this.addresses = addresses.stream().map(RegistryClient::address).toList();
        this.properties = properties;
        this.timeout = timeout;
    }

    RegistryClient(List<String> addresses, RegistryProperties properties) {
        this(addresses, properties, TIMEOUT);
    }

    private static String address(String text) {
        try {
            URI address = URI.create(text);
            boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (!isHttp || address.getHost() == null || address.getQuery() != null) {
                throw new IllegalArgumentException("no address of HTTP");
            }
            if (address.getUserInfo() != null) {
                throw new IllegalArgumentException("a password belongs into " + RegistryProperties.PREFIX
                        + "basic.auth.user.info: host=" + address.getHost());
            }
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "kafka-registry must be an address such as http://127.0.0.1:8081, without a password: "
                            + (text.indexOf('@') < 0 ? "kafka-registry=" + text : "it has one"),
                    e);
        }
    }

    /**
     * The answer to a GET.
     *
     * @param path behind the address
     * @return empty: the registry says that it has no such thing; fails with a {@link Failure} when it is not known what the registry has
     */
    CompletableFuture<Optional<JsonNode>> get(String path) {
        return send(path, HttpRequest.Builder::GET);
    }

    /** The answer to a POST of a JSON object; as {@link #get}. */
    CompletableFuture<Optional<JsonNode>> post(String path, JsonNode body) {
        return send(
                path,
                request -> request.header("Content-Type", CONTENT)
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private CompletableFuture<Optional<JsonNode>> send(String path, UnaryOperator<HttpRequest.Builder> method) {
        int index = next;
        String address = addresses.get(index);
        HttpRequest.Builder request = method.apply(HttpRequest.newBuilder(URI.create(address + path))
                .header("Accept", ACCEPTED)
                .timeout(timeout));
        properties.authorization().ifPresent(value -> request.header("Authorization", value));
        return http().sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> {
                    try {
                        if (failure != null) {
                            throw failed(failure, address);
                        }
                        return answer(response, address);
                    } catch (Failure e) {
                        next = (index + 1) % addresses.size();
                        throw e;
                    }
                });
    }

    /** Made when it is first needed: it has a thread. */
    private synchronized HttpClient http() {
        if (http == null) {
            // Not every server takes the offer of HTTP/2 that would be made otherwise.
            HttpClient.Builder builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout);
            properties.tls().ifPresent(builder::sslContext);
            http = builder.build();
        }
        return http;
    }

    private static Optional<JsonNode> answer(HttpResponse<byte[]> response, String address) {
        String where = ": kafka-registry=" + address + " status=" + response.statusCode();
        JsonNode body;
        try {
            body = JSON.readTree(response.body());
        } catch (IOException e) {
            body = JSON.missingNode();
        }
        int status = response.statusCode();
        if (status == OK && body.isObject()) {
            return Optional.of(body);
        }
        int code = body.path("error_code").asInt();
        if (status == NOT_FOUND && code >= CODE_MIN && code <= CODE_MAX) {
            return Optional.empty();
        }
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            throw new Failure("the schema registry does not let this member in: check " + RegistryProperties.PREFIX
                    + "basic.auth.user.info or bearer.auth.token, and its right to read schemas" + where);
        }
        if (status == NOT_FOUND || status == OK) {
            throw new Failure(
                    "the address does not answer as a schema registry does: correct kafka-registry; Apicurio's has /apis/ccompat/v7 behind it"
                            + where);
        }
        String message = body.path("message").asText();
        throw new Failure("the schema registry refuses or fails: see its log" + where
                + (message.isEmpty() ? "" : ": " + message));
    }

    private static Failure failed(Throwable failure, String address) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String what = ": kafka-registry=" + address + ": " + cause.getClass().getSimpleName()
                + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
        if (cause instanceof SSLException) {
            return new Failure("no TLS with the schema registry: check " + RegistryProperties.PREFIX
                    + "ssl.truststore.location and the certificate's names" + what);
        }
        if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
            return new Failure(
                    "the schema registry does not answer in time: check kafka-registry and whether it runs" + what);
        }
        return new Failure("the schema registry cannot be reached: check kafka-registry and whether it runs" + what);
    }
}
