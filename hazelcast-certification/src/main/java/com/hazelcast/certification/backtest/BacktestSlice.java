package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.HistoryShard;
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
 * A slice of a backtest on a shard. Changes nothing. Answers as {@link BacktestRun#slice}; null when the shard is not there; empty when
 * the member does not run that backtest.
 */
public final class BacktestSlice extends ShardProcessor<long[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;
    private static final long[] NOT_RUN_HERE = {};

    private long id;
    private long from;
    private transient @Nullable HazelcastInstance member;

    BacktestSlice() {}

    BacktestSlice(long id, long from) {
        this.id = id;
        this.from = from;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        BacktestRun run = member == null ? null : MemberBacktest.of(member).run(id);
        return run == null ? NOT_RUN_HERE : run.slice(shard, from);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, long[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return BacktestSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return BacktestSerialization.BACKTEST_SLICE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(id);
        out.writeLong(from);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        id = in.readLong();
        from = in.readLong();
    }
}
