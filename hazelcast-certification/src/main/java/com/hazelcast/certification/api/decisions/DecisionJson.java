package com.hazelcast.certification.api.decisions;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.live.RuleSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes decisions. Pure. */
public final class DecisionJson {
    private DecisionJson() {}

    /**
     * An answer with an action.
     *
     * @param line its number in a batch; 0: of no batch
     */
    public static String of(Submission submission, Decision decision, int line) {
        return json(submission, decision, line).append('}').toString();
    }

    /** As {@link #of}, with the reasons of all rules that held; null when they are not known. */
    public static String explained(Submission submission, Decision decision, @Nullable List<Match> reasons) {
        StringBuilder json = json(submission, decision, 0).append(",\"reasons\":");
        if (reasons == null) {
            return json.append("null}").toString();
        }
        return json.append(reasons.stream()
                        .map(match -> "{\"rule\":{\"id\":" + match.rule().number() + ",\"name\":"
                                + quoted(match.rule().name()) + "},\"reason\":" + quoted(match.because()) + "}")
                        .collect(Collectors.joining(",", "[", "]}")))
                .toString();
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static StringBuilder json(Submission submission, Decision decision, int line) {
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
        json.append(action.label()).append("\",");
        RuleSet set = decision.ruleSet();
        RuleJson.append(set, decision.rule(), decision.score(), json);
        json.append(",\"ruleSet\":")
                .append(set == null ? "null" : RuleJson.of(set).ruleSet())
                .append(",\"source\":\"")
                .append(decision.source())
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
        return json;
    }

    /** An answer for what is on its way; says as well what a stand-in has answered, if one has. */
    public static String pending(Submission submission) {
        Action standIn = submission.standIn();
        return "{\"id\":\"" + submission.id() + "\",\"status\":\"pending\""
                + (standIn == null ? "" : ",\"standIn\":{\"action\":\"" + standIn.label() + "\"}") + "}";
    }
}
