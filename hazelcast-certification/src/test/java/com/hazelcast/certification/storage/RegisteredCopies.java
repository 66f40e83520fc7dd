package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A registry of copies over a disk in memory, and the shards that stand in it. */
final class RegisteredCopies {
    static final long LOG_SIZE_MIN_BYTES = 8_000;
    static final long CURRENT_FILE = 9;

    final MemoryDisk disk = new MemoryDisk();
    final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    final ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, CURRENT_FILE, 1 << 20);
    final CopyRegistry copies = new CopyRegistry(
            disk,
            log,
            true,
            LOG_SIZE_MIN_BYTES,
            memory,
            new Recovery(disk, Optional.empty(), memory, StoredShards::replay));

    /** As the map holds them: journals do not. */
    private final List<HistoryShard> held = new ArrayList<>();

    HistoryShard shard(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shard.install();
        held.add(shard);
        return shard;
    }

    /** One that was read, and is not in place. */
    HistoryShard onDisk(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        held.add(shard);
        return shard;
    }

    /** A shard whose snapshot is on disk and needs the log from that file on. */
    ShardJournal kept(HistoryShard shard, long logFile) {
        ShardJournal journal = copies.journalOf(shard);
        keep(journal, logFile, 100);
        journal.kept();
        return journal;
    }

    /** Returns what it replaces. */
    Optional<CopyRegistry.Kept> keep(ShardJournal journal, long logFile, long sizeBytes) {
        Snapshot.Base base = new Snapshot.Base(journal.key(), journal.generation(), 0, logFile);
        return copies.keep(journal, new Snapshot.Written(base, sizeBytes));
    }

    static Recovery.Copy read(HistoryShard shard, long generation) {
        Snapshot.Base base = new Snapshot.Base(shard.key(), generation, 5, 3);
        return new Recovery.Copy(base.fileName(), new Snapshot.Loaded(base, shard), 100);
    }

    /** Lets the garbage collector have all shards. */
    void letGo() {
        held.clear();
    }
}
