package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.certification.process.LocalPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payments of a real PostgreSQL server come out of an import as the server says that they are. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DatabaseImportTest {
    private static final String COLUMNS =
            "columns: {card: pan, time: at, amount: amount, currency: currency, country: country, mcc: mcc, reference: id}\n";
    private static final String SELECT = "SELECT id, pan, at, amount, currency, country, mcc FROM payments";
    private static final int ROWS = 30_000;

    private static LocalPostgres server;

    @TempDir
    Path folder;

    @BeforeAll
    static void startServer() throws Exception {
        Optional<Path> programs = LocalPostgres.programs();
        assumeTrue(programs.isPresent(), "PostgreSQL is not installed; .ci/run installs Debian's package postgresql");
        server = LocalPostgres.start();
        server.execute("CREATE TABLE payments (id bigint PRIMARY KEY, pan text, at timestamptz,"
                + " amount numeric(14,4), currency char(3), country char(2), mcc int)");
        server.execute("INSERT INTO payments SELECT i, (4000000000000000 + i % 700 * 7919)::text,"
                + " now() - interval '1 day' - make_interval(secs => i * 200.001),"
                + " (i % 5000) / 100.0, 'EUR', 'DE', i % 9999"
                + " FROM generate_series(1, " + ROWS + ") i");
        server.execute("CREATE ROLE reader LOGIN PASSWORD 'also-none'");
        server.execute("GRANT SELECT ON payments TO reader");
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private ImportedFolder run(String database) throws Exception {
        Path password = Files.writeString(folder.resolve("password.txt"), "also-none\n");
        String mapping =
                COLUMNS + "database: {" + database + ", user: reader, password-file: '" + password + "'}\nzone: UTC\n";
        return new ImportJob(Payments.request(folder, server.address(), mapping, 5), folder.resolve("out")).run();
    }

    private static long[] figures() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT count(*), count(DISTINCT pan), sum((amount * 100)::bigint),"
                                + " floor(extract(epoch FROM min(at)) * 1000), floor(extract(epoch FROM max(at)) * 1000) FROM payments")) {
            boolean unused = found.next();
            return new long[] {found.getLong(1), found.getLong(2), found.getLong(3), found.getLong(4), found.getLong(5)
            };
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "statement: '" + SELECT
                        + " WHERE id >= ? AND id < ?', range-of: 'SELECT min(id), max(id), count(*), count(id) FROM payments', ranges: 7",
                "statement: '" + SELECT + "'"
            })
    void shouldHoldWhatTheServerSays(String database) throws Exception {
        ShardTotals totals = run(database).manifest().totals();

        assertThat(new long[] {totals.rows(), totals.cards(), totals.amountUnits(), totals.firstMs(), totals.lastMs()})
                .containsExactly(figures());
    }

    @Test
    void shouldRefuseTheRowWhoseAmountIsNoNumber() throws Exception {
        String amount = "CASE WHEN id = 7 THEN ''NaN'' ELSE amount END AS amount";

        ImportedFolder imported = run("statement: '" + SELECT.replace("amount", amount) + "'");

        assertThat(imported.manifest().totals().rows()).isEqualTo(ROWS - 1);
        assertThat(folder.resolve("out/refusals.csv")).content().contains("out_of_range,amount,\"NaN\"");
    }

    @Test
    void shouldNotWriteWhateverTheStatementSays() {
        assertThatThrownBy(() -> run("statement: 'DELETE FROM payments RETURNING *'"))
                .hasMessageContaining("read-only transaction");
    }

    @Test
    void shouldSayWhatTheServerSaysOfAWrongStatement() {
        assertThatThrownBy(() -> run("statement: 'SELECT pan FROM payments'")).hasMessageContaining("column=at");
        assertThatThrownBy(() -> run("statement: 'SELECT * FROM nothing'"))
                .hasMessageContaining("\"nothing\" does not exist");
    }

    @Test
    void shouldReadNothingFromAnEmptyTable() throws Exception {
        String nobody = "SELECT min(id), max(id), count(*), count(id) FROM payments WHERE id < 0";

        ImportedFolder imported =
                run("statement: '" + SELECT + " WHERE id >= ? AND id < ?', range-of: '" + nobody + "'");

        assertThat(imported.manifest().totals().rows()).isZero();
    }

    /** One row has no value in what the ranges go over. */
    @Test
    void shouldRefuseRowsThatNoRangeWouldRead() {
        String database = "statement: '" + SELECT + " WHERE nullif(id, 7) >= ? AND nullif(id, 7) < ?',"
                + " range-of: 'SELECT min(nullif(id, 7)), max(nullif(id, 7)), count(*), count(nullif(id, 7)) FROM payments'";

        assertThatThrownBy(() -> run(database))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows=1 of " + ROWS);
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
    }
}
