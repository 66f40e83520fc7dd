package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many rows an import expects of files that do not say it. */
class RowsAboutTest {
    private static final int ROWS = 20_000;
    private static final Percentage NEAR = Percentage.withPercentage(2);

    @TempDir
    Path folder;

    private ImportJob.Progress imported(Path source) throws Exception {
        ImportJob job =
                new ImportJob(Payments.request(folder, source.toString(), Payments.MAPPING, 3), folder.resolve("out"));
        ImportedFolder imported = job.run();
        assertThat(imported.manifest().rowsRefused()).isZero();
        return job.progress();
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments.csv", "payments.jsonl"})
    void shouldEstimateTheRowsOfAPlainFile(String name) throws Exception {
        ImportJob.Progress progress = imported(Payments.write(folder.resolve(name), ROWS, 500, 1));

        assertThat(progress.rowsExpected()).isEqualTo(SourceUnit.UNKNOWN);
        assertThat(progress.rowsAbout()).isCloseTo(ROWS, NEAR);
    }

    /** A size is of what is compressed, and how well that was is not known. */
    @ParameterizedTest
    @ValueSource(strings = {"payments.csv.gz", "payments.csv.zst"})
    void shouldNotEstimateTheRowsOfACompressedFile(String name) throws Exception {
        ImportJob.Progress progress = imported(Payments.write(folder.resolve(name), ROWS, 500, 1));

        assertThat(progress.rows()).isEqualTo(ROWS);
        assertThat(progress.rowsAbout()).isEqualTo(SourceUnit.UNKNOWN);
    }

    @Test
    void shouldEstimateFilesOfAllKindsTogether() throws Exception {
        Path files = Files.createDirectory(folder.resolve("in"));
        Path unused = Payments.write(files.resolve("a.csv"), ROWS, 500, 1);
        unused = Payments.write(files.resolve("b.jsonl"), 2 * ROWS, 500, 100_000);
        unused = Payments.write(files.resolve("c.parquet"), ROWS, 500, 200_000);

        assertThat(imported(files).rowsAbout()).isCloseTo(4 * ROWS, NEAR);
    }

    @Test
    void shouldNotEstimateWhatIsKnown() throws Exception {
        ImportJob.Progress progress = imported(Payments.write(folder.resolve("payments.parquet"), ROWS, 500, 1));

        assertThat(progress.rowsExpected()).isEqualTo(ROWS);
        assertThat(progress.rowsAbout()).isEqualTo(SourceUnit.UNKNOWN);
    }

    /** Small files are looked at whole. */
    @ParameterizedTest
    @CsvSource({
        "payments.csv, 'pan,at|', 0",
        "payments.csv, 'pan,at|1,2', 1",
        "payments.csv, 'pan,at|1,2|3,4|', 2",
        "payments.jsonl, '{\"pan\": 1}|{\"pan\": 2}|', 2",
        "payments.jsonl, '{\"pan\": 1}', 1",
        "payments.csv, '', 0",
    })
    void shouldCountTheRowsOfASmallFile(String name, String content, long rows) throws Exception {
        Path file = Files.writeString(folder.resolve(name), content.replace('|', '\n'));

        assertThat(SourceUnit.rowsAbout(List.of(part(file)))).isEqualTo(rows);
    }

    /** The whole of a line is longer than what is looked at. */
    @Test
    void shouldNotEstimateRowsWithoutAnEnd() throws Exception {
        Path file = Files.writeString(folder.resolve("payments.jsonl"), "{" + " ".repeat(1 << 17) + "}\n");

        assertThat(SourceUnit.rowsAbout(List.of(part(file)))).isEqualTo(SourceUnit.UNKNOWN);
    }

    private static SourceUnit part(Path file) throws Exception {
        return new SourceUnit(
                file.toString(),
                0,
                SourceUnit.TO_THE_END,
                SourceUnit.UNKNOWN,
                Files.size(file),
                1,
                SourceUnit.NOT_COUNTED);
    }
}
