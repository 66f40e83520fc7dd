/**
 * What a member keeps on disk of the shards that it holds: a log of what changed them, and snapshots.
 *
 * <p>Enters: changes, in the order in which a shard's thread makes them. Leaves: after a start, the shards as they were. Partition threads
 * write the log, one of them for all that wait ({@code ChangeLog}); a thread of its own takes snapshots ({@code SnapshotKeeper}), and one
 * brings the log to the disk ({@code LogKeeper}). Whoever sends
 * verdicts reads the log by its files ({@code OutcomeLog}). Imports neither Hazelcast nor sockets.
 *
 * <p>Names of files: {@code log-NUMBER.log}, and {@code shard-KEY-GENERATION-SEQUENCE.snapshot}. {@code newest-NUMBER} is an empty file whose
 * name has the number of the newest log file; that of {@code ended-NUMBER-BYTES} says how long a log file was when the member stopped in order;
 * {@code undelivered-KEY-GENERATION} marks a copy that is read beside a newer one ({@code UndeliveredCopies}); that of {@code sent-...} says which
 * verdicts are sent ({@code OutcomeLog}). What the files begin with and how they go on is described at {@link
 * com.hazelcast.certification.storage.files.FileHead}.
 */
package com.hazelcast.certification.storage;
