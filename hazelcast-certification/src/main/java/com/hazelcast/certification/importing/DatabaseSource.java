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
            return List.of(SourceUnit.ofDatabase(ALL, 0, SourceUnit.TO_THE_END));
        }
        try (Connection connection = connect();
                PreparedStatement statement =
                        connection.prepareStatement(query.rangeOf().get());
                ResultSet bounds = statement.executeQuery()) {
            if (bounds.getMetaData().getColumnCount() != 2 || !bounds.next()) {
                throw wrongRange("it is not a row of two columns");
            }
            long least = bounds.getLong(1);
            boolean isEmpty = bounds.wasNull();
            long greatest = bounds.getLong(2);
            if (isEmpty != bounds.wasNull()) {
                throw wrongRange("one of the two is NULL");
            }
            if (greatest < least) {
                throw wrongRange("the greatest is below the least: least=" + least + " greatest=" + greatest);
            }
            return isEmpty ? List.of(range(0, 0)) : ranges(least, greatest);
        }
    }

    private IllegalArgumentException wrongRange(String what) {
        return new IllegalArgumentException("range-of must answer one row of two numbers, the least and the greatest; "
                + what + ": database.range-of=" + query.rangeOf().orElse(""));
    }

    /** The least and the greatest are of rows, so the statement has to give some of these. */
    @Override
    public void requireRead(List<SourceUnit> units, long rows) {
        boolean hasRows = query.rangeOf().isPresent() && units.stream().anyMatch(unit -> unit.from() < unit.to());
        if (hasRows && rows == 0) {
            throw new IllegalArgumentException(
                    "the statement gave no row from the least to the greatest that range-of has named; check that its first ? is from, and its second one up to but not including: database.statement="
                            + query.statement());
        }
    }

    /** Never: rows that come and go are what a database has, so an import goes on with the ranges that it has begun with. */
    @Override
    public Optional<String> change(List<SourceUnit> planned) {
        return Optional.empty();
    }

    private List<SourceUnit> ranges(long least, long greatest) {
        long end = Math.addExact(greatest, 1);
        long width = Math.max(1, (Math.subtractExact(end, least) - 1) / query.ranges() + 1);
        List<SourceUnit> units = new ArrayList<>();
        for (long from = least; from < end; from = from > end - width ? end : from + width) {
            units.add(range(from, from > end - width ? end : from + width));
        }
        return units;
    }

    private static SourceUnit range(long from, long to) {
        return SourceUnit.ofDatabase("range from " + from, from, to);
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
