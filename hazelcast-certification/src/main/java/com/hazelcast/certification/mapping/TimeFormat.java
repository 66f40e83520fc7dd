package com.hazelcast.certification.mapping;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How a source writes times: ISO 8601, a number since 1970 in some unit, or a pattern of {@link DateTimeFormatter}; and the zone of
 * those that name none. A local time that the zone has twice is taken as the first of the two, one that it leaves out as that much later.
 * Immutable, thread-safe.
 */
final class TimeFormat {
    private static final String FIELD = "time";
    private static final long MS_PER_SECOND = 1_000;
    private static final ZonedDateTime SAMPLE = ZonedDateTime.of(2026, 11, 23, 15, 4, 5, 678_000_000, ZoneOffset.UTC);
    private static final long NOT_PARSED = Long.MIN_VALUE;

    /** What numbers count. */
    enum Unit {
        SECONDS,
        MILLISECONDS,
        MICROSECONDS,
        NANOSECONDS;

        long toMs(long value) {
            return switch (this) {
                case SECONDS -> Math.multiplyExact(value, MS_PER_SECOND);
                case MILLISECONDS -> value;
                case MICROSECONDS -> Math.floorDiv(value, 1_000);
                case NANOSECONDS -> Math.floorDiv(value, 1_000_000);
            };
        }
    }

    private final Optional<Unit> unit;
    private final Optional<DateTimeFormatter> pattern;
    private final Optional<ZoneId> zone;

    private TimeFormat(Optional<Unit> unit, Optional<DateTimeFormatter> pattern, Optional<ZoneId> zone) {
        this.unit = unit;
        this.pattern = pattern;
        this.zone = zone;
    }

    /**
     * The format of that name.
     *
     * @param name {@code iso}, a unit, or a pattern
     * @throws IllegalArgumentException when it is none of these
     */
    static TimeFormat of(String name, Optional<ZoneId> zone) {
        if (name.equals("iso")) {
            return new TimeFormat(Optional.empty(), Optional.empty(), zone);
        }
        for (Unit unit : Unit.values()) {
            if (name.equals(unit.name().toLowerCase(Locale.ROOT))) {
                return new TimeFormat(Optional.of(unit), Optional.empty(), zone);
            }
        }
        try {
            return new TimeFormat(Optional.empty(), Optional.of(formatter(name)), zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "time must be iso, seconds, milliseconds, microseconds, nanoseconds, or a pattern such as \"dd/MM/yyyy HH:mm:ss\": time="
                            + name + ": " + e.getMessage(),
                    e);
        }
    }

