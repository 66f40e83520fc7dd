package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.console.flagged.CardLookup;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.flagged.FoundCard;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.rules.TransactionText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a trial of a set adds to {@link RuleRequest}. Prints without the card.
 *
 * @param card its number; null is refused as any text that is none, unless there is a link
 * @param cardLink in its place: a link to the card, of an answer before
 * @param transaction what is tried; null: the card's newest transaction
 */
record TrialRequest(
        @Nullable String card,
        @Nullable String cardLink,
        @Nullable Fields transaction) {
    /** The fields of a record are read without its card, which has been found already. */
    private static final String ANY_CARD = "00000000";

    private static final Fields NONE = new Fields(null, null, null, null, null, null, null, null);

    /** The values of a transaction, each as in the card's newest one where it is null. */
    record Fields(
            @Nullable Long timeMs,
            @Nullable Long country,
            @Nullable Long response,
            @Nullable Long amountUnits,
            @Nullable Long currency,
            @Nullable Long merchant,
            @Nullable Long city,
            @Nullable Long code) {}

    /** Collects the fields, and the names of those that nothing gives a value. */
    private static final class Filling {
        private final Optional<TransactionText> newest;
        private final List<Long> values = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();

        Filling(Optional<TransactionText> newest) {
            this.newest = newest;
        }

        void add(
                String name,
                @Nullable Long given,
                ToLongFunction<TransactionText> ofNewest,
                @Nullable Long withoutHistory) {
            Long value = given != null
                    ? given
                    : newest.map(entry -> (Long) ofNewest.applyAsLong(entry)).orElse(withoutHistory);
            if (value == null) {
                missing.add(name);
            } else {
                values.add(value);
            }
        }
    }

    /** Looks the card up, and has that written down; fails as look-ups do. */
    FoundCard find(CardLookups lookups, Caller caller) {
        return card == null && cardLink != null
                ? lookups.findByLink(caller, cardLink)
                : lookups.findByNumber(caller, new CardLookup.Request(card));
    }

    /**
     * The transaction that is tried.
     *
     * @param nowMs its time, when it is not given and the card has no history
     * @throws HttpFailure 400 when a value is missing that no history gives, or is outside its range
     */
    TransactionText transactionOf(FoundCard found, long nowMs) {
        Fields given = transaction == null ? NONE : transaction;
        Filling filling = new Filling(found.newest());
        // In the order of a record.
        filling.add("timeMs", given.timeMs(), TransactionText::timeMs, nowMs);
        filling.add("country", given.country(), TransactionText::country, null);
        filling.add("response", given.response(), TransactionText::response, 0L);
        filling.add("amountUnits", given.amountUnits(), TransactionText::amountUnits, null);
        filling.add("currency", given.currency(), TransactionText::currency, null);
        filling.add("merchant", given.merchant(), TransactionText::merchant, null);
        filling.add("city", given.city(), TransactionText::city, null);
        filling.add("code", given.code(), TransactionText::code, 0L);
        if (!filling.missing.isEmpty()) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "the card has no history to take these from; give them with the transaction: "
                            + String.join(", ", filling.missing));
        }
        try {
            return TransactionText.parse(ANY_CARD + ","
                    + filling.values.stream().map(String::valueOf).collect(Collectors.joining(",")));
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "the transaction cannot be tried: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "a trial on a card";
    }
}
