package com.hazelcast.certification.storage;

import java.util.List;

/**
 * What a member has on disk.
 *
 * @param logBytes of the log's files
 * @param snapshotBytes of the snapshots
 * @param writtenBytes written to the log since the start
 * @param syncs of the log since the start
 * @param snapshots taken since the start
 * @param copies of shards that the disk has
 * @param pending copies of shards on this member that the disk does not have yet
 * @param unread copies that were read from disk and are not with their owners yet
 * @param broken copies that could not be read
 * @param damages files that were damaged at the start, and how
 * @param stalled why nothing can be written now; empty: it can
 */
public record StorageFigures(
        long logBytes,
        long snapshotBytes,
        long writtenBytes,
        long syncs,
        long snapshots,
        int copies,
        int pending,
        int unread,
        int broken,
        List<String> damages,
        String stalled) {}
