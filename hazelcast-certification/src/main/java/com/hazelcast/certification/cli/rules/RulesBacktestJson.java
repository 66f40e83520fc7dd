package com.hazelcast.certification.cli.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.backtest.LabelTally;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BacktestResult.LabelWorth;
import com.hazelcast.certification.rules.live.BacktestResult.OfRule;
import com.hazelcast.certification.rules.live.BacktestResult.OfTag;
import com.hazelcast.certification.rules.live.BacktestResult.Worth;
import com.hazelcast.certification.transaction.Pan;
import java.util.List;

/** Objects of what backtests have found: of a run, whole, and of what is kept with a set. Stateless. */
final class RulesBacktestJson {
    private RulesBacktestJson() {}

    /** What is kept with a set, by the keys of {@code rules status --json}. */
    static void add(ObjectNode json, BacktestResult result) {
        json.put("against", result.against())
                .put("fromMs", result.fromMs())
                .put("toMs", result.toMs())
                .put("sample", result.sample())
                .put("seed", result.seed())
                .put("cards", result.cards())
                .put("cardsChanged", result.cardsChanged())
                .put("cardsChangedShare", result.cardsChangedShare())
                .put("cardsChangedBound", result.cardsChangedBound())
                .put("transactions", result.transactions())
                .put("changed", result.changed())
                .put("units", result.units())
                .put("changedUnits", result.changedUnits())
                .put("changedUnitsBound", result.changedUnitsBound())
                .put("currency", result.currency());
        ArrayNode moves = json.putArray("moves");
        for (BacktestResult.Move move : result.moves()) {
            moves.addObject()
                    .put("from", move.from())
                    .put("to", move.to())
                    .put("transactions", move.transactions())
                    .put("units", move.units());
        }
        ArrayNode rules = json.putArray("rules");
        for (OfRule rule : result.rules()) {
            rules.addObject()
                    .put("number", rule.number())
                    .put("name", rule.name())
                    .put("transactions", rule.transactions())
                    .put("cards", rule.cards())
                    .put("units", rule.units())
                    .put("precision", rule.precision())
                    .put("recall", rule.recall())
                    .put("falsePositives", rule.falsePositives());
        }
        ArrayNode tags = json.putArray("tags");
        for (OfTag tag : result.tags()) {
            tags.addObject()
                    .put("tag", tag.tag())
                    .put("transactions", tag.transactions())
                    .put("units", tag.units());
        }
        LabelWorth labels = result.labels();
        if (labels != null) {
            ObjectNode object = json.putObject("labels")
                    .put("fraud", labels.fraud())
                    .put("fraudUnits", labels.fraudUnits())
                    .put("genuine", labels.genuine());
            add(object.putObject("set"), labels.set());
            add(object.putObject("other"), labels.other());
        }
    }

    private static void add(ObjectNode json, Worth worth) {
        json.put("precision", worth.precision())
                .put("recall", worth.recall())
                .put("recallByAmount", worth.recallByAmount())
                .put("falsePositives", worth.falsePositives());
    }

    /**
     * Of a run: what is kept, lists and tables that may know too much, the rules of the other set, and examples.
     *
     * @param result of the same run
     */
    static ObjectNode of(BacktestPlan plan, BacktestTally tally, BacktestResult result) throws RuleLanguageException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        add(json, result);
        plan.learnt().forEach(json.putArray("learnt")::add);
        List<Decider> others = plan.deciders(true);
        ArrayNode rules = json.putArray("otherRules");
        for (int i = 0; i < others.size(); i++) {
            if (tally.decided(true, i) > 0) {
                addOther(rules.addObject(), others.get(i), i, plan.sample(), tally);
            }
        }
        List<Decider> deciders = plan.deciders(false);
        ArrayNode examples = json.putArray("examples");
        for (BacktestTally.Example example : tally.examples()) {
            examples.addObject()
                    .put("from", example.otherAction().label())
                    .put("to", example.action().label())
                    .put("number", example.rule())
                    .put(
                            "name",
                            example.rule() == 0
                                    ? ""
                                    : deciders.get(example.rule()).name())
                    .put("card", Pan.masked(example.card()))
                    .put("timeMs", example.timeMs())
                    .put("amountUnits", example.amountUnits())
                    .put("country", example.country())
                    .put("merchant", example.merchant());
        }
        return json;
    }

    private static void addOther(ObjectNode json, Decider decider, int index, double sample, BacktestTally tally) {
        LabelTally labels = tally.labels();
        json.put("set", decider.set())
                .put("number", decider.rule())
                .put("name", decider.name())
                .put("transactions", Math.round(tally.decided(true, index) / sample))
                .put("cards", Math.round(tally.decidedCards(true, index) / sample))
                .put("units", Math.round(tally.decidedUnits(true, index) / sample));
        labels.precision(true, index)
                .ifPresentOrElse(share -> json.put("precision", share), () -> json.putNull("precision"));
        labels.recall(true, index).ifPresentOrElse(share -> json.put("recall", share), () -> json.putNull("recall"));
        if (labels.transactions(Label.GENUINE) == 0) {
            json.putNull("falsePositives");
        } else {
            json.put("falsePositives", Math.round(labels.decided(true, index, Label.GENUINE) / sample));
        }
    }
}
