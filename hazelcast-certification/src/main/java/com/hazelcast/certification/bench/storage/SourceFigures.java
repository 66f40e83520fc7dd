package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.importing.ShardTotals;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a source of payments holds.
 *
 * @param rows payments
 * @param amountMinor the sum of their amounts
 * @param digest as an import calculates it
 */
record SourceFigures(long rows, long amountMinor, long digest) {
    static SourceFigures of(ShardTotals totals) {
        return new SourceFigures(totals.rows(), totals.amountUnits(), totals.digest());
    }

    /**
     * Asks a database, which knows nothing of the import.
     *
     * @param card the card's number of 16 digits, as an expression of its SQL; the other two likewise
     */
    static SourceFigures read(Connection database, String table, String card, String timeMs, String one)
            throws SQLException {
        String digest = "((" + card + " + 1111111100000000) % 1000003 + 1) * (" + timeMs + " % 1000033 + 1) + (" + one
                + " * amount + 1) * (currency + 1) * (country + 1) * (mcc + 1)";
        try (Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT count(*), sum(amount), sum(" + digest + ") % 18446744073709551616 FROM " + table)) {
            boolean unused = found.next();
            return new SourceFigures(
                    found.getLong(1),
                    found.getBigDecimal(2).longValueExact(),
                    found.getBigDecimal(3).longValue());
        }
    }
}
