package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * What a transaction carries between members beyond itself, in the spare bits of its first word. Never stored.
 *
 * <pre>
 *                      2            1             0
 *  times     | ...     | known only | placed only | recycled |
 * </pre>
 *
 * <ul>
 *   <li><b>recycled</b>, on the way to a backup: the owner, out of memory, dropped the card's oldest chunk to make room.
 *   <li><b>placed only</b>, on the way to a backup: the owner rejected the transaction because its scoring failed, after it had
 *       dropped what is 90 days older.
 *   <li><b>known only</b>, on the way to the owner: the transaction may not open a new card.
 * </ul>
 */
public final class OutcomeLayout {
    private static final long RECYCLED = 1;
    private static final long PLACED_ONLY = 2;
    private static final long KNOWN_ONLY = 4;

    private OutcomeLayout() {}

    static long withRecycled(long times) {
        return times | RECYCLED;
    }

    static boolean isRecycled(long times) {
        return (times & RECYCLED) != 0;
    }

    static long withPlacedOnly(long times) {
        return times | PLACED_ONLY;
    }

    static boolean isPlacedOnly(long times) {
        return (times & PLACED_ONLY) != 0;
    }

    /** Marks the transaction at the offset: it may not open a new card. */
    public static void markKnownOnly(byte[] transactions, int offset) {
        TransactionLayout.put(
                transactions,
                offset,
                TransactionLayout.cardAt(transactions, offset),
                TransactionLayout.timesAt(transactions, offset) | KNOWN_ONLY,
                TransactionLayout.paymentAt(transactions, offset),
                TransactionLayout.outcomeAt(transactions, offset),
                TransactionLayout.referenceAt(transactions, offset));
    }

    static boolean isKnownOnly(long times) {
        return (times & KNOWN_ONLY) != 0;
    }

    /** The word as it is stored. */
    static long withoutMarks(long times) {
        return times & ~(RECYCLED | PLACED_ONLY | KNOWN_ONLY);
    }
}
