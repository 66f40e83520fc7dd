package com.hazelcast.certification.traffic;

import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * A stream of payments of natural customers. Whoever pays often, and whose busy hour it is, is drawn more often than others; what
 * he pays, and where, fits what {@link NaturalPast} makes of his past. Not thread-safe: one instance a connection. Allocates
 * nothing, and its memory does not grow with the cards.
 */
public final class NaturalGenerator implements RecordGenerator {
    /** Bits of an activity and of a weight. */
    private static final int ACCEPTED_BITS = 24;

    /** After so many draws the last one stands: who has a single card may have one that hardly ever pays. */
    private static final int TRIES_MAX = 100;

    private final long cards;
    private final Draws draws;
    private final Customer customer;
    private final Payments payments;
    private final Payment payment = new Payment();
    private final Episodes episodes;
    private final LabelSink labels;

    /**
     * A generator.
     *
     * @param cards card numbers are 0 to {@code cards - 1}
     * @param seed of who pays when; who the customers are does not depend on it
     * @param labels takes a label for each record
     * @throws IllegalArgumentException when there is no card, or more than {@link #CARDS_MAX}
     */
    public NaturalGenerator(long cards, long seed, LabelSink labels) {
        this.cards = RecordGenerator.requireCards(cards);
        this.labels = labels;
        Places places = Places.of(cards);
        draws = new Draws(seed);
        customer = new Customer(TrafficModel.NATURAL, places);
        payments = new Payments(TrafficModel.NATURAL, places);
        episodes = new Episodes(payments, draws, cards);
    }

    @Override
    public void fill(byte[] target, int offset, int count, long timeMs) {
        int hourOfWeek = Rhythm.hourOfWeek(timeMs);
        int index = offset;
        for (int i = 0; i < count; i++) {
            if (!episodes.take(customer, timeMs, hourOfWeek, payment)) {
                drawCustomer(hourOfWeek);
                payments.draw(customer, timeMs, draws, payment);
            }
            RecordEncoder.encode(
                    customer.card(), payment.times(timeMs), payment.payment(), payment.outcome(), target, index);
            labels.label(customer.card(), timeMs, payment.amountUnits, payment.scenario);
            index += WireRecord.SIZE_BYTES;
        }
    }

    /** By rejection: a customer is taken as often as he pays at all, and as usual as payments are at this hour. */
    private void drawCustomer(int hourOfWeek) {
        for (int i = 0; i < TRIES_MAX; i++) {
            long random = draws.next();
            customer.set(Draws.scaled(random, cards));
            int weight = Rhythm.weight(hourOfWeek, customer.hoursEast());
            if ((random & (1 << ACCEPTED_BITS) - 1) < (long) customer.activity() * weight) {
                return;
            }
        }
    }
}
