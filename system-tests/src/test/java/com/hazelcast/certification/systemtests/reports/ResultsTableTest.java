package com.hazelcast.certification.systemtests.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.traffic.Audit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTableTest {
    private static final List<String> LOW = List.of(
            "<!-- faults: low -->",
            "| fault | commit | fired |",
            "| --- | --- | --- |",
            "| kill -9 | a | 7 |",
            "<!-- end of faults -->");
    private static final List<String> FULL = List.of(
            "<!-- faults: full -->",
            "| fault | commit | fired |",
            "| --- | --- | --- |",
            "| kill -9 of two | b | 1 |",
            "| kill -9 | b | 2 |",
            "| partition | b | 3 |",
            "<!-- end of faults -->",
            "What this says. | kill -9 | not a row");

    private static final ResultsTable.Run RUN =
            new ResultsTable.Run("run --seed 1", "c0ffee", LocalDate.of(2026, 11, 24), "Linux");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeTables() throws IOException {
        file = folder.resolve("results.md");
        Files.write(file, LOW);
        Files.write(file, FULL, StandardOpenOption.APPEND);
    }

    private static Outcome outcome(String fault) {
        return new Outcome(fault, 50, 0, new Audit(1_200, 1_100, 1_100, 26, 1, 2, 3, 0, List.of()), 2_453, List.of());
    }

    @Test
    void shouldHaveACellMoreForWhatAFaultHasMeasured() {
        Outcome plain = outcome("kill -9");
        Outcome measured = new Outcome(
                plain.fault(),
                plain.fired(),
                plain.ratePerSecond(),
                plain.audit(),
                plain.longestWaitMs(),
                List.of(),
                "p99 4 ms");

        assertThat(measured.figures()).isEqualTo(plain.figures() + " p99 4 ms |");
        assertThat(plain.row().chars().filter(c -> c == '|').count())
                .as("cells in the report")
                .isEqualTo(measured.row().chars().filter(c -> c == '|').count());
    }

    @Test
    void shouldReplaceTheRowOfTheFaultInTheTableOfTheLoad() throws IOException {
        new ResultsTable(file, "full").record("kill -9", outcome("kill -9"), RUN);

        assertThat(Files.readAllLines(file))
                .startsWith(LOW.toArray(String[]::new))
                .endsWith(
                        "| kill -9 of two | b | 1 |",
                        "| kill -9 | c0ffee | 50 | 1,200 | 1,100 | 1 | 2 | 3 | 2,453 | `run --seed 1` | 2026-11-24 |"
                                + " Linux |",
                        "| partition | b | 3 |",
                        "<!-- end of faults -->",
                        "What this says. | kill -9 | not a row");
    }

    @Test
    void shouldAddARowForAFaultThatHasNone() throws IOException {
        new ResultsTable(file, "low").record("partition", outcome("partition"), RUN);

        assertThat(Files.readAllLines(file))
                .startsWith(LOW.subList(0, 4).toArray(String[]::new))
                .endsWith(FULL.toArray(String[]::new))
                .hasSize(LOW.size() + 1 + FULL.size())
                .element(4)
                .isEqualTo(
                        "| partition | c0ffee | 50 | 1,200 | 1,100 | 1 | 2 | 3 | 2,453 | `run --seed 1` | 2026-11-24 |"
                                + " Linux |");
    }

    @Test
    void shouldKeepWhatBoundsTheRow() throws IOException {
        Files.write(
                file,
                List.of(
                        "<!-- faults: full -->",
                        "| fault | commit | what bounds it |",
                        "| --- | --- | --- |",
                        "| kill -9 | b | The second ([page](x.md)). |",
                        "<!-- end of faults -->"));
        String figures = " | c0ffee | 50 | 1,200 | 1,100 | 1 | 2 | 3 | 2,453 | `run --seed 1` | 2026-11-24 | Linux |";

        new ResultsTable(file, "full").record("kill -9", outcome("kill -9"), RUN);
        new ResultsTable(file, "full").record("partition", outcome("partition"), RUN);

        assertThat(Files.readAllLines(file))
                .contains("| kill -9" + figures + " The second ([page](x.md)). |", "| partition" + figures + " – |");
    }

    @Test
    void shouldSayWhichTableIsMissing() {
        assertThatThrownBy(() -> new ResultsTable(file, "half").record("kill -9", outcome("kill -9"), RUN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("<!-- faults: half -->")
                .hasMessageContaining(file.toString());
    }
}
