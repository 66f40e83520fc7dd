package com.hazelcast.certification.rules.lists;

import java.util.Arrays;

/**
 * An immutable map from {@code long} to {@code long}: open addressing, at most half full. A look-up costs one cache miss where
 * the table is larger than the cache. Thread-safe.
 */
public final class LongTable {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] keys;
    private final long[] values;
    private final long missing;
    private final int shift;
    private final int count;

    private LongTable(long[] keys, long[] values, long missing, int count) {
        this.keys = keys;
        this.values = values;
        this.missing = missing;
        this.shift = Long.numberOfLeadingZeros(keys.length) + 1;
        this.count = count;
    }

    /** Entries. */
    public int count() {
        return count;
    }

    /** What the key has, or {@code missing}. */
    public long get(long key) {
        int index = place(keys, values, missing, shift, key);
        return values[index];
    }

    /** The place of the key or the free place where it would be. */
    private static int place(long[] keys, long[] values, long missing, int shift, long key) {
        int index = (int) (key * GOLDEN >>> shift);
        while (values[index] != missing && keys[index] != key) {
            index = index + 1 & keys.length - 1;
        }
        return index;
    }

    /** Collects entries. Not thread-safe. */
    public static final class Builder {
        /** Slots of an empty table, which doubles. */
        private static final int LENGTH_MIN = 16;

        private final long missing;
        private long[] keys = new long[LENGTH_MIN];
        private long[] values = new long[LENGTH_MIN];
        private int count;

        /**
         * An empty one.
         *
         * @param missing the value that a key without an entry has
         */
        public Builder(long missing) {
            this.missing = missing;
            Arrays.fill(values, missing);
        }

        /** Adds an entry; false when the key has one, which stays. */
        public boolean add(long key, long value) {
            if (value == missing) {
                throw new IllegalArgumentException("this value stands for none: value=" + value);
            }
            int index = placeOf(key);
            if (values[index] != missing) {
                return false;
            }
            keys[index] = key;
            values[index] = value;
            count++;
            if (count * 2 > keys.length) {
                grow();
            }
            return true;
        }

        private int placeOf(long key) {
            return place(keys, values, missing, Long.numberOfLeadingZeros(keys.length) + 1, key);
        }

        private void grow() {
            long[] oldKeys = keys;
            long[] oldValues = values;
            keys = new long[oldKeys.length * 2];
            values = new long[keys.length];
            Arrays.fill(values, missing);
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldValues[i] != missing) {
                    int index = placeOf(oldKeys[i]);
                    keys[index] = oldKeys[i];
                    values[index] = oldValues[i];
                }
            }
        }

        /** The table; the builder is not to be used again. */
        public LongTable build() {
            return new LongTable(keys, values, missing, count);
        }
    }
}
