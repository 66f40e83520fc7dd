package com.hazelcast.certification.importing;

/**
 * How far an import is.
 *
 * @param rows read and good
 * @param refused rows that are no transactions
 * @param rowsExpected in the source; -1: not known
 * @param shardsSorted shards that are done
 * @param shardCount all shards; 0 before anything is known
 * @param elapsedMs since this run began
 */
public record ImportProgress(
        long rows, long refused, long rowsExpected, int shardsSorted, int shardCount, long elapsedMs) {}
