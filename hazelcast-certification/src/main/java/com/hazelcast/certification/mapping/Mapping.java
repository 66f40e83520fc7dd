package com.hazelcast.certification.mapping;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How rows of others become transactions: which column is which field, in which units and codes. Read from YAML by {@link MappingFile}.
 * Immutable, thread-safe.
 */
public final class Mapping {
    private final List<String> columns;
    private final @Nullable MappedColumn[] byField;
    private final TimeFormat times;
    private final boolean isAmountDecimal;
    private final boolean isDecimalComma;
    private final double refusedShareMax;
    private final FileFormat files;
    private final Optional<DatabaseQuery> database;

    /**
     * What is in the files of a source, where their names and contents do not say it.
     *
     * @param format {@code parquet}, {@code csv} or {@code json}
     * @param delimiter of CSV
     */
    public record FileFormat(Optional<String> format, Optional<String> delimiter) {}

    /**
     * What to read from a database.
     *
     * @param statement a SELECT; with two parameters {@code ?} when it is read in ranges: from, and up to but not including
     * @param rangeOf a SELECT of four numbers: the least and the greatest of what the ranges go over, all rows, and those with a value; empty:
     *     one range, without parameters
     * @param ranges into how many
     * @param user of the database; empty: as the address says
     * @param passwordFile whose first line is the password; empty: as the address says
     */
    public record DatabaseQuery(
            String statement,
            Optional<String> rangeOf,
            int ranges,
            Optional<String> user,
            Optional<String> passwordFile) {}

    Mapping(
            List<String> columns,
            List<MappedColumn> fields,
            TimeFormat times,
            boolean isAmountDecimal,
            boolean isDecimalComma,
            double refusedShareMax,
            FileFormat files,
            Optional<DatabaseQuery> database) {
        this.columns = List.copyOf(columns);
        this.byField = new MappedColumn[MappedField.values().length];
        fields.forEach(column -> byField[column.field().ordinal()] = column);
        this.times = times;
        this.isAmountDecimal = isAmountDecimal;
        this.isDecimalComma = isDecimalComma;
        this.refusedShareMax = refusedShareMax;
        this.files = files;
        this.database = database;
    }

    /** The same without verdicts and labels. */
    Mapping withoutOutcomes() {
        List<MappedColumn> kept = Arrays.stream(byField)
                .filter(Objects::nonNull)
                .filter(column -> column.field() != MappedField.VERDICT && column.field() != MappedField.LABEL)
                .toList();
        return new Mapping(columns, kept, times, isAmountDecimal, isDecimalComma, refusedShareMax, files, database);
    }

    /** The columns that it reads, each once; a mapper takes cells in this order. */
    public List<String> columns() {
        return columns;
    }

    /** Whether the amount comes from the column of that index. */
    public boolean isAmount(int index) {
        MappedColumn mapped = column(MappedField.AMOUNT);
        return mapped != null && mapped.index() == index;
    }

    /** More refused rows than this share stop a load; 0 to 1. */
    public double refusedShareMax() {
        return refusedShareMax;
    }

    /** What is in the files of a source. */
    public FileFormat files() {
        return files;
    }

    /** What to read from a database; empty: it says nothing of databases. */
    public Optional<DatabaseQuery> database() {
        return database;
    }

    /**
     * A mapper, for one thread.
     *
     * @param clock says what is the future now
     * @param futureTolerance how far ahead of it a transaction may be
     */
    public RowMapper mapper(Clock clock, Duration futureTolerance) {
        return new RowMapper(this, clock.millis() + futureTolerance.toMillis());
    }

    /** A mapper, for one thread, that leaves it to its caller whether a time is in the future. */
    public RowMapper mapperOfAnyTime() {
        return new RowMapper(this, TransactionLayout.TIME_MS_MAX);
    }

    /** A reader of records that are JSON objects, for one thread. */
    public JsonCells jsonCells() {
        return new JsonCells(columns, false);
    }

    /** As {@link #jsonCells}; a record with a column twice is a problem. */
    public JsonCells jsonCellsOnce() {
        return new JsonCells(columns, true);
    }

    @Nullable
    MappedColumn column(MappedField field) {
        return byField[field.ordinal()];
    }

    TimeFormat times() {
        return times;
    }

    boolean isAmountDecimal() {
        return isAmountDecimal;
    }

    boolean isDecimalComma() {
        return isDecimalComma;
    }

    @Override
    public String toString() {
        return "columns=" + columns + " fields=" + Arrays.toString(byField);
    }
}
