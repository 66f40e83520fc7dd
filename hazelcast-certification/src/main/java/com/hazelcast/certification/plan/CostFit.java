package com.hazelcast.certification.plan;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Finds the {@link CostModel} of measured rows. First how often members read, so that the counted batches come out; the same for messages.
 * Then the six costs, none below zero, so that the sum of the squares of the relative errors is least. Pure.
 */
public final class CostFit {
    /** Costs that no row tells apart share what they take together; more rounds change nothing any more. */
    private static final int ROUNDS = 20_000;

    private static final double READS_MIN = 5;
    private static final double READS_MAX = 50_000;
    private static final double READS_STEP = 1.01;

    /** Fewer rows than that leave the six costs and two numbers of reads open. */
    private static final int ROWS_MIN = 8;

    private CostFit() {}

    /**
     * The model of these rows.
     *
     * @throws IllegalArgumentException when they are too few
     */
    public static CostModel of(List<CostRow> rows) {
        if (rows.size() < ROWS_MIN) {
            throw new IllegalArgumentException(
                    "a model needs rows of more sizes: rows=" + rows.size() + " rowsMin=" + ROWS_MIN);
        }
        double reads = bestReads(reads(0, 0, false), rows, CostRow::batches, CostFit::batches);
        List<CostRow> several = rows.stream().filter(row -> row.members() > 1).toList();
        double byShard = bestReads(reads(reads, 0, false), several, CostRow::messages, CostFit::messages);
        double byMember = bestReads(reads(reads, 0, true), several, CostRow::messages, CostFit::messages);
        boolean isByMember = error(reads(reads, byMember, true), several, CostRow::messages, CostFit::messages)
                < error(reads(reads, byShard, false), several, CostRow::messages, CostFit::messages);
        double[] costs = costs(rows);
        return new CostModel(
                costs[0],
                costs[1],
                costs[2],
                costs[3],
                costs[4],
                costs[5],
                reads,
                isByMember ? byMember : byShard,
                isByMember);
    }

    private static CostModel reads(double reads, double messages, boolean isByMember) {
        return new CostModel(0, 0, 0, 0, 0, 0, reads, messages, isByMember);
    }

    @FunctionalInterface
    private interface Predicted {
        double of(CostModel model, CostRow row);
    }

    private static double batches(CostModel model, CostRow row) {
        return model.batches(row.members(), row.shards(), row.tps());
    }

    private static double messages(CostModel model, CostRow row) {
        return model.messages(row.members(), row.shards(), row.tps());
    }

    private static double bestReads(
            CostModel model, List<CostRow> rows, ToDoubleFunction<CostRow> counted, Predicted predicted) {
        double best = READS_MIN;
        double least = Double.MAX_VALUE;
        for (double reads = READS_MIN; reads <= READS_MAX; reads *= READS_STEP) {
            double error = error(reads(reads, reads, model.isByMember()), rows, counted, predicted);
            if (error < least) {
                least = error;
                best = reads;
            }
        }
        return best;
    }

    private static double error(
            CostModel model, List<CostRow> rows, ToDoubleFunction<CostRow> counted, Predicted predicted) {
        double sum = 0;
        for (CostRow row : rows) {
            double log = Math.log(predicted.of(model, row) / counted.applyAsDouble(row));
            sum += log * log;
        }
        return sum;
    }

    /** Least squares without negative costs: one cost after the other takes what is best beside the others, again and again. */
    private static double[] costs(List<CostRow> rows) {
        double[][] parts = rows.stream()
                .map(row -> relative(CostModel.parts(row), row.cpuNs()))
                .toArray(double[][]::new);
        double[] costs = new double[parts[0].length];
        double[] left = new double[parts.length];
        Arrays.fill(left, 1);
        for (int round = 0; round < ROUNDS; round++) {
            for (int cost = 0; cost < costs.length; cost++) {
                double change = Math.max(-costs[cost], best(parts, left, cost));
                costs[cost] += change;
                for (int row = 0; row < left.length; row++) {
                    left[row] -= change * parts[row][cost];
                }
            }
        }
        return costs;
    }

    private static double[] relative(double[] parts, double cpuNs) {
        double[] shares = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            shares[i] = parts[i] / cpuNs;
        }
        return shares;
    }

    private static double best(double[][] parts, double[] left, int cost) {
        double product = 0;
        double square = 0;
        for (int row = 0; row < left.length; row++) {
            product += parts[row][cost] * left[row];
            square += parts[row][cost] * parts[row][cost];
        }
        return square == 0 ? 0 : product / square;
    }
}
