package com.hazelcast.certification.api.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.Rule;
import com.hazelcast.certification.transaction.Rejection;
import org.jspecify.annotations.Nullable;

/** Writes decisions. Pure; the texts of the rules are escaped once. */
final class DecisionJson {
    private static final String[] RULES = new String[CertificationRules.LAST_ID + 1];
    private static final String NO_RULE = "null,\"reason\":null";

    static {
        RULES[0] = NO_RULE;
        for (int id = 1; id < RULES.length; id++) {
            Rule rule = CertificationRules.of(id);
            RULES[id] =
                    "{\"id\":" + id + ",\"name\":" + quoted(rule.name()) + "},\"reason\":" + quoted(rule.description());
        }
    }

    private DecisionJson() {}

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
        json.append(decision.rule() < RULES.length ? RULES[decision.rule()] : NO_RULE);
        json.append(",\"ruleSet\":{\"name\":\"certification\",\"version\":1},\"source\":\"")
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
