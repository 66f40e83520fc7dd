package com.hazelcast.certification.rules.model;

/**
 * A question about a card's history.
 *
 * @param value what is summed, compared or counted of each entry; a constant where the kind takes none
 * @param nth of {@link AggregateKind#NTH}: 1 is the newest; 0 for all else
 * @param isIncludingThis whether T itself is one of the entries; it stands before entries of its own time and behind newer ones
 * @param filter which entries of the window belong
 * @param averageFactor of {@link AggregateKind#AVG}: what the sum is multiplied by before it is divided, for decimals; 1 for all else
 * @param isGrowing whether no entry makes it less: a count, or a sum of values that are never negative
 */
public record Aggregate(
        AggregateKind kind,
        Expression value,
        int nth,
        Window window,
        boolean isIncludingThis,
        Condition filter,
        long averageFactor,
        boolean isGrowing) {
    /** The greatest number of values that are distinguished. */
    public static final int DISTINCT_MAX = 100;

    /** Decimals of an average, unless what it averages has more. */
    public static final int AVERAGE_DECIMALS = 2;

    /** Whether each entry of the window belongs. */
    public boolean isUnfiltered() {
        return filter.equals(Condition.TRUE);
    }

    /** Whether it may have no value. */
    public boolean mayBeMissing() {
        return switch (kind) {
            case COUNT, SUM, DISTINCT, EXISTS -> false;
            case AVG, MIN, MAX -> !isIncludingThis || !isUnfiltered() || value.mayBeMissing();
            case NTH, TIME_SINCE, AGE, MOST_FREQUENT -> true;
        };
    }
}
