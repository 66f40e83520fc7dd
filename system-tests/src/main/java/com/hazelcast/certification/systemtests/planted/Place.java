package com.hazelcast.certification.systemtests.planted;

/**
 * Where in a member an exception is planted, and the cards whose transactions raise it there: those with the code {@value
 * Place#CODE}, which other traffic does not have on these cards.
 */
public enum Place {
    /** While rules are evaluated, on cards that have a history. */
    RULES(90_000, true),
    /** The same, as an error of the virtual machine that a single transaction can cause. */
    RULES_STACK(90_100, true),
    /** While rules are evaluated, on cards that nobody has seen. */
    RULES_NEW_CARD(88_000_100, true),
    /** When a card is added to its shard's table. */
    CARD_TABLE(88_000_000, true),
    /** Around the whole batch, on the owner. */
    BATCH(90_200, false),
    /** When a batch is written for its owner. */
    BATCH_WRITTEN(90_300, false),
    /** When a batch is read at its owner. */
    BATCH_READ(90_400, false),
    /** When the outcome is written for the backup. */
    OUTCOME_WRITTEN(90_500, false),
    /** When the outcome is read at the backup. */
    OUTCOME_READ(90_600, false),
    /** When the outcome is applied to the backup, the first time. */
    BACKUP_ONCE(90_700, false),
    /** When the outcome is applied to the backup, each time. */
    BACKUP(90_800, false);

    /** The code of transactions that raise the exception. */
    public static final int CODE = 99_999;

    /** Cards at each place: their shards are of several members, so that some calls are remote. */
    public static final int CARDS = 6;

    private final long firstCard;
    private final boolean isAlwaysRejected;

    Place(long firstCard, boolean isAlwaysRejected) {
        this.firstCard = firstCard;
        this.isAlwaysRejected = isAlwaysRejected;
    }

    /** One of the cards. */
    public long card(int index) {
        return firstCard + index;
    }

    /** Whether the card is one of them. */
    boolean has(long card) {
        return card >= firstCard && card < firstCard + CARDS;
    }

    /** Whether they raise it wherever their shard is, and so can never be scored. */
    public boolean isAlwaysRejected() {
        return isAlwaysRejected;
    }
}
