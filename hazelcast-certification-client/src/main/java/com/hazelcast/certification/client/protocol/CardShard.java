package com.hazelcast.certification.client.protocol;

import com.hazelcast.certification.client.CardNumber;

/**
 * The shard that a card belongs to, where members identify cards by their numbers: the upper half of a hash of the card's {@link
 * com.hazelcast.certification.client.CardNumber} code, scaled to the number of shards. The hash is MurmurHash3's 64-bit finaliser (Appleby,
 * public domain). Members with a card key hash an identifier that no client can make. Pure.
 */
public final class CardShard {
    private static final char FIRST_DIGIT = '0';
    private static final int DIGITS = 10;

    private CardShard() {}

    /** The shard of a record's card; any, always the same, where no card stands: a member rejects the record. */
    public static int of(byte[] record, RecordFormat format, int shardCount) {
        return of(format.isCompact() ? CompactRecord.card(record, 0) : textCard(record), shardCount);
    }

    private static long textCard(byte[] record) {
        int digits = 0;
        long value = 0;
        int digit = record[0] - FIRST_DIGIT;
        while (digits < CardNumber.DIGITS_MAX && digit >= 0 && digit < DIGITS) {
            value = value * DIGITS + digit;
            digits++;
            digit = record[digits] - FIRST_DIGIT;
        }
        return CardNumber.isLength(digits) ? CardNumber.of(digits, value) : 0;
    }

    /** The shard, 0 to {@code shardCount - 1}, of the card with that code. */
    public static int of(long code, int shardCount) {
        long hash = code;
        hash ^= hash >>> 33;
        hash *= 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        hash *= 0xc4ceb9fe1a85ec53L;
        hash ^= hash >>> 33;
        return (int) ((hash >>> 32) * shardCount >>> 32);
    }
}
