package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * How much the set that decides may decline within some seconds before members do something about it. Immutable.
 *
 * @param percent of its decisions that may decline; 0: any
 * @param times so many times the share that was declined in the hour before; 0: any
 * @param windowS the seconds
 * @param declinesNothing whether nothing is declined from then on; otherwise the set before decides again
 */
public record BreakerLimits(int percent, double times, int windowS, boolean declinesNothing) {
    /** Seconds, unless somebody says otherwise. */
    public static final int WINDOW_S = 3;

    /** None. */
    public static final BreakerLimits NONE = ofPercent(0);

    private static final int PERCENT_MAX = 100;
    private static final int TIMES_MAX = 1_000;
    private static final int WINDOW_S_MAX = 60;

    /** @throws IllegalArgumentException when a limit is none */
    @JsonCreator
    public BreakerLimits {
        require(percent >= 0 && percent <= PERCENT_MAX, "a share of the decisions in percent, 0 for none", percent);
        require(
                times == 0 || times > 1 && times <= TIMES_MAX,
                "more than 1 and at most 1,000 times the share of the hour before, 0 for none",
                times);
        require(windowS >= 1 && windowS <= WINDOW_S_MAX, "1 to 60 seconds", windowS);
    }

    private static void require(boolean isRight, String what, Number given) {
        if (!isRight) {
            throw new IllegalArgumentException("the breaker's limits are " + what + ": breaker=" + given);
        }
    }

    /** A share alone, as releases before had it. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static BreakerLimits ofPercent(int percent) {
        return new BreakerLimits(percent, 0, WINDOW_S, false);
    }

    /** Whether there is one. */
    @JsonIgnore
    public boolean isAny() {
        return percent > 0 || times > 0;
    }

    /** What members do about it, for people. */
    public String thenLabel() {
        return declinesNothing ? "decline-nothing" : "rollback";
    }
}
