/**
 * Where shard, rules and map meet: the entry processors that run on a shard's partition thread, and what they send to its
 * backups.
 *
 * <p>Enters: a batch of compact transactions for one shard. Leaves: one {@linkplain
 * com.hazelcast.certification.scoring.Answer answer} a transaction, and the outcome for the backups. Runs on partition
 * threads only. Knows nothing of sources, lanes or the wire record.
 */
package com.hazelcast.certification.scoring;
