package com.hazelcast.certification.rules.model;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/** Which sums the points of a set's rules may come to. Stateless. */
public final class PointSums {
    /** From no points to those of all rules, in steps of what divides them all. Sets with more have too many sums to list. */
    private static final int STEPS_MAX = 1 << 16;

    private PointSums() {}

    /**
     * The sums that decide, rising: each that some of the rules come to together, and that is not approved. Whether these rules can hold
     * together is not looked at. Empty as well when there are too many to list. Costs up to some milliseconds.
     */
    public static List<Integer> deciding(RuleSetDefinition set) {
        int[] points = set.rules().stream()
                .mapToInt(RuleDefinition::points)
                .filter(some -> some > 0)
                .toArray();
        int step = 0;
        for (int some : points) {
            step = commonDivisor(some, step);
        }
        if (step == 0 || IntStream.of(points).asLongStream().sum() / step > STEPS_MAX) {
            return List.of();
        }
        // A bit a step: those that the rules so far come to.
        BigInteger reached = BigInteger.ONE;
        for (int some : points) {
            reached = reached.or(reached.shiftLeft(some / step));
        }
        BigInteger all = reached;
        int unit = step;
        return IntStream.range(1, all.bitLength())
                .filter(all::testBit)
                .map(steps -> steps * unit)
                .filter(sum -> set.actionOf(sum) != Action.APPROVE)
                .boxed()
                .toList();
    }

    private static int commonDivisor(int a, int b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }
}
