package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.traffic.NaturalPast;

/**
 * Makes the history of one card with the habits of its customer. Each of the n transactions falls into its own n-th of the 90 days.
 *
 * <p>Deterministic by seed and card. Used by one thread; allocates nothing.
 */
final class NaturalHistory implements SyntheticShards.CardFiller {
    private final LoadSpec spec;
    private final NaturalPast past;

    NaturalHistory(LoadSpec spec) {
        this.spec = spec;
        this.past = new NaturalPast(spec.traffic(), Math.max(1, spec.cards()), spec.seed());
    }

    @Override
    public void fill(CardHistory history, long card) {
        past.card(card);
        for (int i = 0; i < spec.historyPerCard(); i++) {
            past.draw(spec.partBeginMs(i), spec.partBeginMs(i + 1));
            long payment = past.payment();
            history.insert(past.times(), payment, past.outcome(), HistoryFlags.of(payment));
        }
    }
}
