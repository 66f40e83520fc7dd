package com.hazelcast.certification.rules.live;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The rules that a member decides with. Thread-safe: scorers read them once a batch, so a change takes effect at a batch's border. */
public final class RulesInUse {
    private static final String KEY = RulesInUse.class.getName();

    private volatile DecidingRules now;

    /** One set decides for all cards. */
    public RulesInUse(RuleSet active) {
        now = DecidingRules.only(active);
    }

    /** Makes them known to what arrives on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** Those of the member with that user context. */
    public static RulesInUse of(Map<String, Object> userContext) {
        return (RulesInUse) Objects.requireNonNull(userContext.get(KEY), "registered before the member starts");
    }

    /** The sets of this moment. */
    public DecidingRules now() {
        return now;
    }

    /** The set that decides for most cards. */
    public RuleSet active() {
        return now.active();
    }

    /** The decision with that code; empty when its set is not known here. */
    public Optional<Ruling> ruling(int code) {
        return now.ruling(code);
    }

    /** From the next batch on, these decide. */
    public void use(DecidingRules rules) {
        now = rules;
    }
}
