package com.hazelcast.certification.history;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The last batch that each origin has had applied to a shard, and which of its transactions it scored here. An origin has one
 * batch in flight for a shard, so a batch that comes again is the last one: what it finds in the histories is what it has put
 * there itself, or what was there before it came, and the record distinguishes the two.
 *
 * <p>Holds {@value #ORIGINS_MAX} origins; the one that was silent for the longest makes room for a new one. An origin takes 16
 * bytes and a bit a transaction of a batch. Used by the shard's thread.
 */
public final class AppliedBatches {
    /** Far more than members that a cluster has; a restarted member is a new origin. */
    static final int ORIGINS_MAX = 64;

    private static final BitSet NOTHING = new BitSet(0);

    /** The origin that came last at the end. */
    private final long[] origins = new long[ORIGINS_MAX];

    private final long[] numbers = new long[ORIGINS_MAX];
    private final BitSet[] scored = new BitSet[ORIGINS_MAX];
    private int count;

    /**
     * Which transactions the batch has scored here, by their index in it, when it is the last one of its origin: it has come
     * again. Otherwise none. A view: not to be changed, and of no use after the next {@link #record}.
     */
    public BitSet scoredBy(long origin, long number) {
        int at = indexOf(origin);
        return at >= 0 && numbers[at] == number ? scored[at] : NOTHING;
    }

    /**
     * A call of a batch has been applied, the whole of it or a part. One of an earlier batch, which came late, changes nothing.
     *
     * @param first index in the batch of the first transaction of the call
     * @param callScored which of the call's transactions it has scored, by their index in the call
     */
    public void record(long origin, long number, int first, BitSet callScored) {
        int at = indexOf(origin);
        if (at >= 0 && number < numbers[at]) {
            return;
        }
        BitSet bits = at >= 0 && number == numbers[at] ? scored[at] : new BitSet(first + callScored.length());
        addRuns(callScored, first, bits);
        putLast(at, origin, number, bits);
    }

    private static void addRuns(BitSet from, int shift, BitSet into) {
        int start = from.nextSetBit(0);
        while (start >= 0) {
            int end = from.nextClearBit(start);
            into.set(shift + start, shift + end);
            start = from.nextSetBit(end);
        }
    }

    private void putLast(int at, long origin, long number, BitSet bits) {
        if (at < 0 && count < ORIGINS_MAX) {
            count++;
        } else {
            int removed = Math.max(at, 0);
            int moved = count - removed - 1;
            System.arraycopy(origins, removed + 1, origins, removed, moved);
            System.arraycopy(numbers, removed + 1, numbers, removed, moved);
            System.arraycopy(scored, removed + 1, scored, removed, moved);
        }
        origins[count - 1] = origin;
        numbers[count - 1] = number;
        scored[count - 1] = bits;
    }

    /** Adds what another shard's record has and this one does not, for a merge. */
    public void addAll(AppliedBatches other) {
        for (int i = 0; i < other.count; i++) {
            record(other.origins[i], other.numbers[i], 0, other.scored[i]);
        }
    }

    /** Where the origin is; -1 when it is not there. Those that come often are near the end. */
    private int indexOf(long origin) {
        for (int i = count - 1; i >= 0; i--) {
            if (origins[i] == origin) {
                return i;
            }
        }
        return -1;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeLong(origins[i]);
            out.writeLong(numbers[i]);
            long[] words = scored[i].toLongArray();
            out.writeInt(words.length);
            for (long word : words) {
                out.writeLong(word);
            }
        }
    }

    void readFrom(DataInput in) throws IOException {
        count = in.readInt();
        Arrays.fill(scored, null);
        for (int i = 0; i < count; i++) {
            origins[i] = in.readLong();
            numbers[i] = in.readLong();
            long[] words = new long[in.readInt()];
            for (int word = 0; word < words.length; word++) {
                words[word] = in.readLong();
            }
            scored[i] = BitSet.valueOf(words);
        }
    }
}
