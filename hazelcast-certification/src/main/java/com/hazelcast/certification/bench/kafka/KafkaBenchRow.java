package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.kafka.records.InputForm;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rows of {@code bench kafka}. */
public enum KafkaBenchRow {
    /** 100-byte records and compact verdicts. */
    RECORDS(Kind.FULL, 1, 0, InputForm.RECORD, 100),
    /** The same with a backup on a second member. */
    RECORDS_BACKUP(Kind.FULL, 2, 1, InputForm.RECORD, 100),
    /** JSON in and out. */
    JSON(Kind.FULL, 1, 0, InputForm.JSON, 100),
    /** Avro in and out, with the ids of a registry. */
    AVRO(Kind.FULL, 1, 0, InputForm.AVRO, 100),
    /** Times at a rate. */
    LATENCY(Kind.AT_RATE, 1, 0, InputForm.RECORD, 100),
    /** Times at a rate, with short transactions. */
    LATENCY_SHORT(Kind.AT_RATE, 1, 0, InputForm.RECORD, 20),
    /** A full topic below a bound on records a second, beside the load of a gateway. */
    CATCHING_UP(Kind.CATCHING_UP, 1, 0, InputForm.RECORD, 100),
    /** The load of a gateway with and without verdicts of all ways in. */
    ALL_VERDICTS(Kind.ALL_VERDICTS, 1, 0, InputForm.RECORD, 100);

    private final Kind kind;
    private final int members;
    private final int backups;
    private final InputForm form;
    private final Duration commitEvery;

    /** What a row measures. */
    public enum Kind {
        /** Records a second of a full topic. */
        FULL,
        /** Times at a rate. */
        AT_RATE,
        /** What the gateway's clients see while a full topic is read. */
        CATCHING_UP,
        /** What verdicts of all ways in cost. */
        ALL_VERDICTS
    }

    KafkaBenchRow(Kind kind, int members, int backups, InputForm form, int commitEveryMs) {
        this.kind = kind;
        this.members = members;
        this.backups = backups;
        this.form = form;
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
        throw new IllegalArgumentException("rows must be some of "
                + Arrays.stream(values()).map(KafkaBenchRow::label).collect(Collectors.joining(", ")) + ": rows="
                + label);
    }

    /** What it measures. */
    public Kind kind() {
        return kind;
    }

    /** Whether clients of a gateway send as well, by the real clock. */
    public boolean hasGateway() {
        return kind == Kind.CATCHING_UP || kind == Kind.ALL_VERDICTS;
    }

    /** Members of its cluster. */
    public int members() {
        return members;
    }

    /** Synchronous backups. */
    public int backups() {
        return backups;
    }

    /** Of the records; verdicts have the same, or the compact one beside 100-byte records. */
    public InputForm form() {
        return form;
    }

    /** The same as an option takes it. */
    public String formLabel() {
        return form.name().toLowerCase(Locale.ROOT);
    }

    /** The longest that a transaction is open. */
    public Duration commitEvery() {
        return commitEvery;
    }

    /** In words. */
    public String describe(KafkaBench.Settings settings) {
        String cluster = members == 1 ? "one member" : members + " members, one synchronous backup";
        return switch (kind) {
            case FULL -> forms() + ", " + cluster;
            case AT_RATE ->
                text(
                        "%,d records a second, %s, transactions of %d ms",
                        settings.rate(), cluster, commitEvery.toMillis());
            case CATCHING_UP ->
                text(
                        "catching up with %,d records, at most %,d a second, while the gateway takes %,d TPS, %s",
                        settings.records(), settings.rateMax(), settings.gatewayRate(), cluster);
            case ALL_VERDICTS ->
                text(
                        "verdicts of all ways in to a topic, %,d TPS at the gateway, %s with a data folder",
                        settings.gatewayRate(), cluster);
        };
    }

    /** The command of {@code ./fraud} that measures it like that. */
    public String command(KafkaBench.Settings settings) {
        String how = switch (kind) {
            case FULL ->
                text(" --records %d%s --member-heap %s", settings.records(), clockSpeed(settings), settings.heap());
            case AT_RATE ->
                text(
                        " --rate %d --seconds %d%s",
                        settings.rate(), settings.time().toSeconds(), clockSpeed(settings));
            case CATCHING_UP ->
                text(
                        " --records %d --rate-max %d --gateway-rate %d --seconds %d --member-heap %s",
                        settings.records(),
                        settings.rateMax(),
                        settings.gatewayRate(),
                        settings.time().toSeconds(),
                        settings.heap());
            case ALL_VERDICTS ->
                text(
                        " --gateway-rate %d --seconds %d%s",
                        settings.gatewayRate(), settings.time().toSeconds(), rounds(settings));
        };
        return "bench kafka --rows " + label() + how
                + text(" --cards %d --history %d", settings.cards(), settings.history());
    }

    private static String clockSpeed(KafkaBench.Settings settings) {
        return settings.clockSpeed() == 1 ? "" : " --clock-speed " + settings.clockSpeed();
    }

    private static String rounds(KafkaBench.Settings settings) {
        return settings.rounds() == KafkaBench.ROUNDS ? "" : " --rounds " + settings.rounds();
    }

    private String forms() {
        return switch (form) {
            case RECORD -> "100-byte records in, compact verdicts out";
            case JSON -> "JSON in and out";
            case AVRO -> "Avro in and out";
            case PROTOBUF -> "Protobuf in and out";
        };
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
