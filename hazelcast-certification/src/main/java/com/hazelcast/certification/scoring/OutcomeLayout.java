package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * What a transaction carries on its way to the owner beyond itself, in a spare bit of its first word. Never stored.
 *
 * <pre>
 *                      2            1     0
 *  times     | ...     | known only | -   |
 * </pre>
 *
 * <p><b>known only</b>: the transaction may not open a new card.
 */
public final class OutcomeLayout {
    private static final long KNOWN_ONLY = 4;

    private OutcomeLayout() {}

    /** Sets the flag of the transaction at the offset: it may not open a new card. */
    public static void setKnownOnly(byte[] transactions, int offset) {
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
    static long withoutFlags(long times) {
        return times & ~KNOWN_ONLY;
    }
}
