package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The description of the API beside the calls from which its routes are made. */
class DescriptionTest {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");

    private JsonNode description;

    @BeforeEach
    void read() throws IOException {
        try (InputStream file = DescriptionTest.class.getResourceAsStream("openapi.yaml")) {
            description = new YAMLMapper().readTree(Objects.requireNonNull(file));
        }
    }

    private static List<Call> calls() {
        return Stream.of(Call.values()).filter(call -> !call.path().isEmpty()).toList();
    }

    @Test
    void shouldDescribeEachRouteAndNoOther() {
        Set<String> described = new TreeSet<>();
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                    if (METHODS.contains(method)) {
                        described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        Set<String> routes = new TreeSet<>();
        calls().forEach(call -> routes.add(call.method() + " " + call.path()));
        OpenCalls.PATHS.forEach(path -> routes.add("GET " + path));

        assertThat(described).isEqualTo(routes);
    }

    private JsonNode response(Call call, String status) {
        JsonNode response = description
                .path("paths")
                .path(call.path())
                .path(call.method().toLowerCase(Locale.ROOT))
                .path("responses")
                .path(status);
        String reference = response.path("$ref").asText();
        return reference.isEmpty() ? response : description.at(reference.substring(1));
    }

    @Test
    void shouldDescribeTheStatusesOfEachCall() {
        for (Call call : calls()) {
            for (String status : List.of("200", "401", "403", "422", "429", "503", "default")) {
                assertThat(response(call, status).path("description").asText())
                        .as(call + " " + status)
                        .isNotEmpty();
            }
            for (String status : List.of("429", "503")) {
                assertThat(response(call, status).path("headers").has("Retry-After"))
                        .as(call + " " + status)
                        .isTrue();
            }
        }
        for (Call call : List.of(Call.DECISION, Call.SUBMIT, Call.PUT, Call.DECISION_READ)) {
            assertThat(response(call, "409").isMissingNode()).as(call.name()).isFalse();
        }
        for (Call call : List.of(Call.SUBMIT, Call.PUT)) {
            assertThat(response(call, "202").path("headers").has("Location"))
                    .as(call.name())
                    .isTrue();
        }
        for (String status : List.of("404", "410")) {
            assertThat(response(Call.DECISION_READ, status).isMissingNode())
                    .as(status)
                    .isFalse();
        }
    }
}
