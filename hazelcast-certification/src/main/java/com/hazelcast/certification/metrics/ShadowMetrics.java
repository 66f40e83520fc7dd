package com.hazelcast.certification.metrics;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.live.ShadowFigures.ShadowExample;
import com.hazelcast.certification.rules.model.Action;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What sets in the shadow would have decided on shards that this member owns: {@code fraud_shadow_decisions_total}, by the action that
 * was taken and the one that the set would have taken, and {@code fraud_shadow_failures_total}. Thread-safe; written once a batch.
 */
public final class ShadowMetrics {
    private static final Action[] ACTIONS = Action.values();

    private final Counter decisions;
    private final Counter failed;
    private final Map<Integer, AtomicLongArray> ruleCounts = new ConcurrentHashMap<>();
    private final Map<Integer, ShadowMoves> moved = new ConcurrentHashMap<>();

    ShadowMetrics(PrometheusRegistry registry) {
        decisions = Counter.builder()
                .name("fraud_shadow_decisions_total")
                .help(
                        "Transactions by the action that was taken and the one that the set in the shadow would have taken")
                .labelNames("set", "taken", "shadow")
                .register(registry);
        failed = Counter.builder()
                .name("fraud_shadow_failures_total")
                .help(
                        "Transactions on which the set in the shadow has raised an exception; they were decided all the same")
                .labelNames("set")
                .register(registry);
    }

    void shadowed(RuleSet set, int[] counts, int[] moves, int failures) {
        String number = Integer.toString(set.number());
        AtomicLongArray kept = ruleCounts.computeIfAbsent(set.number(), unused -> new AtomicLongArray(counts.length));
        for (int rule = 0; rule < counts.length; rule++) {
            if (counts[rule] != 0) {
                kept.addAndGet(rule, counts[rule]);
            }
        }
        for (int i = 0; i < moves.length; i++) {
            if (moves[i] != 0) {
                decisions
                        .labelValues(number, ACTIONS[i / ACTIONS.length].label(), ACTIONS[i % ACTIONS.length].label())
                        .inc(moves[i]);
            }
        }
        failed.labelValues(number).inc(failures);
    }

    void moved(RuleSet set, Action taken, Action shadow, int rule, long card, long times, long payment) {
        moved.computeIfAbsent(set.number(), unused -> new ShadowMoves()).add(taken, shadow, rule, card, times, payment);
    }

    /** Leaves out the examples of that card. */
    public void forget(long card) {
        moved.values().forEach(moves -> moves.forget(card));
    }

    /** Of those sets, as they are now. */
    public ShadowFigures figures(List<RuleSet> sets) {
        return new ShadowFigures(sets.stream()
                .map(set -> new ShadowFigures.OfSet(
                        set.number(), ruleCounts(set), moves(set), failures(set), examples(set)))
                .toList());
    }

    private List<ShadowExample> examples(RuleSet set) {
        ShadowMoves known = moved.get(set.number());
        return known == null ? List.of() : known.examples();
    }

    /** How often each rule of the set would have decided, by its number; 0: none. Empty before its first transaction. */
    public List<Long> ruleCounts(RuleSet set) {
        AtomicLongArray kept = ruleCounts.get(set.number());
        List<Long> counts = new ArrayList<>();
        for (int rule = 0; kept != null && rule < kept.length(); rule++) {
            counts.add(kept.get(rule));
        }
        return counts;
    }

    /** Transactions by the action that was taken (times the number of actions) and the one that the set would have taken. */
    public List<Long> moves(RuleSet set) {
        String number = Integer.toString(set.number());
        List<Long> moves = new ArrayList<>();
        for (Action taken : ACTIONS) {
            for (Action shadow : ACTIONS) {
                moves.add((long) decisions
                        .labelValues(number, taken.label(), shadow.label())
                        .get());
            }
        }
        return moves;
    }

    /** Transactions on which the set has failed. */
    public long failures(RuleSet set) {
        return (long) failed.labelValues(Integer.toString(set.number())).get();
    }
}
