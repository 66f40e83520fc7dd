package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.hazelcast.certification.transaction.Pan;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants of the cluster's sets of rules.
 *
 * @param set number of the set; 0 where the kind needs none. Of a roll-back, the set that it is to end, or 0 for whichever decides
 * @param share of the cards of a canary, in hundredths of a percent; 0 otherwise
 * @param breaker how much a set that is activated may decline; none: what the members' keys say
 * @param by who wants it
 * @param reason why; card numbers in it are masked
 * @param text of a set that is submitted; null otherwise
 * @param verified whether {@code by} has signed in; otherwise it is what the caller says of itself
 * @param against number of the set that has to decide when the change is made, or nothing is changed; 0: whichever does
 * @param backtest what is kept with a set; null otherwise
 */
public record RuleChange(
        Kind kind,
        int set,
        int share,
        @JsonAlias("breakerPercent") BreakerLimits breaker,
        String by,
        String reason,
        @Nullable RuleSetText text,
        boolean verified,
        int against,
        @Nullable BacktestResult backtest) {
    /** Who takes sets back that decline too much. */
    public static final String BREAKER = "breaker";

    /** Who changes what no person asks for. */
    static final String MEMBERS = "members";

    /** Characters of a name or reason, which all members keep. */
    private static final int WORDS_MAX = 200;

    /** A run of digits as long as most card numbers, or groups of four, or of four, six and five, as they stand on a card. */
    private static final Pattern CARD = Pattern.compile(
            "(?<!\\d)(?:\\d{12,19}|\\d{4}(?:[ -]\\d{4}){2}[ -]\\d{1,7}|\\d{4}[ -]\\d{6}[ -]\\d{5})(?!\\d)");

    /** By somebody who has not signed in, whichever set decides. */
    public RuleChange(
            Kind kind, int set, int share, int breakerPercent, String by, String reason, @Nullable RuleSetText text) {
        this(kind, set, share, BreakerLimits.ofPercent(breakerPercent), by, reason, text, false, 0);
    }

    /** Without the result of a backtest. */
    public RuleChange(
            Kind kind,
            int set,
            int share,
            BreakerLimits breaker,
            String by,
            String reason,
            @Nullable RuleSetText text,
            boolean verified,
            int against) {
        this(kind, set, share, breaker, by, reason, text, verified, against, null);
    }

    /** Of what a backtest of a set has found, which is kept with the set. */
    public static RuleChange backtested(int set, BacktestResult result, String by, boolean verified) {
        return new RuleChange(
                Kind.BACKTEST, set, 0, BreakerLimits.NONE, by, result.summary(), null, verified, 0, result);
    }

    /** The same with other limits of the breaker. */
    public RuleChange with(BreakerLimits limits) {
        return new RuleChange(kind, set, share, limits, by, reason, text, verified, against, backtest);
    }

    /** What is to be done. */
    public enum Kind {
        /** Keep a set, as a draft. */
        SUBMIT,
        /** Run a set beside the one that decides. */
        SHADOW,
        /** Let a set decide for a share of the cards. */
        CANARY,
        /** Let a set decide. */
        ACTIVATE,
        /** End the canary, and let the set before decide again. */
        ROLLBACK,
        /** Run a draft, a shadow or a canary no more. */
        RETIRE,
        /** Drop text and lists of a set that decides no more. */
        REMOVE,
        /** Approve what the set that decides would decline. Only the breaker does that. */
        DECLINE_NOTHING,
        /** Keep with a set what a backtest of it has found. Whoever runs one does that. */
        BACKTEST,
        /** Record the sets whose codes no history has any more. Members do that. */
        CODES_OUT;

        /** Whether somebody asks for it as such. */
        public boolean isAsked() {
            return this != DECLINE_NOTHING && this != BACKTEST && this != CODES_OUT;
        }

        /** As the record has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RuleChange {
        breaker = Objects.requireNonNullElse(breaker, BreakerLimits.NONE);
        by = word("by", masked(by));
        // What members write themselves has no cards, and is read again.
        reason = word("reason", kind.isAsked() ? masked(reason) : reason);
    }

    /** The change without the text of a set, which may name cards. */
    public String summary() {
        String limits = breaker.isAny() ? " " + breaker.summary() : "";
        return kind.label() + " set=" + set + " share=" + share / 100.0 + "%" + limits + " by=" + by + " reason="
                + reason;
    }

    /**
     * The same, by somebody who has not signed in.
     *
     * @throws IllegalArgumentException when {@code by} stands for what members do by themselves
     */
    public RuleChange unverified() {
        if (Stream.of(BREAKER, MEMBERS).anyMatch(by::equalsIgnoreCase)) {
            throw new IllegalArgumentException(
                    "in the record this name stands for what members do by themselves; give your own name with --by: by="
                            + by);
        }
        return new RuleChange(kind, set, share, breaker, by, reason, text, false, against, backtest);
    }

    /** The same, by somebody whose secret was right. */
    public RuleChange byVerified(String name) {
        return new RuleChange(kind, set, share, breaker, name, reason, text, true, against, backtest);
    }

    /** The record, logs and the audit log have it for ever. */
    private static String masked(String text) {
        return CARD.matcher(text).replaceAll(found -> Pan.masked(found.group()));
    }

    private static String word(String what, String text) {
        String word = text.strip();
        if (word.isEmpty() || word.length() > WORDS_MAX || word.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the record has who has changed the rules and why; give 1 to "
                    + WORDS_MAX + " characters in one line: " + what + "=" + text);
        }
        return word;
    }
}
