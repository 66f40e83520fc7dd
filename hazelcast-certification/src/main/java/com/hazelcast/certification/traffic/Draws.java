package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.CardHash;

/** Random numbers that follow from a seed: SplitMix64 (Steele, Lea, Flood 2014). Not thread-safe; allocates nothing. */
final class Draws {
    static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    Draws(long seed) {
        seed(seed);
    }

    /** Begins anew. */
    void seed(long seed) {
        state = CardHash.of(seed);
    }

    /** 64 random bits. */
    long next() {
        return CardHash.of(state += GOLDEN_GAMMA);
    }

    /** A number from 0 to the bound, exclusive. */
    long below(long bound) {
        return scaled(next(), bound);
    }

    /** A number from one bound to the other, both inclusive. */
    int between(int least, int greatest) {
        return least + (int) below(greatest - least + 1L);
    }

    /** A number from one bound to the other. */
    double between(double least, double greatest) {
        return least + (greatest - least) * fraction(next());
    }

    /** Whether a thing happens that does so in that many of a million cases. */
    boolean oneOf(int perMillion) {
        return below(1_000_000) < perMillion;
    }

    /** A number from 0 to the bound, exclusive, from the upper bits of a random one. */
    static long scaled(long random, long bound) {
        return Math.multiplyHigh(random >>> 1, bound << 1);
    }

    /** A number from 0 to 1, exclusive, from a random one. */
    static double fraction(long random) {
        return (random >>> 11) * 0x1p-53;
    }
}
