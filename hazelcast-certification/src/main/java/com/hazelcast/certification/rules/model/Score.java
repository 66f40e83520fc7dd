package com.hazelcast.certification.rules.model;

/**
 * What is known of the sum of points that has decided. Immutable.
 *
 * @param atLeast what the sum reached; 0: points have not decided
 * @param exact the sum; 0: it is not known
 */
public record Score(int atLeast, int exact) {
    /** Points have not decided. */
    public static final Score NONE = new Score(0, 0);

    /** Whether the sum of points has decided. */
    public boolean hasDecided() {
        return atLeast > 0;
    }

    /** Whether the sum is known. */
    public boolean isExact() {
        return exact > 0;
    }
}
