package com.hazelcast.certification.bench.http;

/**
 * How fast operations begin, and how many.
 *
 * @param rate operations a second over all loops; 0: as fast as connections become free
 * @param operationsMax most of them
 * @param durationNs none begins later than that
 */
record HttpPace(double rate, long operationsMax, long durationNs) {
    private static final double NS_PER_SECOND = 1e9;

    /** For so long. */
    static HttpPace during(double rate, long durationNs) {
        return new HttpPace(rate, Long.MAX_VALUE, durationNs);
    }

    /** So many, however long that takes. */
    static HttpPace count(double rate, long operations) {
        return new HttpPace(rate, operations, Long.MAX_VALUE);
    }

    boolean isClosed() {
        return rate == 0;
    }

    /** When the operation with that number is due, since the begin. */
    long dueNs(long number) {
        return (long) (number * NS_PER_SECOND / rate);
    }

    /** How many of a loop's operations are due in that time, of which it has every {@code loops}-th from {@code index} on. */
    long dueCount(long ns, int index, int loops) {
        long all = Math.min(operationsMax, (long) Math.ceil(ns / NS_PER_SECOND * rate));
        return Math.max(0, (all - index + loops - 1) / loops);
    }
}
