package com.hazelcast.certification.member;

/** The steps of a member's start, in their order. Most open a part that {@link OpenParts} closes when a later step fails. */
enum MemberPart {
    /** The bound on open files is high enough. */
    FILES,
    /** What is on this member's disk has been read. */
    STORAGE,
    /** Hazelcast has started, and the member has joined. */
    HAZELCAST,
    /** The other members are of releases that this one lives with. */
    FORMAT,
    /** The other members have the same card key. */
    CARD_KEY,
    /** The data folder is of the life of the cluster. */
    LIFE,
    /** The sets of rules of the other members are here. */
    RULES,
    /** What brings this member's shards to the other side after a split. */
    DELIVERY,
    /** What brings the shards on this member's disk to their owners. */
    STORED_SHARDS,
    /** Confirmation, fence and degraded state. */
    COPIES,
    /** What sends the verdicts in the log. */
    VERDICTS,
    /** The lanes. */
    ROUTER,
    /** What brings labels to their shards. */
    LABELS,
    /** What goes through the cards of this member's shards. */
    SWEEPER,
    /** What finds out which codes of decisions no history has any more. */
    RULE_CODES,
    /** The readers of sources; they read nothing before the member scores. */
    READERS,
    /** The readers of Kafka; they read nothing before the member scores. */
    KAFKA,
    /** The port of clients; it takes no batches before the member scores. */
    GATEWAY,
    /** What says to clients where the gateways are. */
    DIRECTORY,
    /** What starts and stops the readers and the gateway. */
    SCORING,
    /** The watch over what members deliver after a split. */
    DELIVERIES,
    /** The audit log goes on. */
    AUDIT,
    /** The HTTP port. */
    CONSOLE,
    /** The port of the HTTP API. */
    API,
    /** The watch over the certificates of these ports. */
    CERTIFICATES,
    /** Control calls are answered. */
    CONTROL,
    /** What the member does by itself has begun. */
    BEGIN
}
