package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * Makes the history of one card, with the distributions of the certification challenge: country 0–199 and the same
 * currency, merchant 0–499, city 0–9999, amount 0–49999, response 00 except for every 95th card, code the card modulo
 * 100000. Each of the n transactions falls at random into its own n-th of the 90 days.
 *
 * <p>Deterministic by seed and card. Immutable, thread-safe, allocates nothing.
 */
final class SyntheticHistory implements SyntheticShards.CardFiller {
    private static final int COUNTRIES = 200;
    private static final int MERCHANTS = 500;
    private static final int CITIES = 10_000;
    private static final int AMOUNTS = 50_000;
    private static final int CODES = 100_000;
    private static final int RESPONSES = 100;
    private static final int CARDS_PER_ODD_RESPONSE = 95;
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final LoadSpec spec;

    SyntheticHistory(LoadSpec spec) {
        this.spec = spec;
    }

    @Override
    public void fill(CardHistory history, long card) {
        int count = spec.historyPerCard();
        long state = CardHash.of(spec.seed() ^ CardHash.of(card));
        for (int i = 0; i < count; i++) {
            long fromMs = spec.partBeginMs(i);
            long toMs = spec.partBeginMs(i + 1);
            // SplitMix64 (Steele, Lea, Flood 2014): two draws a transaction.
            long first = CardHash.of(state += GOLDEN_GAMMA);
            long second = CardHash.of(state += GOLDEN_GAMMA);
            long timeMs = fromMs + scaled(first, toMs - fromMs);
            int country = (int) scaled(second << 16, COUNTRIES);
            int response = card % CARDS_PER_ODD_RESPONSE == 0 ? (int) scaled(first << 40, RESPONSES) : 0;
            long times = TransactionLayout.times(timeMs, country, country);
            long payment = TransactionLayout.payment(
                    (int) scaled(second, AMOUNTS), (int) (card % CODES), (int) scaled(second << 48, MERCHANTS));
            int outcome = TransactionLayout.outcome((int) scaled(second << 32, CITIES), response);
            history.insert(times, payment, outcome, HistoryFlags.of(payment));
        }
    }

    /** A number below the bound (less than 2^40) from the upper bits of a random one. */
    private static long scaled(long random, long bound) {
        return Math.multiplyHigh(random >>> 1, bound << 1);
    }
}
