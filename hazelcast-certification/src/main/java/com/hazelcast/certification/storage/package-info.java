/**
 * What a member keeps on disk of the shards that it holds: a log of what changed them, and snapshots.
 *
 * <p>Enters: changes, in the order in which a shard's thread makes them. Leaves: after a start, the shards as they were. Partition threads
 * write the log, one of them for all that wait; a thread of its own takes snapshots, and one brings the log to the disk. Whoever sends
 * verdicts reads the log by its files ({@code OutcomeLog}). Imports neither Hazelcast nor sockets. The files are described at {@link com.hazelcast.certification.storage.FileHead}.
 */
package com.hazelcast.certification.storage;
