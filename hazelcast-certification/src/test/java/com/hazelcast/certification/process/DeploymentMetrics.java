package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of metrics that a file of rules looks at, and those that a port exports. */
final class DeploymentMetrics {
    /** What is no name of a metric: labels to match, labels to group by, and the windows of ranges. */
    private static final Pattern OTHER =
            Pattern.compile("\\{[^}]*}|\\b(?:by|on|ignoring|without|group_left)\\s*\\([^)]*\\)|\\[[^\\]]*]");

    /** A word with an underscore that is not called; no function of these expressions but those that are called has one. */
    private static final Pattern NAME = Pattern.compile("\\b[a-z]\\w*_\\w+\\b(?!\\s*\\()");

    private DeploymentMetrics() {}

    /** All that the expressions name, but for {@code up}, which Prometheus makes itself. */
    static Set<String> named(Path rules) throws IOException {
        Set<String> names = new TreeSet<>();
        for (JsonNode group : new YAMLMapper().readTree(rules.toFile()).path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                String expression = OTHER.matcher(rule.path("expr").asText()).replaceAll(" ");
                Set<String> found = NAME.matcher(expression)
                        .results()
                        .map(match -> match.group())
                        .collect(Collectors.toSet());
                assertThat(!found.isEmpty() || expression.contains("up"))
                        .as(rule.path("alert").asText() + " names no metric: " + expression)
                        .isTrue();
                names.addAll(found);
            }
        }
        return names;
    }

    /** All that has a sample now. */
    static Set<String> exported(HttpClient http, int port) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("/metrics of port " + port).isEqualTo(200);
        return answer.body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toSet());
    }
}
