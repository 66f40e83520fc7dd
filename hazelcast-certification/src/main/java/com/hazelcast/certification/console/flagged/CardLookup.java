package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.rules.live.RulesInUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question about a card.
 *
 * @param card masked
 * @param cardLink leads to the card, as {@link CardLinks} makes it
 * @param known whether it has a history
 */
public record CardLookup(String card, String cardLink, boolean known, List<HistoryEntry> history) {
    /** The question. */
    public record Request(@Nullable String card) {
        @Override
        public String toString() {
            return "a card";
        }
    }

    static CardLookup of(FoundCard found, String cardLink, RulesInUse rules) {
        return new CardLookup(found.masked(), cardLink, found.isKnown(), HistoryEntry.of(found.entries(), rules));
    }
}
