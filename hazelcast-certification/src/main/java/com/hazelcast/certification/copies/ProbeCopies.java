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
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Passes through a shard's owner and its backups like a batch and leaves word of itself on each backup that holds the shard,
 * with the round that its owner promises ({@link com.hazelcast.certification.history.ShardEpoch}). Answers the owner's tenure
 * ({@link com.hazelcast.certification.history.CopyStatus}), or {@link #AWAITED}, and who the owner is; null when the shard is
 * not there. What the backups then report ({@link TakeProbe}) is how many copies there are: Hazelcast's own acknowledgement
 * does not report that.
 */
final class ProbeCopies extends ShardProcessor<long[]> implements HazelcastInstanceAware {
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

    /** Of an answer. */
    static long tenure(long[] answer) {
        return answer[0];
    }

    /** Of an answer that is not awaited. */
    static UUID owner(long[] answer) {
        return new UUID(answer[1], answer[2]);
    }

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        ShardContext context = ShardContext.of(member);
        MembersView members = context.members();
        MembersView.View view = members.look(member.getCluster());
        HistoryShard shard = entry.getValue();
        ShardPresence presence = context.presence(entry.getKey(), shard, view);
        if (presence == ShardPresence.AWAITED) {
            return new long[] {AWAITED};
        }
        if (shard == null || presence != ShardPresence.PRESENT) {
            return null;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        long tenure = shard.copies().tenure(view.number(), members::nextNumber);
        boolean isComplete = shard.copies().isComplete(view.number());
        promised = isComplete ? shard.epoch().promised() : shard.epoch().promise();
        if (!isComplete) {
            EpochLog.keep(context, shard);
        }
        UUID self = member.getCluster().getLocalMember().getUuid();
        return new long[] {tenure, self.getMostSignificantBits(), self.getLeastSignificantBits()};
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, long[]> getBackupProcessor() {
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
