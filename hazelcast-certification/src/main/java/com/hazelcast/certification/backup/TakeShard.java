package com.hazelcast.certification.backup;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.Snapshot;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes a snapshot of a shard, the whole of it between two batches, on its owner. Answers the file; null when the shard is not there. Changes
 * nothing. Batches of the shard wait as long as for a shard that moves: some tens of milliseconds for one of the usual size.
 */
final class TakeShard extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    /** The file and two copies of it are on the heap for a moment; shards of the usual number have a tenth of that. */
    private static final long SIZE_MAX_BYTES = 1L << 30;

    private long takenAtMs;

    TakeShard() {}

    TakeShard(long takenAtMs) {
        this.takenAtMs = takenAtMs;
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        if (shard.sizeBytes() > SIZE_MAX_BYTES) {
            throw new IllegalStateException(
                    "a shard is too large to be taken from memory; give members a data-dir, or the cluster more shards: sizeBytes="
                            + shard.sizeBytes() + " sizeMaxBytes=" + SIZE_MAX_BYTES);
        }
        try {
            return Snapshot.whole(shard, entry.getKey(), takenAtMs);
        } catch (IOException e) {
            throw new UncheckedIOException("a shard could not be written to memory", e);
        }
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return BackupSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return BackupSerialization.TAKE_SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(takenAtMs);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        takenAtMs = in.readLong();
    }
}
