package com.hazelcast.certification.copies;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
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
 * Passes through a shard's owner and its backups like a batch and leaves word of itself on each backup that holds the shard, with the
 * round that its owner promises ({@link com.hazelcast.certification.history.ShardEpoch}). Answers the owner's tenure ({@link
 * com.hazelcast.certification.history.CopyStatus}), {@link #AWAITED}, or null when the shard is not there. What the backups then report
 * ({@link TakeProbe}) is how many copies there are: Hazelcast's own acknowledgement does not report that.
 */
final class ProbeCopies extends ShardProcessor<Long> implements HazelcastInstanceAware {
    /** The shard, or more of it, may still come: ask again. The number of no tenure. */
    static final long AWAITED = 0;

    private static final long serialVersionUID = 1;

    private long probe;
    private transient long promised;
    private transient HazelcastInstance member;

    ProbeCopies() {}

    /** A probe of that number, unlike all others. */
    ProbeCopies(long probe) {
        this.probe = probe;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public @Nullable Long process(Map.Entry<Integer, HistoryShard> entry) {
        ShardContext context = ShardContext.of(member);
        MembersView members = context.members();
        MembersView.View view = members.look(member.getCluster());
        HistoryShard shard = entry.getValue();
        ShardPresence presence = context.presence(shard, view);
        if (presence == ShardPresence.AWAITED) {
            return AWAITED;
        }
        if (shard == null || presence != ShardPresence.PRESENT) {
            return null;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        long tenure = shard.copies().tenure(view.number(), members::nextNumber);
        promised = shard.copies().isComplete(view.number())
                ? shard.epoch().promised()
                : shard.epoch().promise();
        return tenure;
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, Long> getBackupProcessor() {
        return new ProbeBackup(probe, promised);
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.PROBE_COPIES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(probe);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        probe = in.readLong();
    }
}
