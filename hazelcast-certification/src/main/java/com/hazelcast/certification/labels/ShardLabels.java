package com.hazelcast.certification.labels;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;

/**
 * Labels transactions of a shard. Costs a walk over a card's history, newest first, for each: down to the time, where it is given. A
 * later label replaces an earlier one. Used once, by the thread that uses the shard.
 */
public final class ShardLabels {
    private final HistoryShard shard;
    private final LabelRecord record;
    private final LabelResult[] results;

    private ShardLabels(HistoryShard shard, int count) {
        this.shard = shard;
        this.record = new LabelRecord(count);
        this.results = new LabelResult[count];
    }

    /** Labels what the requests name, in their order. */
    public static ShardLabels take(HistoryShard shard, List<LabelRequest> requests) {
        ShardLabels labels = new ShardLabels(shard, requests.size());
        for (int i = 0; i < requests.size(); i++) {
            labels.results[i] = labels.take(requests.get(i));
        }
        return labels;
    }

    /** What became of each request. */
    public LabelResult[] results() {
        return results.clone();
    }

    /** What was labelled, also anew with the label that it had. */
    public LabelRecord record() {
        return record;
    }

    private LabelResult take(LabelRequest request) {
        if (!request.isNaming()) {
            return LabelResult.NOT_NAMED;
        }
        // To open an unknown card would add it.
        if (shard.entryCount(request.card()) == 0) {
            return LabelResult.UNKNOWN_CARD;
        }
        boolean isWhole = !request.hasReference() || shard.references().isKnown(request.card(), request.reference());
        CardHistory history = shard.open(request.card());
        int fitting = walk(history, request, isWhole, Integer.MAX_VALUE);
        if (fitting == 0) {
            return LabelResult.UNKNOWN_TRANSACTION;
        }
        if (!isWhole && !request.hasTime()) {
            return LabelResult.REFERENCE_FORGOTTEN;
        }
        if (fitting > 1) {
            return LabelResult.AMBIGUOUS;
        }
        int unused = walk(history, request, isWhole, 1);
        history.setLabel(request.label().code());
        record.add(request.card(), history);
        return LabelResult.LABELLED;
    }

    /** Counts the entries that fit, up to a number of them; the walk ends on the last one then. */
    private int walk(CardHistory history, LabelRequest request, boolean isWhole, int countMax) {
        int fitting = 0;
        history.rewind();
        while (fitting < countMax && history.next() && !(request.hasTime() && history.timeMs() < request.timeMs())) {
            fitting += isFitting(history, request, isWhole) ? 1 : 0;
        }
        return fitting;
    }

    private boolean isFitting(CardHistory history, LabelRequest request, boolean isWhole) {
        if (request.hasTime() && history.timeMs() != request.timeMs()
                || request.hasAmount() && history.amountUnits() != request.amountUnits()) {
            return false;
        }
        return !request.hasReference()
                || history.tag() == TransactionLayout.tag(request.reference())
                        && !(isWhole
                                && shard.references()
                                        .isOfAnother(
                                                request.card(),
                                                request.reference(),
                                                history.times(),
                                                history.payment(),
                                                history.outcome()));
    }
}
