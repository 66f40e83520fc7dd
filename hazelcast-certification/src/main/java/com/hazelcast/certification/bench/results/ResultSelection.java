package com.hazelcast.certification.bench.results;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * What of {@code TEST_RESULTS.md} is to be made anew. Immutable.
 *
 * @param rows those that are made one by one
 * @param tables those whose commands write their rows, with the commands that are to run
 */
public record ResultSelection(List<ResultRow> rows, List<ResultTable> tables) {
    /**
     * Those that one of the texts selects, whatever their case: the table of that name; where there is none, the rows that have the text as
     * their first cell or as their command; where there are none, all rows that have it in their first cell.
     *
     * @param texts none: all rows
     * @throws IllegalArgumentException when one of the texts selects nothing
     */
    public static ResultSelection of(List<String> texts) {
        if (texts.isEmpty()) {
            return new ResultSelection(ResultRows.all(), ResultTable.ALL);
        }
        Search found = new Search();
        for (String text : texts) {
            String part = text.toLowerCase(Locale.ROOT);
            boolean isFound = !text.isBlank()
                    && (found.addTable(text)
                            || found.addRows(
                                    (what, command) -> what.equalsIgnoreCase(text) || command.equalsIgnoreCase(text))
                            || found.addRows((what, command) ->
                                    what.toLowerCase(Locale.ROOT).contains(part)));
            if (!isFound) {
                throw new IllegalArgumentException(
                        "no table has this name, and no row this first cell, command, or part of a first cell, as they stand in TEST_RESULTS.md: rows="
                                + text);
            }
        }
        return found.selection();
    }

    /** What was found so far. Used by one thread. */
    private static final class Search {
        private final Set<ResultRow> single = new HashSet<>();
        private final Set<ResultTable.Row> ofTables = new HashSet<>();

        boolean addTable(String name) {
            List<ResultRow> rows = ResultRows.all().stream()
                    .filter(row -> row.table().equalsIgnoreCase(name))
                    .toList();
            List<ResultTable.Row> written = ResultTable.ALL.stream()
                    .filter(table -> table.name().equalsIgnoreCase(name))
                    .flatMap(ResultTable::rows)
                    .toList();
            return add(rows, written);
        }

        /** @param isMeant of a first cell and a command */
        boolean addRows(BiPredicate<String, String> isMeant) {
            List<ResultRow> rows = ResultRows.all().stream()
                    .filter(row -> isMeant.test(row.what(), row.commandLine()))
                    .toList();
            List<ResultTable.Row> written = ResultTable.ALL.stream()
                    .flatMap(ResultTable::rows)
                    .filter(row -> isMeant.test(row.what(), row.line()))
                    .toList();
            return add(rows, written);
        }

        private boolean add(List<ResultRow> rows, List<ResultTable.Row> written) {
            single.addAll(rows);
            ofTables.addAll(written);
            return !rows.isEmpty() || !written.isEmpty();
        }

        ResultSelection selection() {
            return new ResultSelection(
                    ResultRows.all().stream().filter(single::contains).toList(),
                    ResultTable.ALL.stream()
                            .map(table -> table.only(ofTables))
                            .filter(table -> !table.commands().isEmpty())
                            .toList());
        }
    }
}
