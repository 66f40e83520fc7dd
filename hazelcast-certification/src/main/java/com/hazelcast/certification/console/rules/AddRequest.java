package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.flagged.FoundCard;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Entries that somebody adds to a list or a table. Prints without them: they may be cards.
 *
 * @param name of the list's file in the set
 * @param set which has the rules and the list; null: the one that decides
 * @param lines an entry each
 * @param cardLink in their place: a link to the card that is the entry, of an answer before
 * @param expires with a link: from when on the card is no longer listed; null or empty: never
 * @param reason for the record
 */
record AddRequest(
        @Nullable String name,
        @Nullable Integer set,
        @Nullable String lines,
        @Nullable String cardLink,
        @Nullable String expires,
        @Nullable String reason) {
    /**
     * The entries as lines.
     *
     * @throws HttpFailure 400 when there are none, 404 and 429 as look-ups by link, 409 when nobody knows the card's number
     */
    String entries(CardLookups lookups, Caller caller) {
        if (cardLink == null) {
            if (lines == null || lines.isBlank()) {
                throw new HttpFailure(HttpFailure.BAD_REQUEST, "give lines, an entry each, or the cardLink of a card");
            }
            return lines;
        }
        String until = Objects.requireNonNullElse(expires, "").strip();
        if (until.chars().anyMatch(c -> c == ',' || Character.isISOControl(c))) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "expires must be a date or a time in UTC, such as 2027-01-31");
        }
        FoundCard card = lookups.findByLink(caller, cardLink);
        if (!CardNumber.isCode(card.card())) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "members know cards by a key and not by their numbers, so this one's cannot be put into a list; add it by its number");
        }
        return CardNumber.text(card.card()) + (until.isEmpty() ? "" : "," + until);
    }

    @Override
    public String toString() {
        return "entries";
    }
}
