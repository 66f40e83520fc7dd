/**
 * Removals on their way to the shards: sweeps of the shards that a member owns, and cards that are to be forgotten. From here to the owners,
 * and from there to the backups.
 *
 * <p>Enters: the time that passes, and cards. Leaves: counts. Sweeps are called by a thread of this package, one part of a shard after the
 * other; removals are done on partition threads, between batches. Factory 4912.
 */
package com.hazelcast.certification.removing;
