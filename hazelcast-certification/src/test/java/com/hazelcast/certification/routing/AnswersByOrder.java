package com.hazelcast.certification.routing;

import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.waiting.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Transactions of the cards 0, 1, 2 and so on, and the answers to them in the order in which they came. */
final class AnswersByOrder implements AnswerListener {
    final List<Short> answers = Collections.synchronizedList(new ArrayList<>());

    /** Hands so many transactions to the lane, in groups of that many, each with this as its listener. */
    void offer(Lane lane, int count, int groupSize) {
        for (int first = 0; first < count; first += groupSize) {
            int group = Math.min(groupSize, count - first);
            lane.offer(transactions(first, group), 0, group, this, System.nanoTime());
        }
    }

    /** Waits for so many answers that the lanes' own thread may bring. */
    void await(int count) {
        Await.until(count + " answers", () -> answers.size() >= count);
    }

    static byte[] transactions(long firstCard, int count) {
        byte[] transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < count; i++) {
            TransactionLayout.put(
                    transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES, firstCard + i, 1L << 30, 0, 0);
        }
        return transactions;
    }

    @Override
    public void answered(short[] given, int offset, int count, long arrivedNs) {
        for (int i = offset; i < offset + count; i++) {
            answers.add(given[i]);
        }
    }
}
