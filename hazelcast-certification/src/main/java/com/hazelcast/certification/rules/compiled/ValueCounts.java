package com.hazelcast.certification.rules.compiled;

import java.util.Arrays;

/** Counts how often each value has been seen. Reused, without being filled anew; single-threaded. Adding allocates nothing. */
final class ValueCounts {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] keys;
    private final int[] counts;
    private final int[] stamps;

    /** Places of the values, in the order in which they came. */
    private final int[] places;

    private final int shift;
    private int stamp;
    private int size;

    /** Place of the value that was added last: a card's payments are much alike. */
    private int last;

    /** @param valuesMax how many different ones it may be given */
    ValueCounts(int valuesMax) {
        int slots = Integer.highestOneBit(valuesMax) * 4;
        keys = new long[slots];
        counts = new int[slots];
        stamps = new int[slots];
        places = new int[valuesMax];
        shift = Long.numberOfLeadingZeros(slots) + 1;
    }

    void clear() {
        size = 0;
        stamp++;
        if (stamp == 0) {
            Arrays.fill(stamps, 0);
            stamp = 1;
        }
    }

    /** Different values. */
    int size() {
        return size;
    }

    void add(long value) {
        if (stamps[last] == stamp && keys[last] == value) {
            counts[last]++;
            return;
        }
        int place = (int) (value * GOLDEN >>> shift);
        while (stamps[place] == stamp && keys[place] != value) {
            place = place + 1 & keys.length - 1;
        }
        if (stamps[place] != stamp) {
            stamps[place] = stamp;
            keys[place] = value;
            counts[place] = 0;
            places[size++] = place;
        }
        counts[place]++;
        last = place;
    }

    /** The value that was added most often, of equally frequent ones the first; {@code none} when nothing was added. */
    long mostFrequent(long none) {
        long best = none;
        int most = 0;
        for (int i = 0; i < size; i++) {
            if (counts[places[i]] > most) {
                most = counts[places[i]];
                best = keys[places[i]];
            }
        }
        return best;
    }
}
