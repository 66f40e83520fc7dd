package com.hazelcast.certification.api.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.transaction.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Writes decisions. Pure; the texts of the rules are escaped once. */
final class DecisionJson {
    private static final String NO_RULE = "null,\"reason\":null";

    /** Sets whose texts are kept. */
    private static final int SETS_MAX = 16;

    private static final Map<RuleSet, Texts> TEXTS = new ConcurrentHashMap<>();

    /** What is written of a set, and of each of its rules by number. */
    private record Texts(String ruleSet, List<String> rules) {
        static Texts of(RuleSet set) {
            List<String> rules = new ArrayList<>();
            rules.add(NO_RULE);
            for (RuleDefinition rule : set.rules()) {
                rules.add("{\"id\":" + rule.number() + ",\"name\":" + quoted(rule.name()) + "},\"reason\":"
                        + quoted(rule.description().isEmpty() ? rule.name() : rule.description()));
            }
            return new Texts("{\"name\":" + quoted(set.name()) + ",\"version\":" + set.number() + "}", rules);
        }

        String rule(int number) {
            return number < rules.size() ? rules.get(number) : NO_RULE;
        }
    }

    private DecisionJson() {}

    private static Texts textsOf(RuleSet set) {
        Texts known = TEXTS.get(set);
        if (known != null) {
            return known;
        }
        if (TEXTS.size() >= SETS_MAX) {
            TEXTS.clear();
        }
        Texts made = Texts.of(set);
        TEXTS.put(set, made);
        return made;
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /**
     * An answer with an action.
     *
     * @param line its number in a batch; 0: of no batch
     */
    static String of(Submission submission, Decision decision, int line) {
        Action action = decision.action();
        if (action == null) {
            throw new IllegalArgumentException("a rejected transaction has no action");
        }
        StringBuilder json = new StringBuilder(320);
        json.append("{\"id\":\"").append(submission.id());
        if (line > 0) {
            json.append("\",\"line\":").append(line).append(",\"status\":\"decided\",\"action\":\"");
        } else {
            json.append("\",\"status\":\"decided\",\"action\":\"");
        }
        json.append(action.label()).append("\",\"rule\":");
        RuleSet set = decision.ruleSet();
        json.append(set == null ? NO_RULE : textsOf(set).rule(decision.rule()));
        json.append(",\"ruleSet\":")
                .append(set == null ? "null" : textsOf(set).ruleSet())
                .append(",\"source\":\"")
                .append(decision.isStandIn() ? "stand_in" : "rules")
                .append("\",\"replayed\":")
                .append(decision.replayed())
                .append(",\"tookMicros\":")
                .append(decision.tookNs() / 1_000);
        Action standIn = decision.standIn();
        if (standIn != null) {
            json.append(",\"standIn\":{\"action\":\"")
                    .append(standIn.label())
                    .append("\",\"differed\":")
                    .append(decision.differs())
                    .append('}');
        }
        return json.append('}').toString();
    }

    /** An answer for what is on its way; says as well what a stand-in has answered, if one has. */
    static String pending(Submission submission) {
        Action standIn = submission.standIn();
        return "{\"id\":\"" + submission.id() + "\",\"status\":\"pending\""
                + (standIn == null ? "" : ",\"standIn\":{\"action\":\"" + standIn.label() + "\"}") + "}";
    }

    /** The problem of a rejected transaction; null when it was not rejected. */
    static @Nullable Problem problem(Decision decision) {
        Rejection rejection = decision.rejection();
        return rejection == null ? null : Problem.of(rejection);
    }
}
