package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.StreamSerializer;
import java.io.IOException;

/** Moves whole shards between members; those that arrive take their pages from this member's memory. */
final class HistoryShardSerializer implements StreamSerializer<HistoryShard> {
    private final HistoryMemory memory;

    HistoryShardSerializer(HistoryMemory memory) {
        this.memory = memory;
    }

    @Override
    public int getTypeId() {
        return ShardSerialization.HISTORY_SHARD_TYPE;
    }

    @Override
    public void write(ObjectDataOutput out, HistoryShard shard) throws IOException {
        shard.writeTo(out);
    }

    @Override
    public HistoryShard read(ObjectDataInput in) throws IOException {
        return HistoryShard.readFrom(in, memory);
    }
}
