package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.transaction.Pan;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;

/**
 * A card that somebody asks for.
 *
 * @param card as shards hold it
 */
record RequestedCard(long card) {
    /** What people write or paste between the digits: blanks and hyphens of all kinds. */
    private static final Pattern BETWEEN = Pattern.compile("[\\s\\p{Z}\\p{Pd}]");

    /**
     * The number of a request. Leading zeros are part of it.
     *
     * @param identify from the code of a number to the card as shards hold it
     * @throws HttpFailure 400 when it is no card number; does not repeat it
     */
    static RequestedCard of(CardLookup.Request request, LongUnaryOperator identify) {
        String digits = request.card();
        if (digits == null) {
            throw notANumber("nothing was given");
        }
        try {
            return new RequestedCard(
                    identify.applyAsLong(CardNumber.of(BETWEEN.matcher(digits).replaceAll(""))));
        } catch (IllegalArgumentException e) {
            throw notANumber(String.valueOf(e.getMessage()));
        }
    }

    private static HttpFailure notANumber(String why) {
        return new HttpFailure(
                HttpFailure.BAD_REQUEST,
                "card must be a text of 8 to 19 digits, for example {\"card\": \"…\"}: " + why);
    }

    /** As people and logs may see it. */
    String masked() {
        return Pan.masked(card);
    }

    @Override
    public String toString() {
        return "card " + masked();
    }
}
