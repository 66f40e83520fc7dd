package com.hazelcast.certification.removing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sweeps a part of a shard, on its owner; its backups do the same. Answers a {@link Report}, or null when nothing could be swept.
 * Running it again is safe: there is nothing left to remove.
 *
 * <p>The time of a sweep is that of the newest transaction of the shard, or the caller's clock, whichever is earlier. So a clock that is ahead
 * removes nothing too early where transactions are on time, and one transaction from the future removes nothing where clocks are.
 */
final class SweepShard extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    /** Cards of a part: the partition thread is busy with them for less than a millisecond with usual histories. */
    static final int CARDS_PER_CALL = 500;

    private static final long serialVersionUID = 1;

    private long from;
    private long to;
    private long clockMs;
    private long emptyMaxMs;

    /** What was removed; null: nothing. */
    private transient @Nullable RemovalRecord record;

    private transient boolean isConfirmed;
    private transient ShardContext shards;
    private transient HazelcastInstance member;

    SweepShard() {}

    /** Of positions; the owner may stop before the last. */
    SweepShard(long from, long to, long clockMs, long emptyMaxMs) {
        this.from = from;
        this.to = to;
        this.clockMs = clockMs;
        this.emptyMaxMs = emptyMaxMs;
    }

    /**
     * What a call did.
     *
     * @param next the position to go on from
     * @param elapsedNs on the partition thread
     */
    record Report(long next, long looked, long expired, long removed, long elapsedNs) {
        static Report of(byte[] answer) {
            ByteBuffer in = ByteBuffer.wrap(answer);
            return new Report(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
        }

        byte[] toBytes() {
            return ByteBuffer.allocate(5 * Long.BYTES)
                    .putLong(next)
                    .putLong(looked)
                    .putLong(expired)
                    .putLong(removed)
                    .putLong(elapsedNs)
                    .array();
        }
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        shards = ShardContext.of(hazelcast);
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        MembersView.View view = shards.members().look(member.getCluster());
        HistoryShard shard = entry.getValue();
        if (shard == null || shards.presence(entry.getKey(), shard, view) != ShardPresence.PRESENT) {
            return null;
        }
        try {
            return sweep(entry, shard, view).toBytes();
        } catch (LogStalledException e) {
            // What was removed comes to the log before anything else.
            return null;
        }
    }

    private Report sweep(Map.Entry<Integer, HistoryShard> entry, HistoryShard shard, MembersView.View view) {
        long startNs = System.nanoTime();
        long end = Math.min(to, CardHash.endOfPart(from, CARDS_PER_CALL, shard.cardCount()));
        ShardJournal journal = shards.openJournal(shard);
        RemovalRecord.Sweep sweep;
        try {
            sweep = RemovalRecord.sweep(shard, from, end, Math.min(clockMs, shard.newestMs()), emptyMaxMs);
            if (sweep.swept().isChanged()) {
                record = sweep.record();
                if (journal != null) {
                    journal.append(ChangeType.REMOVAL, record.toBytes(), record.toBytes().length);
                }
            }
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        if (record != null) {
            entry.setValue(shard);
            isConfirmed = shard.copies().isComplete(view.number());
            if (journal != null) {
                journal.commit();
            }
        }
        HistoryShard.Swept swept = sweep.swept();
        return new Report(end, swept.looked(), swept.expired(), swept.removed(), System.nanoTime() - startNs);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return record == null ? null : new ApplyRemoval(record, isConfirmed);
    }

    @Override
    public int getFactoryId() {
        return RemovingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RemovingSerialization.SWEEP_SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(from);
        out.writeLong(to);
        out.writeLong(clockMs);
        out.writeLong(emptyMaxMs);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        from = in.readLong();
        to = in.readLong();
        clockMs = in.readLong();
        emptyMaxMs = in.readLong();
    }
}
