package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.TransactionLayout;

/** The flags that a history keeps for the rules: bits of which it holds the union, card by card. */
public final class HistoryFlags {
    /** Code 3333 and merchant 2222: without such an entry rules 27 and 32 cannot hold, and need no walk. */
    static final int CODE_3333_AT_2222 = 1;

    private HistoryFlags() {}

    /** Bits of a payment. Bit 0: code 3333 and merchant 2222. The other three are unused. */
    public static int of(long payment) {
        return isCode3333At2222(payment) ? CODE_3333_AT_2222 : 0;
    }

    static boolean isCode3333At2222(long payment) {
        return TransactionLayout.code(payment) == 3333 && TransactionLayout.merchant(payment) == 2222;
    }
}
