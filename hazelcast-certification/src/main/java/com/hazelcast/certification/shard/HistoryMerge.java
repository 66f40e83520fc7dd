package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a shard's histories when two sides of a split cluster find each other again: the union of their
 * transactions by identity. Where both hold one, the verdict of the side that is ahead stays ({@link
 * com.hazelcast.certification.history.ShardEpoch}), whichever Hazelcast merges into the other; of two that are equal, the one that
 * holds more, and of these the one of the greater digest. What a card dropped for want of room, on either side, stays dropped, and
 * nothing newer goes for it: the union has nothing older than the oldest entry of a side that dropped some. Costs about what scoring the transactions of the side that is behind again would.
 *
 * <p>Uniting the same twice changes nothing the second time. Stateless; runs on the thread that uses the shard.
 */
public final class HistoryMerge {
    private HistoryMerge() {}

    /**
     * What a shard is after another copy of it has come.
     *
     * @param shard the one that stays: the one that was there, with more in it, or the one that came
     * @param isArriving whether it is the one that came
     * @param isChanged whether it holds or knows more than the one that was there
     */
    public record Union(HistoryShard shard, boolean isArriving, boolean isChanged) {}

    /** Unites a shard that comes with the one that is there. Both may be changed; only what is returned may be used afterwards. */
    public static Union unite(HistoryShard arriving, @Nullable HistoryShard existing) {
        if (existing == null || !existing.isInstalled()) {
            return new Union(arriving, true, true);
        }
        if (!arriving.isInstalled()) {
            return new Union(existing, false, false);
        }
        if (isAhead(arriving, existing)) {
            union(existing, arriving);
            arriving.epoch().add(existing.epoch());
            return arriving.equals(existing) ? new Union(existing, false, false) : new Union(arriving, true, true);
        }
        boolean isChanged = existing.epoch().add(arriving.epoch());
        if (!holdsAll(existing, arriving)) {
            union(arriving, existing);
            isChanged = true;
        }
        return new Union(existing, false, isChanged);
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
}
