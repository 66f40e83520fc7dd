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
 * Tells a shard's owner that all copies were seen while it saw the members of a certain view. Answers whether it still sees
 * them; from then on it answers batches as confirmed, until it sees others.
 */
public final class ConfirmCopies extends ShardProcessor<Boolean> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long view;
    private transient HazelcastInstance member;

    ConfirmCopies() {}

    /** Of that view, an answer of {@link ProbeCopies}. */
    public ConfirmCopies(long view) {
        this.view = view;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        boolean isCurrent = MembersView.of(member) == view;
        if (isCurrent) {
            ScoringContext.of(member).copies().confirm(entry.getKey(), view);
        }
        return isCurrent;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.CONFIRM_COPIES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(view);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        view = in.readLong();
    }
}
