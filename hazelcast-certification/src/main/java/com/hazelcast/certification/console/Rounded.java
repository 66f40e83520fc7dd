package com.hazelcast.certification.console;

/** Figures with as many digits as people read. */
final class Rounded {
    private Rounded() {}

    static double tenth(double value) {
        return Math.round(value * 10) / 10.0;
    }

    static double thousandth(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    /** For shares and rates from 0 to 1. */
    static double millionth(double value) {
        return Math.round(value * 1_000_000) / 1_000_000.0;
    }
}
