package com.hazelcast.certification.cli;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes and tests that the documents name exist. */
class DocumentedClassesTest {
    private static final Pattern TEST = Pattern.compile("[A-Z]\\w*(?:Test|IT)");
    private static final Pattern CLASS = Pattern.compile("[A-Z]+[a-z]+\\w*[A-Z]\\w*");

    /** Of Hazelcast, Protobuf, browsers, systemd and Kubernetes. */
    private static final Set<String> OF_OTHERS = Set.of(
            "MapLoader", "StringValue", "EventSource", "BindsTo", "TimeoutStopSec", "TimeoutStartSec", "OnDelete");

    /** The names of all source files of all modules. */
    private static Set<String> classes() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (Stream<Path> modules = Files.list(DocumentedCommands.PROJECT)) {
            for (Path sources : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
                }
            }
        }
        return names;
    }

    /** What stands between backquotes and looks like that. */
    private static Set<String> named(Path file, Pattern pattern) throws IOException {
        return DocumentedCommands.spans(Files.readString(file)).stream()
                .filter(span -> pattern.matcher(span).matches())
                .collect(toCollection(TreeSet::new));
    }

    @Test
    void shouldNameOnlyTestsThatExist() throws IOException {
        Set<String> classes = classes();
        Set<String> all = new TreeSet<>();
        for (Path file : DocumentedCommands.files()) {
            Set<String> tests = named(file, TEST);
            assertThat(classes).as(file.toString()).containsAll(tests);
            all.addAll(tests);
        }
        assertThat(all).contains("StrictnessTest", "RandomRunsIT");
    }

    @Test
    void shouldDescribeOnlyClassesThatExist() throws IOException {
        Set<String> classes = classes();
        Set<String> alerts = alerts();
        Set<String> all = new TreeSet<>();
        for (Path file : ofThePresent()) {
            Set<String> described = named(file, CLASS);
            described.removeAll(OF_OTHERS);
            described.removeAll(alerts);
            assertThat(classes).as(file.toString()).containsAll(described);
            all.addAll(described);
        }
        assertThat(all).contains("ScoreBatch", "GatewayTest", "HttpLimits");
    }

    /** Each has a runbook of its name. */
    private static Set<String> alerts() throws IOException {
        try (Stream<Path> runbooks = Files.list(DocumentedCommands.PROJECT.resolve("docs/runbooks"))) {
            return runbooks.map(file -> file.getFileName().toString().replace(".md", ""))
                    .collect(toCollection(TreeSet::new));
        }
    }

    /** Decisions and rounds name classes of their day. */
    private static List<Path> ofThePresent() throws IOException {
        return DocumentedCommands.files().stream()
                .filter(file -> !file.startsWith(DocumentedCommands.PROJECT.resolve("docs/decisions"))
                        && !file.startsWith(DocumentedCommands.PROJECT.resolve("docs/rounds")))
                .toList();
    }
}
