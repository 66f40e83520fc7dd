package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** Most seconds. */
    public static final int WINDOW_S_MAX = 60;

    /** Greatest share, in percent. */
    public static final int PERCENT_MAX = 100;

    /** Greatest number of times. */
    public static final int TIMES_MAX = 1_000;

    /** None is given: those of the members' keys hold. */
    public static final BreakerLimits NONE = ofPercent(0);

    /** A set may decline all, whatever the members' keys say. */
    public static final BreakerLimits NEVER = ofPercent(PERCENT_MAX);

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

    /** These, or the others where none is given. */
    public BreakerLimits or(BreakerLimits others) {
        return isAny() ? this : others;
    }

    /**
     * What somebody has given, some of it or nothing.
     *
     * @param percent as of the record; 0 alone, or with times 0: never, whatever the members' keys say; null: not given, as the others
     * @throws IllegalArgumentException when a limit is none, or seconds or what follows are given without any
     */
    public static BreakerLimits given(
            @Nullable Integer percent,
            @Nullable Double times,
            @Nullable Integer windowS,
            @Nullable Boolean declinesNothing) {
        if (percent == null && times == null) {
            if (windowS != null || Boolean.TRUE.equals(declinesNothing)) {
                throw new IllegalArgumentException(
                        "the breaker's seconds, and what it does, go with a limit: give a share in percent, or how many times that of the hour before");
            }
            return NONE;
        }
        BreakerLimits limits = new BreakerLimits(
                Objects.requireNonNullElse(percent, 0),
                Objects.requireNonNullElse(times, 0.0),
                Objects.requireNonNullElse(windowS, WINDOW_S),
                Objects.requireNonNullElse(declinesNothing, false));
        return limits.or(NEVER);
    }

    /** For one line of a log. */
    String summary() {
        return "breakerPercent=" + percent + " breakerTimes=" + times + " breakerSeconds=" + windowS + " breakerThen="
                + thenLabel();
    }

    /** What members do about it, for people. */
    public String thenLabel() {
        return declinesNothing ? "decline-nothing" : "rollback";
    }
}
