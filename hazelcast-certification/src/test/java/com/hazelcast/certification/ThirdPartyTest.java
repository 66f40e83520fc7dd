package com.hazelcast.certification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the two lists of what is delivered and is no library of the build to the versions that are delivered. */
class ThirdPartyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PARENT = Path.of("../pom.xml");
    private static final Path EDITOR_LOCK = Path.of("../console-editor/package-lock.json");

    @Test
    void shouldNameWhatComesBesidesTheLibrariesInTheBillOfMaterials() throws IOException {
        List<String> named = new ArrayList<>();
        for (JsonNode component : bill()) {
            named.add(component.get("purl").asText());
            assertThat(component.at("/licenses/0/license/id").asText()).isIn("Apache-2.0", "MIT");
        }
        List<String> delivered = new ArrayList<>();
        delivered.add("pkg:maven/io.prometheus.jmx/jmx_prometheus_javaagent@" + exporterVersion() + "?type=jar");
        editorPackages()
                .forEach(each -> delivered.add("pkg:npm/" + each.group(1).replace("@", "%40") + "@" + each.group(2)));
        delivered.add("pkg:npm/uplot@" + chartVersion());
        assertThat(named).containsExactlyElementsOf(delivered);
    }

    @Test
    void shouldNameTheirLicences() throws IOException {
        String list = resource("META-INF/THIRD-PARTY-OTHERS.txt");
        List<String> named = matches("\\(((?:npm|io\\.prometheus\\.jmx):\\S+) - ", list).stream()
                .map(each -> each.group(1))
                .toList();
        List<String> delivered = new ArrayList<>();
        delivered.add("io.prometheus.jmx:jmx_prometheus_javaagent:" + exporterVersion());
        editorPackages().forEach(each -> delivered.add("npm:" + each.group(1) + ":" + each.group(2)));
        delivered.add("npm:uplot:" + chartVersion());
        assertThat(named).containsExactlyElementsOf(delivered);
    }

    @Test
    void shouldHaveTheEditorsVersionsOfItsPackages() throws IOException {
        JsonNode packages = JSON.readTree(EDITOR_LOCK.toFile()).get("packages");
        assertThat(editorPackages())
                .hasSizeGreaterThan(5)
                .allSatisfy(each -> assertThat(packages.get("node_modules/" + each.group(1))
                                .get("version")
                                .asText())
                        .isEqualTo(each.group(2)));
    }

    private static JsonNode bill() throws IOException {
        return JSON.readTree(resource("META-INF/sbom/others.cdx.json")).get("components");
    }

    private static String exporterVersion() throws IOException {
        return matches("<jmx-exporter\\.version>(.*)</", Files.readString(PARENT))
                .get(0)
                .group(1);
    }

    private static String chartVersion() throws IOException {
        return matches("uPlot \\(v(.*)\\)", resource("console/vendor/uplot/uPlot.esm.js"))
                .get(0)
                .group(1);
    }

    /** Name and version of each package in the bundle. */
    private static List<MatchResult> editorPackages() throws IOException {
        return matches("(?m)^== (\\S+) (\\S+)$", resource("console/vendor/codemirror/LICENSE.txt"));
    }

    private static List<MatchResult> matches(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ThirdPartyTest.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
