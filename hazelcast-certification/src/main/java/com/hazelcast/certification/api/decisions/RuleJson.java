package com.hazelcast.certification.api.decisions;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A set of rules in the JSON of decisions. Immutable; its texts are escaped once. */
public final class RuleJson {
    /** The value of the field {@code rule}, and behind it the field {@code reason}, of no rule. */
    public static final String NO_RULE = "null,\"reason\":null";

    /** Sets whose texts are kept. */
    private static final int SETS_MAX = 16;

    private static final Map<RuleSet, RuleJson> KEPT = new ConcurrentHashMap<>();

    private final String ruleSet;
    private final List<String> rules = new ArrayList<>();

    private RuleJson(RuleSet set) {
        ruleSet = "{\"name\":" + quoted(set.name()) + ",\"version\":" + set.number() + "}";
        rules.add(NO_RULE);
        for (RuleDefinition rule : set.rules()) {
            rules.add("{\"id\":" + rule.number() + ",\"name\":" + quoted(rule.name()) + tags(rule) + "},\"reason\":"
                    + quoted(rule.description().isEmpty() ? rule.name() : rule.description()));
        }
    }

    /** The texts of a set. */
    public static RuleJson of(RuleSet set) {
        RuleJson known = KEPT.get(set);
        if (known != null) {
            return known;
        }
        if (KEPT.size() >= SETS_MAX) {
            KEPT.clear();
        }
        RuleJson made = new RuleJson(set);
        KEPT.put(set, made);
        return made;
    }

    private static String tags(RuleDefinition rule) {
        return rule.tags().isEmpty()
                ? ""
                : rule.tags().stream().map(RuleJson::quoted).collect(Collectors.joining(",", ",\"tags\":[", "]"));
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /**
     * Appends the fields {@code rule}, {@code reason}, {@code scoreAtLeast} and {@code score}, without a comma before them.
     *
     * @param set that decided; null: none
     * @param rule its number in the set; 0: none
     * @param score what is known of the sum of points
     */
    public static void append(@Nullable RuleSet set, int rule, Score score, StringBuilder json) {
        json.append("\"rule\":");
        if (score.hasDecided()) {
            json.append("null,\"reason\":\"").append(reasonOf(score)).append('"');
        } else {
            json.append(set == null ? NO_RULE : of(set).rule(rule));
        }
        appendPoints("scoreAtLeast", score.atLeast(), json);
        appendPoints("score", score.exact(), json);
    }

    /** Why the sum of points has decided, in words. */
    public static String reasonOf(Score score) {
        return "the sum of points reached " + score.atLeast();
    }

    private static void appendPoints(String name, int points, StringBuilder json) {
        json.append(",\"").append(name).append("\":");
        if (points > 0) {
            json.append(points);
        } else {
            json.append("null");
        }
    }

    /** The set, as an object. */
    public String ruleSet() {
        return ruleSet;
    }

    /** As {@link #NO_RULE}, of the rule with that number; 0 and what is no rule: none. */
    public String rule(int number) {
        return number >= 0 && number < rules.size() ? rules.get(number) : NO_RULE;
    }
}
