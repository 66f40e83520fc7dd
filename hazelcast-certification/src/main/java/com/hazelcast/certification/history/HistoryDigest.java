package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;

/**
 * The digest of a shard: a sum over its cards, so that their order does not matter, of a hash over each card's entries in their order. See
 * {@link HistoryShard#digest}.
 */
final class HistoryDigest {
    /** Above the tag, in a word of the digest. */
    private static final int LABEL_SHIFT = 48;

    /** Above the label, there. */
    private static final int PROMPT_SHIFT = 50;

    private HistoryDigest() {}

    /**
     * The digest of all cards of a table. Reads everything.
     *
     * @param history is opened for one card after the other
     */
    static long of(CardTable table, CardHistory history) {
        long digest = 0;
        for (int slot = 0; slot < table.capacity(); slot++) {
            if (table.isUsed(slot) && CardSlot.count(table.wordAt(slot)) > 0) {
                history.open(slot);
                digest += of(table.cardAt(slot), CardSlot.hasDropped(table.wordAt(slot)), history);
            }
        }
        return digest;
    }

    private static long of(long card, boolean hasDropped, CardHistory history) {
        long digest = CardHash.of(card) + (hasDropped ? 1 : 0);
        history.rewind();
        while (history.next()) {
            digest = CardHash.of(digest ^ history.times());
            digest = CardHash.of(digest ^ history.payment());
            digest = CardHash.of(digest
                    ^ history.outcome()
                    ^ history.verdict()
                    ^ (long) history.tag() << Integer.SIZE
                    ^ (long) history.label() << LABEL_SHIFT
                    ^ (history.isPrompt() ? 1L << PROMPT_SHIFT : 0));
        }
        return digest;
    }
}
