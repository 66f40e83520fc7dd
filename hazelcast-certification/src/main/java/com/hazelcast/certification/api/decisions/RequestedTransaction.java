package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.transaction.CompactTransaction;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.jspecify.annotations.Nullable;

/**
 * One transaction as a caller gave it, checked. Its card is the code of the number; it is keyed only when the transaction is handed on.
 *
 * @param card code of the card's number
 * @param times first word of {@link TransactionLayout}
 * @param payment second word
 * @param outcome third word, with the verdict 0
 * @param reference the caller's name of it; null: none
 * @param referenceHash its hash; 0 without
 * @param deadlineMs 0: the usual one
 */
public record RequestedTransaction(
        long card,
        long times,
        long payment,
        int outcome,
        @Nullable String reference,
        long referenceHash,
        int deadlineMs)
        implements CompactTransaction {

    /** The same with a reference. */
    public RequestedTransaction withReference(String name, long hash) {
        return new RequestedTransaction(card, times, payment, outcome, name, hash, deadlineMs);
    }

    /** Without the card. */
    @Override
    public String toString() {
        return "a transaction";
    }
}
