package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.CardHash;

/**
 * The payments that a card has made before a stream begins: of the same customer, with the same mean and places, and at the hours
 * when he pays. A card that is stolen, or a terminal that is compromised, was so before; episodes are in streams alone. Not
 * thread-safe; allocates nothing.
 */
public final class NaturalPast {
    /** Draws of a time until one is at a usual hour; the last one stands. */
    private static final int TRIES = 6;

    private final long seed;
    private final Draws draws = new Draws(0);
    private final Customer customer;
    private final Payments payments;
    private final Payment payment = new Payment();
    private long timeMs;

    /**
     * Pasts of the cards from 0 to {@code cards - 1}.
     *
     * @param traffic {@link Traffic#NATURAL} or {@link Traffic#CLEAN}
     * @throws IllegalArgumentException when the traffic has no customers
     */
    public NaturalPast(Traffic traffic, long cards, long seed) {
        this.seed = seed;
        TrafficModel model = TrafficModel.of(traffic);
        Places places = Places.of(cards);
        customer = new Customer(model, places);
        payments = new Payments(model, places);
    }

    /** Begins with that card. */
    public void card(long card) {
        customer.set(card);
        draws.seed(seed ^ CardHash.of(card));
    }

    /** Draws the next payment, from one time to another, the first inclusive. */
    public void draw(long fromMs, long toMs) {
        long width = Math.max(1, toMs - fromMs);
        for (int i = 0; i < TRIES; i++) {
            long random = draws.next();
            timeMs = fromMs + Draws.scaled(random, width);
            int weight = Rhythm.weight(Rhythm.hourOfWeek(timeMs), customer.hoursEast());
            if ((random & Rhythm.WEIGHT_END - 1) < weight) {
                break;
            }
        }
        payments.draw(customer, timeMs, draws, payment);
    }

    /** The first word of its compact form. */
    public long times() {
        return payment.times(timeMs);
    }

    /** The second word. */
    public long payment() {
        return payment.payment();
    }

    /** The third word, without a verdict. */
    public int outcome() {
        return payment.outcome();
    }
}
