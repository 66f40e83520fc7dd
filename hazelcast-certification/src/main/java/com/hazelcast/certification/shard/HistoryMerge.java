package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import java.io.IOException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a shard's histories when two sides of a split cluster find each other again: the union of their
 * transactions by identity. Where both hold one, the verdict of the side that is ahead stays ({@link
 * com.hazelcast.certification.history.ShardEpoch}), whichever Hazelcast merges into the other; of two that are equal, the one that
 * holds more, and of these the one of the greater digest. What a card dropped for want of room, on either side, stays dropped, and
 * nothing newer goes for it: the union has nothing older than the oldest entry of a side that dropped some. Costs about what scoring the transactions of the side that is behind again would.
 *
 * <p>Hazelcast hands over the shard that is there as a copy, and compares what it is given back by {@link HistoryShard#equals}: where
 * nothing is added, shard and backups are left as they are. Otherwise the whole shard goes to its backups.
 */
public final class HistoryMerge
        implements SplitBrainMergePolicy<HistoryShard, MergingValue<HistoryShard>, Object>, IdentifiedDataSerializable {
    private static final byte FORMAT_VERSION = 1;

    /** For configuration and deserialisation. */
    public HistoryMerge() {}

    @Override
    public @Nullable Object merge(MergingValue<HistoryShard> arriving, @Nullable MergingValue<HistoryShard> existing) {
        HistoryShard from = arriving.getDeserializedValue();
        HistoryShard into = existing == null ? null : existing.getDeserializedValue();
        if (from == null || !from.isInstalled()) {
            return into;
        }
        if (existing == null || into == null || !into.isInstalled()) {
            return from;
        }
        if (isAhead(from, into)) {
            union(into, from);
            from.epoch().add(into.epoch());
            return from;
        }
        // Never the one that is in the map: it would be equal to itself, and its backups would get nothing.
        HistoryShard united = existing.getRawValue() == into ? into.copy() : into;
        united.epoch().add(from.epoch());
        if (!holdsAll(united, from)) {
            union(from, united);
        }
        return united;
    }

    /** Whether the first side's verdicts stay: the same of both, whichever is merged into the other. */
    private static boolean isAhead(HistoryShard one, HistoryShard other) {
        return Comparator.comparingLong((HistoryShard shard) -> shard.epoch().round())
                        .thenComparingLong(HistoryShard::heldCount)
                        .thenComparingLong(HistoryShard::digest)
                        .compare(one, other)
                > 0;
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
            // What the side that is ahead may have dropped keeps no verdict of the other one.
            if (source.timeMs() > droppedUpToMs) {
                add(source, target);
            }
        }
        if (hasDropped) {
            target.endUnion();
        }
    }

    private static void add(CardHistory source, CardHistory target) {
        if (takes(target, source)) {
            long payment = source.payment();
            target.record(
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
        return ShardSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ShardSerialization.HISTORY_MERGE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "HistoryMerge");
    }
}
