package com.hazelcast.certification.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Processor time of a cluster by members, shards, rate and backups. A second costs so much a transaction and its copies, so much a batch and its
 * copies, so much a message between members, and so much a member by itself. {@link CostFit} finds the coefficients from measured rows;
 * {@code docs/plan-model.md} says where they were measured. Immutable.
 *
 * <p>How many batches there are follows from the reads: a member that reads so often a second and finds {@code n} transactions each time
 * finds {@code S (1 - e^(-n/S))} of {@code S} shards, and makes that many batches. Messages likewise, with that many other places to go to.
 *
 * @param transactionNs a transaction: read, parsed, routed, scored
 * @param copyNs a transaction's copy on a backup
 * @param batchNs a batch
 * @param batchCopyNs a batch's copy on a backup: the message and its acknowledgement
 * @param messageNs a message from member to member with batches, and its answer
 * @param memberNs a second of a member by itself
 * @param readsPerSecond reads of a member that make batches
 * @param messagesPerSecond reads of a member that make messages
 * @param isByMember whether a message carries batches for all shards of a member; otherwise for one shard
 */
public record CostModel(
        double transactionNs,
        double copyNs,
        double batchNs,
        double batchCopyNs,
        double messageNs,
        double memberNs,
        double readsPerSecond,
        double messagesPerSecond,
        boolean isByMember) {
    private static final String TABLE = "/cost-model.csv";

    /** The names of the coefficients in the table, in its order. */
    private static final Map<String, Function<CostModel, Double>> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("transactionNs", CostModel::transactionNs);
        KEYS.put("copyNs", CostModel::copyNs);
        KEYS.put("batchNs", CostModel::batchNs);
        KEYS.put("batchCopyNs", CostModel::batchCopyNs);
        KEYS.put("messageNs", CostModel::messageNs);
        KEYS.put("memberNs", CostModel::memberNs);
        KEYS.put("readsPerSecond", CostModel::readsPerSecond);
        KEYS.put("messagesPerSecond", CostModel::messagesPerSecond);
        KEYS.put("isByMember", model -> model.isByMember ? 1.0 : 0.0);
    }

    /** The model of this program, from the jar. */
    public static CostModel measured() {
        InputStream table = Objects.requireNonNull(CostModel.class.getResourceAsStream(TABLE), TABLE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return of(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    /**
     * From lines of a name and a number; those that begin with # are comments.
     *
     * @throws IllegalArgumentException naming the coefficient that is missing, or the line that is none
     */
    static CostModel of(List<String> lines) {
        Map<String, Double> values = lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .collect(Collectors.toMap(fields -> fields[0], CostModel::number));
        KEYS.keySet().forEach(key -> {
            if (!values.containsKey(key)) {
                throw new IllegalArgumentException("a coefficient is missing: " + TABLE + " key=" + key);
            }
        });
        Function<String, Double> value = key -> Objects.requireNonNull(values.get(key), key);
        return new CostModel(
                value.apply("transactionNs"),
                value.apply("copyNs"),
                value.apply("batchNs"),
                value.apply("batchCopyNs"),
                value.apply("messageNs"),
                value.apply("memberNs"),
                value.apply("readsPerSecond"),
                value.apply("messagesPerSecond"),
                value.apply("isByMember") > 0);
    }

    private static double number(String[] fields) {
        try {
            if (fields.length == 2) {
                return Double.parseDouble(fields[1]);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: " + TABLE + " line=" + String.join(",", fields), e);
        }
        throw new IllegalArgumentException(
                "a line has a name and a number: " + TABLE + " line=" + String.join(",", fields));
    }

    /** As {@link #of} reads them. */
    public List<String> lines() {
        return KEYS.entrySet().stream()
                .map(key -> String.format(
                        Locale.ROOT, "%s,%.3f", key.getKey(), key.getValue().apply(this)))
                .toList();
    }

    /** Batches a second, of all members. */
    public double batches(int members, int shards, double tps) {
        return members * found(readsPerSecond, shards, tps / members);
    }

    /** Messages with batches a second from member to member, of all members. */
    public double messages(int members, int shards, double tps) {
        if (members == 1) {
            return 0;
        }
        double away = (members - 1.0) / members;
        double places = isByMember ? members - 1.0 : shards * away;
        return members * found(messagesPerSecond, places, away * tps / members);
    }

    /** Of so many places, those that transactions are found for, in all reads of a second. */
    static double found(double reads, double places, double tps) {
        return reads * places * -Math.expm1(-tps / (reads * places));
    }

    /** Processor time of all members, a transaction, in nanoseconds. */
    public double cpuNs(int members, int backups, int shards, double tps) {
        return cpuNs(new CostRow(
                members, backups, shards, tps, 0, batches(members, shards, tps), messages(members, shards, tps)));
    }

    /** The same with batches and messages as they were counted. */
    public double cpuNs(CostRow row) {
        double[] parts = parts(row);
        double[] coefficients = {transactionNs, copyNs, batchNs, batchCopyNs, messageNs, memberNs};
        double sum = 0;
        for (int i = 0; i < parts.length; i++) {
            sum += parts[i] * coefficients[i];
        }
        return sum;
    }

    /** How much of each coefficient, in the order of the record, a transaction takes. */
    static double[] parts(CostRow row) {
        double batches = row.batches() / row.tps();
        return new double[] {
            1, row.backups(), batches, batches * row.backups(), row.messages() / row.tps(), row.members() / row.tps()
        };
    }
}
