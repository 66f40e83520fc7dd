package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.BitSet;

/** Records of the log for tests elsewhere: all of the transactions were scored. */
public final class OutcomeRecords {
    private static final BatchId ID = new BatchId(7, 1);
    private static final long ROUND = 3;

    private OutcomeRecords() {}

    /** As the owner of the shard writes it. */
    public static byte[] byOwner(long atMs, byte[] transactions) {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        return new OutcomeRecord(ID, atMs, ROUND, new short[count], new BitSet(), new BitSet(), PromptBits.all(count))
                .encode(transactions);
    }

    /** As a copy writes it. */
    public static byte[] byCopy(long atMs, byte[] transactions) {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        BitSet some = new BitSet();
        some.set(0);
        return OutcomeRecord.encodeCopy(
                atMs, ID, ROUND, new BitSet(), new BitSet(), new BitSet(), some, transactions, count);
    }
}
