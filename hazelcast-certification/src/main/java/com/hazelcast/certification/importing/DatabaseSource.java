package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.Mapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A database with a JDBC driver, PostgreSQL's is built in. Each part is read by a connection of its own, in a transaction that is read-only,
 * some thousand rows at a time.
 */
final class DatabaseSource implements RowSource {
    static final String PREFIX = "jdbc:";

    /** Behind a key of the address, between user and host, or between the user and host of Oracle's. */
    private static final Pattern PASSWORD = Pattern.compile(
            "(?i)((?:password|passwd|pwd)\\w*=)(?:\\{[^}]*}|[^&;\\s]*)|(//[^/@:\\s]*:)[^/@\\s]*(?=@)|(:thin:[^/@\\s]*/)[^@\\s]*(?=@)");

    private static final int FETCH_ROWS = 10_000;
    private static final String ALL = "all rows";

    /** Of the row of range-of: the least, the greatest, all rows, and those with a value. */
    private static final int RANGE_COLUMNS = 4;

    private final String address;
    private final Mapping mapping;
    private final Mapping.DatabaseQuery query;
    private final Properties properties = new Properties();

    DatabaseSource(String address, Mapping mapping) {
        this.address = address;
        this.mapping = mapping;
        this.query = mapping.database()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "the mapping does not name what to read from a database: add the key database with a statement"));
        query.user().ifPresent(user -> properties.setProperty("user", user));
        query.passwordFile().ifPresent(file -> properties.setProperty("password", password(Path.of(file))));
    }

    private static String password(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new IllegalArgumentException("the password cannot be read: database.password-file=" + file, e);
        }
    }

    /** An address, or what a driver says of it, without passwords. */
    static String withoutPasswords(String text) {
        return PASSWORD.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(Stream.of(1, 2, 3)
                                .map(found::group)
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse("")
                        + "***"));
    }

    private Connection connect() throws SQLException {
        Connection connection;
        try {
            connection = DriverManager.getConnection(address, properties);
        } catch (SQLException e) {
            String shown = withoutPasswords(String.valueOf(e.getMessage()));
            throw shown.equals(e.getMessage()) ? e : new SQLException(shown, e.getSQLState(), e.getErrorCode());
        }
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public List<SourceUnit> units() throws SQLException {
        if (query.rangeOf().isEmpty()) {
            return List.of(SourceUnit.ofDatabase(ALL, 0, SourceUnit.TO_THE_END, SourceUnit.NOT_COUNTED));
        }
        List<@Nullable Long> range = rangeOf();
        return parts(range.get(0), range.get(1), range.get(2), range.get(RANGE_COLUMNS - 1));
    }

    /** The row that range-of gives now. */
    private List<@Nullable Long> rangeOf() throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement =
                        connection.prepareStatement(query.rangeOf().orElseThrow());
                ResultSet found = statement.executeQuery()) {
            int columns = found.getMetaData().getColumnCount();
            if (columns != RANGE_COLUMNS || !found.next()) {
                throw wrongRange("it is not a row of four columns: columns=" + columns);
            }
            List<@Nullable Long> range = new ArrayList<>();
            for (int column = 1; column <= RANGE_COLUMNS; column++) {
                range.add(number(found, column));
            }
            return range;
        }
    }

    /** Rows that have a value in the column of the ranges now: some may have been deleted since they were counted first. */
    private long countedNow() throws SQLException {
        Long counted = rangeOf().get(RANGE_COLUMNS - 1);
        return counted == null ? 0 : counted;
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    private List<SourceUnit> parts(
            @Nullable Long least, @Nullable Long greatest, @Nullable Long rows, @Nullable Long rowsWithValue) {
        if (rows == null || rowsWithValue == null || rowsWithValue > rows) {
            throw wrongRange("the third counts all rows, and the fourth those of them that have a value: rows=" + rows
                    + " rowsWithValue=" + rowsWithValue);
        }
        if (rowsWithValue < rows) {
            throw new IllegalArgumentException(
                    "rows have no value in the column of the ranges, so no range would read them, and nothing was read; leave them out by a WHERE in statement and range-of, or give both another column, or coalesce(...) of this one: rows="
                            + (rows - rowsWithValue) + " of " + rows + " database.range-of="
                            + query.rangeOf().orElse(""));
        }
        if (least == null && greatest == null && rows == 0) {
            return List.of(range(0, 0, SourceUnit.NOT_COUNTED));
        }
        if (least == null || greatest == null) {
            throw wrongRange(
                    "the least or the greatest is NULL: least=" + least + " greatest=" + greatest + " rows=" + rows);
        }
        if (greatest < least) {
            throw wrongRange("the greatest is below the least: least=" + least + " greatest=" + greatest);
        }
        if (greatest == Long.MAX_VALUE || least < 0 && greatest >= Long.MAX_VALUE + least) {
            throw wrongRange(
                    "the least and the greatest are so far apart that no ranges can be made; leave out the rows at one end by a WHERE in statement and range-of, and load these by a statement without ranges: least="
                            + least + " greatest=" + greatest);
        }
        return ranges(least, greatest, rows);
    }

    private IllegalArgumentException wrongRange(String what) {
        return new IllegalArgumentException(
                "range-of must answer one row of four numbers, as SELECT min(id), max(id), count(*), count(id) does; "
                        + what + ": database.range-of=" + query.rangeOf().orElse(""));
    }

    /** The least and the greatest are of rows, so the statement has to give some of these, and as many as were counted, or as there still are. */
    @Override
    public void requireRead(List<SourceUnit> units, long rows) throws SQLException {
        boolean hasRows = query.rangeOf().isPresent() && units.stream().anyMatch(unit -> unit.from() < unit.to());
        if (hasRows && rows == 0) {
            throw new IllegalArgumentException(
                    "the statement gave no row from the least to the greatest that range-of has named; check that its first ? is from, and its second one up to but not including: database.statement="
                            + query.statement());
        }
        long counted = SourceUnit.countedIn(units);
        if (rows < counted && rows < countedNow()) {
            throw new IllegalArgumentException(
                    "the statement gave fewer rows than range-of has counted; check that its first ? is from, and its second one up to but not including, and that both have the same WHERE otherwise: read="
                            + rows + " counted=" + counted + " database.statement=" + query.statement());
        }
    }

    /** Never: rows that come and go are what a database has, so an import goes on with the ranges that it has begun with. */
    @Override
    public Optional<String> change(List<SourceUnit> planned) {
        return Optional.empty();
    }

    private List<SourceUnit> ranges(long least, long greatest, long rows) {
        long end = Math.addExact(greatest, 1);
        long width = Math.max(1, (Math.subtractExact(end, least) - 1) / query.ranges() + 1);
        List<SourceUnit> units = new ArrayList<>();
        for (long from = least; from < end; from = from > end - width ? end : from + width) {
            units.add(range(from, from > end - width ? end : from + width, rows));
        }
        return units;
    }

    private static SourceUnit range(long from, long to, long rowsOfAll) {
        return SourceUnit.ofDatabase("range from " + from, from, to, rowsOfAll);
    }

    @Override
    public RowCursor open(SourceUnit unit, RefusalLog refusals) throws SQLException {
        Connection connection = connect();
        boolean isOpen = false;
        try {
            // Open until the cursor is closed, which closes the connection.
            PreparedStatement statement = connection.prepareStatement(query.statement());
            statement.setFetchSize(FETCH_ROWS);
            if (query.rangeOf().isPresent()) {
                statement.setLong(1, unit.from());
                statement.setLong(2, unit.to());
            }
            RowCursor cursor = RowCursor.of(statement.executeQuery(), mapping, isRead -> connection.close());
            isOpen = true;
            return cursor;
        } finally {
            if (!isOpen) {
                connection.close();
            }
        }
    }

    @Override
    public void close() {}
}
