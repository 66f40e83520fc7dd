package com.hazelcast.certification.console.flagged;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest flagged transactions of the cluster, newest first.
 *
 * @param sampled whether there were others, which no member kept or which were more than was requested
 */
public record FlaggedTable(boolean sampled, List<Row> flagged) {
    /** Most rows of a table. */
    public static final int ROWS_MAX = 100;

    private static final Comparator<Flagged> NEWEST_FIRST = Comparator.comparingLong(Flagged::keptAtMs)
            .thenComparing(Flagged::id)
            .reversed();

    /** A row of the table: a flagged transaction, its card masked. */
    public record Row(
            String id,
            String card,
            String cardLink,
            long timeMs,
            int set,
            int rule,
            String ruleName,
            String action,
            @Nullable String reason,
            int amountUnits,
            int currency,
            int country,
            int merchant,
            int city) {
        private static Row of(Flagged one) {
            return new Row(
                    one.id(),
                    one.card(),
                    one.cardLink(),
                    one.timeMs(),
                    one.set(),
                    one.rule(),
                    one.ruleName(),
                    one.action(),
                    one.reason(),
                    one.amountUnits(),
                    one.currency(),
                    one.country(),
                    one.merchant(),
                    one.city());
        }
    }

    /**
     * Of all members' tables together.
     *
     * @param after only what is newer than that one, if it is still there
     * @param max rows; of what is newer, the newest
     */
    public static FlaggedTable of(List<Flagged> all, Optional<String> after, int max) {
        List<Flagged> newer = all.stream()
                .sorted(NEWEST_FIRST)
                .takeWhile(one -> after.isEmpty() || !after.get().equals(one.id()))
                .toList();
        boolean isCut = after.isPresent() && newer.size() > max;
        List<Flagged> shown = newer.subList(0, Math.min(max, newer.size()));
        return new FlaggedTable(
                isCut || shown.stream().anyMatch(Flagged::isSampled),
                shown.stream().map(Row::of).toList());
    }
}
