package com.hazelcast.certification.cli;

import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Keys of JSON objects, as {@code docs/reference/json.md} documents them and as a command prints them: {@code a.b[].c}. */
public final class DocumentedKeys {
    private static final Path REFERENCE = Path.of("../docs/reference/json.md");
    private static final Pattern KEY = Pattern.compile("`([^`]+)`");

    private DocumentedKeys() {}

    /** The keys in the table below the heading of that command. */
    public static Set<String> of(String command) throws IOException {
        List<String> lines = Files.readAllLines(REFERENCE);
        int heading = lines.indexOf("## `" + command + " --json`");
        if (heading < 0) {
            throw new IllegalArgumentException("no such heading in docs/reference/json.md: command=" + command);
        }
        return lines.subList(heading + 1, lines.size()).stream()
                .dropWhile(line -> !line.startsWith("| ---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .flatMap(line -> KEY.matcher(line.split("\\|")[1]).results())
                .map(match -> match.group(1))
                .collect(toCollection(TreeSet::new));
    }

    /** The same of a bench, with the conditions that all of them print. */
    public static Set<String> ofBench(String command) throws IOException {
        Set<String> keys = new TreeSet<>(of(command));
        keys.addAll(of("bench"));
        return keys;
    }

    /** The keys of values, those of the elements of arrays included. */
    public static Set<String> in(JsonNode object) {
        return keys("", object).collect(toCollection(TreeSet::new));
    }

    private static Stream<String> keys(String path, JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream()
                    .flatMap(property -> keys(
                            path.isEmpty() ? property.getKey() : path + "." + property.getKey(), property.getValue()));
        }
        if (node.isArray()) {
            return Stream.iterate(0, index -> index < node.size(), index -> index + 1)
                    .flatMap(index -> keys(path + "[]", node.get(index)));
        }
        return Stream.of(path);
    }
}
