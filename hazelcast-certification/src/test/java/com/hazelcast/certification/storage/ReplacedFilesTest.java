package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots and logs that newer ones replace: what is on the disk is all that a start needs, and nothing of before. */
@Timeout(300)
class ReplacedFilesTest {
    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void shouldTakeSnapshotsWhileShardsChangeAndDropTheLogBefore() {
        StorageSettings small =
                new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 4_096, 20_000, 0);
        TreeMap<Integer, Long> digests;
        try (StoredShards shards = StoredShards.on(disk, small).withShards(4)) {
            StoredShards.await(() -> {
                shards.change(3);
                return shards.storage.figures().snapshots() > 30;
            });
            digests = shards.digestsNow();
            StoredShards.await(() -> shards.storage.figures().logBytes()
                    < shards.storage.figures().writtenBytes() / 2);
        }
        try (StoredShards after = StoredShards.on(disk, small)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
        }
    }

    @Test
    void shouldHaveNothingOnDiskOfBeforeARenewal() {
        TreeMap<Integer, Long> digests;
        try (StoredShards shards = StoredShards.on(disk).withShards(4)) {
            digests = shards.change(20).digestsNow();
            Set<String> before = Set.copyOf(dataFiles());
            shards.storage.renew();
            assertThat(shards.storage.isRenewing()).isTrue();
            // Nothing changes meanwhile: no record begins a log file.
            StoredShards.await(
                    () -> !shards.storage.isRenewing() && dataFiles().stream().noneMatch(before::contains));
            assertThat(StoredShards.read(disk.copy()).digests()).isEqualTo(digests);
            digests = shards.change(3).digestsNow();
        }
        try (StoredShards after = StoredShards.on(disk)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
            assertThat(after.storage.broken()).isEmpty();
        }
    }

    /** The process ended between a snapshot and the end of the one before, which may have a card that was forgotten. */
    @Test
    void shouldDeleteASnapshotThatANewerOneHadReplacedWhenTheProcessEnded() {
        byte[] replaced;
        String name;
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk).withShards(2)) {
            name = snapshotsOf(0).get(0);
            replaced = disk.bytes(name);
            before.change(3).storage.renew();
            StoredShards.await(
                    () -> !before.storage.isRenewing() && disk.list().stream().noneMatch(name::equals));
            digests = before.digestsNow();
        }
        disk.put(name, replaced);
        assertThat(snapshotsOf(0)).hasSize(2);

        try (StoredShards after = StoredShards.on(disk)) {
            StoredShards.await(() -> snapshotsOf(0).size() == 1);
            assertThat(snapshotsOf(0)).doesNotContain(name);
            assertThat(after.digestsNow()).isEqualTo(digests);
        }
        assertThat(StoredShards.read(disk).digests()).isEqualTo(digests);
    }

    private List<String> snapshotsOf(int key) {
        return disk.list().stream()
                .filter(name -> name.startsWith(Snapshot.PREFIX + key + "-"))
                .toList();
    }

    @Test
    void shouldNeedNothingOfTheLogBeforeItWasShortened() throws InterruptedException {
        StorageSettings settings =
                new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 4_096, 1 << 20, 0);
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk, settings).withShards(4)) {
            before.change(3).storage.shortenLog();
            assertThat(before.storage.figures().snapshots())
                    .as("a short log is replayed")
                    .isEqualTo(4);
            StoredShards.await(() -> before.change(1).storage.figures().logBytes() > 1 << 18);
            digests = before.digestsNow();
            Set<String> filesBefore = Set.copyOf(dataFiles());

            before.storage.shortenLog();

            assertThat(before.storage.figures().snapshots()).isEqualTo(8);
            assertThat(dataFiles()).isNotEmpty().noneMatch(filesBefore::contains);
            assertThat(StoredShards.read(disk.copy()).digests()).isEqualTo(digests);
        }
        try (StoredShards after = StoredShards.on(disk, settings)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
            assertThat(after.storage.broken()).isEmpty();
        }
    }

    @Test
    void shouldKeepTheLogWhereThereIsNoRoomForSnapshots() throws InterruptedException {
        StorageSettings settings =
                new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 4_096, 1 << 20, 0);
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk, settings).withShards(4)) {
            StoredShards.await(() -> before.change(1).storage.figures().logBytes() > 1 << 18);
            digests = before.digestsNow();
            disk.setRoom(3_000);

            before.storage.shortenLog();

            assertThat(before.storage.figures().logBytes()).isGreaterThan(1 << 18);
            assertThat(StoredShards.read(disk.copy()).digests()).isEqualTo(digests);
            disk.setRoom(Long.MAX_VALUE);
        }
        try (StoredShards after = StoredShards.on(disk, settings)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
        }
    }

    @Test
    void shouldKeepWhatWasReadUntilItIsDelivered() {
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk).withShards(1)) {
            digests = before.change(5).digestsNow();
        }
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        try (ShardStorage storage = ShardStorage.open(disk, StoredShards.WRITTEN, memory, StoredShards::replay)) {
            // Another member has brought an older copy of shard 0, and this one has not brought its own yet.
            HistoryShard older = arrived(storage, memory, 0);
            HistoryShard other = arrived(storage, memory, 1);
            StoredShards.await(() -> storage.isReady(other));

            assertThat(StoredShards.read(disk.copy()).digests()).containsAllEntriesOf(digests);
            assertThat(storage.isReady(older)).isFalse();

            storage.recovered(0).forEach(storage::delivered);
            StoredShards.await(() -> storage.isReady(older));
            assertThat(StoredShards.read(disk.copy()).digests()).doesNotContainEntry(0, digests.get(0));
            StoredShards.await(() -> dataFiles().stream()
                            .filter(name -> name.startsWith(Snapshot.PREFIX + "0-"))
                            .count()
                    == 1);
        }
    }

    /** It may have the card, and nothing else deletes it where the shard is on other members now. */
    @Test
    void shouldDeleteACopyThatCannotBeReadWhenACardOfItsShardIsForgotten() {
        StoredShards.on(disk).withShards(2).close();
        String damaged = dataFiles().stream()
                .filter(name -> name.startsWith(Snapshot.PREFIX + "0-"))
                .findFirst()
                .orElseThrow();
        disk.flipBit(damaged, 4L * disk.bytes(damaged).length);
        TreeMap<Integer, Long> digests;
        try (StoredShards after = StoredShards.on(disk)) {
            assertThat(after.storage.broken()).containsOnlyKeys(0);
            assertThat(disk.list()).contains(damaged);
            digests = after.digestsNow();

            after.storage.renewWithout(0, copy -> false);

            assertThat(after.storage.isRenewing()).isTrue();
            StoredShards.await(() -> !after.storage.isRenewing());
            assertThat(disk.list()).doesNotContain(damaged);
        }
        assertThat(StoredShards.read(disk).digests()).isEqualTo(digests).containsOnlyKeys(1);
    }

    private static HistoryShard arrived(ShardStorage storage, HistoryMemory memory, int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shard.install();
        storage.open(shard).release();
        return shard;
    }

    private List<String> dataFiles() {
        return disk.list().stream()
                .filter(name -> name.startsWith(LogFiles.PREFIX) || name.startsWith(Snapshot.PREFIX))
                .toList();
    }
}
