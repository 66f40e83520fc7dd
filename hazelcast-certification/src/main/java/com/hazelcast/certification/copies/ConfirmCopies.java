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
 * Reports to a shard's owner how many backups were seen in a tenure of its own. Answers whether that tenure lasts and they are
 * enough, by what the owner itself sees; from then on it answers batches as confirmed, until the tenure ends. With the first
 * confirmation of a tenure a round begins ({@link com.hazelcast.certification.history.ShardEpoch}).
 */
final class ConfirmCopies extends ShardProcessor<Boolean> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long tenure;
    private int backups;
    private transient HazelcastInstance member;

    ConfirmCopies() {}

    /**
     * Of that tenure.
     *
     * @param tenure an answer of {@link ProbeCopies}
     * @param backups that its probe has passed
     */
    ConfirmCopies(long tenure, int backups) {
        this.tenure = tenure;
        this.backups = backups;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        ShardContext context = ShardContext.of(member);
        MembersView members = context.members();
        MembersView.View view = members.look(member.getCluster());
        if (shard == null
                || context.presence(entry.getKey(), shard, view) != ShardPresence.PRESENT
                || backups < members.backupsNeeded(view)) {
            return false;
        }
        boolean isFirst = !shard.copies().isComplete(view.number());
        boolean isComplete = shard.copies().complete(view.number(), tenure);
        if (isFirst && isComplete) {
            shard.epoch().confirm();
            EpochLog.keep(context, shard);
        }
        return isComplete;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.CONFIRM_COPIES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(tenure);
        out.writeInt(backups);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        tenure = in.readLong();
        backups = in.readInt();
    }
}
