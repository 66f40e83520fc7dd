package com.hazelcast.certification.rules.live;

/** A set of rules is wrong, or costs too much; the message says everything that is wrong, a line each. */
public final class RuleSetRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RuleSetRefusedException(String message) {
        super(message);
    }

    RuleSetRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
