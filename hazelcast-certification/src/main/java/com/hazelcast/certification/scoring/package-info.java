/**
 * Where shard and rules meet: the entry processor that scores a batch on its shard's partition thread, and what it sends to the
 * shard's backups.
 *
 * <p>Enters: a batch of compact transactions for one shard. Leaves: one {@linkplain
 * com.hazelcast.certification.scoring.Answer answer} a transaction, and the outcome for the backups. Runs on partition
 * threads only. Knows nothing of sources, lanes or the wire record.
 */
package com.hazelcast.certification.scoring;
