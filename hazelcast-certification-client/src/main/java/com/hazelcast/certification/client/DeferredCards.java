package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.RecordFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that members have deferred, because the shards of their cards give no answers, and what came later for the same cards: a
 * card's are sent in their order. So a card is not sent before all batches are answered that were out when something of it was first deferred: more
 * of it may be in these. The card that has waited longest is sent first and, deferred again, goes to the end, so a shard that
 * answers again does not wait behind one that does not. Used on the client's event loop; bounded by {@link ClientConfig#unacknowledgedMax}.
 */
final class DeferredCards {
    private final RecordFormat format;
    private final Map<Object, Card> cards = new LinkedHashMap<>();
    private int outCount;

    DeferredCards(RecordFormat format) {
        this.format = format;
    }

    /** What one card waits with, oldest first. */
    private static final class Card {
        /** The last batch that may have been sent with one of the card while it was not known that something of it is deferred. */
        private final long lastUnknowing;

        /** In their order, whichever answer said first that they are deferred. */
        private final Queue<Pending> waiting = new PriorityQueue<>(Comparator.comparingLong(Pending::order));

        private int outCount;

        Card(long lastUnknowing) {
            this.lastUnknowing = lastUnknowing;
        }
    }

    boolean isEmpty() {
        return cards.isEmpty();
    }

    /** Whether some have been sent again and are not answered. */
    boolean isOut() {
        return outCount > 0;
    }

    /** Keeps a new one back if its card has some that wait; returns whether it did. */
    boolean keepBack(Pending transaction) {
        if (cards.isEmpty()) {
            return false;
        }
        Card card = cards.get(key(transaction));
        if (card != null) {
            card.waiting.add(transaction);
        }
        return card != null;
    }

    /**
     * Up to so many that are to be sent again; none when there are none.
     *
     * @param firstOut number of the oldest batch without an answer
     */
    List<Pending> next(int countMax, long firstOut) {
        List<Pending> content = new ArrayList<>();
        for (Card card : cards.values()) {
            while (card.lastUnknowing < firstOut && !card.waiting.isEmpty() && content.size() < countMax) {
                Pending transaction = card.waiting.remove();
                transaction.setSentAgain(true);
                card.outCount++;
                content.add(transaction);
            }
        }
        outCount += content.size();
        return content;
    }

    /**
     * The member has deferred it, now or again.
     *
     * @param lastNumber of the newest batch
     */
    void deferred(Pending transaction, long lastNumber) {
        if (transaction.isSentAgain()) {
            returned(transaction, transaction);
        } else {
            cards.computeIfAbsent(key(transaction), key -> new Card(lastNumber))
                    .waiting
                    .add(transaction);
        }
    }

    /** It is answered. */
    void answered(Pending transaction) {
        if (transaction.isSentAgain()) {
            returned(transaction, null);
        }
    }

    private void returned(Pending transaction, @Nullable Pending again) {
        Object key = key(transaction);
        Card card = Objects.requireNonNull(cards.get(key), "kept while one of its card is out");
        transaction.setSentAgain(false);
        outCount--;
        card.outCount--;
        if (again != null) {
            card.waiting.add(again);
        }
        if (card.outCount == 0) {
            cards.remove(key);
            if (!card.waiting.isEmpty()) {
                cards.put(key, card);
            }
        }
    }

    /** Takes out all that are not out, those of a card in their order. */
    List<Pending> drain() {
        List<Pending> left = new ArrayList<>();
        for (Card card : cards.values()) {
            while (!card.waiting.isEmpty()) {
                left.add(card.waiting.remove());
            }
        }
        cards.clear();
        outCount = 0;
        return left;
    }

    /** What stands where the card should, be the record malformed or not. */
    private Object key(Pending transaction) {
        byte[] record = transaction.record();
        if (format.isCompact()) {
            return ByteBuffer.wrap(record).getLong();
        }
        int end = Math.min(record.length, CardNumber.DIGITS_MAX);
        return new String(record, 0, end, StandardCharsets.US_ASCII).split(",", 2)[0];
    }
}
