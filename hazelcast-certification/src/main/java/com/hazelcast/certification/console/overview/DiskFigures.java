package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.ShardStorage.StorageFigures;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a member says of its data folder.
 *
 * @param folder where it is; empty: the member has none, or is of an earlier release
 * @param stalled why its log cannot be written, with what to do; empty: it can
 * @param broken copies of shards that could not be read from it, and have not been written anew
 * @param brokenBecause why the first of them cannot be used, with its file; empty: there is none
 * @param unread copies that were read from it, and are not with their owners yet
 */
public record DiskFigures(String folder, String stalled, int broken, String brokenBecause, int unread) {
    static final DiskFigures NONE = new DiskFigures("", "", 0, "", 0);

    /** Of a member now. Goes through all its copies. */
    static DiskFigures of(Optional<ShardStorage> storage) {
        if (storage.isEmpty()) {
            return NONE;
        }
        StorageFigures figures = storage.get().figures();
        TreeMap<Integer, String> broken = new TreeMap<>(storage.get().broken());
        return new DiskFigures(
                storage.get().disk().where(),
                figures.stalled(),
                broken.size(),
                broken.isEmpty()
                        ? ""
                        : "the shard with key " + broken.firstKey() + ": "
                                + broken.values().iterator().next(),
                figures.unread());
    }

    boolean isStalled() {
        return !stalled.isEmpty();
    }
}
