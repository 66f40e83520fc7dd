package com.hazelcast.certification.client;

import java.util.Locale;

/** Why a member rejected a transaction. The codes are part of the protocol: {@code docs/protocol.md} lists them. */
public enum RejectionReason {
    /** The record is not 100 bytes long up to its newline. */
    LENGTH(0),
    /** Fewer than nine fields. */
    MISSING_FIELD(1),
    /** More than nine fields. */
    EXTRA_FIELD(2),
    /** A field without a digit. */
    EMPTY_FIELD(3),
    /** A field holds something other than digits. */
    NOT_A_DIGIT(4),
    /** A field is longer, shorter or greater than it may be. */
    OUT_OF_RANGE(5),
    /** Something other than NUL between the last field and the newline. */
    PADDING(6),
    /** A stream ended in the middle of a record; not of a batch. */
    TRUNCATED(7),
    /** Too far ahead of the member's clock. */
    FUTURE(8),
    /**
     * Ninety days or more behind the card's newest transaction, or where the card may have dropped it for room. It may have been
     * scored before; an answer that came then stays the right one.
     */
    TOO_OLD(9),
    /** The shard of the card holds no histories: nothing has been loaded. */
    NOT_LOADED(10),
    /** The history memory is full, and the card is new or the record not newer than what its card would have to drop. */
    MEMORY_FULL(11),
    /** Scoring it failed, and would fail again. */
    UNPROCESSABLE(12),
    /** The reference was given before, with another transaction of the card. */
    REFERENCE_REUSED(13),
    /** The card is not known, and the cluster takes no new cards. */
    UNKNOWN_CARD(14),
    /** The client has used up its quota of new cards for now. */
    NEW_CARD_QUOTA(15),
    /** Histories have been loaded, and all copies of the card's shard are lost. What was answered of it is lost with them. */
    SHARD_LOST(16),
    /** A reason that this version of the client does not know. */
    UNKNOWN(-1);

    private static final RejectionReason[] VALUES = values();

    private final int code;

    RejectionReason(int code) {
        this.code = code;
    }

    /** The code on the wire; -1 for {@link #UNKNOWN}. */
    public int code() {
        return code;
    }

    /** For example {@code not_loaded}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RejectionReason of(int code) {
        for (RejectionReason reason : VALUES) {
            if (reason.code == code) {
                return reason;
            }
        }
        return UNKNOWN;
    }
}
