package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.PassingDisk;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a member says of a data folder that is full, or has a damaged file. */
@Timeout(60)
class DiskFiguresTest {
    @TempDir
    private Path folder;

    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final HistoryShard shard = new HistoryShard(memory, 100, 1);

    private ShardStorage open(Disk disk) {
        return ShardStorage.open(
                disk,
                StorageSettings.of(Durability.WRITTEN, Optional.empty(), "1-shards", 0),
                memory,
                OutcomeRecord::replay);
    }

    private void keep(ShardStorage storage) {
        shard.keptAt(0);
        shard.install();
        storage.open(shard).release();
        Await.until("the shard is on disk", () -> storage.figures().pending() == 0);
    }

    private void change(ShardStorage storage) {
        ShardJournal journal = storage.open(shard);
        shard.epoch().confirm();
        journal.appendEpoch(shard);
        journal.release();
        journal.commit();
    }

    @Test
    void shouldHaveFolderAndReasonOfALogThatCannotBeWritten() {
        FullDisk disk = new FullDisk(FolderDisk.open(folder));
        try (ShardStorage storage = open(disk)) {
            keep(storage);
            change(storage);
            assertThat(DiskFigures.of(Optional.of(storage)).isStalled()).isFalse();

            disk.isFull = true;
            assertThatThrownBy(() -> change(storage)).isInstanceOf(LogStalledException.class);

            assertThat(DiskFigures.of(Optional.of(storage)).stalled())
                    .contains("data-dir=" + folder, "No space left on device", "make room");
            disk.isFull = false;
        }
    }

    @Test
    void shouldHaveFolderAndReasonOfACopyThatCannotBeUsed() throws IOException {
        try (ShardStorage storage = open(FolderDisk.open(folder))) {
            keep(storage);
        }
        try (Stream<Path> files = Files.list(folder)) {
            Path snapshot = files.filter(file -> file.toString().endsWith(".snapshot"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(snapshot);
            bytes[50] ^= 1;
            Files.write(snapshot, bytes);
        }
        try (ShardStorage storage = open(FolderDisk.open(folder))) {
            DiskFigures figures = DiskFigures.of(Optional.of(storage));

            assertThat(figures.folder()).isEqualTo(folder.toString());
            assertThat(figures.broken()).isEqualTo(1);
            assertThat(figures.brokenBecause()).contains("the shard with key 0", ".snapshot: it is damaged");
        }
    }

    @Test
    void shouldSayNothingOfAMemberThatKeepsNothingOnDisk() {
        assertThat(DiskFigures.of(Optional.empty())).isEqualTo(DiskFigures.NONE);
    }

    /** A folder whose disk is full from some moment on. */
    private static final class FullDisk extends PassingDisk {
        private volatile boolean isFull;

        private FullDisk(Disk folder) {
            super(folder);
        }

        @Override
        protected void beforeWrite() throws IOException {
            if (isFull) {
                throw new IOException("No space left on device");
            }
        }
    }
}
