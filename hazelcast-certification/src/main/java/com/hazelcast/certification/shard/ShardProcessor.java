package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;

/**
 * An entry processor that carries no fields but its version; those of a subclass come after it.
 *
 * @param <R> what it answers
 */
public abstract class ShardProcessor<R>
        implements EntryProcessor<Integer, HistoryShard, R>, IdentifiedDataSerializable {
    private static final byte FORMAT_VERSION = 3;
    private static final long serialVersionUID = 1;

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, getClass().getSimpleName());
    }
}
