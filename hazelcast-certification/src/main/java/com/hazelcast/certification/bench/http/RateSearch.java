package com.hazelcast.certification.bench.http;

import java.util.Locale;
import java.util.function.DoublePredicate;

/**
 * Looks for the highest rate that holds, by halving: between a rate that holds and one that does not, the one in the middle is tried, until
 * both are nearly the same. Takes some ten steps. Pure.
 *
 * @param from the lowest rate, operations a second
 * @param to the highest rate
 * @param lateMax share of the operations that may be late, or answered by a stand-in
 */
public record RateSearch(double from, double to, double lateMax) {
    /** Two rates that differ by less than this share are the same. */
    private static final double SAME = 0.02;

    /** No machine has more. */
    private static final double RATE_MAX = 10_000_000;

    /** @throws IllegalArgumentException when there is nothing between the rates, or the share is none */
    public RateSearch {
        if (!(from > 0 && to > from && to <= RATE_MAX)) {
            throw new IllegalArgumentException(
                    "the search needs a rate above 0, and a higher one up to 10000000: from=" + from + " to=" + to);
        }
        if (!(lateMax >= 0 && lateMax < 1)) {
            throw new IllegalArgumentException("late-max is a share, 0 or more and below 1: late-max=" + lateMax);
        }
    }

    /**
     * What a search has found.
     *
     * @param name of the operations
     * @param rate the highest that held; 0: not even the lowest did
     * @param tooHigh the lowest that did not hold; 0: all did
     */
    public record Found(String name, double rate, double tooHigh) {
        /** For people. */
        public String line() {
            if (rate == 0) {
                return String.format(Locale.ROOT, "%s: not even %,.0f/s holds", name, tooHigh);
            }
            return String.format(Locale.ROOT, "%s: the highest rate that holds is %,.0f/s", name, rate)
                    + (tooHigh == 0
                            ? ", the highest that was tried"
                            : String.format(Locale.ROOT, "; %,.0f/s does not", tooHigh));
        }
    }

    /**
     * Searches.
     *
     * @param holds runs a step at a rate, and says whether it held
     */
    Found find(String name, DoublePredicate holds) {
        if (!holds.test(from)) {
            return new Found(name, 0, from);
        }
        if (holds.test(to)) {
            return new Found(name, to, 0);
        }
        double good = from;
        double bad = to;
        while (bad - good > SAME * bad) {
            double middle = (good + bad) / 2;
            if (holds.test(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return new Found(name, good, bad);
    }

    /** Whether everything was answered at the rate of a step, and little enough of it late. */
    boolean holds(HttpStep step) {
        return step.isGood()
                && step.doneCount() > 0
                && step.turnedAwayCount() == 0
                && step.unsentCount() == 0
                && step.lateCount() + step.standInCount() <= lateMax * step.doneCount();
    }
}
