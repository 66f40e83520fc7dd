package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.metrics.RuleMetrics;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the sets have decided on one member since it started.
 *
 * @param version of the member's book
 */
public record SetFigures(long version, List<OfSet> sets) {
    /**
     * A set that has decided something.
     *
     * @param byAction decisions, in the order of {@link Action}
     */
    public record OfSet(int number, List<Long> byAction) {}

    /** This member's figures now. */
    public static SetFigures of(long version, RuleMetrics metrics, RulesInUse rules) {
        Map<Integer, long[]> counts = new TreeMap<>();
        for (int code = 0; code < TransactionLayout.VERDICTS; code++) {
            long made = metrics.verdictCount(code);
            Optional<Ruling> ruling = made == 0 ? Optional.empty() : rules.ruling(code);
            ruling.ifPresent(known ->
                    counts.computeIfAbsent(known.set().number(), ignored -> new long[Action.values().length])[
                            known.action().ordinal()] += made);
        }
        List<OfSet> sets = new ArrayList<>();
        counts.forEach((number, byAction) ->
                sets.add(new OfSet(number, Arrays.stream(byAction).boxed().toList())));
        return new SetFigures(version, sets);
    }
}
