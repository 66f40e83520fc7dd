package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a shard's histories when two sides of a split cluster find each other again: the union of their
 * transactions by identity. Where both hold one, the verdict of the side that is ahead stays ({@link
 * com.hazelcast.certification.history.ShardEpoch}), whichever Hazelcast merges into the other; of two that are equal, the one that
 * holds more, and of these the one of the greater digest. So does whether it was decided promptly, and its label, unless it has none: a
 * label is never lost to none. What a card dropped for want of room, on either side, stays dropped, and nothing newer goes for it: the
 * union has nothing older than the oldest entry of a side that dropped some. Costs about what scoring the transactions of the side that is
 * behind again would.
 *
 * <p>Uniting the same twice changes nothing the second time. Stateless; runs on the thread that uses the shard.
 */
public final class HistoryMerge {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryMerge.class);

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
            addKnown(existing, arriving);
            arriving.epoch().add(existing.epoch());
            return arriving.equals(existing) ? new Union(existing, false, false) : new Union(arriving, true, true);
        }
        return add(arriving, existing);
    }

    /**
     * Adds a copy, or a part of one, to the shard that is there, which is ahead of it and stays. What is added need not be in place, and a part
     * must not be: whoever goes through the shards in place would take it for the shard. It may be changed, and is of no use afterwards.
     */
    public static Union add(HistoryShard behind, HistoryShard existing) {
        boolean isOtherEpoch = existing.epoch().add(behind.epoch());
        boolean isOtherHistory = union(behind, existing);
        if (isOtherHistory) {
            addKnown(behind, existing);
        }
        return new Union(existing, false, isOtherEpoch || isOtherHistory);
    }

    /** Whether the first side's verdicts stay: the same of both, whichever is merged into the other. */
    private static boolean isAhead(HistoryShard one, HistoryShard other) {
        return Comparator.comparingLong((HistoryShard shard) -> shard.epoch().round())
                        .thenComparingLong(HistoryShard::heldCount)
                        .thenComparingLong(HistoryShard::digest)
                        .compare(one, other)
                > 0;
    }

    /**
     * Adds to a shard what it does not hold of another's transactions, with the verdicts that they have there. A card that is new to it
     * and finds no room is left out, and logged: its transactions are rejected from then on, as those of each new card.
     *
     * @return whether the shard holds something else now
     */
    static boolean union(HistoryShard from, HistoryShard into) {
        boolean[] isChanged = new boolean[1];
        long[] leftOut = new long[2];
        from.forEachCard(card -> {
            int entries = from.entryCount(card);
            if (entries == 0) {
                return;
            }
            CardHistory target = into.openForUnion(card);
            if (target == null) {
                leftOut[0]++;
                leftOut[1] += entries;
            } else {
                isChanged[0] |= unite(from.open(card), target);
            }
        });
        if (leftOut[0] > 0) {
            LOG.error(
                    "the memory for histories is full: {} card(s) with {} transaction(s) of one side of a split found no room and are"
                            + " lost: shard key {}; give members more memory, or add members",
                    leftOut[0],
                    leftOut[1],
                    into.key());
        }
        return isChanged[0];
    }

    private static void addKnown(HistoryShard from, HistoryShard into) {
        into.references().addAll(from.references());
        into.batches().addAll(from.batches());
    }

    private static boolean unite(CardHistory source, CardHistory target) {
        long droppedUpToMs = target.droppedUpToMs();
        long eitherDroppedUpToMs = Math.max(source.droppedUpToMs(), droppedUpToMs);
        boolean hasDropped = eitherDroppedUpToMs != Long.MIN_VALUE;
        boolean isChanged = eitherDroppedUpToMs > droppedUpToMs;
        if (hasDropped) {
            target.beginUnion(eitherDroppedUpToMs);
        }
        source.rewind();
        while (source.next()) {
            // What the side that is ahead may have dropped keeps no verdict of the other one.
            isChanged |= take(target, source, source.timeMs() > droppedUpToMs);
        }
        if (hasDropped) {
            target.endUnion();
        }
        return isChanged;
    }

    /**
     * Gives the target the source's entry, if it lacks it and has room or older ones to drop for it; or, where it has the entry without a
     * label, the source's label.
     *
     * @param mayBeNew whether an entry that the target lacks may be given to it
     * @return whether something has changed
     */
    private static boolean take(CardHistory target, CardHistory source, boolean mayBeNew) {
        int placement = target.place(source.times(), source.payment(), source.outcome(), source.tag());
        boolean isFresh = placement == Placement.FRESH;
        if (placement == Placement.TOO_OLD || isFresh && (!mayBeNew || target.isFullOfNewer())) {
            return false;
        }
        if (isFresh) {
            long payment = source.payment();
            target.record(
                    source.times(),
                    payment,
                    source.outcome(),
                    source.verdict(),
                    source.tag(),
                    HistoryFlags.of(payment),
                    source.isPrompt());
        }
        // The walk is on the entry, new or not.
        boolean isLabelTaken = target.label() == 0 && source.label() != 0;
        if (isLabelTaken) {
            target.setLabel(source.label());
        }
        return isFresh || isLabelTaken;
    }
}
