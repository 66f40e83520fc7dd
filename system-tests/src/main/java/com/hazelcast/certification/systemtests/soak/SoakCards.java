package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Transaction;
import java.util.SplittableRandom;

/** Makes transactions of cards that stay, and of cards that have one and expire. Not thread-safe. */
final class SoakCards {
    /** Cards that stay: all ways in have transactions of them. */
    static final int STAYING = 2_000;

    private static final long COMING_FROM = 1_000_000;

    private final SplittableRandom random;
    private long coming = COMING_FROM;

    SoakCards(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Of a card that stays. */
    Transaction staying(long timeMs) {
        return of(random.nextInt(STAYING), timeMs);
    }

    /** The first and only one of a card. */
    Transaction coming(long timeMs) {
        return of(coming++, timeMs);
    }

    /** How many cards have come. */
    long cameCount() {
        return coming - COMING_FROM;
    }

    /** A share from 0 to 1. */
    double share() {
        return random.nextDouble();
    }

    private Transaction of(long card, long timeMs) {
        return new Transaction(
                CardNumber.text(card),
                timeMs,
                random.nextInt(200),
                0,
                random.nextInt(50_000),
                random.nextInt(200),
                random.nextInt(500),
                random.nextInt(10_000),
                (int) (card % 100_000));
    }
}
