package com.hazelcast.certification.rules.live;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A set of rules as the cluster's book has it. Immutable: what it decides never changes; only its stage does.
 *
 * @param number that never comes again
 * @param firstCode of the codes of its decisions; {@link #NO_CODES} before it has been to decide anything
 * @param codeCount how many it takes
 * @param name as its text says
 * @param author who has submitted it
 * @param backtest what its last one has found; null: there was none
 */
public record RecordedSet(
        int number,
        int firstCode,
        int codeCount,
        String name,
        String author,
        RuleSetText text,
        Stage stage,
        @Nullable BacktestResult backtest) {
    /** It has decided nothing. */
    public static final int NO_CODES = -1;

    /** What becomes of a set. */
    public enum Stage {
        /** It is there, and runs nowhere. */
        DRAFT,
        /** It runs beside the set that decides, and decides nothing. */
        SHADOW,
        /** It decides for a share of the cards. */
        CANARY,
        /** It decides. */
        ACTIVE,
        /** It has decided, or was given up. */
        RETIRED;

        /** As people read it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    RecordedSet at(Stage other) {
        return new RecordedSet(number, firstCode, codeCount, name, author, text, other, backtest);
    }

    RecordedSet with(BacktestResult result) {
        return new RecordedSet(number, firstCode, codeCount, name, author, text, stage, result);
    }

    RecordedSet withCodes(int first) {
        return new RecordedSet(number, first, codeCount, name, author, text, stage, backtest);
    }

    RecordedSet withText(RuleSetText other) {
        return new RecordedSet(number, firstCode, codeCount, name, author, other, stage, backtest);
    }

    /** Whether it has been to decide: histories may record its decisions. */
    public boolean hasCodes() {
        return firstCode != NO_CODES;
    }
}
