package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.model.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * How an aggregate of a set is found.
 *
 * @param way to its value
 * @param widthMs of a window that is kept beside the card, or of which only the newest are counted
 * @param isOrdered whether the transaction must be shown in its place among the entries; when not, it comes first
 * @param hasMost whether all entries of a card together show how much it is at most
 * @param least the least constant that it is compared with: what is below it for certain need not be known; {@code Long.MIN_VALUE}
 *     when it must be known
 * @param enough what is above decides all comparisons; {@code Long.MAX_VALUE} when nothing does. Of one that is compared with the
 *     amount as well, those with constants; {@code Long.MIN_VALUE} when there are none
 * @param ofAmount what must be exceeded besides to decide those with the transaction's amount; null: there are none
 * @param flags bits without which no earlier entry passes the filter; 0 when that is not known
 * @param runningFrom first of its running counts
 * @param runningTo behind the last
 */
record AggregatePlan(
        Aggregate aggregate,
        Way way,
        long widthMs,
        boolean isOrdered,
        boolean hasMost,
        long least,
        long enough,
        @Nullable AmountBound ofAmount,
        int flags,
        int runningFrom,
        int runningTo) {
    /** How the value is found. */
    enum Way {
        /** By a walk, which all that need one share. */
        WALK,
        /** Count and sum of a window that the card keeps. */
        KEPT,
        /** Count and sum of all entries. */
        ALL,
        /** Only compared: whether so many are newer. */
        NEWER
    }
}
