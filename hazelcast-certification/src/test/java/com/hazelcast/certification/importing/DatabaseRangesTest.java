package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a database that no range reads are noticed. The database is a file of DuckDB: no server is needed. */
class DatabaseRangesTest {
    private static final String COLUMNS =
            "columns: {card: pan, time: paid, amount: amount, currency: currency, country: country, mcc: mcc}\n";
    private static final String RIGHT = "id >= ? AND id < ?";
    private static final String ALL = "min(id), max(id), count(*), count(id)";
    private static final int ROWS = 100;

    @TempDir
    Path folder;

    private String address;

    @BeforeEach
    void writePayments() throws Exception {
        execute("CREATE TABLE payments AS SELECT i AS id, '4000000000000002' AS pan,"
                + " '2026-01-01T10:00:00Z' AS paid, cast(i AS varchar) AS amount, 'EUR' AS currency, 'DE' AS country,"
                + " '5411' AS mcc FROM range(1, " + (ROWS + 1) + ") rows(i)");
        address = "jdbc:duckdb:" + database() + ";duckdb.read_only=true";
    }

    private Path database() {
        return folder.resolve("payments.db");
    }

    private void execute(String sql) throws Exception {
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + database());
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private ImportRequest request(String where, String rangeOf) throws Exception {
        String mapping =
                COLUMNS + "database: {statement: 'SELECT pan, paid, amount, currency, country, mcc FROM payments"
                        + " WHERE " + where + "', range-of: 'SELECT " + rangeOf + " FROM payments', ranges: 3}\n";
        return Payments.request(folder, address, mapping, 5);
    }

    private ShardTotals run(String where, String rangeOf) throws Exception {
        return new ImportJob(request(where, rangeOf), folder.resolve("out"))
                .run()
                .manifest()
                .totals();
    }

    private DryRun dryRun(String where, String rangeOf) throws Exception {
        return DryRun.of(request(where, rangeOf), folder.resolve("refused.csv"));
    }

    @Test
    void shouldReadAllRanges() throws Exception {
        assertThat(dryRun(RIGHT, ALL).rows()).isEqualTo(ROWS);
        assertThat(run(RIGHT, ALL).rows()).isEqualTo(ROWS);
    }

    @Test
    void shouldKnowHowManyRowsThereAre() throws Exception {
        ImportJob job = new ImportJob(request(RIGHT, ALL), folder.resolve("out"));

        job.run();

        assertThat(job.progress().rowsExpected()).isEqualTo(ROWS);
    }

