package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.JsonCells;
import com.hazelcast.certification.mapping.Mapping;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of a part, one after the other, as cells in the order of the mapping's columns. Single-threaded; the cells are used again. */
public final class RowCursor implements AutoCloseable {
    private static final int MS_PER_SECOND = 1_000;
    private static final int NS_PER_MS = 1_000_000;

    /** How a column is read. */
    enum Kind {
        TEXT,
        WHOLE,
        NUMBER,
        LOCAL_MS,
        INSTANT_MS,
        LOCAL,
        INSTANT,
        DATE
    }

    /** What is closed with the cursor. */
    interface End {
        /**
         * Closes it.
         *
         * @param isRead whether the last row was read
         */
        void run(boolean isRead) throws SQLException;
    }

    private final ResultSet rows;
    private final int[] indices;
    private final Kind[] kinds;
    private final @Nullable Object[] cells;
    private final End end;
    private final @Nullable JsonCells json;
    private boolean isRead;

    /** A cursor over records that are JSON, whole in the first column. */
    RowCursor(ResultSet rows, JsonCells json, End end) {
        this(rows, new int[0], new Kind[0], end, json);
    }

    RowCursor(ResultSet rows, int[] indices, Kind[] kinds, End end) {
        this(rows, indices, kinds, end, null);
    }

    private RowCursor(ResultSet rows, int[] indices, Kind[] kinds, End end, @Nullable JsonCells json) {
        this.rows = rows;
        this.json = json;
        this.indices = indices;
        this.kinds = kinds;
        this.end = end;
        this.cells = new Object[kinds.length];
    }

    /**
     * A cursor over what a database has answered.
     *
     * @throws IllegalArgumentException when it lacks a column; names those that it has
     */
    static RowCursor of(ResultSet rows, Mapping mapping, End end) throws SQLException {
        List<String> columns = mapping.columns();
        ResultSetMetaData found = rows.getMetaData();
        int[] indices = new int[columns.size()];
        Kind[] kinds = new Kind[columns.size()];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = indexOf(found, columns.get(i));
            kinds[i] = kind(found.getColumnType(indices[i]), found.getColumnTypeName(indices[i]), mapping.isAmount(i));
        }
        return new RowCursor(rows, indices, kinds, end);
    }

    private static int indexOf(ResultSetMetaData found, String column) throws SQLException {
        StringBuilder names = new StringBuilder();
        for (int i = 1; i <= found.getColumnCount(); i++) {
            if (found.getColumnLabel(i).equalsIgnoreCase(column)) {
                return i;
            }
            names.append(i == 1 ? "" : ", ").append(found.getColumnLabel(i));
        }
        throw new IllegalArgumentException(
                "the statement has no column of that name: column=" + column + "; it has " + names);
    }

    private static Kind kind(int type, String typeName, boolean isAmount) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Kind.WHOLE;
            // PostgreSQL has some that are no number, for which a driver has no decimal: their rows alone are refused.
            case Types.DECIMAL, Types.NUMERIC -> Kind.NUMBER;
            case Types.FLOAT, Types.REAL, Types.DOUBLE -> isAmount ? Kind.NUMBER : Kind.TEXT;
            case Types.DATE -> Kind.DATE;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Kind.INSTANT;
            // PostgreSQL has one type for both.
            case Types.TIMESTAMP -> typeName.equals("timestamptz") ? Kind.INSTANT : Kind.LOCAL;
            default -> Kind.TEXT;
        };
    }

    /** Goes to the next row; false when there is none. */
    public boolean next() throws SQLException {
        isRead = !rows.next();
        return !isRead;
    }

    /**
     * The cells of the row.
     *
     * @throws FieldProblem when it is no row
     */
    public @Nullable Object[] cells() throws SQLException {
        if (json != null) {
            // NULL: the line does not begin with JSON.
            byte[] record = Objects.requireNonNullElse(rows.getString(1), "").getBytes(StandardCharsets.UTF_8);
            return json.read(record, 0, record.length);
        }
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(indices[i], kinds[i]);
        }
        return cells;
    }

    private @Nullable Object cell(int index, Kind kind) throws SQLException {
        switch (kind) {
            case TEXT -> {
                return rows.getString(index);
            }
            case NUMBER -> {
                return number(rows.getString(index));
            }
            case LOCAL -> {
                return rows.getObject(index, LocalDateTime.class);
            }
            case INSTANT -> {
                OffsetDateTime time = rows.getObject(index, OffsetDateTime.class);
                return time == null ? null : time.toInstant();
            }
            case DATE -> {
                LocalDate date = rows.getObject(index, LocalDate.class);
                return date == null ? null : date.atStartOfDay();
            }
            default -> {
                long value = rows.getLong(index);
                return rows.wasNull() ? null : ofNumber(value, kind);
            }
        }
    }

    /** A number that came as text, by its digits; the text where it is none, such as NaN. */
    private static @Nullable Object number(@Nullable String text) {
        try {
            return text == null ? null : new BigDecimal(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private static Object ofNumber(long value, Kind kind) {
        return switch (kind) {
            case INSTANT_MS -> Instant.ofEpochMilli(value);
            case LOCAL_MS ->
                LocalDateTime.ofEpochSecond(
                        Math.floorDiv(value, MS_PER_SECOND),
                        Math.floorMod(value, MS_PER_SECOND) * NS_PER_MS,
                        ZoneOffset.UTC);
            default -> value;
        };
    }

    @Override
    public void close() throws SQLException {
        try {
            rows.close();
        } finally {
            end.run(isRead);
        }
    }
}
