package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.ArrayList;
import java.util.List;

/** A set of rules, evaluated by walking its tree. Thread-safe; the cursors that it is given are not. Allocates, and each aggregate walks. */
public final class RuleInterpreter {
    private final RuleSetDefinition set;

    public RuleInterpreter(RuleSetDefinition set) {
        this.set = set;
    }

    /**
     * What the set decides: by its first rule with an action that holds, or by the points of all that hold.
     *
     * @param times as {@code TransactionLayout} packs them, like payment and outcome; the outcome's verdict is not read
     * @param earlier the card's other transactions, inside the 90 days before this one and newest first
     */
    public Decision decide(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        Values values = new Values(Scene.of(card, times, payment, outcome, earlier));
        int points = 0;
        for (RuleDefinition rule : set.rules()) {
            if (!values.holds(rule.condition())) {
                continue;
            }
            if (rule.action().isPresent()) {
                return new Decision(rule.action().get(), rule.number(), points);
            }
            points += rule.points();
        }
        return new Decision(set.actionOf(points), 0, points);
    }

    /** All rules that hold when each is tried alone, in their order. Parameters as for {@link #decide}. */
    public List<Match> matches(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        Values values = new Values(Scene.of(card, times, payment, outcome, earlier));
        Reason reason = new Reason(values);
        List<Match> matches = new ArrayList<>();
        for (RuleDefinition rule : set.rules()) {
            if (values.holds(rule.condition())) {
                matches.add(new Match(rule, reason.of(rule.condition())));
            }
        }
        return matches;
    }
}
