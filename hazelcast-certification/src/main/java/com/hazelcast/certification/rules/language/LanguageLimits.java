package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.history.HistoryLimits;

/** Every limit of the rule language. */
public final class LanguageLimits {
    /** Characters of a set's text. */
    public static final int TEXT_MAX = 512 * 1024;

    /** Rules of a set. */
    public static final int RULES_MAX = 1_000;

    /** Words and signs of a rule. A method that is made of them stays below the 8,000 bytes that HotSpot compiles. */
    public static final int TOKENS_PER_RULE_MAX = 800;

    /** Brackets inside brackets. */
    public static final int NESTING_MAX = 20;

    /** Different aggregates of a set. */
    public static final int AGGREGATES_MAX = 512;

    /** Lists, tables and exchanges of a set. */
    public static final int FILES_MAX = 64;

    /** Characters of a rule's, a list's or a tag's name. */
    public static final int NAME_MAX = 63;

    /** Characters of a description. */
    public static final int DESCRIPTION_MAX = 200;

    /** Problems that are reported at once. */
    public static final int PROBLEMS_MAX = 50;

    /** The widest window. */
    public static final long WINDOW_MS_MAX = HistoryLimits.HORIZON_MS;

    /** The narrowest window. */
    public static final long WINDOW_MS_MIN = 60_000;

    /** Calendar days of a window: the first of 90 may begin before the horizon where clocks are turned back. */
    public static final int CALENDAR_DAYS_MAX = HistoryLimits.HORIZON_DAYS - 1;

    /** Decimals of a number. */
    public static final int DECIMALS_MAX = 6;

    /** Decimals of a table's values. */
    public static final int TABLE_DECIMALS = 4;

    /** Greatest value of a table. */
    public static final long TABLE_VALUE_MAX = 1_000_000_000L;

    /** Greatest rate of an exchange: with it a sum over a whole history stays inside 64 bits. */
    public static final long RATE_MAX = 1_000;

    /** Points of a rule, and of a threshold. */
    public static final int POINTS_MAX = 1_000_000;

    /** No value of a rule may come to more than this, in its own units. */
    public static final long VALUE_MAX = 1L << 62;

    /** Entries that an aggregate may meet, T included. */
    public static final int ENTRIES_MAX = HistoryLimits.ENTRIES_PER_CARD_CEILING + 1;

    private LanguageLimits() {}
}
