package com.hazelcast.certification.plan;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a transaction takes of a processor, by members, shards, rate and backups: fitted to what was measured ({@link MeasuredCost}).
 *
 * <p><b>Calls.</b> A member hands on what it receives every few milliseconds: with {@code n} transactions each time, spread over
 * {@code S} shards at random, {@code S * (1 - exp(-n / S))} shards have at least one, and each of them is a call. So a transaction takes
 *
 * <pre>
 *   calls = S * (1 - exp(-n / S)) / n,    n = rate / members * interval
 * </pre>
 *
 * calls: nearly one with many shards or many members, and next to nothing with few. The interval is fitted to the calls that were counted.
 *
 * <p><b>Cost.</b> In microseconds of a processor a transaction:
 *
 * <pre>
 *   work + workOfBackup * backups + calls * (call + callElsewhere * (members - 1) / members + callOfBackup * backups)
 * </pre>
 *
 * and what each member takes at any load. The weights are those, none below 0, with the least sum of squared relative errors over all
 * rows where the cluster kept up. A term that is in all rows a sum of multiples of those before it has no weight: the rows cannot tell it
 * from these, and their weights are of both. So it is with what backups add when all rows have as many. Immutable.
 */
public final class CostModel {
    private static final int TERMS = 6;
    private static final int SWEEPS = 20_000;
    private static final double US_PER_SECOND = 1e6;

    /** What a term has of its own, of its length, when the rows can tell it from those before it; less is rounding. */
    private static final double OWN_LEAST = 1e-6;

    /** Intervals that are tried, in seconds. */
    private static final double INTERVAL_MIN = 0.000_1;

    private static final double INTERVAL_MAX = 0.1;
    private static final double INTERVAL_STEP = 1.01;

    private final double intervalSeconds;
    private final double[] weights;
    private final List<MeasuredCost> fittedTo;

    private CostModel(double intervalSeconds, double[] weights, List<MeasuredCost> fittedTo) {
        this.intervalSeconds = intervalSeconds;
        this.weights = weights;
        this.fittedTo = fittedTo;
    }

    /** The model of this release; fitted once. */
    public static CostModel measured() {
        return OfThisRelease.MODEL;
    }

    private static final class OfThisRelease {
        static final CostModel MODEL = fit(MeasuredCost.all());
    }

