package com.hazelcast.certification.labelling;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.labels.ShardLabels;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Labels transactions of one shard, on its owner; its backups apply what was labelled. Answers a {@link LabelAnswer}. Running it again is
 * safe: the label is the same. A call that is repeated may put its label on top of one that came through another member while this one has no
 * answer; of one member, {@link LabelDesk} lets none overtake.
 */
final class TakeLabels extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private transient List<LabelRequest> requests = List.of();

    /** What was labelled; empty: nothing. */
    private transient byte[] record = {};

    private transient boolean isConfirmed;
    private transient ShardContext shards;
    private transient HazelcastInstance member;

    TakeLabels() {}

    /** Of cards that belong to the shard that is asked. */
    TakeLabels(List<LabelRequest> requests) {
        this.requests = requests;
    }

    /** What they name. */
    List<LabelRequest> requests() {
        return requests;
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
        if (presence == ShardPresence.AWAITED) {
            return LabelAnswer.awaited();
        }
        if (shard == null || presence != ShardPresence.PRESENT) {
            LabelResult[] results = new LabelResult[requests.size()];
            Arrays.fill(results, presence == ShardPresence.LOST ? LabelResult.SHARD_LOST : LabelResult.NOT_LOADED);
            return LabelAnswer.of(LabelAnswer.State.SETTLED, MembersView.NONE, results);
        }
        try {
            return take(entry, shard, view);
        } catch (LogStalledException e) {
            // What was labelled comes to the log before anything else. Until then it is not answered.
            return LabelAnswer.awaited();
        }
    }

    private byte[] take(Map.Entry<Integer, HistoryShard> entry, HistoryShard shard, MembersView.View view) {
        ShardJournal journal = shards.openJournal(shard);
        ShardLabels labels;
        try {
            labels = ShardLabels.take(shard, requests);
            if (!labels.record().isEmpty()) {
                record = labels.record().encode(shard.epoch().round());
                if (journal != null) {
                    journal.append(ChangeType.LABELS, record, record.length);
                }
            }
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        if (record.length == 0) {
            return LabelAnswer.of(LabelAnswer.State.SETTLED, MembersView.NONE, labels.results());
        }
        entry.setValue(shard);
        isConfirmed = shard.copies().isComplete(view.number());
        if (journal != null) {
            journal.commit();
        }
        LabelAnswer.State state = isConfirmed ? LabelAnswer.State.CONFIRMED : LabelAnswer.State.UNCONFIRMED;
        return LabelAnswer.of(state, view.number(), labels.results());
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return record.length == 0 ? null : new ApplyLabels(record, isConfirmed);
    }

    @Override
    public int getFactoryId() {
        return LabellingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LabellingSerialization.TAKE_LABELS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeInt(requests.size());
        for (LabelRequest request : requests) {
            out.writeLong(request.card());
            out.writeLong(request.reference());
            out.writeLong(request.timeMs());
            out.writeLong(request.amountUnits());
            out.writeByte(request.label().code());
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        int count = in.readInt();
        List<LabelRequest> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long card = in.readLong();
            long reference = in.readLong();
            long timeMs = in.readLong();
            long amountUnits = in.readLong();
            int code = in.readByte();
            Label label = Label.of(code).orElseThrow(() -> new IOException("there is no such label: code=" + code));
            read.add(new LabelRequest(card, reference, timeMs, amountUnits, label));
        }
        requests = read;
    }
}
