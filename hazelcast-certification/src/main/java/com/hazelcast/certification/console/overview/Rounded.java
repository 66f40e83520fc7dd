package com.hazelcast.certification.console.overview;

import org.jspecify.annotations.Nullable;

/** Figures with as many digits as people read. */
public final class Rounded {
    private Rounded() {}

    /** To one decimal. */
    public static double tenth(double value) {
        return Math.round(value * 10) / 10.0;
    }

    static @Nullable Double tenthIfKnown(@Nullable Double value) {
        return value == null ? null : (Double) tenth(value);
    }

    static double thousandth(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    /** For shares and rates from 0 to 1. */
    public static double millionth(double value) {
        return Math.round(value * 1_000_000) / 1_000_000.0;
    }
}
