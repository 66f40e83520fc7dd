package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.rules.compiled.CostModel;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What {@code CostModel} says that parts of sets of rules cost at most, beside what {@link RuleLanguageBenchmark} measures. It
 * runs the benchmark, prints a row for each {@link RulePart} and number of entries a card, and fails when more is measured than
 * the model says.
 *
 * <p>What is measured for {@link RulePart#NOTHING} is taken off: to open the card is no part of what rules cost. Behind it
 * stands what is done more than in another part, divided by how often it is done: that is a constant of the model, or a sum of
 * two.
 *
 * <p>The command, some six minutes on an idle machine; options of JMH may follow, such as {@code -f 3}:
 *
 * <pre>{@code java -cp benchmarks/target/benchmarks.jar com.hazelcast.certification.benchmarks.RuleCostTable}</pre>
 */
public final class RuleCostTable {
    private static final String ENTRIES = "entries";
    private static final String PART = "part";

    private final Map<Row, Double> measuredNs = new HashMap<>();
    private final Map<Row, Double> modelNs = new HashMap<>();

    /** A part at a number of entries a card. */
    private record Row(RulePart part, int entries) {
        Row with(RulePart other) {
            return new Row(other, entries);
        }
    }

    private RuleCostTable(Collection<RunResult> results) {
        for (RunResult result : results) {
            Row row = new Row(
                    RulePart.valueOf(result.getParams().getParam(PART)),
                    Integer.parseInt(result.getParams().getParam(ENTRIES)));
            measuredNs.put(row, result.getPrimaryResult().getScore());
            modelNs.put(
                    row, CostModel.of(row.part().definition(), row.entries()).ns());
        }
    }

    /**
     * Runs, prints.
     *
     * @param arguments options of JMH
     */
    public static void main(String[] arguments) throws CommandLineOptionException, RunnerException {
        Options options = new OptionsBuilder()
                .parent(new CommandLineOptions(arguments))
                .include(RuleLanguageBenchmark.class.getSimpleName())
                .build();
        System.exit(new RuleCostTable(new Runner(options).run()).print() ? 0 : 1);
    }

    /** Returns whether the model says enough everywhere. */
    private boolean print() {
        boolean isEnough = true;
        System.out.printf(Locale.ROOT, "%n%-14s %7s %9s %12s%n", PART, ENTRIES, "model ns", "measured ns");
        for (RulePart part : RulePart.values()) {
            for (int entries : new int[] {20, 200}) {
                Row row = new Row(part, entries);
                if (measuredNs.containsKey(row)) {
                    isEnough = print(row) && isEnough;
                }
            }
        }
        System.out.println(isEnough ? "the model says at least what is measured" : "the model says too little");
        return isEnough;
    }

    /** Returns whether the model says enough. */
    private boolean print(Row row) {
        double model = of(modelNs, row);
        double measured = of(measuredNs, row) - of(measuredNs, row.with(RulePart.NOTHING));
        RulePart less = row.part().less();
        String each = less == row.part()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "each of %,d beyond %s: model %.1f, measured %.1f",
                        row.part().times(row.entries()),
                        less,
                        eachOf(modelNs, row),
                        eachOf(measuredNs, row));
        boolean isTooLittle = measured > model;
        System.out.printf(
                Locale.ROOT,
                "%-14s %7d %,9.0f %,12.0f %s %s%n",
                row.part(),
                row.entries(),
                model,
                measured,
                isTooLittle ? "TOO LITTLE" : "          ",
                each);
        return !isTooLittle;
    }

    private static double eachOf(Map<Row, Double> ns, Row row) {
        double more = of(ns, row) - of(ns, row.with(row.part().less()));
        return more / row.part().times(row.entries());
    }

    /** NaN where it was not run. */
    private static double of(Map<Row, Double> ns, Row row) {
        return ns.getOrDefault(row, Double.NaN);
    }
}
