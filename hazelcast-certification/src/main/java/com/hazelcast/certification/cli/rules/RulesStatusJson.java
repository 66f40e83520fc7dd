package com.hazelcast.certification.cli.rules;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.live.ShadowFigures.ShadowExample;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import java.util.Map;
import java.util.Objects;

/** The object of {@code rules status --json}. */
final class RulesStatusJson {
    private static final double PERCENT = 100;

    private RulesStatusJson() {}

    /**
     * Of a cluster.
     *
     * @param book as the oldest member has it
     * @param states of all members
     */
    static ObjectNode of(RuleBook book, Map<Member, RuleState> states, ShadowFigures shadows) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("version", book.version());
        json.put("active", book.active());
        json.put("previous", book.previous());
        json.put("canary", book.canary());
        json.put("canarySharePercent", book.canaryShare() / PERCENT);
        BreakerLimits breaker = breaker(book, states);
        json.put("breakerPercent", breaker.percent());
        json.put("breakerTimes", breaker.times());
        json.put("breakerSeconds", breaker.windowS());
        json.put("breakerThen", breaker.thenLabel());
        json.put("declinesNothing", book.declinesNothing());
        json.put("lastHash", book.lastHash());
        json.put("same", isSame(book, states));
        addCodes(json.putObject("codes"), RuleCodes.figures(book));
        ArrayNode members = json.putArray("members");
        states.forEach((member, state) -> addMember(members.addObject(), member.getAddress(), state));
        ArrayNode sets = json.putArray("sets");
        book.sets().forEach(set -> addSet(sets.addObject(), set));
        ArrayNode inShadow = json.putArray("shadows");
        shadows.sets().forEach(set -> addShadow(inShadow.addObject(), set));
        return json;
    }

    /** The limits that hold: members know their keys, and those of releases before have none. */
    static BreakerLimits breaker(RuleBook book, Map<Member, RuleState> states) {
        return states.values().stream()
                .map(RuleState::breaker)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(book.breaker());
    }

    private static void addCodes(ObjectNode json, RuleCodes.Figures codes) {
        json.put("all", TransactionLayout.VERDICTS)
                .put("free", codes.free())
                .put("deciding", codes.deciding())
                .put("held", codes.held())
                .put("out", codes.out())
                .put("nextSet", codes.nextSet())
                .put("nextCount", codes.nextCount())
                .put("nextMs", codes.nextMs());
    }

    private static void addMember(ObjectNode json, Address address, RuleState state) {
        json.put("member", address.getHost() + ":" + address.getPort())
                .put("version", state.version())
                .put("lastHash", state.hash())
                .put("agreedVersion", state.agreedVersion());
    }

    private static void addSet(ObjectNode json, RecordedSet set) {
        json.put("number", set.number())
                .put("name", set.name())
                .put("author", set.author())
                .put("stage", set.stage().label())
                .put("removed", set.isRemoved())
                .put("decisions", set.codeCount())
                .put("codes", RuleCodes.stateOf(set).label())
                .put("codesBackMs", RuleCodes.backMs(set));
        BacktestResult backtest = set.backtest();
        if (backtest != null) {
            RulesBacktestJson.add(json.putObject("backtest"), backtest);
        }
    }

    private static void addShadow(ObjectNode json, ShadowFigures.OfSet set) {
        json.put("number", set.number()).put("transactions", set.transactions()).put("failures", set.failures());
        ArrayNode moved = json.putArray("moved");
        for (Action taken : Action.values()) {
            for (Action other : Action.values()) {
                if (set.moved(taken, other) > 0) {
                    moved.addObject()
                            .put("from", taken.label())
                            .put("to", other.label())
                            .put("transactions", set.moved(taken, other));
                }
            }
        }
        // By number alone: names are in texts, and who reads those is written down.
        ArrayNode rules = json.putArray("rules");
        for (int rule = 0; rule < set.ruleCounts().size(); rule++) {
            if (set.ruleCounts().get(rule) > 0) {
                rules.addObject()
                        .put("number", rule)
                        .put("transactions", set.ruleCounts().get(rule));
            }
        }
        ArrayNode examples = json.putArray("examples");
        for (ShadowExample example : set.examples()) {
            examples.addObject()
                    .put("from", example.taken().label())
                    .put("to", example.shadow().label())
                    .put("rule", example.rule())
                    .put("card", example.card())
                    .put("timeMs", example.timeMs())
                    .put("amountUnits", example.amountUnits())
                    .put("country", example.country())
                    .put("merchant", example.merchant());
        }
    }

    /** Whether all members use that book; see {@link ClusterRules#states}. */
    static boolean isSame(RuleBook book, Map<Member, RuleState> states) {
        return states.values().stream()
                .allMatch(state ->
                        state.version() == book.version() && state.hash().equals(book.lastHash()));
    }
}
