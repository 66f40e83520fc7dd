package com.hazelcast.certification.backup;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Backups of one member with two shards of a card each, which have changed behind their snapshots; without a cluster. */
public final class SmallBackup {
    public static final int SHARDS = 2;
    private static final int CHANGES = 20;

    private SmallBackup() {}

    /**
     * Makes one.
     *
     * @param data folder of the member
     * @param backup folder of the backup
     * @param key by which both are encrypted
     */
    public static Backup.Report make(Path data, Path backup, Optional<DataKey> key) throws IOException {
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        List<HistoryShard> shards = new ArrayList<>();
        try (ShardStorage storage = ShardStorage.open(
                FolderDisk.open(data),
                StorageSettings.of(Durability.WRITTEN, key, SHARDS + "-shards", 0),
                memory,
                OutcomeRecord::replay)) {
            for (int i = 0; i < SHARDS; i++) {
                HistoryShard shard = new HistoryShard(memory, 100, 1);
                shard.keptAt(i);
                var unused = shard.open(4_000_000_000_000_000L + i);
                shard.install();
                shards.add(shard);
                storage.open(shard).release();
            }
            Await.until("the shards are on disk", () -> storage.figures().pending() == 0);
            for (int i = 0; i < CHANGES; i++) {
                for (HistoryShard shard : shards) {
                    ShardJournal journal = storage.open(shard);
                    shard.epoch().confirm();
                    journal.appendEpoch(shard);
                    journal.release();
                    journal.commit();
                }
            }
            Backup.Report report = storage.prepareBackup(backup, 1);
            Path member = Path.of(report.folder());
            Backup.commit(member, 1, List.of(String.valueOf(member.getFileName())));
            Backup.clean(member);
            return report;
        }
    }
}
