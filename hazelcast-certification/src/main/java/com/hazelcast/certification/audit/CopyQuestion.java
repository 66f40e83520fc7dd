package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;

/** What a comparison asks of all copies of a shard. Changes nothing in the shard. */
public enum CopyQuestion {
    /** {@link ShardDigest} as bytes. */
    DIGEST(64) {
        @Override
        byte[] answer(HistoryShard shard) {
            return ShardDigest.of(shard).toBytes();
        }
    },

    /** All transactions that the copy holds, one compact transaction behind the other. For audits of small clusters. */
    CONTENTS(4) {
        @Override
        byte[] answer(HistoryShard shard) {
            return ShardContents.of(shard);
        }
    };

    private final int comparisonsMax;

    CopyQuestion(int comparisonsMax) {
        this.comparisonsMax = comparisonsMax;
    }

    /** Comparisons that may ask this at a time: the answers of each are kept on the members meanwhile. */
    int comparisonsMax() {
        return comparisonsMax;
    }

    /**
     * What that copy answers. Runs on the partition thread.
     *
     * @throws IllegalStateException when the answer is more than an array holds
     */
    abstract byte[] answer(HistoryShard shard);
}
