package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.MappingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Payments that DuckDB makes and writes, and what DuckDB says of them: the other way by which an import is checked. */
public final class Payments {
    /** What reads the columns of {@link #write}. */
    public static final String MAPPING = """
            columns: {card: pan, time: at, amount: amount, currency: currency, country: country, mcc: mcc, responseCode: response}
            zone: UTC
            """;

    private Payments() {}

    /** Rows of payments, all different, within 80 days before the clock, on cards of 16 digits. */
    private static String rows(long count, int cards, long seed) {
        return "SELECT cast(4000000000000000 + hash(i + " + seed + ") % " + cards + " * 7919 as varchar) AS pan, "
                + "make_timestamp(" + (Clock.systemUTC().millis() - 80L * 86_400_000)
                + " * 1000 + cast(hash(i + 1 + " + seed + ") % 6900000000 as bigint) * 1000) AS at, "
                + "cast((hash(i + 2 + " + seed + ") % 50000) / 100.0 as decimal(12, 2)) AS amount, "
                + "CASE hash(i + 3) % 2 WHEN 0 THEN 'EUR' ELSE 'USD' END AS currency, 'DE' AS country, "
                + "cast(hash(i + 4) % 9999 as integer) AS mcc, '00' AS response FROM range(" + count + ") rows(i)";
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:duckdb:");
    }

    /** Writes rows into a file of the format that its name says. */
    public static Path write(Path file, long count, int cards, long seed) throws SQLException {
        String format = file.toString().contains(".csv")
                ? "(FORMAT csv, HEADER)"
                : file.toString().contains(".json") ? "(FORMAT json)" : "(FORMAT parquet)";
        try (Connection duckdb = connect();
                Statement statement = duckdb.createStatement()) {
            boolean unused = statement.execute("COPY (" + rows(count, cards, seed) + ") TO '"
                    + file.toString().replace("'", "''") + "' " + format);
        }
        return file;
    }

    /** Writes a payment at each of these times into a file of Parquet. */
    static Path writeTimes(Path file, String type, List<String> times) throws SQLException {
        return write(
                file,
                times.stream()
                        .map(
                                time -> "SELECT '4000000000000002' AS pan, " + type + " '" + time
                                        + "' AS at, 1.00 AS amount, 'EUR' AS currency, 'DE' AS country, 5411 AS mcc, '00' AS response")
                        .collect(Collectors.joining(" UNION ALL ")));
    }

    /** Writes a payment of each of these amounts into a file of Parquet. */
    static Path writeAmounts(Path file, String type, List<String> amounts) throws SQLException {
        return write(
                file,
                amounts.stream()
                        .map(amount -> "SELECT '4000000000000002' AS pan, TIMESTAMP '2026-01-01' AS at, CAST(" + amount
                                + " AS " + type
                                + ") AS amount, 'EUR' AS currency, 'DE' AS country, 5411 AS mcc, '00' AS response")
                        .collect(Collectors.joining(" UNION ALL ")));
    }

    private static Path write(Path file, String rows) throws SQLException {
        try (Connection duckdb = connect();
                Statement statement = duckdb.createStatement()) {
            boolean unused = statement.execute("COPY (" + rows + ") TO '" + file + "' (FORMAT parquet)");
        }
        return file;
    }

    /** What DuckDB finds in a table function over files: rows, cards, sum of amounts, digest. */
    public static long[] figures(String table) throws SQLException {
        String card = "(cast(pan as hugeint) + " + offsetOf16Digits() + ")";
        String currency = "(CASE currency WHEN 'EUR' THEN 978 ELSE 840 END)";
        String minor = "cast(amount * 100 as hugeint)";
        String digest = "sum((" + card + " % 1000003 + 1) * (epoch_ms(cast(\"at\" as timestamp)) % 1000033 + 1) + ("
                + minor + " + 1) * (" + currency
                + " + 1) * (276 + 1) * (cast(mcc as hugeint) + 1)) % 18446744073709551616";
        try (Connection duckdb = connect();
                Statement statement = duckdb.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT count(*), count(DISTINCT pan), sum(" + minor + "), " + digest + " FROM " + table)) {
            boolean unused = found.next();
            return new long[] {
                found.getLong(1),
                found.getLong(2),
                found.getBigDecimal(3).longValueExact(),
                found.getBigDecimal(4).longValue()
            };
        }
    }

    private static long offsetOf16Digits() {
        return com.hazelcast.certification.client.CardNumber.of("4000000000000000") - 4_000_000_000_000_000L;
    }

    /** A request with that mapping. */
    public static ImportRequest request(Path folder, String source, String mapping, int shards) throws IOException {
        Path map = Files.writeString(folder.resolve("mapping.yaml"), mapping);
        return new ImportRequest(
                source, map, MappingFile.read(map), shards, Optional.empty(), 2, 64 << 20, Clock.systemUTC());
    }
}
