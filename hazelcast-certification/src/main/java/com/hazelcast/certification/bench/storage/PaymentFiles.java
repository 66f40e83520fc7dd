package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Payments in files of Parquet, written and counted by DuckDB. Used by one thread. */
final class PaymentFiles implements PaymentSource {
    private static final int ROWS_PER_FILE = 5_000_000;
    private static final String MEMORY = "2GB";
    private static final String TABLE =
            "CREATE OR REPLACE TABLE rows (pan BIGINT, created_at BIGINT, amount INTEGER, currency SMALLINT, country SMALLINT,"
                    + " mcc SMALLINT, city INTEGER, terminal INTEGER, response SMALLINT)";
    private static final String SELECT =
            "SELECT CAST(pan AS VARCHAR) AS pan, make_timestamp_ms(created_at) AS created_at, amount, currency, country, mcc,"
                    + " city, terminal, response FROM rows";

    private final Path folder;
    private final Connection database;

    /** Files in that folder, which is made. */
    PaymentFiles(Path folder) throws IOException, SQLException {
        this.folder = Files.createDirectories(folder);
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("memory_limit", MEMORY);
        this.database = DriverManager.getConnection("jdbc:duckdb:", properties);
    }

    @Override
    public void write(GeneratedPayments payments) throws IOException, SQLException {
        for (int slice = 0; slice < payments.slices(); slice++) {
            for (int from = 0; from < payments.cards(); from += ROWS_PER_FILE) {
                int to = Math.min(payments.cards(), from + ROWS_PER_FILE);
                write(payments, slice, from, to);
            }
        }
    }

    private void write(GeneratedPayments payments, int slice, int from, int to) throws IOException, SQLException {
        try (Statement statement = database.createStatement()) {
            boolean unused = statement.execute(TABLE);
            try (DuckDBAppender rows = database.unwrap(DuckDBConnection.class).createAppender("main", "rows")) {
                payments.draw(
                        slice,
                        from,
                        to,
                        (number, times, payment, outcome) -> add(rows, number, times, payment, outcome));
            }
            unused = statement.execute("COPY (" + SELECT + ") TO "
                    + literal(folder.resolve("payments-" + slice + "-" + from + ".parquet")) + " (FORMAT parquet)");
        }
    }

    private static void add(DuckDBAppender rows, long number, long times, long payment, int outcome)
            throws SQLException {
        rows.beginRow();
        rows.append(number);
        rows.append(TransactionLayout.timeMs(times));
        rows.append(TransactionLayout.amountUnits(payment));
        rows.append((short) TransactionLayout.currency(times));
        rows.append((short) TransactionLayout.country(times));
        rows.append((short) TransactionLayout.merchant(payment));
        rows.append(TransactionLayout.city(outcome));
        rows.append(TransactionLayout.code(payment));
        rows.append((short) TransactionLayout.response(outcome));
        rows.endRow();
    }

    private static String literal(Path file) {
        return "'" + file.toString().replace("'", "''") + "'";
    }

    @Override
    public SourceFigures figures() throws SQLException {
        return SourceFigures.read(
                database,
                "read_parquet(" + literal(folder.resolve("*.parquet")) + ")",
                "CAST(pan AS HUGEINT)",
                "epoch_ms(created_at)",
                "CAST(1 AS HUGEINT)");
    }

    @Override
    public String name() {
        return folder.toString();
    }

    @Override
    public String mapping() {
        return MAPPING;
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
