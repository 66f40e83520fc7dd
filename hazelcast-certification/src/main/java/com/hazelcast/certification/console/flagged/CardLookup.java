package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.rules.live.RulesInUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question about a card.
 *
 * @param card masked
 * @param known whether it has a history
 */
public record CardLookup(String card, boolean known, List<HistoryEntry> history) {
    /** The question. */
    public record Request(@Nullable String card) {
        @Override
        public String toString() {
            return "a card";
        }
    }

    /** @throws com.hazelcast.certification.console.http.HttpFailure 503 when the card's shard is not in place or does not answer */
    static CardLookup of(RequestedCard requested, CardReader reader, RulesInUse rules) {
        CardEntries entries = reader.read(requested.card());
        return new CardLookup(requested.masked(), entries.count() > 0, HistoryEntry.of(entries, rules));
    }
}
