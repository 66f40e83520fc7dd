package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EvaluationScore;
import com.hazelcast.certification.bench.EvaluationScore.Counts;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.traffic.Scenario;
import org.jspecify.annotations.Nullable;

/** What {@code rules evaluate --json} prints, without its conditions. A share of nothing is null. Pure. */
public final class EvaluationJson {
    private EvaluationJson() {}

    /** What was found. */
    public static ObjectNode of(EvaluationScore score) {
        Counts all = score.all();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("set", score.set().name())
                .put("transactions", all.transactions())
                .put("frauds", score.frauds())
                .put("flagged", all.flagged())
                .put("flaggedShare", share(all.flagged(), all.transactions()))
                .put("precision", known(all.precision()))
                .put("recall", known(score.recall()))
                .put("recallByAmount", known(score.recallByAmount()))
                .put("cardPrecision", known(score.cardPrecision()));
        ArrayNode actions = json.putArray("actions");
        for (Action action : Action.values()) {
            if (action != Action.APPROVE) {
                Counts counts = score.action(action);
                actions.addObject()
                        .put("action", action.label())
                        .put("flagged", counts.flagged())
                        .put("precision", known(counts.precision()));
            }
        }
        ArrayNode scenarios = json.putArray("scenarios");
        for (Scenario scenario : Scenario.values()) {
            if (scenario != Scenario.GENUINE) {
                Counts counts = score.scenario(scenario);
                scenarios
                        .addObject()
                        .put("scenario", scenario.label())
                        .put("transactions", counts.transactions())
                        .put("recall", share(counts.flagged(), counts.transactions()))
                        .put("recallByAmount", share(counts.flaggedUnits(), counts.units()));
            }
        }
        ArrayNode rules = json.putArray("rules");
        score.set().rules().forEach(rule -> {
            Counts counts = score.rule(rule.number());
            rules.addObject()
                    .put("number", rule.number())
                    .put("rule", rule.name())
                    .put("flagged", counts.flagged())
                    .put("precision", known(counts.precision()));
        });
        return json;
    }

    private static @Nullable Double share(long part, long whole) {
        return known((double) part / whole);
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
