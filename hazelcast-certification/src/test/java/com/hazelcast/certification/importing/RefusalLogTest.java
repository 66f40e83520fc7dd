package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.certification.mapping.FieldProblem;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a file of refusals may be, and what is said of one that cannot be written. */
class RefusalLogTest {
    private static final int ROWS = 10_000;

    private static final FieldProblem EMPTY =
            FieldProblem.withoutValue("missing_field", "card", "it is empty", "correct the row");

    @TempDir
    private Path folder;

    private static void add(RefusalLog refusals, int count) {
        for (int row = 1; row <= count; row++) {
            refusals.add("payments.csv", row, EMPTY);
        }
    }

    /** A file of CSV may be wrong as a whole, and have a thousand million rows. */
    @Test
    void shouldCountWhatHasNoLineAlsoWhenItGoesOn() throws Exception {
        Path file = folder.resolve("refusals.csv");
        RefusalLog refusals = new RefusalLog(file, 0, Map.of(), 3);
        add(refusals, 5);
        long sizeBytes = refusals.flush();
        refusals.close();
        assertThat(refusals.count()).isEqualTo(5);
        assertThat(Files.readAllLines(file)).hasSize(4).last().asString().contains("left_out,,\"2\"");

        try (RefusalLog next = new RefusalLog(file, sizeBytes, refusals.reasons(), 3)) {
            add(next, 5);
            assertThat(next.reasons().values())
                    .singleElement()
                    .satisfies(reason -> assertThat(reason.rows()).isEqualTo(10));
        }
        assertThat(Files.readAllLines(file)).hasSize(4).last().asString().contains("left_out,,\"7\"");
    }

    @Test
    void shouldHaveALineForEachWhereThereIsRoom() throws Exception {
        Path file = folder.resolve("refusals.csv");
        try (RefusalLog refusals = new RefusalLog(file, 0, Map.of(), 3)) {
            add(refusals, 3);
        }
        assertThat(Files.readAllLines(file)).hasSize(3).allMatch(line -> line.contains("missing_field"));
    }

    @Test
    void shouldNameTheFileAndTheCauseWhenTheDiskIsFull() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no device that is always full");
        RefusalLog refusals = new RefusalLog(full, 0, Map.of());

        assertThatThrownBy(() -> add(refusals, ROWS))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("file=" + full)
                .hasMessageContaining("No space left");
    }
}
