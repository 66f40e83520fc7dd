package com.hazelcast.certification.traffic;

import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * The same customers, none of whom ever pays more than before: every amount is {@value TrafficModel#CLEAN_UNITS}, less than all that
 * {@link NaturalPast} loads for such traffic. So no amount is above a card's average, and no rule holds, as long as no card pays
 * more than 100 times in two hours. Cards come evenly, and each at any terminal of its country. Not thread-safe; allocates nothing.
 */
public final class CleanGenerator implements RecordGenerator {
    private final long cards;
    private final Draws draws;
    private final Customer customer;
    private final Payments payments;
    private final Payment payment = new Payment();

    /**
     * A generator; parameters as for {@link NaturalGenerator}.
     *
     * @throws IllegalArgumentException when there is no card, or more than {@link #CARDS_MAX}
     */
    public CleanGenerator(long cards, long seed) {
        this.cards = RecordGenerator.requireCards(cards);
        Places places = Places.of(cards);
        draws = new Draws(seed);
        customer = new Customer(TrafficModel.CLEAN, places);
        payments = new Payments(TrafficModel.CLEAN, places);
    }

    @Override
    public void fill(byte[] target, int offset, int count, long timeMs) {
        int index = offset;
        for (int i = 0; i < count; i++) {
            customer.set(draws.below(cards));
            payments.anywhere(payment, customer.country(), draws);
            payments.set(payment, 0, Scenario.GENUINE);
            payment.amountUnits = TrafficModel.CLEAN_UNITS;
            RecordEncoder.encode(
                    customer.card(), payment.times(timeMs), payment.payment(), payment.outcome(), target, index);
            index += WireRecord.SIZE_BYTES;
        }
    }
}
