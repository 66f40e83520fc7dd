package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.FolderDisk;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a member's disk has to do with the sides of a split. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ShardContextTest {
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);

    private HistoryShard shard(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shard.install();
        return shard;
    }

    /** The disk has what this member held on its side, and nobody else may have it. */
    @Test
    void shouldKeepNothingThatComesUntilItHasDeliveredWhatItHeld(@TempDir Path folder) {
        ShardContext context = new ShardContext(1, 1);
        StorageSettings settings = StorageSettings.of(Durability.WRITTEN, Optional.empty(), "13-shards", 0);
        try (ShardStorage storage =
                ShardStorage.open(FolderDisk.open(folder), settings, memory, (shard, outcome) -> {})) {
            AtomicInteger touched = new AtomicInteger();
            storage.touchBy(key -> touched.incrementAndGet());
            context.keepIn(storage);
            context.deliveries().begin();
            HistoryShard arrived = shard(0);
            HistoryShard unknown = shard(1);
            assertThat(context.isStored(arrived)).isFalse();

            // By the thread that takes snapshots, once a second: it has looked for what is to be kept in between.
            TestCluster.await("it was touched twice", () -> touched.get() > 1);
            assertThat(unknown.attachment()).isNull();
            assertThat(context.isStored(arrived)).isFalse();

            context.deliveries().end();

            TestCluster.await("the disk has it", () -> context.isStored(arrived));
        }
    }
}
