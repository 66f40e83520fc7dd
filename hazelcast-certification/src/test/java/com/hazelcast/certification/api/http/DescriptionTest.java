package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

    /** A token, a certificate, or on loopback neither. */
    @Test
    void shouldDescribeByWhatAClientIsKnown() {
        List<String> ways = new ArrayList<>();
        description.path("security").forEach(way -> ways.add(way.toString()));
        assertThat(ways).containsExactly("{\"token\":[]}", "{\"certificate\":[]}", "{}");
        assertThat(description.at("/components/securitySchemes/token/scheme").asText())
                .isEqualTo("bearer");
        assertThat(description
                        .at("/components/securitySchemes/certificate/type")
                        .asText())
                .isEqualTo("mutualTLS");
    }

    @Test
    void shouldDescribeTheReferencesThatAreTaken() {
        JsonNode schema = description.at("/components/schemas/Reference");
        Pattern pattern = Pattern.compile(schema.path("pattern").asText());
        for (char c = 0; c < 0x180; c++) {
            String reference = "order" + c + "4711";
            boolean isDescribed = pattern.matcher(reference).find();
            assertThat(isTaken(reference)).as("character " + (int) c).isEqualTo(isDescribed);
        }
        for (String dots : List.of(".", "..", "...", ".a", "a..")) {
            assertThat(isTaken(dots)).as(dots).isEqualTo(pattern.matcher(dots).find());
        }
        assertThat(isTaken(".") || isTaken("..")).isFalse();
        int longest = schema.path("maxLength").asInt();
        assertThat(isTaken("x".repeat(longest))).isTrue();
        assertThat(isTaken("x".repeat(longest + 1))).isFalse();
        for (String place : List.of(
                "/paths/~1v1~1transactions~1{reference}/parameters/0/schema",
                "/components/parameters/Key/schema",
                "/components/schemas/Transaction/properties/reference",
                "/components/schemas/Labels/properties/labels/items/properties/reference")) {
            assertThat(description.at(place).path("$ref").asText())
                    .as(place)
                    .isEqualTo("#/components/schemas/Reference");
        }
    }

    private static boolean isTaken(String reference) {
        try {
            return Fields.reference(reference, "reference").equals(reference);
        } catch (FieldProblem e) {
            return false;
        }
    }
}
