package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;

/**
 * Transactions for one shard and who handed them in: runs of consecutive transactions, each with its listener. Filled
 * under its lane's lock, then handed from thread to thread with the call; never used by two at once.
 */
final class LaneBatch {
    private static final int TRANSACTIONS_INITIAL = 128;
    private static final int RUNS_INITIAL = 4;

    private final BatchId id;
    private byte[] transactions;
    private int count;
    private AnswerListener[] listeners = new AnswerListener[RUNS_INITIAL];
    private int[] runEnds = new int[RUNS_INITIAL];
    private long[] readsNs = new long[RUNS_INITIAL];
    private int runCount;
    private int failures;

    LaneBatch(BatchId id, int transactionsExpected) {
        this.id = id;
        int capacity = Math.max(TRANSACTIONS_INITIAL, transactionsExpected);
        transactions = new byte[capacity * TransactionLayout.TRANSACTION_SIZE_BYTES];
    }

    void add(byte[] source, int first, int added, AnswerListener listener, long readNs) {
        int size = TransactionLayout.TRANSACTION_SIZE_BYTES;
        int needed = (count + added) * size;
        if (needed > transactions.length) {
            transactions = Arrays.copyOf(transactions, Math.max(needed, transactions.length * 2));
        }
        System.arraycopy(source, first * size, transactions, count * size, added * size);
        count += added;
        if (runCount == listeners.length) {
            listeners = Arrays.copyOf(listeners, runCount * 2);
            runEnds = Arrays.copyOf(runEnds, runCount * 2);
            readsNs = Arrays.copyOf(readsNs, runCount * 2);
        }
        listeners[runCount] = listener;
        runEnds[runCount] = count;
        readsNs[runCount++] = readNs;
    }

    /** The call that scores it; the same batch, however often it is made. */
    ScoreBatch call() {
        return new ScoreBatch(id, transactions, count);
    }

    int count() {
        return count;
    }

    /** Counts a call that failed; returns how many have. */
    int failed() {
        return ++failures;
    }

    /** Tells how long the transactions have waited, each read by itself. */
    void recordWait(RoutingMeter meter, long submittedNs) {
        int from = 0;
        for (int i = 0; i < runCount; i++) {
            meter.submitted(runEnds[i] - from, submittedNs - readsNs[i]);
            from = runEnds[i];
        }
    }

    /** Tells each listener its answers. */
    void answer(byte[] answers) {
        int from = 0;
        for (int i = 0; i < runCount; i++) {
            listeners[i].answered(answers, from, runEnds[i] - from, readsNs[i]);
            from = runEnds[i];
        }
    }
}
