package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes through a shard's owner and its backups like a batch and leaves word of itself on each backup that holds the shard.
 * Answers the owner's tenure ({@link com.hazelcast.certification.history.CopyMark}), or null when the shard is not there. What the backups then tell
 * ({@link ScoringContext#takeProbe}) is how many copies there are: Hazelcast's own acknowledgement does not tell.
 */
public final class ProbeCopies extends ShardProcessor<Long> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long probe;
    private transient HazelcastInstance member;

    ProbeCopies() {}

    /** A probe of that number, unlike all others. */
    public ProbeCopies(long probe) {
        this.probe = probe;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public @Nullable Long process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        MembersView members = ScoringContext.of(member).members();
        return shard.copies().tenure(members.look(member.getCluster()).number(), members::nextNumber);
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, Long> getBackupProcessor() {
        return new ProbeBackup(probe);
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.PROBE_COPIES;
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
