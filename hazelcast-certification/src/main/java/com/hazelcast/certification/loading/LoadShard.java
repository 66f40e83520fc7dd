package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has the owner's {@link ShardLoader} make a shard that is missing, and puts it in place on owner and backups in one synchronous step.
 * Running this twice is safe. Any answer but the named ones is the reason why the shard cannot be loaded.
 */
final class LoadShard extends ShardProcessor<String> implements HazelcastInstanceAware {
    /** The shard is missing: the owner's loader has not received this load, or a member is about to bring it. Try again. */
    static final String MISSING = "missing";

    /** It is in place, as this load made it. */
    static final String LOADED = "loaded";

    /** It was in place before this load, and stays as it was. */
    static final String KEPT = "kept";

    private static final long serialVersionUID = 1;

    private long load;
    private transient @Nullable HistoryShard loaded;
    private transient LoadingContext context;
    private transient ShardContext shards;
    private transient HazelcastInstance member;
    private transient String where = "";

    LoadShard() {}

    /** @param load the identity of its parameters */
    LoadShard(long load) {
        this.load = load;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        context = LoadingContext.of(member);
        shards = ShardContext.of(member);
        where = member.getCluster().getLocalMember().getAddress().toString();
    }

    @Override
    public String process(Map.Entry<Integer, HistoryShard> entry) {
        if (shards.isOnDisk(entry.getKey(), member)) {
            // A member is about to bring it.
            return MISSING;
        }
        HistoryShard shard = entry.getValue();
        if (shard != null && shard.isInstalled()) {
            return context.loaded().isOf(shard, load) ? LOADED : KEPT;
        }
        HistoryShard made = context.loader().load(entry.getKey());
        if (made == null || !context.loaded().isOf(made, load)) {
            return context.loaded()
                    .refusal(entry.getKey(), load)
                    .map(reason -> "on " + where + ": " + reason)
                    .orElse(MISSING);
        }
        made.keptAt(entry.getKey());
        made.install();
        entry.setValue(made);
        // Its first snapshot begins.
        var unused = shards.isStored(made);
        loaded = made;
        return LOADED;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, String> getBackupProcessor() {
        return loaded == null ? null : new InstallShard<>(loaded);
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.LOAD_SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(load);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        load = in.readLong();
    }
}
