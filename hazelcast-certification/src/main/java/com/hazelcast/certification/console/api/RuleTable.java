package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.overview.Rounded;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All rules with what the cluster knows of them. */
public record RuleTable(List<Row> rules) {
    /**
     * A rule.
     *
     * @param share of all flagged; null: nothing was flagged, or the rule flags nothing, because it approves or has points
     * @param lastHitMs null: not yet
     * @param costNs mean time to evaluate it alone; null: no samples
     */
    record Row(
            int id,
            String name,
            String description,
            long hits,
            @Nullable Double share,
            @Nullable Long lastHitMs,
            @Nullable Double costNs) {}

    /**
     * The rules of a set with the figures of those members that decide by it. While another set is being activated, members differ, and the same
     * number is another rule. A member of an older version does not send its set, and counts.
     */
    static RuleTable of(RuleSet set, List<RuleFigures> all) {
        List<RuleFigures> members = all.stream()
                .filter(member -> member.set() == set.number() || member.set() == RuleFigures.UNKNOWN)
                .toList();
        long flagged = members.stream().mapToLong(RuleFigures::flagged).sum();
        long samples = members.stream().mapToLong(RuleFigures::samples).sum();
        List<Row> rows = new ArrayList<>();
        for (RuleDefinition rule : set.rules()) {
            rows.add(row(rule, members, flagged, samples));
        }
        return new RuleTable(rows);
    }

    private static Row row(RuleDefinition rule, List<RuleFigures> members, long flagged, long samples) {
        long hits = 0;
        long lastHitMs = 0;
        double sampledNs = 0;
        for (RuleFigures member : members) {
            int index = rule.number() - 1;
            hits += index < member.hits().size() ? member.hits().get(index) : 0;
            lastHitMs = Math.max(
                    lastHitMs, index < member.hits().size() ? member.lastHitMs().get(index) : 0);
            sampledNs += index < member.hits().size() ? member.sampledNs().get(index) : 0;
        }
        boolean isFlagging =
                rule.action().filter(action -> action != Action.APPROVE).isPresent();
        return new Row(
                rule.number(),
                rule.name(),
                rule.description(),
                hits,
                flagged == 0 || !isFlagging ? null : (Double) Rounded.millionth((double) hits / flagged),
                lastHitMs == 0 ? null : (Long) lastHitMs,
                samples == 0 ? null : (Double) Rounded.tenth(sampledNs / samples));
    }
}
