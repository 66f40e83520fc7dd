package com.hazelcast.certification.bench;

import java.time.Duration;
import java.util.Locale;

/** The rows of {@code bench kafka}. */
public enum KafkaBenchRow {
    /** 100-byte records and compact verdicts. */
    RECORDS(1, 0, false, false, 100),
    /** The same with a backup on a second member. */
    RECORDS_BACKUP(2, 1, false, false, 100),
    /** JSON in and out. */
    JSON(1, 0, true, false, 100),
    /** Times at a rate. */
    LATENCY(1, 0, false, true, 100),
    /** Times at a rate, with short transactions. */
    LATENCY_SHORT(1, 0, false, true, 20);

    private final int members;
    private final int backups;
    private final boolean isJson;
    private final boolean isAtRate;
    private final Duration commitEvery;

    KafkaBenchRow(int members, int backups, boolean isJson, boolean isAtRate, int commitEveryMs) {
        this.members = members;
        this.backups = backups;
        this.isJson = isJson;
        this.isAtRate = isAtRate;
        this.commitEvery = Duration.ofMillis(commitEveryMs);
    }

    /** As an option takes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The row of that label.
     *
     * @throws IllegalArgumentException when there is none, naming those that there are
     */
    public static KafkaBenchRow of(String label) {
        for (KafkaBenchRow row : values()) {
            if (row.label().equals(label)) {
                return row;
            }
        }
        throw new IllegalArgumentException(
                "rows must be some of records, records-backup, json, latency and latency-short: rows=" + label);
    }

    /** Members of its cluster. */
    public int members() {
        return members;
    }

    /** Synchronous backups. */
    public int backups() {
        return backups;
    }

    /** Whether records and verdicts are JSON. */
    public boolean isJson() {
        return isJson;
    }

    /** Whether times at a rate are measured; otherwise records a second of a full topic. */
    public boolean isAtRate() {
        return isAtRate;
    }

    /** The longest that a transaction is open. */
    public Duration commitEvery() {
        return commitEvery;
    }

    /** In words. */
    public String describe(int rate) {
        String cluster = members == 1 ? "one member" : members + " members, one synchronous backup";
        if (isAtRate) {
            return String.format(
                    Locale.ROOT,
                    "%,d records a second, %s, transactions of %d ms",
                    rate,
                    cluster,
                    commitEvery.toMillis());
        }
        return (isJson ? "JSON in and out, " : "100-byte records in, compact verdicts out, ") + cluster;
    }
}
