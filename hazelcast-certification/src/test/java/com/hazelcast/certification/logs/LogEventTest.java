package com.hazelcast.certification.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The events against the sources that log them, and against the table of {@code docs/reference/events.md}. */
class LogEventTest {
    private static final Path SOURCES = Path.of("src/main/java");

    private static final Pattern CALL =
            Pattern.compile("LogEvent\\s*\\.([A-Z_]+)\\s*\\.at\\(LOG\\)(.*?)\\.log\\(", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("\\.addKeyValue\\(Fields\\.([A-Z_]+),");
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z_]+)` \\| (error|warn|info) \\| [^|]+ \\| ([^|]*) \\|$", Pattern.MULTILINE);

    private static Map<String, Set<String>> logged() throws IOException {
        Map<String, Set<String>> fields = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                CALL.matcher(Files.readString(file))
                        .results()
                        .forEach(call -> fields.computeIfAbsent(call.group(1), ignored -> new TreeSet<>())
                                .addAll(fieldsOf(call.group(2))));
            }
        }
        return fields;
    }

    private static Set<String> fieldsOf(String call) {
        return FIELD.matcher(call)
                .results()
                .map(field -> field.group(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldLogEachEventWithItsFields() throws IOException {
        Map<String, Set<String>> expected = Arrays.stream(LogEvent.values())
                // Written by the limit itself, which is not a place that logs.
                .filter(event -> event != LogEvent.LINES_LEFT_OUT)
                .collect(Collectors.toMap(
                        Enum::name, event -> new TreeSet<>(event.fields()), (one, other) -> one, TreeMap::new));
        assertThat(logged()).isEqualTo(expected);
    }

    @Test
    void shouldListEachEventInTheTableForUsers() throws IOException {
        List<String> rows = ROW.matcher(Files.readString(Path.of("../docs/reference/events.md")))
                .results()
                .map(LogEventTest::text)
                .toList();
        assertThat(rows)
                .containsExactly(
                        Arrays.stream(LogEvent.values()).map(LogEventTest::text).toArray(String[]::new));
    }

    private static String text(MatchResult row) {
        return row.group(1) + " " + row.group(2) + " "
                + row.group(3).replaceAll("[`,]", " ").strip().replaceAll(" +", " ");
    }

    private static String text(LogEvent event) {
        return event.label() + " " + event.level().name().toLowerCase(Locale.ROOT) + " "
                + String.join(" ", event.fields());
    }
}
