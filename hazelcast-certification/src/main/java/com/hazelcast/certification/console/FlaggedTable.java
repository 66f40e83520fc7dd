package com.hazelcast.certification.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest flagged transactions of the cluster, newest first.
 *
 * @param sampled whether there were others, which no member kept
 */
record FlaggedTable(boolean sampled, List<Row> flagged) {
    static final int ROWS_MAX = 100;

    private static final Comparator<Flagged> NEWEST_FIRST = Comparator.comparingLong(Flagged::keptAtMs)
            .thenComparing(Flagged::id)
            .reversed();

    record Row(
            String id,
            String card,
            long timeMs,
            int rule,
            String ruleName,
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
                    one.timeMs(),
                    one.rule(),
                    one.ruleName(),
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
     */
    static FlaggedTable of(List<Flagged> all, Optional<String> after) {
        List<Flagged> sorted = all.stream().sorted(NEWEST_FIRST).limit(ROWS_MAX).toList();
        List<Flagged> newer = new ArrayList<>();
        for (Flagged one : sorted) {
            if (after.isPresent() && after.get().equals(one.id())) {
                break;
            }
            newer.add(one);
        }
        return new FlaggedTable(
                newer.stream().anyMatch(Flagged::isSampled),
                newer.stream().map(Row::of).toList());
    }
}
