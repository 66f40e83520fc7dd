package com.hazelcast.certification.removing;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
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
 * Forgets a card, on the owner of its shard; its backups do the same, also when the owner holds nothing of it. Answers an {@link Answer}.
 * Running it again is safe.
 */
final class ForgetCard extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long card;

    /** What was removed; null: nothing could be. */
    private transient @Nullable RemovalRecord record;

    private transient boolean isConfirmed;
    private transient ShardContext shards;
    private transient HazelcastInstance member;

    ForgetCard() {}

    /** A card of the shard that is asked. */
    ForgetCard(long card) {
        this.card = card;
    }

    /** How far it is. */
    enum State {
        /** Done, and the owner had confirmed that all copies are there; it is to look again. */
        CONFIRMED,
        /** Done, and it had not. */
        UNCONFIRMED,
        /** Nothing was done: the shard, or more of it, may still come, or the log cannot be written now. */
        AWAITED,
        /** Nothing was done: nothing was ever loaded, or the shard is lost. */
        ABSENT
    }

    /**
     * What an owner answers.
     *
     * @param view of the members that it saw
     * @param entries that it held of the card; -1: it held no such card
     */
    record Answer(State state, long view, int entries) {
        static Answer without(State state) {
            return new Answer(state, MembersView.NONE, -1);
        }

        static Answer of(byte[] answer) {
            ByteBuffer in = ByteBuffer.wrap(answer);
            return new Answer(State.values()[in.get()], in.getLong(), in.getInt());
        }

        byte[] toBytes() {
            return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES)
                    .put((byte) state.ordinal())
                    .putLong(view)
                    .putInt(entries)
                    .array();
        }
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        shards = ShardContext.of(hazelcast);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        // Before anything else: who answers compares it with a later look.
        MembersView.View view = shards.members().look(member.getCluster());
        HistoryShard shard = entry.getValue();
        ShardPresence presence = shards.presence(entry.getKey(), shard, view);
        // What comes from a disk may have the card, and would bring it back.
        if (presence == ShardPresence.AWAITED || shards.isOnDisk(entry.getKey(), member)) {
            return Answer.without(State.AWAITED).toBytes();
        }
        if (shard == null || presence != ShardPresence.PRESENT) {
            return Answer.without(State.ABSENT).toBytes();
        }
        try {
            return forget(entry, shard, view).toBytes();
        } catch (LogStalledException e) {
            // What was removed comes to the log before anything else. Until then it is not answered.
            return Answer.without(State.AWAITED).toBytes();
        }
    }

    private Answer forget(Map.Entry<Integer, HistoryShard> entry, HistoryShard shard, MembersView.View view) {
        ShardJournal journal = shards.openJournal(shard);
        RemovalRecord.Forgotten forgotten;
        try {
            forgotten = RemovalRecord.forget(shard, card);
            record = forgotten.record();
            if (journal != null) {
                journal.append(ChangeType.REMOVAL, record.toBytes(), record.toBytes().length);
            }
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        shards.forgotten().applied(shard, card);
        ScoringContext.of(member).flagged().forget(card);
        entry.setValue(shard);
        isConfirmed = shard.copies().isComplete(view.number());
        if (journal != null) {
            journal.commit();
        }
        shards.storage().ifPresent(ShardStorage::renew);
        return new Answer(isConfirmed ? State.CONFIRMED : State.UNCONFIRMED, view.number(), forgotten.entries());
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
        return RemovingSerialization.FORGET_CARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(card);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        card = in.readLong();
    }
}
