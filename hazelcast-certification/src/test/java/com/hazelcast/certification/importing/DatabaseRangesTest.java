package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of a database that give nothing are noticed. The database is a file of DuckDB: no server is needed. */
class DatabaseRangesTest {
    private static final String COLUMNS =
            "columns: {card: pan, time: paid, amount: amount, currency: currency, country: country, mcc: mcc}\n";
    private static final String RIGHT = "id >= ? AND id < ?";
    private static final int ROWS = 100;

    @TempDir
    Path folder;

    private String address;

    @BeforeEach
    void writePayments() throws Exception {
        Path file = folder.resolve("payments.db");
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE payments AS SELECT i AS id, '4000000000000002' AS pan,"
                    + " '2026-01-01T10:00:00Z' AS paid, cast(i AS varchar) AS amount, 'EUR' AS currency, 'DE' AS country,"
                    + " '5411' AS mcc FROM range(1, " + (ROWS + 1) + ") rows(i)");
        }
        address = "jdbc:duckdb:" + file + ";duckdb.read_only=true";
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
        assertThat(dryRun(RIGHT, "min(id), max(id)").rows()).isEqualTo(ROWS);
        assertThat(run(RIGHT, "min(id), max(id)").rows()).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max(id), min(id)", "min(id), NULL", "NULL, max(id)", "count(*)"})
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

        assertThatThrownBy(() -> run(swapped, "min(id), max(id)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("database.statement=SELECT")
                .hasMessageContaining(swapped);
        assertThatThrownBy(() -> dryRun(swapped, "min(id), max(id)")).hasMessageContaining("database.statement=");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }

    @Test
    void shouldReadNothingWhereNothingIs() throws Exception {
        String ofNone = "min(id) FILTER (id < 0), max(id) FILTER (id < 0)";

        assertThat(dryRun(RIGHT, ofNone).rows()).isZero();
        assertThat(run(RIGHT, ofNone).rows()).isZero();
    }
}
