package com.hazelcast.certification.traffic;

/**
 * Amounts around a customer's mean: normal, with half of the mean as deviation; what would be negative is uniform from 0 to twice
 * the mean, as the Handbook has it. Drawn from a table of quantiles, because that costs one look. Pure.
 */
final class AmountShape {
    private static final int BITS = 13;

    /** The amount in means, by its quantile. */
    private static final float[] QUANTILES = new float[1 << BITS];

    static {
        for (int i = 0; i < QUANTILES.length; i++) {
            QUANTILES[i] = (float) (1 + TrafficModel.DEVIATION * normalQuantile((i + 0.5) / QUANTILES.length));
        }
    }

    private AmountShape() {}

    /** An amount in means, from a random number. */
    static double inMeans(long random) {
        double inMeans = QUANTILES[(int) (random >>> Long.SIZE - BITS)];
        return inMeans < 0 ? 2 * Draws.fraction(random << BITS) : inMeans;
    }

    /** The standard normal's value below which that share lies; by halving, which takes its time once. */
    private static double normalQuantile(double share) {
        double low = -8;
        double high = 8;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (normalShareBelow(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** Marsaglia's series (2004): exact to the precision of a double where the quantiles lie. */
    private static double normalShareBelow(double value) {
        double sum = value;
        double term = value;
        for (int i = 3; Math.abs(term) > 1e-17 && i < 400; i += 2) {
            term *= value * value / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
    }
}
