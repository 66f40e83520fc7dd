package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * Transactions as a member scores them: read by read, and of each read a batch for each shard. Reused from round to round; each
 * transaction is later than the one before. Single-threaded.
 */
final class RoundOfBatches {
    /** Transactions of a read, as {@code bench kernel} groups them. */
    private static final int PER_READ = 4_096;

    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;

    private final RecordGenerator generator;
    private final int count;
    private final long beginMs;
    private final double stepMs;
    private final byte[] transactions;
    private final byte[][] groups;
    private final int[] groupSizes;
    private final int[] batchShards;
    private final int[] batchSizes;
    private final byte[] record = new byte[WireRecord.SIZE_BYTES];
    private final byte[] parsed = new byte[SIZE_BYTES];
    private int batchCount;
    private long drawn;

    /**
     * An empty round.
     *
     * @param shards among which the cards are divided
     * @param count transactions of a round
     * @param beginMs time of the first transaction of all rounds
     * @param stepMs from one to the next
     */
    RoundOfBatches(RecordGenerator generator, int shards, int count, long beginMs, double stepMs) {
        this.generator = generator;
        this.count = count;
        this.beginMs = beginMs;
        this.stepMs = stepMs;
        transactions = new byte[count * SIZE_BYTES];
        groups = new byte[shards][PER_READ * SIZE_BYTES];
        groupSizes = new int[shards];
        int batchesMax = (count + PER_READ - 1) / PER_READ * shards;
        batchShards = new int[batchesMax];
        batchSizes = new int[batchesMax];
    }

    /** Makes the next transactions in the place of those before. */
    void draw() {
        batchCount = 0;
        int filled = 0;
        while (filled < count) {
            readGroups(Math.min(PER_READ, count - filled));
            filled = appendGroups(filled);
        }
    }

    private void readGroups(int size) {
        for (int i = 0; i < size; i++) {
            generator.fill(record, 0, 1, beginMs + (long) (drawn * stepMs));
            drawn++;
            int parse = RecordParser.parse(record, 0, parsed, 0);
            if (parse != RecordParser.OK) {
                throw new IllegalStateException("the generator made a record that the parser rejects: reason=" + parse);
            }
            int shard = CardHash.shard(CardHash.of(TransactionLayout.cardAt(parsed, 0)), groups.length);
            TransactionLayout.copy(parsed, 0, groups[shard], groupSizes[shard]);
            groupSizes[shard]++;
        }
    }

    /** Each group becomes a batch; returns how many transactions there are then. */
    private int appendGroups(int filled) {
        int end = filled;
        for (int shard = 0; shard < groups.length; shard++) {
            int size = groupSizes[shard];
            if (size > 0) {
                System.arraycopy(groups[shard], 0, transactions, end * SIZE_BYTES, size * SIZE_BYTES);
                batchShards[batchCount] = shard;
                batchSizes[batchCount] = size;
                batchCount++;
                end += size;
                groupSizes[shard] = 0;
            }
        }
        return end;
    }

    /** Transactions of a round. */
    int count() {
        return count;
    }

    /** Batches of this round; they lie one behind the other. */
    int batchCount() {
        return batchCount;
    }

    /** The shard of the cards of a batch. */
    int shard(int batch) {
        return batchShards[batch];
    }

    /** Transactions of a batch. */
    int size(int batch) {
        return batchSizes[batch];
    }

    /** The card of a transaction of this round. */
    long card(int index) {
        return TransactionLayout.cardAt(transactions, index * SIZE_BYTES);
    }

    /** Copies all transactions, compact and without verdicts, batch behind batch. */
    void copyTo(byte[] target) {
        System.arraycopy(transactions, 0, target, 0, transactions.length);
    }
}
