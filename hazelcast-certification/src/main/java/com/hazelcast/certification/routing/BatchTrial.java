package com.hazelcast.certification.routing;

import java.util.concurrent.TimeUnit;

/**
 * Counts the failed calls of a batch and decides what comes next, so that nothing is repeated without end unless a member or
 * a copy is missing. Used by one thread at a time.
 *
 * <p><b>Bounds.</b> A whole batch is called twice, a part of it once, a single transaction twice. So a bad transaction among n
 * costs some log2(n) failed calls. What fails throughout is given up: after {@value #HOPELESS_MAX} single transactions of
 * which none could be scored, or when failing calls have taken {@value #SECONDS_MAX} seconds in all, a part that fails is
 * rejected as it is.
 */
final class BatchTrial {
    static final int HOPELESS_MAX = 32;
    static final int SECONDS_MAX = 30;

    private static final int TRIES_WHOLE = 2;
    private static final int TRIES_PART = 1;
    private static final int TRIES_SINGLE = 2;

    /** What to do with a part whose call has failed. */
    enum Next {
        /** Wait until its copies have been seen, then call again: only a failure after that counts. */
        CONFIRM_COPIES,
        /** Call again. */
        AGAIN,
        /** Call its first half. */
        HALVE,
        /** Answer that it cannot be scored. */
        REJECT
    }

    private int failedCalls;
    private int tries;
    private int rejected;
    private boolean anyAnswered;
    private boolean isConfirmed;
    private long failingNs;

    /** Counts a failed call; returns how many have failed in all. */
    int failed() {
        return ++failedCalls;
    }

    /** Copies have been seen; the next call is made at once. */
    void confirmed() {
        isConfirmed = true;
    }

    /** The part has been answered, or the answer is held. */
    void answered() {
        anyAnswered = true;
        tries = 0;
        isConfirmed = false;
    }

    /**
     * Decides.
     *
     * @param absence {@link Absence#COPY} or {@link Absence#NONE}
     * @param partCount transactions in the part
     * @param isWhole whether the part is the whole batch
     * @param elapsedNs that the call took
     */
    Next next(Absence absence, int partCount, boolean isWhole, long elapsedNs) {
        boolean isSingle = partCount == 1;
        failingNs += elapsedNs;
        if (absence == Absence.COPY && !isConfirmed && (isWhole || isSingle)) {
            return Next.CONFIRM_COPIES;
        }
        isConfirmed = false;
        int triesMax = isSingle ? TRIES_SINGLE : isWhole ? TRIES_WHOLE : TRIES_PART;
        if (++tries < triesMax) {
            return absence == Absence.COPY ? Next.CONFIRM_COPIES : Next.AGAIN;
        }
        tries = 0;
        if (isSingle || (!isWhole && isHopeless())) {
            rejected += partCount;
            return Next.REJECT;
        }
        return Next.HALVE;
    }

    private boolean isHopeless() {
        return (!anyAnswered && rejected >= HOPELESS_MAX) || failingNs > TimeUnit.SECONDS.toNanos(SECONDS_MAX);
    }
}
