package com.hazelcast.certification.history;

import java.util.function.LongSupplier;

/**
 * What the owner of a shard has found out about its copies. It belongs to the object and not to its contents: it is not
 * written, so a shard that has moved begins without one, and a backup forgets it with each outcome that it applies. What was
 * found out can so never come back with the shard. Used by the thread that uses the shard.
 *
 * <p>A status is of one <em>tenure</em>: the time in which one member owns the shard without a break and sees the same members.
 */
public final class CopyStatus {
    private static final long NONE = 0;

    private long view = NONE;
    private long tenure = NONE;
    private boolean isComplete;

    CopyStatus() {}

    /**
     * The tenure in which the owner is that sees that view of the members; begins one when it is another view, or when the status
     * was forgotten.
     *
     * @param numbers a new number at each call, never 0
     */
    public long tenure(long viewNow, LongSupplier numbers) {
        if (view != viewNow) {
            view = viewNow;
            tenure = numbers.getAsLong();
            isComplete = false;
        }
        return tenure;
    }

    /** Records that enough copies were seen in that tenure; returns whether it still lasts. */
    public boolean complete(long viewNow, long tenureSeen) {
        boolean lasts = view == viewNow && tenure == tenureSeen && tenure != NONE;
        isComplete |= lasts;
        return lasts;
    }

    /** Whether enough copies were seen in the tenure of that view. */
    public boolean isComplete(long viewNow) {
        return isComplete && view == viewNow;
    }

    /** This is not, or no longer, the owner's copy. */
    public void forget() {
        view = NONE;
        tenure = NONE;
        isComplete = false;
    }
}
