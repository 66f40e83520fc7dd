package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks the owner of a shard whether a copy on another member's disk adds nothing to it: then it need not travel. */
final class SameShard extends ShardProcessor<Boolean> {
    private static final long serialVersionUID = 1;

    private long round;
    private long promise;
    private long held;
    private long digest;

    SameShard() {}

    /** Of the copy. */
    SameShard(HistoryShard copy) {
        round = copy.epoch().round();
        promise = copy.epoch().promised();
        held = copy.heldCount();
        digest = copy.digest();
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        return shard != null
                && shard.isInstalled()
                && shard.epoch().round() >= round
                && shard.epoch().promised() >= promise
                && shard.heldCount() == held
                && shard.digest() == digest;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.SAME_SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(round);
        out.writeLong(promise);
        out.writeLong(held);
        out.writeLong(digest);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        round = in.readLong();
        promise = in.readLong();
        held = in.readLong();
        digest = in.readLong();
    }
}
