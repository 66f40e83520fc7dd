package com.hazelcast.certification.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.Payments;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line of progress of an import that has read for ten seconds, and what a dry run leaves. */
class ImportRunTest {
    private static final long ELAPSED_MS = 10_000;
    private static final int SHARDS = 7;

    @TempDir
    private Path folder;

    private int dryRun(Path source, Path refusals) throws Exception {
        Files.createFile(refusals);
        PrintWriter out = new PrintWriter(new StringWriter());
        return new ImportRun(out, out)
                .dryRun(Payments.request(folder, source.toString(), Payments.MAPPING, 1), false, refusals);
    }

    @Test
    void shouldLeaveAFileOfADryRunOnlyWhereItHasRefusals() throws Exception {
        Path refusals = folder.resolve("refusals");
        assertThat(dryRun(Payments.write(folder.resolve("payments.csv"), 10, 2, 1), refusals))
                .isZero();
        assertThat(refusals).doesNotExist();

        Path none = folder.resolve("none.csv");
        assertThatThrownBy(() -> dryRun(none, refusals)).hasMessageContaining("there is no such file");
        assertThat(refusals).doesNotExist();

        Path wrong = Files.writeString(
                folder.resolve("wrong.csv"),
                "pan,at,amount,currency,country,mcc,response\nx,yesterday,1,EUR,DE,5411,00\n");
        assertThat(dryRun(wrong, refusals)).isEqualTo(1);
        assertThat(refusals).content().contains("not_a_card");
    }

    @ParameterizedTest
    @CsvSource({
        // rows, refused, expected, about, before, shards sorted
        "480, 20, 1000, -1, 0, 0, '(50 rows/s), refused 20 of 1,000, 10s left to read'",
        "480, 20, -1, 1000, 0, 0, '(50 rows/s), refused 20 of about 1,000, 10s left to read'",
        // Of a compressed file nothing is known.
        "480, 20, -1, -1, 0, 0, '(50 rows/s), refused 20'",
        // There are more than was estimated, or than were there when they were counted.
        "1200, 0, -1, 1000, 0, 0, '(120 rows/s), refused 0'",
        "1200, 0, 1000, -1, 0, 0, '(120 rows/s), refused 0'",
        // An earlier run has read 800 of them.
        "900, 0, 1000, -1, 800, 0, '(10 rows/s), refused 0 of 1,000, 10s left to read'",
        "800, 0, 1000, -1, 800, 0, '(0 rows/s), refused 0'",
        "0, 0, 1000, -1, 0, 0, '(0 rows/s), refused 0'",
        "1000, 0, -1, 1010, 0, 2, '(100 rows/s), refused 0, sorted 2 of 7 shards'",
        "1000, 0, 1000, -1, 0, 0, '(100 rows/s), refused 0, sorted 0 of 7 shards'",
    })
    void shouldSayHowLongItTakesWhereThatIsKnown(
            long rows, long refused, long expected, long about, long before, int sorted, String line) {
        ImportJob.Progress progress =
                new ImportJob.Progress(rows, refused, expected, about, before, sorted, SHARDS, ELAPSED_MS);

        assertThat(ImportRun.text(progress)).startsWith("read ").endsWith(" rows " + line);
    }
}
