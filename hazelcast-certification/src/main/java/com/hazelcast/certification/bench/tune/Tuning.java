package com.hazelcast.certification.bench.tune;

import com.hazelcast.certification.bench.watch.DriverWork;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Looks for the values of some keys with which members score most: one key after the other, each with the best values so far of the
 * others, and again from the first key until nothing is better or the time is over. At the end the first values and the best are
 * measured again, next to each other. Used by one thread.
 */
public final class Tuning {
    /** Runs next to each other differ by less than this share. */
    static final double NOISE = 0.05;

    private final List<Knob> knobs;
    private final Measure measure;
    private final double p99MaxMs;
    private final long budgetNs;
    private final LongSupplier nanoTime;
    private final Map<Map<String, String>, Figures> measured = new HashMap<>();
    private final List<Trial> trials = new ArrayList<>();

    /**
     * A key, and the values to try.
     *
     * @param values from the one that it has without tuning
     */
    public record Knob(String key, List<String> values) {
        /** @throws IllegalArgumentException when there is no value */
        public Knob {
            values = List.copyOf(values);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("a key to tune needs a value: key=" + key);
            }
        }
    }

    /**
     * What members do with some values: transactions a second, and the time to an answer of 99 of 100.
     *
     * @param driver what the source itself did meanwhile
     */
    public record Figures(double tps, double p99Ms, DriverWork driver) {
        /** Of a source that is not looked at. */
        Figures(double tps, double p99Ms) {
            this(tps, p99Ms, DriverWork.NONE);
        }
    }

    /** One measurement. */
    public record Trial(Map<String, String> values, Figures figures) {}

    /** Starts members with these values, and measures them. */
    @FunctionalInterface
    public interface Measure {
        /**
         * Takes seconds.
         *
         * @throws IOException when the members cannot be started or asked
         */
        Figures of(Map<String, String> values) throws IOException, InterruptedException;
    }

    /**
     * What came of it.
     *
     * @param before the first values, measured again at the end
     * @param best the best values, measured right after that; the same as before when nothing was better
     * @param isComplete whether every value was tried in the last round
     * @param isInTime whether any values had a p99 that may be taken; otherwise the best are the first ones, and none are to be taken
     */
    public record Outcome(Trial before, Trial best, boolean isComplete, boolean isInTime) {}

    /**
     * A search that has not begun.
     *
     * @param p99MaxMs values with a longer time to an answer are not taken
     * @param budget no trial begins after it, but the last two
     * @param nanoTime as {@code System.nanoTime()}
     */
    public Tuning(List<Knob> knobs, Measure measure, double p99MaxMs, Duration budget, LongSupplier nanoTime) {
        this.knobs = List.copyOf(knobs);
        this.measure = measure;
        this.p99MaxMs = p99MaxMs;
        this.budgetNs = budget.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Searches.
     *
     * @throws IOException when a measurement fails
     */
    public Outcome run() throws IOException, InterruptedException {
        long beginNs = nanoTime.getAsLong();
        Map<String, String> first = new LinkedHashMap<>();
        knobs.forEach(knob -> first.put(knob.key(), knob.values().get(0)));
        Map<String, String> best = first;
        double bestTps = worth(figures(first));
        boolean isBetter = true;
        boolean isComplete = true;
        while (isBetter && isComplete) {
            isBetter = false;
            for (Knob knob : knobs) {
                for (String value : knob.values()) {
                    Map<String, String> tried = new LinkedHashMap<>(best);
                    tried.put(knob.key(), value);
                    if (measured.containsKey(tried)) {
                        continue;
                    }
                    if (nanoTime.getAsLong() - beginNs >= budgetNs) {
                        isComplete = false;
                        continue;
                    }
                    double tps = worth(figures(tried));
                    if (tps > bestTps * (1 + NOISE)) {
                        best = tried;
                        bestTps = tps;
                        isBetter = true;
                    }
                }
            }
        }
        return new Outcome(again(first), again(best), isComplete, bestTps > 0);
    }

    /** All measurements, in their order. */
    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    private double worth(Figures figures) {
        return figures.p99Ms <= p99MaxMs ? figures.tps : 0;
    }

    private Figures figures(Map<String, String> values) throws IOException, InterruptedException {
        return again(values).figures;
    }

    private Trial again(Map<String, String> values) throws IOException, InterruptedException {
        Trial trial = new Trial(values, measure.of(values));
        measured.put(values, trial.figures);
        trials.add(trial);
        return trial;
    }
}
