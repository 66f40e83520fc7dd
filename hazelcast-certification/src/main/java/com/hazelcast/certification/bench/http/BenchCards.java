package com.hazelcast.certification.bench.http;

/**
 * Cards of 16 digits that the workloads open for themselves, so that nothing else writes to their histories. Pure.
 *
 * @param first number of the first card
 * @param count cards in a row
 */
record BenchCards(long first, int count) {
    /** Numbers of these cards begin with a range that no issuer has. */
    private static final long FIRST = 4_000_220_000_000_000L;

    private static final long WARM_UP_FIRST = FIRST + 500_000_000L;
    private static final int WARM_UP_COUNT = 10_000;

    /** That many. */
    static BenchCards of(int count) {
        return new BenchCards(FIRST, count);
    }

    /** Others, for what is not counted. */
    static BenchCards forWarmUp() {
        return new BenchCards(WARM_UP_FIRST, WARM_UP_COUNT);
    }

    /** The card of that number in turn. */
    long inTurn(long number) {
        return first + number % count;
    }

    /** A card for that number, as if drawn. */
    long drawn(long number) {
        return first + drawnIndex(number);
    }

    /** Its place among the cards. */
    int drawnIndex(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        mixed *= 0xD6E8FEB86659FD93L;
        return (int) Long.remainderUnsigned(mixed ^ mixed >>> 32, count);
    }
}
