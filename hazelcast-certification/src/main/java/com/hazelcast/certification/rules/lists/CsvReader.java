package com.hazelcast.certification.rules.lists;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.function.ToLongFunction;

/**
 * Reads lists ({@code value} or {@code value,expires} a line), tables ({@code key,value} a line) and tables of places ({@code
 * key,latitude,longitude} a line). Blank lines and lines that begin with {@code #} are passed over, and so is the first other line
 * when it is a heading: when it begins with {@code key} or {@code value}. An entry without an expiry, or with an empty one, is listed for
 * good. Pure.
 */
public final class CsvReader {
    /** Entries of a list or a table. */
    public static final int ENTRIES_MAX = 1_000_000;

    /** Stands for "there is none": the expiry of what a list does not have, the value of a key that a table does not have. */
    public static final long NONE = Long.MIN_VALUE;

    /** Digits before the decimals of a table's value. */
    private static final BigDecimal VALUE_MAX = BigDecimal.valueOf(1_000_000_000L);

    /** Decimals that are looked at: a number of a hundred million of them takes minutes. */
    private static final int SCALE_MAX = 100;

    private static final Range LATITUDES = Range.degrees("latitude", Place.LATITUDE_MAX);
    private static final Range LONGITUDES = Range.degrees("longitude", Place.LONGITUDE_MAX);

    private static final Fields LIST_FIELDS = new Fields(1, 2, "one or two fields");
    private static final Fields TABLE_FIELDS = new Fields(2, 2, "two fields");
    private static final Fields PLACE_FIELDS = new Fields(3, 3, "three fields (key, latitude, longitude)");

    private CsvReader() {}

    /** How many fields a line has. */
    private record Fields(int min, int max, String label) {}

    /** What a number may be. */
    private record Range(String name, BigDecimal min, BigDecimal max, int decimals) {
        static Range degrees(String name, int max) {
            return new Range(name, BigDecimal.valueOf(-max), BigDecimal.valueOf(max), Place.DECIMALS);
        }
    }

    /**
     * A list: from value to the time, ms since 1970, from which on it is no longer listed.
     *
     * @param key from a field to its number; throws IllegalArgumentException when it is none
     * @throws CsvException when a line is wrong, or there are more than {@link #ENTRIES_MAX}
     * @throws IOException when it cannot be read
     */
    public static LongTable list(BufferedReader in, ToLongFunction<String> key) throws IOException, CsvException {
        return read(
                in,
                key,
                LIST_FIELDS,
                (fields, line) -> fields.length == 1 || fields[1].isBlank() ? Long.MAX_VALUE : expiry(fields[1], line));
    }

    /**
     * A table: from key to value, in units of {@code 10^-decimals}. Parameters and exceptions as for {@link #list}.
     *
     * @param max the greatest value
     */
    public static LongTable table(BufferedReader in, ToLongFunction<String> key, int decimals, long max)
            throws IOException, CsvException {
        Range values = new Range("value", BigDecimal.ZERO, VALUE_MAX.min(BigDecimal.valueOf(max)), decimals);
        return read(in, key, TABLE_FIELDS, (fields, line) -> number(fields[1], values, line));
    }

    /** A table of places: from key to {@link Place}. Parameters and exceptions as for {@link #list}. */
    public static LongTable places(BufferedReader in, ToLongFunction<String> key) throws IOException, CsvException {
        return read(
                in,
                key,
                PLACE_FIELDS,
                (fields, line) -> Place.of(number(fields[1], LATITUDES, line), number(fields[2], LONGITUDES, line)));
    }

    private interface ValueOf {
        long of(String[] fields, int line) throws CsvException;
    }

    private static LongTable read(BufferedReader in, ToLongFunction<String> key, Fields fields, ValueOf value)
            throws IOException, CsvException {
        ByteOrderMark.skip(in);
        LongTable.Builder entries = new LongTable.Builder(NONE);
        int count = 0;
        int line = 0;
        boolean isFirst = true;
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            line++;
            String row = text.strip();
            if (row.isEmpty() || row.startsWith("#")) {
                continue;
            }
            boolean isHeading = isFirst && (row.startsWith("key") || row.startsWith("value"));
            isFirst = false;
            if (isHeading) {
                continue;
            }
            if (++count > ENTRIES_MAX) {
                throw new CsvException(line, "more than " + ENTRIES_MAX + " entries");
            }
            add(entries, row.split(",", -1), key, fields, value, line);
        }
        return entries.build();
    }

    private static void add(
            LongTable.Builder entries,
            String[] fields,
            ToLongFunction<String> key,
            Fields expected,
            ValueOf value,
            int line)
            throws CsvException {
        if (fields.length < expected.min() || fields.length > expected.max()) {
            throw new CsvException(line, "expected " + expected.label() + ": fieldCount=" + fields.length);
        }
        long number;
        try {
            number = key.applyAsLong(fields[0].strip());
        } catch (IllegalArgumentException e) {
            throw new CsvException(line, String.valueOf(e.getMessage()));
        }
        if (!entries.add(number, value.of(fields, line))) {
            throw new CsvException(line, "this key stands in an earlier line, too");
        }
    }

    private static long expiry(String field, int line) throws CsvException {
        String text = field.strip();
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli()
                    : Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new CsvException(
                    line, "the expiry must be a date (2026-12-31) or a time in UTC (2026-12-31T23:00:00Z)");
        }
    }

    private static long number(String field, Range range, int line) throws CsvException {
        BigDecimal value;
        try {
            value = new BigDecimal(field.strip());
        } catch (NumberFormatException e) {
            throw new CsvException(line, "the " + range.name() + " must be a number, with a point before its decimals");
        }
        // Compared before it is scaled: an exponent of a million would make a number of a million digits.
        boolean isInside = value.compareTo(range.min()) >= 0 && value.compareTo(range.max()) <= 0;
        if (!isInside || value.scale() > range.decimals() && value.precision() > 40) {
            throw new CsvException(
                    line,
                    "the " + range.name() + " must be " + range.min().toPlainString() + " to "
                            + range.max().toPlainString());
        }
        try {
            if (value.scale() <= SCALE_MAX) {
                return value.setScale(range.decimals(), RoundingMode.UNNECESSARY)
                        .unscaledValue()
                        .longValueExact();
            }
        } catch (ArithmeticException e) {
            // Said below.
        }
        throw new CsvException(line, "the " + range.name() + " may have at most " + range.decimals() + " decimals");
    }
}
