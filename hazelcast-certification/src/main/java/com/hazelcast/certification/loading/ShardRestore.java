package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.ShardStorage.OutcomeReplayer;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.StorageException;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Brings the shards of a backup to their owners, which unite what they get, as after a split: so it does not matter how many members the
 * cluster has, and which copy comes first. Reads some shards at a time, which take memory until their owners have them. Thread-safe.
 */
public final class ShardRestore {
    /** The log of a folder is read once for each part of its shards. */
    private static final int PARTS = 8;

    /** Shards that are read together, at least. */
    private static final int PART_SHARDS_MIN = 4;

    private final HazelcastInstance hazelcast;
    private final LongSupplier view;
    private final HistoryMemory memory;
    private final String cluster;
    private final Optional<DataKey> dataKey;
    private final OutcomeReplayer replayer;

    /**
     * What was brought back of a member's folder.
     *
     * @param folder of that member
     * @param shards whose owners have that copy now
     * @param problems files that are missing or have another size, and copies that could not be used, and why
     */
    public record Report(String folder, int shards, List<String> problems) {}

    /**
     * Of a member.
     *
     * @param view a number that changes whenever the members change; never 0
     * @param cluster what the backup must be of, as in {@link com.hazelcast.certification.storage.StorageSettings}
     * @param dataKey by which the backup is encrypted, if it is
     */
    public ShardRestore(
            HazelcastInstance hazelcast,
            LongSupplier view,
            HistoryMemory memory,
            String cluster,
            Optional<DataKey> dataKey,
            OutcomeReplayer replayer) {
        this.hazelcast = hazelcast;
        this.view = view;
        this.memory = memory;
        this.cluster = cluster;
        this.dataKey = dataKey;
        this.replayer = replayer;
    }

    /**
     * The newest book of rules of a backup; empty in one of an older release.
     *
     * @throws IOException when it cannot be read
     * @throws StorageException when it is encrypted by another key than this member's
     */
    public Optional<RuleBook> rules(Path backup) throws IOException {
        return BackupParts.of(backup).ruleBook(dataKey);
    }

    /**
     * Brings back a member's part of a backup, as {@link BackupParts} has it; returns when the owners have it, and their backups. A folder
     * that cannot be read is a problem: other members' copies may be enough.
     *
     * @throws StorageException when the folder is of another cluster; says what to do
     */
    public Report restore(Path folder) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        List<Integer> keys;
        try {
            keys = Backup.shards(folder);
            problems.addAll(Backup.incomplete(folder));
        } catch (StorageException e) {
            return new Report(folder.toString(), 0, List.of(String.valueOf(e.getMessage())));
        }
        // What is restored becomes part of the life that the cluster is in.
        DiskDelivery delivery =
                new DiskDelivery(DiskDelivery.Owners.of(hazelcast, ShardMap.of(hazelcast), view, () -> true), true);
        int restored = 0;
        int size = Math.max(PART_SHARDS_MIN, (keys.size() + PARTS - 1) / PARTS);
        for (int from = 0; from < keys.size(); from += size) {
            Set<Integer> part = Set.copyOf(keys.subList(from, Math.min(keys.size(), from + size)));
            Backup.Shards read = Backup.read(folder, part, cluster, dataKey, memory, replayer);
            read.broken().forEach((key, why) -> problems.add("the shard with key " + key + ": " + why));
            for (HistoryShard shard : read.shards()) {
                if (!delivery.bring(shard)) {
                    throw new IllegalStateException("the member ended while it restored " + folder);
                }
                restored++;
            }
        }
        return new Report(folder.toString(), restored, problems);
    }
}
