package com.hazelcast.certification.history;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last batch that each origin has had applied to a shard. An origin has one batch in flight for a shard, so a batch that
 * comes again is the last one: what it then finds in the histories is what it has put there itself.
 *
 * <p>Holds {@value #ORIGINS_MAX} origins; the one that was silent for the longest makes room for a new one. Used by the
 * shard's thread.
 */
final class AppliedBatches {
    /** Far more than members that a cluster has; a restarted member is a new origin. */
    static final int ORIGINS_MAX = 64;

    /** Pairs of origin and number, the origin that came last at the end. */
    private final long[] pairs = new long[2 * ORIGINS_MAX];

    private int used;

    boolean isLast(long origin, long number) {
        int at = indexOf(origin);
        return at < used && pairs[at + 1] == number;
    }

    void record(long origin, long number) {
        int at = indexOf(origin);
        if (at == used && used < pairs.length) {
            used += 2;
        } else {
            int removed = at == used ? 0 : at;
            System.arraycopy(pairs, removed + 2, pairs, removed, used - removed - 2);
        }
        pairs[used - 2] = origin;
        pairs[used - 1] = number;
    }

    /** Where the origin's pair is; the end when it has none. Those that come often are near the end. */
    private int indexOf(long origin) {
        for (int i = used - 2; i >= 0; i -= 2) {
            if (pairs[i] == origin) {
                return i;
            }
        }
        return used;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(used);
        for (long value : Arrays.copyOf(pairs, used)) {
            out.writeLong(value);
        }
    }

    void readFrom(DataInput in) throws IOException {
        used = in.readInt();
        for (int i = 0; i < used; i++) {
            pairs[i] = in.readLong();
        }
    }
}
