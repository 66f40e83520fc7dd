package com.hazelcast.certification.gateway;

import com.hazelcast.certification.transaction.TransactionLayout;
import io.netty.util.collection.LongObjectHashMap;

/**
 * The cards of a connection of which records were left out because their shards gave no answers. When a shard answers again, batches that the
 * client sent before it read of the deferral may still come: a record of such a card in them would be scored before the one that was left out.
 * So all of the card is left out until the client is certain to know. It is when it sends the first record that was left out once more. It is
 * also when so many batches have come behind the deferring answer as a client has out without an answer: whoever does not send a record again
 * must not find its card deferred for ever.
 *
 * <p>Used on the connection's event loop. Costs nothing while no lane is held, and otherwise a look-up a record and a walk over the cards a batch.
 */
final class LeftOutCards {
    /** Cards of one connection: some 300 KB. Of others, records wait in their lanes, which keeps their order as well. */
    static final int CARDS_MAX = 4_096;

    private final int batchesInFlightMax;
    private LongObjectHashMap<Card> cards = new LongObjectHashMap<>();

    /** Batches that have been taken. */
    private long taken;

    private boolean isForgettingDue;

    /** @param batchesInFlightMax so many batches may the client have out without an answer */
    LeftOutCards(int batchesInFlightMax) {
        this.batchesInFlightMax = batchesInFlightMax;
    }

    /** The first record of a card that was left out, and in which batch. */
    private static final class Card {
        private final long batchNumber;
        private final long times;
        private final long payment;
        private final int outcome;
        private final long reference;

        /** The last batch, by the count of those taken, whose sender may not know of it. */
        private long lastUnknowing = Long.MAX_VALUE;

        Card(long batchNumber, byte[] transactions, int offset) {
            this.batchNumber = batchNumber;
            this.times = TransactionLayout.timesAt(transactions, offset);
            this.payment = TransactionLayout.paymentAt(transactions, offset);
            this.outcome = TransactionLayout.outcomeAt(transactions, offset);
            this.reference = TransactionLayout.referenceAt(transactions, offset);
        }

        boolean isFirst(byte[] transactions, int offset) {
            return reference == TransactionLayout.referenceAt(transactions, offset)
                    && TransactionLayout.isSameTransaction(
                            times,
                            payment,
                            outcome,
                            TransactionLayout.timesAt(transactions, offset),
                            TransactionLayout.paymentAt(transactions, offset),
                            TransactionLayout.outcomeAt(transactions, offset));
        }
    }

    /**
     * The next batch is taken.
     *
     * @param isAnyHeld whether any lane is held
     */
    void nextBatch(boolean isAnyHeld) {
        taken++;
        isForgettingDue = true;
        if (!isAnyHeld && !cards.isEmpty()) {
            forgetKnown();
        }
    }

    /** At most once a batch: it walks over all. */
    private void forgetKnown() {
        isForgettingDue = false;
        cards.values().removeIf(this::isKnown);
        if (cards.isEmpty()) {
            // A table that has grown stays so.
            cards = new LongObjectHashMap<>();
        }
    }

    private boolean isKnown(Card card) {
        return card.lastUnknowing < taken;
    }

    boolean isEmpty() {
        return cards.isEmpty();
    }

    /**
     * Whether that record of the batch is to be left out; remembers its card then.
     *
     * @param isHeld whether its lane is held
     */
    boolean leavesOut(long batchNumber, byte[] transactions, int offset, boolean isHeld) {
        long number = TransactionLayout.cardAt(transactions, offset);
        Card card = cards.get(number);
        if (card != null && !card.isFirst(transactions, offset) && (isHeld || !isKnown(card))) {
            return true;
        }
        if (card != null) {
            cards.remove(number);
        }
        if (!isHeld || !hasRoom()) {
            return false;
        }
        cards.put(number, new Card(batchNumber, transactions, offset));
        return true;
    }

    private boolean hasRoom() {
        if (cards.size() >= CARDS_MAX && isForgettingDue) {
            forgetKnown();
        }
        return cards.size() < CARDS_MAX;
    }

    /** The answer to that batch is about to be written; the client has no more than its number of batches out when it reads it. */
    void answered(long batchNumber) {
        if (!cards.isEmpty()) {
            cards.values().forEach(card -> {
                if (card.batchNumber == batchNumber) {
                    card.lastUnknowing = taken + batchesInFlightMax - 1;
                }
            });
        }
    }
}
