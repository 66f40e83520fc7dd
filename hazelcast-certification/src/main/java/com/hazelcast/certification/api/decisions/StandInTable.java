package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.mapping.IsoCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is answered when the rules are late: lines of MCC, currency, greatest amount in minor units, and action, of which the first that
 * fits counts. {@code *} fits all. Immutable.
 */
public final class StandInTable {
    /** Small amounts pass, others are looked at. */
    public static final StandInTable USUAL = new StandInTable(
            List.of(new Line(-1, -1, 5_000, Action.APPROVE), new Line(-1, -1, Integer.MAX_VALUE, Action.REVIEW)));

    private static final int COLUMNS = 4;
    private static final int ANY = -1;

    /** Lines of one table, which is kept in memory. */
    private static final int LINES_MAX = 10_000;

    private final List<Line> lines;

    private record Line(int mcc, int currency, int amountMax, Action action) {
        boolean fits(int merchant, int money, int amount) {
            return (mcc == ANY || mcc == merchant) && (currency == ANY || currency == money) && amount <= amountMax;
        }

        boolean fitsAll() {
            return mcc == ANY && currency == ANY && amountMax == Integer.MAX_VALUE;
        }
    }

    private StandInTable(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException when it cannot be read or is none; names file, line and value
     */
    public static StandInTable read(Path file) {
        try {
            return parse(Files.readAllLines(file), file.toString());
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException(
                    "the table of stand-ins cannot be read; give a file of UTF-8 text: api-stand-in=" + file, e);
        }
    }

    static StandInTable parse(List<String> text, String file) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < text.size(); i++) {
            String line = text.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                lines.add(line(line, "api-stand-in=" + file + " line=" + (i + 1)));
            }
        }
        if (lines.isEmpty()
                || lines.size() > LINES_MAX
                || !lines.get(lines.size() - 1).fitsAll()) {
            throw new IllegalArgumentException(
                    "the table of stand-ins must end with a line for all others, such as '* * * review', and have at most "
                            + LINES_MAX + " lines: api-stand-in=" + file + " lines=" + lines.size());
        }
        return new StandInTable(lines);
    }

    private static Line line(String text, String where) {
        String[] columns = text.split("\\s+", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(
                    "a line of the table of stand-ins is MCC, currency, greatest amount in minor units, and action: "
                            + where + " columns=" + columns.length);
        }
        try {
            return new Line(
                    number(columns[0], 9_999, ANY),
                    currency(columns[1]),
                    number(columns[2], Integer.MAX_VALUE, Integer.MAX_VALUE),
                    Action.of(columns[3]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a line of the table of stand-ins cannot be used; correct it: " + where + ": " + e.getMessage(), e);
        }
    }

    private static int currency(String text) {
        int ofLetters = IsoCodes.currency(text);
        return ofLetters == IsoCodes.ABSENT ? number(text, 999, ANY) : ofLetters;
    }

    private static int number(String text, int max, int ofStar) {
        if (text.equals("*")) {
            return ofStar;
        }
        long value = text.matches("\\d{1,10}") ? Long.parseLong(text) : -1;
        if (value < 0 || value > max) {
            throw new IllegalArgumentException("not *, and no number from 0 to " + max + ": value=" + text);
        }
        return (int) value;
    }

    /** The action for a transaction. */
    Action actionFor(RequestedTransaction transaction) {
        int merchant = transaction.merchant();
        int currency = transaction.currency();
        int amount = transaction.amountUnits();
        for (Line line : lines) {
            if (line.fits(merchant, currency, amount)) {
                return line.action;
            }
        }
        throw new IllegalStateException("the last line fits all");
    }
}
