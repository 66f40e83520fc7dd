package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes Hazelcast load a shard through the map's {@code MapLoader}, if it is missing, and puts it in place on owner and
 * backups in one synchronous step. Answers whether the shard is in place now; false means that this member's loader has
 * not been told what to load.
 *
 * <p>Hazelcast keeps a value that its loader returned on the owner only; the backup processor is what carries it to the
 * backups. Until then the shard is not {@linkplain HistoryShard#isInstalled() installed} and nothing is scored on it.
 * Running this twice is safe.
 */
public final class LoadShard extends ShardProcessor<Boolean> {
    private static final long serialVersionUID = 1;

    private transient @Nullable HistoryShard loaded;

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null) {
            return false;
        }
        if (!shard.isInstalled()) {
            shard.install();
            entry.setValue(shard);
            loaded = shard;
        }
        return true;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return loaded == null ? null : new InstallShard(loaded);
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.LOAD_SHARD;
    }
}
