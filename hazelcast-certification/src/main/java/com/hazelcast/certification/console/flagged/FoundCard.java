package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.TransactionText;
import java.util.Optional;

/**
 * A card that a caller may look at, with a copy of its history. Prints without its number. Single-threaded, like the history.
 */
public final class FoundCard {
    private final RequestedCard requested;
    private final CardEntries entries;

    FoundCard(RequestedCard requested, CardEntries entries) {
        this.requested = requested;
        this.entries = entries;
    }

    /** As shards hold it. */
    public long card() {
        return requested.card();
    }

    /** As people and logs may see it. */
    public String masked() {
        return requested.masked();
    }

    /** Whether it has a history. */
    public boolean isKnown() {
        return entries.count() > 0;
    }

    /** Its newest transaction; empty: it has none. */
    public Optional<TransactionText> newest() {
        entries.rewind();
        return entries.next()
                ? Optional.of(new TransactionText(card(), entries.times(), entries.payment(), entries.outcome()))
                : Optional.empty();
    }

    /**
     * What a transaction of the card would see if it came now: the others inside the 90 days before it, and newer ones. If the card has that
     * transaction already, it does not see itself.
     */
    public HistoryCursor seenBy(TransactionText transaction) {
        return entries.seenBy(transaction.times(), transaction.payment(), transaction.outcome());
    }

    CardEntries entries() {
        return entries;
    }

    @Override
    public String toString() {
        return masked();
    }
}
