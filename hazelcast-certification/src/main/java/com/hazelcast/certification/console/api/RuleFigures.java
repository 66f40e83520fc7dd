package com.hazelcast.certification.console.api;

import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What one member knows of the rules; the place in each list is the rule's number, less one.
 *
 * @param set number of the set whose rules they are; {@link #UNKNOWN}: it was not sent
 * @param hits verdicts given
 * @param lastHitMs when the last was; 0: not yet
 * @param sampledNs time taken by the rule alone, on that many samples
 * @param samples transactions on which every rule was tried alone
 * @param flagged verdicts given that do not approve, whichever rule has decided, or none
 */
public record RuleFigures(
        int set, List<Long> hits, List<Long> lastHitMs, List<Double> sampledNs, long samples, long flagged) {
    /** The set of a member of an older version, which does not send it. */
    static final int UNKNOWN = 0;

    /** This member's figures now. */
    public static RuleFigures of(FraudMetrics metrics, RuleSet set) {
        List<Long> hits = new ArrayList<>();
        List<Long> lastHitMs = new ArrayList<>();
        List<Double> sampledNs = new ArrayList<>();
        // First: a sample that comes meanwhile makes rules look more expensive by one sample's share, and never free.
        long samples = metrics.rules().sampleCount(set);
        for (RuleDefinition rule : set.rules()) {
            OptionalInt code = set.codeOf(rule);
            hits.add(code.isEmpty() ? 0 : metrics.rules().verdictCount(code.getAsInt()));
            lastHitMs.add(code.isEmpty() ? 0 : metrics.rules().lastVerdictMs(code.getAsInt()));
            sampledNs.add(metrics.rules().sampledNs(set, rule.number()));
        }
        // Last: a verdict that comes meanwhile is in no rule's hits, and no share is more than the whole.
        return new RuleFigures(
                set.number(),
                hits,
                lastHitMs,
                sampledNs,
                samples,
                metrics.rules().flaggedCount(set));
    }
}
