package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings a shard from the other side of a split to its owner, which unites it with its own ({@link HistoryMerge}) and sends the union to
 * its backups. Answers whether anything was new there. Where nothing was, the backups are left alone, unless an earlier call for the
 * shard may have reached the owner and not them. Running this twice is safe.
 */
class DeliverShard extends ShardProcessor<Boolean> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private boolean isRepeated;
    private transient HistoryShard shard;

    /** Whether nobody else has the object: it has come from another member, or was read from this one's disk. */
    private transient boolean isOwn;

    private transient ShardContext context;

    private transient @Nullable HistoryShard united;

    DeliverShard() {}

    /** @param isRepeated an earlier call for this shard may have reached the owner only */
    DeliverShard(HistoryShard shard, boolean isRepeated) {
        this.shard = shard;
        this.isRepeated = isRepeated;
    }

    /** A shard that was read from disk; on its owner it becomes the shard. */
    static DeliverShard fromDisk(HistoryShard shard) {
        DeliverShard delivery = new DeliverShard(shard, true);
        delivery.isOwn = true;
        return delivery;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ShardContext.of(member);
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard existing = entry.getValue();
        if (isInPlace(existing)) {
            // Of an earlier call that came back as failed.
            united = shard;
            entry.setValue(shard);
            return false;
        }
        // The one that is kept aside stays as it is until it is delivered.
        HistoryShard arriving = isOwn ? shard : shard.copy();
        HistoryMerge.Union union = unite(arriving, existing);
        if (!union.isArriving()) {
            arriving.replaced();
        } else if (existing != null) {
            existing.replaced();
        }
        united = null;
        if (union.isChanged() || isRepeated) {
            // What is known of its copies is known of less than it holds now.
            union.shard().copies().forget();
            union.shard().install();
            var unused = context.isStored(union.shard());
            entry.setValue(union.shard());
            united = union.shard();
        }
        return union.isChanged();
    }

    private boolean isInPlace(@Nullable HistoryShard existing) {
        Object kept = shard.attachment();
        return existing != null && kept != null && existing.attachment() == kept;
    }

    /** What no log has of a shard that is united needs another snapshot. */
    private HistoryMerge.Union unite(HistoryShard arriving, @Nullable HistoryShard existing) {
        ShardStorage storage = context.storage().orElse(null);
        if (storage == null || existing == null || !existing.isInstalled()) {
            return merge(arriving, existing);
        }
        // Its log is of what it was on disk.
        storage.endLog(arriving);
        ShardJournal journal = storage.open(existing);
        try {
            HistoryMerge.Union union = merge(arriving, existing);
            if (union.isChanged()) {
                storage.changedOtherwise(union.shard());
            }
            return union;
        } finally {
            journal.release();
        }
    }

    /** In memory; which of the two stays. */
    HistoryMerge.Union merge(HistoryShard arriving, @Nullable HistoryShard existing) {
        return HistoryMerge.unite(arriving, existing);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return united == null ? null : new InstallShard<>(united);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeBoolean(isRepeated);
        out.writeObject(shard);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        isRepeated = in.readBoolean();
        shard = in.readObject();
        isOwn = true;
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.DELIVER_SHARD;
    }

    /**
     * Brings some cards of a shard that was read from disk to an owner that holds the others. Fails where that is not so any more: what
     * comes is not a shard by itself.
     */
    static final class AddCards extends DeliverShard {
        private static final long serialVersionUID = 1;

        AddCards() {}

        /**
         * No call for the shard has been made before.
         *
         * @param part is not in place
         */
        AddCards(HistoryShard part) {
            super(part, false);
            super.isOwn = true;
        }

        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            HistoryShard existing = entry.getValue();
            if (existing == null || !existing.isInstalled() || !isAhead(existing)) {
                throw new IllegalStateException(
                        "the owner does not hold the rest of the shard any more: shardKey=" + entry.getKey());
            }
            return super.process(entry);
        }

        /** The part is never in place: others go through the shards in place meanwhile, and must not take it for the shard. */
        @Override
        HistoryMerge.Union merge(HistoryShard part, @Nullable HistoryShard existing) {
            if (existing == null) {
                throw new IllegalStateException("there is no shard to add to: shardKey=" + part.key());
            }
            return HistoryMerge.add(part, existing);
        }

        /** Otherwise the part would take its place. */
        private boolean isAhead(HistoryShard existing) {
            long partRound = super.shard.epoch().round();
            long ownRound = existing.epoch().round();
            return ownRound > partRound || ownRound == partRound && existing.heldCount() > super.shard.heldCount();
        }

        @Override
        public int getClassId() {
            return LoadingSerialization.ADD_CARDS;
        }
    }
}
