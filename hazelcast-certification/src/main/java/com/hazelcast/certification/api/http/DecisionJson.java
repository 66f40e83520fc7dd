package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.RuleJson;
import com.hazelcast.certification.api.decisions.Submission;
import com.hazelcast.certification.transaction.Rejection;
import org.jspecify.annotations.Nullable;

/** Writes decisions. Pure. */
final class DecisionJson {
    private DecisionJson() {}

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
        json.append(RuleJson.of(decision.rule()));
        json.append(",\"ruleSet\":")
                .append(RuleJson.SET)
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
