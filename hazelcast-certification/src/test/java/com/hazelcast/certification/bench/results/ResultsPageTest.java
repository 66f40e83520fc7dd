package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of results as it stands in the project. */
class ResultsPageTest {
    private static final Path PAGE = Path.of("../TEST_RESULTS.md");
    private static final List<String> CONDITIONS = List.of("command", "commit", "date", "machine");
    private static final String NOT_MEASURED = "not measured yet";

    private static List<String> cells(String row) {
        List<String> cells = List.of(row.split("(?<!\\\\)\\|", -1));
        return cells.subList(1, cells.size() - 1).stream().map(String::strip).toList();
    }

    @Test
    void shouldHaveCommandCommitDateAndMachineInEveryRow() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int tables = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches("<!-- \\w+: [\\w-]+ -->")) {
                tables++;
                List<String> head = cells(lines.get(i + 1));
                assertThat(head).as(lines.get(i)).containsAll(CONDITIONS);
                lines.subList(i + 3, lines.size()).stream()
                        .takeWhile(line -> line.startsWith("|"))
                        .forEach(row -> requireConditions(head, row));
            }
        }
        assertThat(tables).isGreaterThan(10);
    }

    private static void requireConditions(List<String> head, String row) {
        List<String> cells = cells(row);
        assertThat(cells).as(row).hasSameSizeAs(head);
        if (!cells.contains(NOT_MEASURED)) {
            CONDITIONS.forEach(condition -> assertThat(cells.get(head.indexOf(condition)))
                    .as("%s of: %s", condition, row)
                    .doesNotMatch("–?|as .*"));
        }
    }
}
