package com.hazelcast.certification.api.decisions;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.Rule;

/** The rules in the JSON of decisions. Pure; the texts are escaped once. */
public final class RuleJson {
    /** The version of the rule set. */
    public static final int SET_VERSION = 1;

    /** The rule set, as an object. */
    public static final String SET = "{\"name\":\"certification\",\"version\":" + SET_VERSION + "}";

    private static final String NO_RULE = "null,\"reason\":null";
    private static final String[] RULES = new String[CertificationRules.LAST_ID + 1];

    static {
        RULES[0] = NO_RULE;
        for (int id = 1; id < RULES.length; id++) {
            Rule rule = CertificationRules.of(id);
            RULES[id] =
                    "{\"id\":" + id + ",\"name\":" + quoted(rule.name()) + "},\"reason\":" + quoted(rule.description());
        }
    }

    private RuleJson() {}

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** The value of the field {@code rule}, and behind it the field {@code reason}; 0 and what is no rule: both null. */
    public static String of(int rule) {
        return rule >= 0 && rule < RULES.length ? RULES[rule] : NO_RULE;
    }
}
