package com.hazelcast.certification.rules.compiled;

import java.util.Comparator;
import java.util.List;

/**
 * What a set of rules costs at most.
 *
 * @param entries of the history that it is reckoned for
 * @param ns of a transaction: what several rules ask for counts once, and so does the walk
 * @param rules each as if it were alone, in their order
 */
public record SetCost(int entries, double ns, List<RuleCost> rules) {
    /** Sizes of histories that costs are reported for. */
    public static final int ENTRIES_USUAL = 20;

    public static final int ENTRIES_MANY = 200;

    /** What a set may cost at {@link #ENTRIES_MANY}, unless somebody allows more: 50 µs. */
    public static final long BUDGET_NS = 50_000;

    public SetCost {
        rules = List.copyOf(rules);
    }

    /** What a rule would cost alone. */
    public record RuleCost(int number, String name, double ns) {}

    /** The rules that cost most, these first. */
    public List<RuleCost> mostExpensive(int count) {
        return rules.stream()
                .sorted(Comparator.comparingDouble(RuleCost::ns).reversed())
                .limit(count)
                .toList();
    }
}
