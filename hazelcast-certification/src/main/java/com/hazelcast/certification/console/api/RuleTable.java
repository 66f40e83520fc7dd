package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.overview.Rounded;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All rules with what the cluster knows of them. */
public record RuleTable(List<Row> rules) {
    /**
     * A rule.
     *
     * @param share of all flagged; null: nothing was flagged
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

    static RuleTable of(List<RuleFigures> members) {
        long flagged = members.stream()
                .flatMap(member -> member.hits().stream())
                .mapToLong(Long::longValue)
                .sum();
        long samples = members.stream().mapToLong(RuleFigures::samples).sum();
        List<Row> rows = new ArrayList<>();
        for (Rule rule : CertificationRules.all()) {
            rows.add(row(rule, members, flagged, samples));
        }
        return new RuleTable(rows);
    }

    private static Row row(Rule rule, List<RuleFigures> members, long flagged, long samples) {
        long hits = 0;
        long lastHitMs = 0;
        double sampledNs = 0;
        for (RuleFigures member : members) {
            hits += member.hits().get(rule.id() - 1);
            lastHitMs = Math.max(lastHitMs, member.lastHitMs().get(rule.id() - 1));
            sampledNs += member.sampledNs().get(rule.id() - 1);
        }
        return new Row(
                rule.id(),
                rule.name(),
                rule.description(),
                hits,
                flagged == 0 ? null : (Double) Rounded.millionth((double) hits / flagged),
                lastHitMs == 0 ? null : (Long) lastHitMs,
                samples == 0 ? null : (Double) Rounded.tenth(sampledNs / samples));
    }
}
