package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * All transactions that a shard holds, one compact transaction behind the other, with verdicts, labels and whether they were decided
 * promptly. For audits.
 */
final class ShardContents {
    private ShardContents() {}

    /** @throws IllegalStateException when that is more than an array holds */
    static byte[] of(HistoryShard shard) {
        long sizeBytes = shard.heldCount() * TransactionLayout.TRANSACTION_SIZE_BYTES;
        if (sizeBytes > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalStateException(
                    "a shard of that size cannot be read whole; use more shards: transactionsHeld="
                            + shard.heldCount());
        }
        byte[] contents = new byte[(int) sizeBytes];
        int[] next = {0};
        shard.forEachCard(card -> {
            CardHistory history = shard.open(card);
            history.rewind();
            while (history.next()) {
                TransactionLayout.put(
                        contents,
                        next[0],
                        card,
                        history.times(),
                        history.payment(),
                        history.outcome(),
                        TransactionLayout.kept(history.tag(), history.label(), history.isPrompt()));
                TransactionLayout.putVerdict(contents, next[0], history.verdict());
                next[0] += TransactionLayout.TRANSACTION_SIZE_BYTES;
            }
        });
        return contents;
    }
}