    /** No range has them, so they would be lost without a word. */
    @Test
    void shouldRefuseRowsWithoutAValueInTheColumnOfTheRanges() throws Exception {
        execute("INSERT INTO payments SELECT NULL, * EXCLUDE (id) FROM payments WHERE id <= 3");

        assertThatThrownBy(() -> run(RIGHT, ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows=3 of 103")
                .hasMessageContaining("database.range-of=SELECT " + ALL);
        assertThatThrownBy(() -> dryRun(RIGHT, ALL)).hasMessageContaining("rows=3 of 103");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }

    @Test
    void shouldRefuseATableWhoseRowsAllHaveNoValueInTheColumnOfTheRanges() throws Exception {
        execute("UPDATE payments SET id = NULL");

        assertThatThrownBy(() -> dryRun(RIGHT, ALL)).hasMessageContaining("rows=100 of 100");
    }

    /** Such as a row that stands for the end of time. */
    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "-9223372036854775708"})
    void shouldNameAValueThatIsTooFarFromTheOthers(String id) throws Exception {
        execute("UPDATE payments SET id = " + id + " WHERE id = 50");

        assertThatThrownBy(() -> dryRun(RIGHT, ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("so far apart")
                .hasMessageContaining("=" + id);
    }

    @Test
    void shouldReadTheWidestRanges() throws Exception {
        execute("UPDATE payments SET id = -9223372036854775706 WHERE id = 50");

        assertThat(dryRun(RIGHT, ALL).rows()).isEqualTo(ROWS);
    }

    @Test
    void shouldReadRowsWithoutAValueWhereTheRangesGiveThemOne() throws Exception {
        execute("INSERT INTO payments SELECT NULL, * EXCLUDE (id) FROM payments WHERE id <= 3");
        String id = "coalesce(id, 0)";
        String where = id + " >= ? AND " + id + " < ?";

        DryRun found = dryRun(where, "min(" + id + "), max(" + id + "), count(*), count(" + id + ")");

        assertThat(found.rows()).isEqualTo(ROWS + 3);
    }

    /** The first row of each of the three ranges. */
    @Test
    void shouldRefuseAStatementThatLeavesRowsOut() {
        String open = "id > ? AND id < ?";

        assertThatThrownBy(() -> run(open, ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("read=97 counted=100")
                .hasMessageContaining(open);
        assertThatThrownBy(() -> dryRun(open, ALL)).hasMessageContaining("read=97 counted=100");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }

    @Test
    void shouldNotMissRowsThatWereDeletedSinceTheyWereCounted() throws Exception {
        ImportRequest request = request(RIGHT, ALL);
        try (RowSource source = RowSource.of(request.source(), request.mapping())) {
            List<SourceUnit> units = source.units();
            execute("DELETE FROM payments WHERE id <= 3");

            source.requireRead(units, ROWS - 3);
            assertThatThrownBy(() -> source.requireRead(units, ROWS - 4)).hasMessageContaining("read=96 counted=100");
        }
    }

    private static void writeCsv(Path file, String mccOfTwo) throws IOException {
        StringBuilder rows = new StringBuilder("id,pan,paid,amount,currency,country,mcc\n");
        for (int id = 1; id <= ROWS; id++) {
            rows.append(id)
                    .append(",4000000000000002,2026-01-01T10:00:00Z,")
                    .append(id)
                    .append(",EUR,DE,")
                    .append(id <= 2 ? mccOfTwo : "5411")
                    .append('\n');
        }
        Files.writeString(file, rows);
    }

    /** Rows that are refused, or that the statement lacks. That the table was corrected cannot be seen, unlike of files. */
    @ParameterizedTest
    @ValueSource(strings = {RIGHT, RIGHT + " AND length(mcc) = 4"})
    void shouldReadATableAnewThatWasRefused(String where) throws Exception {
        Path rows = folder.resolve("payments.csv");
        writeCsv(rows, "x");
        execute("DROP TABLE payments");
        execute("CREATE VIEW payments AS SELECT * REPLACE (CAST(id AS BIGINT) AS id) FROM read_csv('" + rows
                + "', header = true, all_varchar = true)");
        assertThatThrownBy(() -> run(where, ALL)).hasMessageMatching("(?s).*(refused=2 of 100|read=98 counted=100).*");
        assertThat(folder.resolve("out/refusals.csv")).exists();
        writeCsv(rows, "5411");

        assertThat(run(where, ALL).rows()).isEqualTo(ROWS);
    }

    @Test
    void shouldReadRowsThatHaveComeSinceTheyWereCounted() throws Exception {
        assertThat(run(RIGHT, "min(id), max(id), count(*) - 10, count(id) - 10").rows())
                .isEqualTo(ROWS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max(id), min(id), count(*), count(id)",
                "min(id), NULL, count(*), count(id)",
                "NULL, max(id), count(*), count(id)",
                "NULL, NULL, count(*), count(id)",
                "min(id), max(id), NULL, count(id)",
                "min(id), max(id), count(*), count(id) + 1",
                "min(id), max(id)",
                "count(*)"
            })
    void shouldRefuseBoundsThatAreNone(String rangeOf) {
        assertThatThrownBy(() -> run(RIGHT, rangeOf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("database.range-of=SELECT " + rangeOf);
        assertThatThrownBy(() -> dryRun(RIGHT, rangeOf)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }

    @Test
    void shouldRefuseAStatementThatGivesNoRowOfItsRanges() {
        String swapped = "id < ? AND id >= ?";

        assertThatThrownBy(() -> run(swapped, ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("database.statement=SELECT")
                .hasMessageContaining(swapped);
        assertThatThrownBy(() -> dryRun(swapped, ALL)).hasMessageContaining("database.statement=");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }

    @Test
    void shouldReadNothingWhereNothingIs() throws Exception {
        String ofNone =
                "min(id) FILTER (id < 0), max(id) FILTER (id < 0), count(*) FILTER (id < 0), count(id) FILTER (id < 0)";

        assertThat(dryRun(RIGHT, ofNone).rows()).isZero();
        assertThat(run(RIGHT, ofNone).rows()).isZero();
    }
}
