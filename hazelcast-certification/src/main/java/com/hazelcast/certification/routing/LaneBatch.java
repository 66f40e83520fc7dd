package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Transactions for one shard and who handed them in: runs of consecutive transactions, each with its listener. Sent and
 * answered as a whole, or in parts from left to right once it has been halved. Filled under its lane's lock, then handed from
 * thread to thread with the call; never used by two at once.
 */
final class LaneBatch {
    private static final int TRANSACTIONS_INITIAL = 16;
    private static final int RUNS_INITIAL = 4;

    private final BatchId id;
    private final BatchTrial trial = new BatchTrial();
    private byte[] transactions;
    private int count;
    private AnswerListener[] listeners = new AnswerListener[RUNS_INITIAL];
    private int[] runEnds = new int[RUNS_INITIAL];
    private long[] arrivalsNs = new long[RUNS_INITIAL];
    private int runCount;

    /** The first run that has not been answered to its end. */
    private int run;

    private @Nullable Halving halving;

    LaneBatch(BatchId id, int transactionsExpected) {
        this.id = id;
        int capacity = Math.max(TRANSACTIONS_INITIAL, transactionsExpected);
        transactions = new byte[capacity * TransactionLayout.TRANSACTION_SIZE_BYTES];
    }

    void add(byte[] source, int first, int added, AnswerListener listener, long arrivedNs) {
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
            arrivalsNs = Arrays.copyOf(arrivalsNs, runCount * 2);
        }
        listeners[runCount] = listener;
        runEnds[runCount] = count;
        arrivalsNs[runCount++] = arrivedNs;
    }

    /**
     * Calls the shard's owner with the part; the same call, however often it is made. All parts carry the batch's identity
     * and where they begin: what an earlier call has scored of them on the shard is theirs.
     */
    CompletionStage<byte[]> submit(int shard, LaneHost host) {
        int size = TransactionLayout.TRANSACTION_SIZE_BYTES;
        byte[] part = isWhole() ? transactions : Arrays.copyOfRange(transactions, from() * size, to() * size);
        return host.submit(shard, id.from(from()), part, partCount());
    }

    int count() {
        return count;
    }

    /** When the first of its transactions was read, by {@code System.nanoTime()}. */
    long firstReadNs() {
        return arrivalsNs[0];
    }

    /** Transactions of the part that is sent now. */
    int partCount() {
        return to() - from();
    }

    boolean isWhole() {
        return partCount() == count;
    }

    private int from() {
        return halving == null ? 0 : halving.from();
    }

    private int to() {
        return halving == null ? count : halving.to();
    }

    /** The card of the part's last transaction. Never shown but masked. */
    long lastCard() {
        return TransactionLayout.cardAt(transactions, (to() - 1) * TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    /** What has been tried with it. */
    BatchTrial trial() {
        return trial;
    }

    /** The next part is the first half of this one. */
    void halve() {
        if (halving == null) {
            halving = new Halving(count);
        }
        halving.halve();
    }

    /** Records how long the transactions have waited, each read by itself. */
    void recordWait(RoutingMeter meter, long submittedNs) {
        int from = 0;
        for (int i = 0; i < runCount; i++) {
            meter.submitted(runEnds[i] - from, submittedNs - arrivalsNs[i]);
            from = runEnds[i];
        }
    }

    /**
     * Gives each listener its answers of the part; one that throws keeps nobody else from its own. The next part follows.
     *
     * @return whether there is none
     */
    boolean answer(short[] answers, LaneLog log) {
        int from = from();
        int to = to();
        int next = from;
        while (next < to) {
            int end = Math.min(to, runEnds[run]);
            try {
                listeners[run].answered(answers, next - from, end - next, arrivalsNs[run]);
            } catch (RuntimeException | Error e) {
                log.threw("a listener to answers", e);
            }
            if (end == runEnds[run]) {
                run++;
            }
            next = end;
        }
        if (halving != null) {
            halving.settle();
        }
        return to == count;
    }
}
