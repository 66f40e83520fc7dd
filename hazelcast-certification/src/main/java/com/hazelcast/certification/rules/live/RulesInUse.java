package com.hazelcast.certification.rules.live;

/** The rules that a member decides with. Thread-safe: scorers read them once a batch, so a change takes effect at a batch's border. */
public final class RulesInUse {
    private volatile RuleSet active;

    public RulesInUse(RuleSet active) {
        this.active = active;
    }

    /** The set that decides. */
    public RuleSet active() {
        return active;
    }

    /** From the next batch on, that set decides. */
    public void activate(RuleSet set) {
        active = set;
    }
}
