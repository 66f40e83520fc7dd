package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryShard;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Applies an outcome of the log to a shard, which may have it already: it changes nothing then. Called by several threads, of each shard by one. */
@FunctionalInterface
public interface OutcomeReplayer {
    /**
     * Applies an outcome.
     *
     * @throws IOException when the outcome cannot be read
     */
    void replay(HistoryShard shard, ByteBuffer outcome) throws IOException;
}
