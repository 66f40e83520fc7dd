package com.hazelcast.certification.routing;

import java.util.Arrays;

/**
 * Which part of a batch is sent next, while the transactions that cannot be scored are looked for: the parts come from left
 * to right, each once, and one that fails is cut in two. One bad transaction among n costs log2(n) failed calls. Used by one
 * thread at a time.
 */
final class Halving {
    private int from;

    /** Where the parts to come end, the nearest last; the whole is settled when it is empty. */
    private int[] ends = new int[2];

    private int endCount;

    /** A batch of so many, at least one, as one part. */
    Halving(int count) {
        push(count);
    }

    /** Index of the part's first. */
    int from() {
        return from;
    }

    /** Index behind the part's last. */
    int to() {
        return ends[endCount - 1];
    }

    int count() {
        return to() - from;
    }

    /** Whether nothing is left. */
    boolean isSettled() {
        return endCount == 0;
    }

    /** The next part is the first half of this one; the other half comes behind it. The part must have two at least. */
    void halve() {
        push(from + count() / 2);
    }

    private void push(int end) {
        if (endCount == ends.length) {
            ends = Arrays.copyOf(ends, endCount * 2);
        }
        ends[endCount++] = end;
    }

    /** The part has been answered. */
    void settle() {
        from = to();
        endCount--;
    }
}
