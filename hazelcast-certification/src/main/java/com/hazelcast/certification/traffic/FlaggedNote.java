package com.hazelcast.certification.traffic;

import java.util.Optional;

/** Why the challenge's rules flag so much of natural traffic: one sentence for each place where that share shows. Pure. */
public final class FlaggedNote {
    /** The sentence, without its end. */
    public static final String TEXT =
            "The challenge's rules flag about two fifths of natural traffic, because rule 36 flags every amount above a card's average";

    /** The name of the challenge's rules. */
    private static final String CHALLENGE_SET = "certification";

    /** Natural traffic brings 0.39; a set that is made to find fraud flags a few hundredths. */
    private static final double HIGH_SHARE = 0.3;

    private FlaggedNote() {}

    /**
     * The sentence where it explains a share of flagged transactions that a set has decided.
     *
     * @return empty when the share is not high, or the set is not the challenge's
     */
    public static Optional<String> of(String set, double flaggedShare) {
        return set.equals(CHALLENGE_SET) ? of(flaggedShare) : Optional.empty();
    }

    /** The same where it is not known which set has decided. */
    public static Optional<String> of(double flaggedShare) {
        return flaggedShare >= HIGH_SHARE ? Optional.of(TEXT) : Optional.empty();
    }
}
