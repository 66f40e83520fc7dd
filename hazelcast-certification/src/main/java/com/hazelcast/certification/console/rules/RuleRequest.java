package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request about sets of rules; each path takes what it needs and leaves out the rest.
 *
 * @param text of a set that is not submitted yet
 * @param files its lists and tables, by the names that it has for them
 * @param filesOf number of a set that has those which are not among them; null: none
 * @param against number of a set to compare with
 * @param confirmedCards up to so many may get another action
 */
record RuleRequest(
        @Nullable Integer set,
        @Nullable Double sharePercent,
        @Nullable Integer breakerPercent,
        @Nullable Double breakerTimes,
        @Nullable Integer breakerSeconds,
        @Nullable Boolean breakerDeclinesNothing,
        @Nullable Long confirmedCards,
        @Nullable String reason,
        @Nullable String text,
        @Nullable Map<String, @Nullable String> files,
        @Nullable Integer filesOf,
        @Nullable Integer against,
        @Nullable Integer days,
        @Nullable Double sample) {

    /**
     * What the breaker is to hold the set to.
     *
     * @throws HttpFailure 400 when a limit is none
     */
    BreakerLimits breaker() {
        try {
            return BreakerLimits.given(breakerPercent, breakerTimes, breakerSeconds, breakerDeclinesNothing);
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    /** @throws HttpFailure 400 when there is no number of a set */
    int requiredSet() {
        if (set == null) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "give the number of a set, such as {\"set\": 2}");
        }
        return set;
    }

    /**
     * The text with its files.
     *
     * @throws HttpFailure 400 when there is no text, 404 when the set that has the files is unknown
     */
    RuleSetText requiredText(RuleBook book) {
        if (text == null) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "give the text of a set, such as {\"text\": \"set …\"}");
        }
        Map<String, String> all = new HashMap<>();
        if (filesOf != null) {
            all.putAll(text(book, filesOf).files());
        }
        if (files != null) {
            files.forEach((name, content) -> all.put(name, Objects.requireNonNullElse(content, "")));
        }
        return new RuleSetText(text, all);
    }

    /**
     * The text of the set that is named, or else the text that is given.
     *
     * @throws HttpFailure as {@link #requiredText} and {@link #set(RuleBook, int)} do
     */
    RuleSetText textOrSet(RuleBook book) {
        return set == null ? requiredText(book) : text(book, set);
    }

    /**
     * A set of the book.
     *
     * @throws HttpFailure 404 when there is none of that number
     */
    static RecordedSet set(RuleBook book, int number) {
        return book.set(number)
                .orElseThrow(() -> new HttpFailure(
                        HttpFailure.NOT_FOUND, "there is no such set; /api/rule-sets lists them: set=" + number));
    }

    /**
     * What a set of the book says.
     *
     * @throws HttpFailure 404 when there is none of that number, 409 when its text was removed
     */
    static RuleSetText text(RuleBook book, int number) {
        RecordedSet set = set(book, number);
        if (set.isRemoved()) {
            throw new HttpFailure(HttpFailure.CONFLICT, "text and lists of that set were removed: set=" + number);
        }
        return set.text();
    }

    /**
     * A set's number of a path or a query.
     *
     * @throws HttpFailure 400 when it is none
     */
    static int number(@Nullable String text) {
        if (text == null || !text.matches("[1-9][0-9]{0,8}")) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "a set has a whole number, from 1");
        }
        return Integer.parseInt(text);
    }

    /**
     * A number of a query.
     *
     * @param usual when it is not given
     * @throws HttpFailure 400 when it is not one from 1 to that
     */
    static int number(@Nullable String text, String name, int usual, int max) {
        if (text == null) {
            return usual;
        }
        if (!text.matches("[1-9][0-9]{0,8}") || Integer.parseInt(text) > max) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, name + " must be a whole number from 1 to " + max);
        }
        return Integer.parseInt(text);
    }
}
