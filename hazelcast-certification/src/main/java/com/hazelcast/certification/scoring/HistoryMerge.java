package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a shard's histories when two sides of a split cluster find each other again: the union of their
 * transactions by identity. Where both hold one, the verdict of the side that had the majority stays: Hazelcast merges the
 * smaller side into the larger. What a card dropped for want of room, on either side, stays dropped, and nothing newer goes for
 * it: the union has nothing older than the oldest entry of a side that dropped some. Costs
 * about what scoring the smaller side's transactions again would; where something is added also a copy of the shard, which
 * goes to its backups as a whole.
 */
public final class HistoryMerge
        implements SplitBrainMergePolicy<HistoryShard, MergingValue<HistoryShard>, Object>, IdentifiedDataSerializable {
    private static final byte FORMAT_VERSION = 1;

    /** For configuration and deserialisation. */
    public HistoryMerge() {}

    @Override
    public @Nullable Object merge(MergingValue<HistoryShard> smaller, @Nullable MergingValue<HistoryShard> larger) {
        HistoryShard from = smaller.getDeserializedValue();
        HistoryShard into = larger == null ? null : larger.getDeserializedValue();
        if (from == null || !from.isInstalled()) {
            return into;
        }
        if (into == null || !into.isInstalled()) {
            return from;
        }
        if (holdsAll(into, from)) {
            return into;
        }
        // Another object: Hazelcast compares, and leaves the backups as they are when it is given back the one it has.
        HistoryShard united = into.copy();
        union(from, united);
        return united;
    }

    private static boolean holdsAll(HistoryShard into, HistoryShard from) {
        boolean[] lacks = new boolean[1];
        from.forEachCard(card -> {
            CardHistory source = from.open(card);
            CardHistory target = into.open(card);
            lacks[0] |= source.droppedUpToMs() > target.droppedUpToMs();
            source.rewind();
            while (!lacks[0] && source.next()) {
                lacks[0] = takes(target, source);
            }
        });
        return !lacks[0];
    }

    /** Adds to a shard what it does not hold of another's transactions, with the verdicts that they have there. */
    static void union(HistoryShard from, HistoryShard into) {
        into.addReferences(from);
        into.addBatches(from);
        from.forEachCard(card -> {
            unite(from.open(card), into.open(card));
        });
    }

    private static void unite(CardHistory source, CardHistory target) {
        long droppedUpToMs = target.droppedUpToMs();
        long eitherDroppedUpToMs = Math.max(source.droppedUpToMs(), droppedUpToMs);
        boolean hasDropped = eitherDroppedUpToMs != Long.MIN_VALUE;
        if (hasDropped) {
            target.beginUnion(eitherDroppedUpToMs);
        }
        source.rewind();
        while (source.next()) {
            // What the larger side may have dropped keeps no verdict of the smaller one.
            if (TransactionLayout.timeMs(source.times()) > droppedUpToMs) {
                add(source, target);
            }
        }
        if (hasDropped) {
            target.endUnion();
        }
    }

    private static void add(CardHistory source, CardHistory target) {
        if (takes(target, source)) {
            if (target.isOutOfMemory()) {
                target.recycleOldest();
            }
            long payment = source.payment();
            target.insert(
                    source.times(), payment, source.outcome(), source.tag(), CertificationRuleSet.marksOf(payment));
        }
    }

    /** Whether the target lacks the source's entry, and has room or older ones to drop for it. */
    private static boolean takes(CardHistory target, CardHistory source) {
        return target.place(source.times(), source.payment(), source.outcome(), source.tag()) == Placement.FRESH
                && !target.isFullOfNewer();
    }

    @Override
    public int getFactoryId() {
        return ScoringSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.HISTORY_MERGE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ScoringSerialization.requireVersion(in.readByte(), FORMAT_VERSION, "HistoryMerge");
    }
}
