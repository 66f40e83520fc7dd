package com.hazelcast.certification.labels;

import java.util.Locale;

/** What became of a {@link LabelRequest}. */
public enum LabelResult {
    /** The transaction has the label now. */
    LABELLED("the transaction has the label", ""),
    /** The card has no transaction here. */
    UNKNOWN_CARD("the cluster holds no transaction of that card", "correct the card, or leave the row out"),
    /** The card has transactions, and not this one: there was none, or it is older than 90 days, or was dropped. */
    UNKNOWN_TRANSACTION(
            "the card has no such transaction: it is older than 90 days, was dropped, or never came",
            "correct time, amount or reference, or leave the row out"),
    /** Several transactions of the card fit. */
    AMBIGUOUS("several transactions of the card fit", "give the reference as well"),
    /** Only what a history keeps of the reference is known, which is not enough. */
    REFERENCE_FORGOTTEN(
            "the reference came long ago, and the cluster no longer has it whole", "give time and amount as well"),
    /** It names no transaction. */
    NOT_NAMED("the label names no transaction", "give the reference, or time and amount"),
    /** Nothing is loaded. */
    NOT_LOADED("the histories are not loaded", "load them, then send the labels again"),
    /** All copies of the card's shard are lost. */
    SHARD_LOST("all copies of the card's shard are lost", "load it again, then send the labels again"),
    /** The owner and its backups have not confirmed it in time. It may be there. */
    UNAVAILABLE(
            "the card's shard has not confirmed it in time; it may have it",
            "send it again, unless the transaction was given another label meanwhile");

    private final String description;
    private final String remedy;
    private final String code = name().toLowerCase(Locale.ROOT);

    LabelResult(String description, String remedy) {
        this.description = description;
        this.remedy = remedy;
    }

    /** A name that programs can rely on. */
    public String code() {
        return code;
    }

    /** What has happened, in words. */
    public String description() {
        return description;
    }

    /** What to do; empty: nothing. */
    public String remedy() {
        return remedy;
    }

    /** Whether the same again may have another result without a change of the request. */
    public boolean isPassing() {
        return this == UNAVAILABLE || this == NOT_LOADED || this == SHARD_LOST;
    }
}