    /**
     * The model that is nearest to these measurements.
     *
     * @throws IllegalArgumentException when none of them is of a cluster that kept up
     */
    public static CostModel fit(List<MeasuredCost> measured) {
        List<MeasuredCost> usable =
                measured.stream().filter(MeasuredCost::isOfCalls).toList();
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(
                    "no row is of a cluster that answered what it was offered, with a median of 20 ms at most: rows="
                            + measured.size());
        }
        double interval = fitInterval(usable);
        return new CostModel(interval, fitWeights(usable), usable);
    }

    private static double fitInterval(List<MeasuredCost> rows) {
        double best = INTERVAL_MIN;
        double least = Double.MAX_VALUE;
        for (double interval = INTERVAL_MIN; interval < INTERVAL_MAX; interval *= INTERVAL_STEP) {
            double error = 0;
            for (MeasuredCost row : rows) {
                double predicted = calls(row.members(), row.shards(), row.tps(), interval);
                error += Math.pow(Math.log(predicted / row.batchesPerTransaction()), 2);
            }
            if (error < least) {
                least = error;
                best = interval;
            }
        }
        return best;
    }

    /** Coordinate descent on the relative errors; no weight goes below 0. The counted calls stand for the calls. NaN: no weight. */
    private static double[] fitWeights(List<MeasuredCost> rows) {
        double[][] terms = new double[rows.size()][];
        double[] left = new double[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            MeasuredCost row = rows.get(i);
            terms[i] = terms(row.members(), row.backups(), row.tps(), row.batchesPerTransaction());
            for (int term = 0; term < TERMS; term++) {
                terms[i][term] /= row.cpuUs();
            }
            left[i] = 1;
        }
        double[] weights = new double[TERMS];
        boolean[] isDistinguished = distinguished(terms);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int term = 0; term < TERMS; term++) {
                if (isDistinguished[term]) {
                    descend(term, weights, terms, left);
                }
            }
        }
        for (int term = 0; term < TERMS; term++) {
            weights[term] = isDistinguished[term] ? weights[term] : Double.NaN;
        }
        return weights;
    }

    private static void descend(int term, double[] weights, double[][] terms, double[] left) {
        double along = 0;
        double square = 0;
        for (int i = 0; i < left.length; i++) {
            along += left[i] * terms[i][term];
            square += terms[i][term] * terms[i][term];
        }
        double step = Math.max(-weights[term], along / square);
        weights[term] += step;
        for (int i = 0; i < left.length; i++) {
            left[i] -= step * terms[i][term];
        }
    }

    /** Which terms the rows distinguish from those before them: those with a part that is at right angles to all of these (Gram-Schmidt). */
    private static boolean[] distinguished(double[][] terms) {
        boolean[] isDistinguished = new boolean[TERMS];
        List<double[]> before = new ArrayList<>();
        for (int term = 0; term < TERMS; term++) {
            double[] own = new double[terms.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = terms[i][term];
            }
            double length = Math.sqrt(product(own, own));
            for (double[] one : before) {
                add(own, -product(own, one), one);
            }
            double ownLength = Math.sqrt(product(own, own));
            if (ownLength > OWN_LEAST * length) {
                add(own, 1 / ownLength - 1, own.clone());
                before.add(own);
                isDistinguished[term] = true;
            }
        }
        return isDistinguished;
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    private static void add(double[] to, double times, double[] what) {
        for (int i = 0; i < to.length; i++) {
            to[i] += times * what[i];
        }
    }

    private static double[] terms(int members, int backups, double tps, double calls) {
        double elsewhere = (members - 1) / (double) members;
        return new double[] {
            1, backups, calls, calls * elsewhere, calls * backups, members / tps * US_PER_SECOND,
        };
    }

    /** Calls a transaction. */
    public double calls(int members, int shards, double tps) {
        return calls(members, shards, tps, intervalSeconds);
    }

    private static double calls(int members, int shards, double tps, double interval) {
        double together = tps / members * interval;
        // Of less than one transaction at a time, each is a call.
        return together < 1e-6 ? 1 : -shards * Math.expm1(-together / shards) / together;
    }

    /** Microseconds of a processor a transaction, of all members together, with {@link #costBackups} backups. */
    public double cpuUs(int members, int shards, int backups, double tps) {
        double[] terms = terms(members, backups, tps, calls(members, shards, tps));
        double sum = 0;
        for (int term = 0; term < TERMS; term++) {
            sum += Double.isNaN(weights[term]) ? 0 : weights[term] * terms[term];
        }
        return sum;
    }

    /** How many backups a cost is of: those that are asked for, or, where the rows cannot tell what other numbers take, those of the rows. */
    public int costBackups(int backups) {
        return Double.isNaN(workOfBackupUs()) ? fittedTo.get(0).backups() : backups;
    }

    /** How often a member hands on what it has received, in milliseconds. */
    public double intervalMs() {
        return intervalSeconds * 1e3;
    }

    /** Of a transaction itself: reading, scoring, storing; in microseconds. This and the next ones are NaN without a weight. */
    public double workUs() {
        return weights[0];
    }

    /** What each backup adds to that. */
    public double workOfBackupUs() {
        return weights[1];
    }

    /** Of a call on the member that makes it, in microseconds. */
    public double callUs() {
        return weights[2];
    }

    /** What a call to another member adds. */
    public double callElsewhereUs() {
        return weights[3];
    }

    /** What a backup adds to a call. */
    public double callOfBackupUs() {
        return weights[4];
    }

    /** Share of one core that a member takes whatever it is offered. */
    public double memberShare() {
        return weights[5];
    }

    /** What it was fitted to. */
    public List<MeasuredCost> fittedTo() {
        return fittedTo;
    }

    /** The greatest relative difference to a row that it was fitted to. */
    public double greatestError() {
        return fittedTo.stream()
                .mapToDouble(
                        row -> Math.abs(cpuUs(row.members(), row.shards(), row.backups(), row.tps()) / row.cpuUs() - 1))
                .max()
                .orElse(0);
    }

    /**
     * What of a cluster was not measured, in words, each with what was: members, shards, backups, and what a member is offered. Empty: all of
     * it was; otherwise its cost is extrapolated.
     */
    public List<String> notMeasured(int members, int shards, int backups, double tps) {
        List<String> beyond = new ArrayList<>();
        addBeyond(beyond, members, "member(s)", MeasuredCost::members);
        addBeyond(beyond, shards, "shards", MeasuredCost::shards);
        addBeyond(beyond, tps / members, "TPS a member", row -> (double) row.offeredTps() / row.members());
        if (fittedTo.stream().noneMatch(row -> row.backups() == backups)) {
            String measured = fittedTo.stream()
                    .map(MeasuredCost::backups)
                    .distinct()
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            beyond.add(backups + " backup(s) (measured: " + measured + ")");
        }
        return beyond;
    }

    private void addBeyond(List<String> beyond, double value, String unit, ToDoubleFunction<MeasuredCost> measured) {
        DoubleSummaryStatistics range = fittedTo.stream().mapToDouble(measured).summaryStatistics();
        if (value < range.getMin() || value > range.getMax()) {
            String least = String.format(Locale.ROOT, "%,.0f", range.getMin());
            String most = String.format(Locale.ROOT, "%,.0f", range.getMax());
            beyond.add(String.format(
                    Locale.ROOT,
                    "%,.0f %s (measured: %s)",
                    value,
                    unit,
                    least.equals(most) ? least : least + " to " + most));
        }
    }
}
