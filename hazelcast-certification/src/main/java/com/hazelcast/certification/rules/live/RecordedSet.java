package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A set of rules as the cluster's book has it. Immutable: what it decides never changes; only its stage does.
 *
 * @param number that never comes again
 * @param firstCode of the codes of its decisions; {@link #NO_CODES} before it has been to decide anything, and when they have gone to others
 * @param codeCount how many it takes
 * @param name as its text says
 * @param author who has submitted it
 * @param backtest what its last one has found; null: there was none
 * @param rest how far its codes are on their way to another set
 * @param breaker the limits that it had when it was active last, and has when it is gone back to; null: those of the members' keys
 */
public record RecordedSet(
        int number,
        int firstCode,
        int codeCount,
        String name,
        String author,
        RuleSetText text,
        Stage stage,
        @Nullable BacktestResult backtest,
        Rest rest,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable BreakerLimits breaker) {
    /** It has decided nothing, or nothing that a history still has. */
    public static final int NO_CODES = -1;

    public RecordedSet {
        // Books of releases before this one have none.
        rest = Objects.requireNonNullElse(rest, Rest.NONE);
    }

    /** One that has not been active, or without limits of its own. */
    public RecordedSet(
            int number,
            int firstCode,
            int codeCount,
            String name,
            String author,
            RuleSetText text,
            Stage stage,
            @Nullable BacktestResult backtest,
            Rest rest) {
        this(number, firstCode, codeCount, name, author, text, stage, backtest, rest, null);
    }

    /**
     * The way of a set's codes to another set; see {@link RuleCodes}.
     *
     * @param sinceMs when the set ceased to decide, and could not be gone back to any more; 0: it may decide, or has no codes
     * @param outVersion of the book that says that no history has its codes; 0: histories may have them
     * @param outSinceMs when that was found; 0 as well
     * @param lostVersion the last {@code outVersion} of codes that another set may have now; 0: none may. Histories that were kept by an
     *     older book may name this set by these codes
     */
    public record Rest(long sinceMs, long outVersion, long outSinceMs, long lostVersion) {
        /** Of a set that may decide, or never has. */
        public static final Rest NONE = new Rest(0, 0, 0, 0);

        /** The set may decide. */
        Rest ended() {
            return new Rest(0, 0, 0, lostVersion);
        }

        Rest since(long atMs) {
            return new Rest(atMs, 0, 0, lostVersion);
        }

        Rest out(long version, long atMs) {
            return new Rest(sinceMs, version, atMs, lostVersion);
        }

        Rest lost() {
            return new Rest(0, 0, 0, outVersion);
        }

        /** Whether no history has the codes. */
        @JsonIgnore
        public boolean isOut() {
            return outVersion > 0;
        }
    }

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
        return new RecordedSet(number, firstCode, codeCount, name, author, text, other, backtest, rest, breaker);
    }

    RecordedSet with(BacktestResult result) {
        return new RecordedSet(number, firstCode, codeCount, name, author, text, stage, result, rest, breaker);
    }

    RecordedSet with(BreakerLimits limits) {
        BreakerLimits kept = limits.isAny() ? limits : null;
        return new RecordedSet(number, firstCode, codeCount, name, author, text, stage, backtest, rest, kept);
    }

    RecordedSet with(Rest other) {
        return new RecordedSet(number, firstCode, codeCount, name, author, text, stage, backtest, other, breaker);
    }

    RecordedSet withCodes(int first) {
        // Nothing names its decisions any more.
        RuleSetText left = first == NO_CODES && isRemoved() ? RuleSetText.REMOVED : text;
        return new RecordedSet(number, first, codeCount, name, author, left, stage, backtest, rest, breaker);
    }

    RecordedSet withText(RuleSetText other) {
        return new RecordedSet(number, firstCode, codeCount, name, author, other, stage, backtest, rest, breaker);
    }

    /** Without text and lists; as long as histories may have its decisions, what these are is left. */
    RecordedSet removed() {
        return withText(hasCodes() ? text.outline() : RuleSetText.REMOVED);
    }

    /** @throws IllegalArgumentException when its text and lists were removed; says what to do */
    RecordedSet whole() {
        if (isRemoved()) {
            throw new IllegalArgumentException(
                    "the text of that set was removed; submit the set again, from where you keep it: set=" + number);
        }
        return this;
    }

    /** Whether its text and lists were removed: it decides no more. */
    @JsonIgnore
    public boolean isRemoved() {
        return text.isOutline();
    }

    /** Whether histories may record its decisions, because it decides or has decided. */
    public boolean hasCodes() {
        return firstCode != NO_CODES;
    }

    /** The first code behind its own. */
    int endCode() {
        return firstCode + codeCount;
    }
}
