package com.hazelcast.certification.source;

/**
 * Since when the bytes of a connection have been there, as far as a reader can find out: never later than they were, so that a
 * time which counts from there is never too short.
 *
 * <p>The reader looks from time to time how many bytes wait in the socket. A byte that the last look did not see came after that
 * look; it counts from that look on. So it is right to within the time between two looks: a pacing step, the work on one read, or
 * a wait for the {@link com.hazelcast.certification.routing.InFlightGate}. All bytes of a read count from its first one. Only a
 * read that had to wait, because the last look saw nothing, counts from its return: what the kernel takes to wake the thread is
 * not in it.
 *
 * <p>Used by one reader's thread, for one connection. Keeps a bounded number of looks; when there is no room, a look is left
 * out, and what it would have seen counts from the look before.
 */
final class ArrivalClock {
    /** Looks that are kept; further ones are left out. */
    static final int LOOKS_MAX = 64;

    /** The stream up to there had arrived at each look; rising. */
    private final long[] ends = new long[LOOKS_MAX];

    private final long[] timesNs = new long[LOOKS_MAX];
    private int count;

    /** Bytes that have been read. */
    private long position;

    /** The last look at which nothing behind the position had arrived. */
    private long baseNs;

    /** @param nowNs the connection has come about */
    ArrivalClock(long nowNs) {
        baseNs = nowNs;
    }

    /**
     * A look at the socket.
     *
     * @param waitingBytes that wait in it; inside TLS a little more than can be read, so that the time may be too long by a look
     * @param beforeNs a moment before it was looked at
     */
    void look(int waitingBytes, long beforeNs) {
        long end = position + waitingBytes;
        if (waitingBytes == 0) {
            // Whatever was seen has been read.
            count = 0;
            baseNs = beforeNs;
        } else if (end <= lastEnd()) {
            timesNs[count - 1] = beforeNs;
        } else if (count < LOOKS_MAX) {
            ends[count] = end;
            timesNs[count++] = beforeNs;
        }
    }

    private long lastEnd() {
        return count > 0 ? ends[count - 1] : position;
    }

    /**
     * So many bytes were read.
     *
     * @param returnedNs when the read returned
     * @return since when the first of them has been there
     */
    long read(int bytes, long returnedNs) {
        boolean hasWaited = count == 0;
        long sinceNs = hasWaited ? returnedNs : baseNs;
        position += bytes;
        if (hasWaited) {
            baseNs = returnedNs;
        } else {
            forgetLooks();
        }
        return sinceNs;
    }

    /** Forgets the looks that saw nothing but what has been read; the last of them is the base of what comes. */
    private void forgetLooks() {
        int passed = 0;
        while (passed < count && ends[passed] <= position) {
            baseNs = timesNs[passed++];
        }
        count -= passed;
        System.arraycopy(ends, passed, ends, 0, count);
        System.arraycopy(timesNs, passed, timesNs, 0, count);
    }
}
