/**
 * What shards hold: counted, surveyed, digested and read, on owners and on backups at the same point of the stream; and what of another
 * copy an owner lacks, card by card.
 *
 * <p>Enters: a question for one shard, or for the shards that a member owns. Leaves: figures and copies of transactions; what was asked of
 * backups waits on their members until it is taken. Questions run on partition threads and change nothing; who asks blocks for them.
 * Knows nothing of control calls: a comparison of a whole cluster is in {@code cluster}.
 */
package com.hazelcast.certification.audit;
