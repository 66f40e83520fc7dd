/**
 * Where clients reach the members whose gateway is open, and which of them owns which shard, so that each gateway can say it to its clients.
 *
 * <p>Enters: the address of this member's gateway while it takes batches, into a replicated map of the cluster. Leaves: the list of all
 * members', with the owner of each shard, whenever it changes, and the frames of both to each client ({@link
 * com.hazelcast.certification.directory.ListPush}). Runs on a thread of its own, which looks once a second and when members come and go; a
 * look costs a few reads of this member's copy of the map and of its table of partitions.
 */
package com.hazelcast.certification.directory;
