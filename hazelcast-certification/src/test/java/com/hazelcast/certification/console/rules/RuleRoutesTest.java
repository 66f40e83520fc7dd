package com.hazelcast.certification.console.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.members.MemberParts;
import java.io.InputStream;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The description of the paths about sets of rules, held against the paths. */
class RuleRoutesTest {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

    private static Set<String> described() throws Exception {
        Set<String> all = new TreeSet<>();
        try (InputStream in = RuleRoutesTest.class.getResourceAsStream("/console/openapi.yaml")) {
            JsonNode paths = new YAMLMapper().readTree(in).path("paths");
            paths.fieldNames()
                    .forEachRemaining(path -> paths.path(path).fieldNames().forEachRemaining(method -> {
                        if (METHODS.contains(method)) {
                            all.add(method + " " + path.replaceAll("\\{[a-z]+}", ":id"));
                        }
                    }));
        }
        return all;
    }

    private static Set<String> served() {
        // Paths need no member; only what answers them does.
        MemberParts none = new MemberParts(
                null, null, null, null, null, null, null, Optional.empty(), Optional.empty(), Clock.systemUTC());
        Set<String> all = new TreeSet<>();
        try (RuleEndpoints rules = new RuleEndpoints(none, null, null, null)) {
            for (Endpoint endpoint : rules.all()) {
                all.add((endpoint.bodyBytesMax() == 0 ? "get " : "post ") + endpoint.path());
            }
        }
        return all;
    }

    @Test
    void shouldDescribeEachPathAndNoOther() throws Exception {
        assertThat(described()).hasSize(20).isEqualTo(served());
    }
}
