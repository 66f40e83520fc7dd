package com.hazelcast.certification.copies;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.storage.ShardJournal;

/** Keeps the rounds of shards where their changes are kept. Stateless. */
final class EpochLog {
    private EpochLog() {}

    /**
     * The shard's round or promise is another now.
     *
     * @throws com.hazelcast.certification.storage.files.LogStalledException when it cannot be written
     */
    static void keep(ShardContext shards, HistoryShard shard) {
        ShardJournal journal = shards.openJournal(shard);
        if (journal != null) {
            try {
                journal.appendEpoch(shard);
            } finally {
                journal.release();
            }
            journal.commit();
        }
    }
}
