package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * Compact transactions between members: their count, whether any has a reference, and 36 bytes each if so, otherwise 28.
 * Stateless.
 */
final class TransactionsOnTheWire {
    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;

    private TransactionsOnTheWire() {}

    /** Writes those of the first transactions of the array whose index is to be sent. */
    static void write(ObjectDataOutput out, byte[] transactions, int count, IntPredicate isSent) throws IOException {
        int sent = 0;
        for (int i = 0; i < count; i++) {
            sent += isSent.test(i) ? 1 : 0;
        }
        boolean hasReferences = TransactionLayout.hasReferences(transactions, count);
        int written = hasReferences ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
        out.writeInt(sent);
        out.writeBoolean(hasReferences);
        for (int i = 0; i < count; i++) {
            if (isSent.test(i)) {
                out.write(transactions, i * SIZE_BYTES, written);
            }
        }
    }

    /** Reads what {@link #write} wrote: {@link TransactionLayout#TRANSACTION_SIZE_BYTES} each. */
    static byte[] read(ObjectDataInput in) throws IOException {
        int count = in.readInt();
        int read = in.readBoolean() ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
        byte[] transactions = new byte[count * SIZE_BYTES];
        for (int i = 0; i < count; i++) {
            in.readFully(transactions, i * SIZE_BYTES, read);
        }
        return transactions;
    }
}
