package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.compiled.SetCost;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What all sets in the shadow may cost together: each runs on each transaction, before its answer. Immutable, thread-safe.
 *
 * @param ns of a transaction, at {@link SetCost#ENTRIES_MANY} entries a card
 */
public record ShadowBudget(long ns) {
    /** As much as the set that decides. */
    public static final ShadowBudget USUAL = new ShadowBudget(SetCost.BUDGET_NS);

    /** Ten milliseconds a transaction: more is no shadow any more. */
    public static final long NS_MAX = 10_000_000;

    private static final int MOST_EXPENSIVE = 5;

    private record OfRule(int set, SetCost.RuleCost cost) {
        String text() {
            return String.format(Locale.ROOT, "%s of set %d (%,.0f ns)", cost.name(), set, cost.ns());
        }
    }

    /**
     * Refuses sets that cost more than the budget.
     *
     * @param shadows those that run already, and the one that is to run beside them
     * @throws IllegalArgumentException when they do; names them and their most expensive rules
     */
    public void require(List<RuleSet> shadows) {
        double sumNs = shadows.stream().mapToDouble(set -> set.cost().ns()).sum();
        if (sumNs <= ns) {
            return;
        }
        String sets = shadows.stream()
                .sorted(Comparator.comparingDouble((RuleSet set) -> set.cost().ns())
                        .reversed())
                .map(set -> String.format(
                        Locale.ROOT, "%d (%,.0f ns)", set.number(), set.cost().ns()))
                .collect(Collectors.joining(", "));
        String rules = shadows.stream()
                .flatMap(set -> set.cost().rules().stream().map(cost -> new OfRule(set.number(), cost)))
                .sorted(Comparator.comparingDouble((OfRule rule) -> rule.cost().ns())
                        .reversed())
                .limit(MOST_EXPENSIVE)
                .map(OfRule::text)
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "the sets in the shadow would cost too much: at most %,.0f ns at %d entries a card together, and their budget"
                        + " (rules-shadow-budget-ns) is %,d ns; retire one first; the sets: %s; the most expensive rules: %s",
                sumNs,
                SetCost.ENTRIES_MANY,
                ns,
                sets,
                rules));
    }
}
