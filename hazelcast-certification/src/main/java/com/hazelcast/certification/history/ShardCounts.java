package com.hazelcast.certification.history;

/** What a shard counts of its entries. Written by the shard's thread alone. */
final class ShardCounts {
    /** Entries in chunks, pruned ones not included. */
    long held;

    /** Entries dropped because they were 90 days older than a newer one. */
    long expired;

    /** Entries dropped by the bound on entries a card. */
    long droppedByBound;

    /** Entries dropped because the history memory was full. */
    long droppedByMemory;
}
