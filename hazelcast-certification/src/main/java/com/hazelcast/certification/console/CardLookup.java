package com.hazelcast.certification.console;

import com.hazelcast.certification.transaction.Pan;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question about a card.
 *
 * @param card masked
 * @param known whether it has a history
 */
record CardLookup(String card, boolean known, List<HistoryEntry> history) {
    private static final Pattern CARD = Pattern.compile("[0-9]{8,19}");
    private static final String CARD_MAX = Long.toString(Long.MAX_VALUE);

    /** The question. */
    record Request(@Nullable String card) {
        @Override
        public String toString() {
            return "a card";
        }
    }

    /**
     * Looks a card up.
     *
     * @throws HttpFailure 400 when it is no card number; does not repeat it
     */
    static CardLookup of(Request request, CardReader reader) {
        String digits = request.card();
        if (digits == null || !CARD.matcher(digits).matches()) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "card must be a text of 8 to 19 digits, for example {\"card\": \"…\"}");
        }
        if (digits.length() == CARD_MAX.length() && digits.compareTo(CARD_MAX) > 0) {
            // More than a record can hold.
            return new CardLookup(Pan.masked(digits), false, List.of());
        }
        long card = Long.parseLong(digits);
        CardEntries entries = reader.read(card);
        return new CardLookup(Pan.masked(card), entries.count() > 0, HistoryEntry.of(entries));
    }
}
