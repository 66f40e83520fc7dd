package com.hazelcast.certification.importing;

import static com.hazelcast.certification.importing.ImportRuns.SHARDS;
import static com.hazelcast.certification.importing.ImportRuns.assertHolds;
import static com.hazelcast.certification.importing.ImportRuns.daysAgo;
import static com.hazelcast.certification.importing.ImportRuns.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that an import reads: how they are named and linked, what they look like, and which are rejected. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ImportSourceTest {
    @TempDir
    Path folder;

    private ImportRuns imports;

    @BeforeEach
    void prepare() {
        imports = new ImportRuns(folder);
    }

    /** A name may have characters of a pattern; other files that the pattern fits are not read. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "csv.gz", "jsonl"})
    void shouldReadAFileWhoseNameLooksLikeAPattern(String ending) throws Exception {
        Path files = Files.createDirectory(folder.resolve("[in]"));
        Path plain = Payments.write(folder.resolve("payments." + ending), 1_000, 50, 5);
        Path odd = Files.move(plain, files.resolve("a[1]*?." + ending));
        Path unused = Payments.write(files.resolve("a1x." + ending), 10, 5, 7);

        ImportedFolder imported = imports.run(odd.toString(), Payments.MAPPING);

        assertThat(imported.manifest().totals().rows()).isEqualTo(1_000);
        assertThat(DryRun.of(
                                Payments.request(folder, files.toString(), Payments.MAPPING, SHARDS),
                                folder.resolve("refused.csv"))
                        .rows())
                .isEqualTo(1_010);
    }

    /** A folder may be a link itself, as the newest of several. */
    @ParameterizedTest
    @ValueSource(strings = {"current", "current/*/*.parquet", "current/**.parquet"})
    void shouldReadWhatIsBehindLinks(String source) throws Exception {
        Path there = Payments.write(
                Files.createDirectories(folder.resolve("archive")).resolve("payments.parquet"), 1_000, 50, 5);
        Path in = Files.createDirectory(folder.resolve("in"));
        Files.createSymbolicLink(in.resolve("older"), there.getParent());
        Files.createSymbolicLink(folder.resolve("current"), in);

        assertHolds(
                imports.run(folder.resolve(source).toString(), Payments.MAPPING),
                Payments.figures("read_parquet('" + there + "')"));
    }

    /** DuckDB would take the first line for a comment, and what follows a # in any cell as well. */
    @Test
    void shouldCutNoCellsOfAFileWithACommentAboveItsHeading() throws Exception {
        Path file = imports.csv(line("4000 0000 0000 0000", daysAgo(1)) + "#1", line("#4000000000000001", daysAgo(1)));
        Files.writeString(file, "# exported today\n" + Files.readString(file));
        assertThatThrownBy(() -> imports.run(file.toString(), Payments.MAPPING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the file has no column of that name: column=pan")
                .hasMessageContaining("# exported today");
    }

    @Test
    void shouldRefuseALinkThatLeadsNowhereOrBack() throws Exception {
        Path in = Files.createDirectory(folder.resolve("in"));
        Payments.write(in.resolve("payments.parquet"), 1_000, 50, 5);
        Path link = Files.createSymbolicLink(in.resolve("older.parquet"), folder.resolve("gone.parquet"));
        assertThatThrownBy(() -> imports.run(in.toString(), Payments.MAPPING))
                .hasMessageContaining("a link in the source leads nowhere")
                .hasMessageContaining("file=" + link);
        Files.delete(link);
        Files.createSymbolicLink(in.resolve("back"), in);

        assertThatThrownBy(() -> imports.run(in.toString(), Payments.MAPPING))
                .hasMessageContaining("the source cannot be listed: SOURCE=" + in)
                .hasMessageContaining("back");
    }

    /** The first row stands for the names of columns then. */
    @Test
    void shouldShowNoCardOfAFileWithoutAHeading() throws Exception {
        String rows = line("4000220000112333", daysAgo(2)) + "\n" + line("4000220000112341", daysAgo(1)) + "\n";
        Path file = Files.writeString(folder.resolve("payments.csv"), rows);

        assertThatThrownBy(() -> imports.run(file.toString(), Payments.MAPPING))
                .hasMessageContaining("; it has 400022******2333, ")
                .hasMessageNotContaining("4000220000112333");
    }

    /** A date in the year 5,000,000 fits a column of Parquet, and neither DuckDB's timestamps nor a history. */
    @ParameterizedTest
    @CsvSource({"DATE, 5000000-01-01", "DATE, infinity", "TIMESTAMP, infinity"})
    void shouldRefuseTheRowsWhoseTimesAreOutOfAnyRange(String type, String time) throws Exception {
        Path file = Payments.writeTimes(folder.resolve("payments.parquet"), type, List.of(time, "2026-01-01"));
        ImportRequest request =
                Payments.request(folder, file.toString(), Payments.MAPPING.replace("UTC", "America/New_York"), SHARDS);

        DryRun found = DryRun.of(request, folder.resolve("refused.csv"));

        assertThat(found.rows()).isEqualTo(1);
        assertThat(found.refusals()).containsOnlyKeys("out_of_range time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DECIMAL(12, 4)", "DOUBLE", "FLOAT", "HUGEINT", "BIGINT"})
    void shouldReadNumbersOfAFileWhateverTheDecimalMark(String type) throws Exception {
        Path file = Payments.writeAmounts(folder.resolve("payments.parquet"), type, List.of("2000"));
        ImportRequest request =
                Payments.request(folder, file.toString(), Payments.MAPPING + "decimal-mark: ','\n", SHARDS);

        DryRun found = DryRun.of(request, folder.resolve("refused.csv"));

        assertThat(found.firstRows()).extracting(row -> row.amountUnits()).containsExactly(200_000);
    }

    @Test
    void shouldNameWhatIsWrongWithASource() throws Exception {
        Path unknown = Files.writeString(folder.resolve("payments.xlsx"), "x");
        Path lying = Files.writeString(folder.resolve("payments.parquet"), "this is no parquet");
        Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n1,2\n");

        assertThatThrownBy(() -> imports.run(folder.resolve("missing.csv").toString(), Payments.MAPPING))
                .hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> imports.run(unknown.toString(), Payments.MAPPING))
                .hasMessageContaining("set format");
        assertThatThrownBy(() -> imports.run(lying.toString(), Payments.MAPPING))
                .hasMessageContaining("payments.parquet");
        assertThatThrownBy(() -> imports.run(other.toString(), Payments.MAPPING))
                .hasMessageContaining("column=pan")
                .hasMessageContaining("it has a, b");
        assertThatThrownBy(() -> imports.run("jdbc:postgresql://127.0.0.1:1/none", Payments.MAPPING))
                .hasMessageContaining("the key database");
    }
}
