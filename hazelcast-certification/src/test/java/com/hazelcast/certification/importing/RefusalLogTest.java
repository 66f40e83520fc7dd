package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.certification.mapping.FieldProblem;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a file of refusals that cannot be written. */
class RefusalLogTest {
    private static final int ROWS = 10_000;

    @Test
    void shouldNameTheFileAndTheCauseWhenTheDiskIsFull() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no device that is always full");
        RefusalLog refusals = new RefusalLog(full, 0, Map.of());
        FieldProblem problem = FieldProblem.withoutValue("missing_field", "card", "it is empty", "correct the row");

        assertThatThrownBy(() -> {
                    for (int row = 0; row < ROWS; row++) {
                        refusals.add("payments.csv", row, problem);
                    }
                })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("file=" + full)
                .hasMessageContaining("No space left");
    }
}