    /** Strict: else 31/02 would be the 28th. The era is for years of {@code y}, which strictly need one. */
    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatter formatter = new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
        if (losesTimeOfDay(formatter)) {
            throw new IllegalArgumentException(
                    "the pattern has parts of a time of day and gives none; hh needs a (AM or PM), HH does not; minutes need hours");
        }
        return formatter;
    }

    /** Whether of a time that is written so only the date can be read. */
    private static boolean losesTimeOfDay(DateTimeFormatter formatter) {
        try {
            TemporalAccessor parsed = formatter.parse(formatter.format(SAMPLE));
            return parsed.query(TemporalQueries.localTime()) == null
                    && Arrays.stream(ChronoField.values())
                            .anyMatch(field -> field.isTimeBased() && parsed.isSupported(field));
        } catch (DateTimeException e) {
            // What cannot be read back at all is refused row by row.
            return false;
        }
    }

    /**
     * Milliseconds since 1970.
     *
     * @param cell a text, a number, an {@link Instant} or a {@link LocalDateTime}
     * @throws FieldProblem when it is no time
     */
    long toMs(Object cell) {
        if (cell instanceof Instant instant) {
            return Times.inRange(ofInstant(instant, cell.toString()), cell.toString());
        }
        if (cell instanceof LocalDateTime local) {
            return Times.inRange(inZone(local, cell.toString()), cell.toString());
        }
        String text = Cells.text(cell);
        if (unit.isPresent()) {
            return Times.inRange(ofNumber(text, unit.get()), text);
        }
        if (pattern.isPresent()) {
            return Times.inRange(ofPattern(text, pattern.get()), text);
        }
        return Times.inRange(ofIso(text), text);
    }

    /** Whether times are texts of ISO 8601. */
    boolean isIso() {
        return unit.isEmpty() && pattern.isEmpty();
    }

    /** Databases and Protobuf have times whose milliseconds no long has. */
    private static long ofInstant(Instant instant, String text) {
        try {
            return instant.toEpochMilli();
        } catch (ArithmeticException e) {
            throw Times.outOfRange(text);
        }
    }

    private static long ofNumber(String text, Unit unit) {
        try {
            return unit.toMs(Long.parseLong(Cells.whole(text)));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new FieldProblem(
                    "not_a_time",
                    FIELD,
                    text,
                    "the time is no whole number of " + unit.name().toLowerCase(Locale.ROOT),
                    "correct the row, or the key time of the mapping",
                    e);
        }
    }

    private long ofPattern(String text, DateTimeFormatter formatter) {
        try {
            TemporalAccessor parsed = formatter.parse(text);
            ZoneId own = parsed.query(TemporalQueries.zone());
            LocalDate date = LocalDate.from(parsed);
            var time = parsed.query(TemporalQueries.localTime());
            LocalDateTime local = time == null ? date.atStartOfDay() : date.atTime(time);
            return own == null
                    ? inZone(local, text)
                    : local.atZone(own).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new FieldProblem(
                    "not_a_time",
                    FIELD,
                    text,
                    "the time does not follow the pattern of the mapping",
                    "correct the row, or the key time of the mapping",
                    e);
        }
    }

    private long ofIso(String text) {
        long local = Iso.localMs(text);
        int end = local == NOT_PARSED ? 0 : Iso.endOfLocal(text);
        if (local != NOT_PARSED && end == text.length()) {
            return zone.isPresent() && zone.get() instanceof ZoneOffset offset
                    ? local - offset.getTotalSeconds() * MS_PER_SECOND
                    : inZone(
                            LocalDateTime.ofEpochSecond(
                                    Math.floorDiv(local, MS_PER_SECOND),
                                    (int) Math.floorMod(local, MS_PER_SECOND) * 1_000_000,
                                    ZoneOffset.UTC),
                            text);
        }
        if (local != NOT_PARSED && end == text.length() - 1 && text.charAt(end) == 'Z') {
            return local;
        }
        return Times.ofText(
                text.length() > Iso.DATE_LENGTH && text.charAt(Iso.DATE_LENGTH) == ' '
                        ? text.substring(0, Iso.DATE_LENGTH)
                                + 'T'
                                + text.substring(Iso.DATE_LENGTH + 1).trim()
                        : text);
    }

    private long inZone(LocalDateTime local, String text) {
        if (zone.isEmpty()) {
            throw new FieldProblem(
                    "no_zone",
                    FIELD,
                    text,
                    "the time has no offset, and the mapping names no zone",
                    "name the zone of such times in the mapping, for example zone: Europe/Berlin, or zone: UTC");
        }
        try {
            return ofInstant(local.atZone(zone.get()).toInstant(), text);
        } catch (DateTimeException e) {
            throw Times.outOfRange(text);
        }
    }

    /** The usual form, {@code 2026-11-23 05:00:00.123} with a blank or a T, read without the library: a file has millions. */
    private static final class Iso {
        static final int DATE_LENGTH = 10;
        private static final String PATTERN = "dddd-dd-dd dd:dd:dd";
        private static final int DAYS_IN_EVERY_MONTH = 28;

        private Iso() {}

        static int endOfLocal(String text) {
            int end = PATTERN.length();
            if (end < text.length() && text.charAt(end) == '.') {
                end++;
                while (end < text.length() && isDigit(text.charAt(end))) {
                    end++;
                }
            }
            return end;
        }

        static long localMs(String text) {
            if (text.length() < PATTERN.length()) {
                return NOT_PARSED;
            }
            for (int i = 0; i < PATTERN.length(); i++) {
                char expected = PATTERN.charAt(i);
                char found = text.charAt(i);
                boolean isGood =
                        expected == 'd' ? isDigit(found) : found == expected || expected == ' ' && found == 'T';
                if (!isGood) {
                    return NOT_PARSED;
                }
            }
            int year = number(text, 0, 4);
            int month = number(text, 5, 2);
            int day = number(text, 8, 2);
            int hour = number(text, 11, 2);
            int minute = number(text, 14, 2);
            int second = number(text, 17, 2);
            if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) {
                return NOT_PARSED;
            }
            if (day > DAYS_IN_EVERY_MONTH
                    && day > java.time.YearMonth.of(year, month).lengthOfMonth()) {
                return NOT_PARSED;
            }
            long days = Times.epochDay(year, month, day);
            long seconds = days * 86_400 + (hour * 60L + minute) * 60 + second;
            return seconds * MS_PER_SECOND + fractionMs(text);
        }

        private static int fractionMs(String text) {
            int at = PATTERN.length();
            if (at >= text.length() || text.charAt(at) != '.') {
                return 0;
            }
            int value = 0;
            for (int i = at + 1; i <= at + 3; i++) {
                value = value * 10 + (i < text.length() && isDigit(text.charAt(i)) ? text.charAt(i) - '0' : 0);
            }
            return value;
        }

        private static boolean isDigit(char character) {
            return character >= '0' && character <= '9';
        }

        private static int number(String text, int from, int digits) {
            int value = 0;
            for (int i = from; i < from + digits; i++) {
                value = value * 10 + (text.charAt(i) - '0');
            }
            return value;
        }
    }
}
