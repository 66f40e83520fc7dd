package com.hazelcast.certification.rules.model;

/** How two values are compared. */
public enum Comparator {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String sign;

    Comparator(String sign) {
        this.sign = sign;
    }

    public String sign() {
        return sign;
    }

    /** Whether it holds. With a missing value it does not. */
    public boolean holds(long left, long right) {
        if (left == Expression.MISSING || right == Expression.MISSING) {
            return false;
        }
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }
}
