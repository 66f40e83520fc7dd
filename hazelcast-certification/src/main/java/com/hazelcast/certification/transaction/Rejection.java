package com.hazelcast.certification.transaction;

import java.util.Locale;

/**
 * Why a transaction was rejected. Each rejected transaction is counted under exactly one of these. The ordinal is part of the
 * answer format between members and of the protocol with clients ({@code docs/protocol.md}), so new reasons go to the end,
 * there as well, and there are at most 64.
 */
public enum Rejection {
    /** The record is not 100 bytes long: its newline came early or did not come. */
    LENGTH("the record is not 100 bytes long up to its newline"),
    /** Fewer than nine fields. */
    MISSING_FIELD("the record has fewer than nine fields"),
    /** More than nine fields. */
    EXTRA_FIELD("the record has more than nine fields"),
    /** A field without a digit. */
    EMPTY_FIELD("a field is empty"),
    /** A byte in a field that is neither a digit nor a comma. */
    NOT_A_DIGIT("a field holds something other than digits"),
    /** A field with more digits, fewer (a card has 8 to 19), or a greater value than it may have. */
    OUT_OF_RANGE("a field is longer, shorter or greater than it may be"),
    /** Something other than NUL between the last field and the newline. */
    PADDING("the bytes behind the last field are not NUL"),
    /** The connection ended in the middle of a record. */
    TRUNCATED("the source closed in the middle of a record"),
    /** Too far ahead of the member's clock. */
    FUTURE("the time is too far ahead of the member's clock"),
    /** Ninety days or more behind the newest transaction of its card, or where the card or a sweep may have dropped it. */
    TOO_OLD(
            "the time is 90 days or more behind the card's newest transaction, or behind the shard's where a sweep may have dropped it, or not after the oldest that a card holds which has dropped some for room"),
    /** The shard of the card holds no histories: none has been loaded into this cluster. */
    NOT_LOADED("the shard of the card is not loaded"),
    /** A new card for which no memory is left, or a late transaction that newer ones of its card would have to go for. */
    MEMORY_FULL(
            "the history memory is full, and the card is new or the transaction older than what it would have to drop"),
    /** Scoring it raised an exception, and would again; the others of its batch are answered. */
    UNPROCESSABLE("scoring this transaction failed; the member's log has the exception"),
    /** The reference was given with another transaction of the card. */
    REFERENCE_REUSED("the reference was given before, with another transaction of the card"),
    /** The card has no history, and this cluster takes no new cards. */
    UNKNOWN_CARD("the card is not known, and unknown cards are rejected here"),
    /** The client has opened as many new cards as it may for now. */
    NEW_CARD_QUOTA("the client has used up its quota of new cards for now"),
    /** Histories have been loaded, and no member holds a copy of the shard of the card; what was answered of it is lost with them. */
    SHARD_LOST("all copies of the card's shard are lost, or its load has ended early");

    private static final Rejection[] VALUES = values();

    private final String description;

    Rejection(String description) {
        this.description = description;
    }

    /** One clause that a person understands. */
    public String description() {
        return description;
    }

    /** The value of the metric label {@code reason}, for example {@code not_a_digit}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The reason with that ordinal. */
    public static Rejection of(int ordinal) {
        return VALUES[ordinal];
    }
}
