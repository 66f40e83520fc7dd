package com.hazelcast.certification.rules.model;

import java.util.Locale;

/** What an aggregate makes of the entries that belong to it. */
public enum AggregateKind {
    COUNT,
    SUM,
    /** Sum by count, with at least {@link Aggregate#AVERAGE_DECIMALS} decimals, toward zero. */
    AVG,
    MIN,
    MAX,
    /** Exact up to {@link Aggregate#DISTINCT_MAX}, which also stands for more. */
    DISTINCT,
    EXISTS,
    /** The value of the n-th newest. */
    NTH,
    /** From the newest to T. */
    TIME_SINCE,
    /** From the oldest to T. */
    AGE,
    /** The most frequent value, of equally frequent ones the one that was seen last. */
    MOST_FREQUENT;

    /** As rules write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
