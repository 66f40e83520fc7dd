package com.hazelcast.certification.bench.http;

/**
 * How fast operations begin, and how many.
 *
 * @param rate operations a second over all loops; 0: as fast as connections become free
 * @param operationsMax most of them
 * @param durationNs none begins later than that
 * @param underWayMax most at once over all loops, however many connections there are
 */
record HttpPace(double rate, long operationsMax, long durationNs, int underWayMax) {
    private static final double NS_PER_SECOND = 1e9;

    /** What prepares or reads all at once fills no member's queue, or it would be turned away itself. */
    private static final int BESIDE_MEASURING_MAX = 64;

    /** For so long. */
    static HttpPace during(double rate, long durationNs) {
        return new HttpPace(rate, Long.MAX_VALUE, durationNs, Integer.MAX_VALUE);
    }

    /** So many, however long that takes. */
    static HttpPace count(double rate, long operations) {
        return new HttpPace(rate, operations, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** So many as fast as they are answered, at most {@value #BESIDE_MEASURING_MAX} at once: before a measurement, and after it. */
    static HttpPace besideMeasuring(long operations) {
        return new HttpPace(0, operations, Long.MAX_VALUE, BESIDE_MEASURING_MAX);
    }

    /** Most at once of one of so many loops. */
    int underWayMaxOf(int loops) {
        return Math.max(1, underWayMax / loops);
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
