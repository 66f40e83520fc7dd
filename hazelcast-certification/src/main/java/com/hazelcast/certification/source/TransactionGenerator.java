package com.hazelcast.certification.source;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * Makes transactions with the distributions of the certification challenge: cards uniform over the whole range, country
 * 0–199 and the same currency, merchant 0–499, city 0–9999, amount 0–49999, response 00 except for every 95th card number,
 * code the card number modulo 100000.
 *
 * <p>The same seed gives the same fields; the time is handed in. Not thread-safe: one instance a connection. Allocates
 * nothing.
 */
public final class TransactionGenerator implements RecordGenerator {
    private static final int COUNTRIES = 200;
    private static final int MERCHANTS = 500;
    private static final int CITIES = 10_000;
    private static final int AMOUNTS = 50_000;
    private static final int CODES = 100_000;
    private static final int CARDS_PER_ODD_RESPONSE = 95;
    private static final int ODD_RESPONSES = 99;
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final long cards;
    private long state;

    /**
     * A generator.
     *
     * @param cards card numbers are 0 to {@code cards - 1}
     * @throws IllegalArgumentException when there is no card, or more than {@link #CARDS_MAX}
     */
    public TransactionGenerator(long cards, long seed) {
        this.cards = RecordGenerator.requireCards(cards);
        this.state = CardHash.of(seed);
    }

    @Override
    public void fill(byte[] target, int offset, int count, long timeMs) {
        int index = offset;
        for (int i = 0; i < count; i++) {
            // SplitMix64 (Steele, Lea, Flood 2014): two draws a transaction, sliced into fields.
            long first = CardHash.of(state += GOLDEN_GAMMA);
            long second = CardHash.of(state += GOLDEN_GAMMA);
            long card = Math.multiplyHigh(first >>> 1, cards << 1);
            int country = scaled(second, 0, 16, COUNTRIES);
            int response = card % CARDS_PER_ODD_RESPONSE == 0 ? 1 + scaled(first, 24, 16, ODD_RESPONSES) : 0;
            RecordEncoder.encode(
                    card,
                    TransactionLayout.times(timeMs, country, country),
                    TransactionLayout.payment(
                            scaled(first, 0, 24, AMOUNTS), (int) (card % CODES), scaled(second, 16, 20, MERCHANTS)),
                    TransactionLayout.outcome(scaled(second, 36, 24, CITIES), response),
                    target,
                    index);
            index += WireRecord.SIZE_BYTES;
        }
    }

    /** A number below the bound from some bits of a random one. */
    private static int scaled(long random, int shift, int bits, int bound) {
        return (int) ((random >>> shift & (1L << bits) - 1) * bound >>> bits);
    }
}
