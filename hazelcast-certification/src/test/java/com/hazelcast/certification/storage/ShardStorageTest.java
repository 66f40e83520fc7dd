package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes, damages and reads again: a shard is what it was, or it is reported broken; never anything else. */
@Timeout(300)
class ShardStorageTest {
    private final MemoryDisk disk = new MemoryDisk();

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldReadBackWhatWasThere(Durability durability) {
        StorageSettings settings = StoredShards.settings(durability, Optional.empty());
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk, settings).withShards(3)) {
            digests = before.change(50).digestsNow();
        }
        try (StoredShards after = StoredShards.on(disk, settings)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
            // And once more, behind what was read.
            digests = after.change(10).digestsNow();
        }
        try (StoredShards again = StoredShards.on(disk, settings)) {
            assertThat(again.digestsNow()).isEqualTo(digests);
            assertThat(again.storage.broken()).isEmpty();
        }
    }

    @Test
    void shouldReadBackFromARealFolder(@TempDir Path folder) {
        TreeMap<Integer, Long> digests;
        try (FolderDisk real = FolderDisk.open(folder);
                StoredShards before = StoredShards.on(real).withShards(2)) {
            digests = before.change(20).digestsNow();
        }
        try (FolderDisk real = FolderDisk.open(folder);
                StoredShards after = StoredShards.on(real)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
            assertThatThrownBy(() -> FolderDisk.open(folder))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("another process uses the data folder");
        }
    }

    @Test
    void shouldReadEveryPrefixOfALogAsAStateThatWas() {
        List<Long> states;
        MemoryDisk whole;
        try (StoredShards before = StoredShards.on(disk).withShards(1)) {
            before.change(3);
            states = before.digestsOf(0);
            whole = disk.copy();
        }
        String newest = newestLog(whole);
        byte[] bytes = whole.bytes(newest);
        int last = -1;
        for (int length = 0; length <= bytes.length; length++) {
            MemoryDisk torn = whole.copy();
            torn.put(newest, Arrays.copyOf(bytes, length));
            int state = states.indexOf(StoredShards.read(torn).digests().get(0));
            assertThat(state).as("length %d", length).isGreaterThanOrEqualTo(last);
            last = state;
        }
        assertThat(last).isEqualTo(states.size() - 1);
    }

    @Test
    void shouldNeverTakeDamageForHistory() {
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk).withShards(2)) {
            digests = before.change(30).digestsNow();
        }
        Random random = new Random(7);
        int found = 0;
        for (String name : disk.list()) {
            if (disk.bytes(name).length == 0) {
                continue;
            }
            for (int i = 0; i < 60; i++) {
                MemoryDisk damaged = disk.copy();
                damaged.flipBit(name, random.nextInt(damaged.bytes(name).length * 8));
                found += checkDamaged(damaged, digests);
            }
            MemoryDisk shorter = disk.copy();
            byte[] bytes = shorter.bytes(name);
            shorter.put(name, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            found += checkDamaged(shorter, digests);
            MemoryDisk unreadable = disk.copy();
            unreadable.makeUnreadable(name);
            found += checkDamaged(unreadable, digests);
            if (name.startsWith(LogFiles.PREFIX)) {
                MemoryDisk without = disk.copy();
                without.delete(name);
                found += checkDamaged(without, digests);
            }
        }
        assertThat(found).isGreaterThan(100);
    }

    /** Each shard is as it was, or broken by name; returns whether something was reported. */
    private static int checkDamaged(MemoryDisk damaged, TreeMap<Integer, Long> digests) {
        StoredShards.Found found = StoredShards.read(damaged);
        Set<Integer> known = new HashSet<>(found.digests().keySet());
        known.addAll(found.broken());
        assertThat(known).isEqualTo(digests.keySet());
        found.digests().forEach((key, digest) -> assertThat(digest).isEqualTo(digests.get(key)));
        return found.broken().isEmpty() && found.damages() == 0 ? 0 : 1;
    }

    @Test
    void shouldNoticeThatTheNewestLogFileIsMissing() {
        try (StoredShards before = StoredShards.on(disk).withShards(1)) {
            before.change(10);
        }
        disk.delete(newestLog(disk));
        try (StoredShards after = StoredShards.on(disk)) {
            assertThat(after.digestsNow()).isEmpty();
            assertThat(after.storage.broken()).containsOnlyKeys(0);
            assertThat(after.storage.figures().damages()).anyMatch(damage -> damage.endsWith("it is missing"));
        }
    }

    @Test
    void shouldWaitOnAFullDiskAndLoseNothing() {
        TreeMap<Integer, Long> digests;
        try (StoredShards shards = StoredShards.on(disk).withShards(2)) {
            shards.change(5);
            disk.setRoom(100);
            assertThatThrownBy(() -> shards.changeOne(0))
                    .isInstanceOf(LogStalledException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("data-dir=memory");
            assertThat(shards.storage.isWritable()).isFalse();
            assertThat(shards.storage.figures().stalled()).contains("make room");
            disk.setRoom(Long.MAX_VALUE);
            StoredShards.await(shards.storage::isWritable);
            digests = shards.change(5).digestsNow();
        }
        try (StoredShards after = StoredShards.on(disk)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
        }
    }

    @Test
    void shouldKeepWhatWasDurableWhenThePowerGoes() {
        StorageSettings synced = StoredShards.settings(Durability.SYNCED, Optional.empty());
        try (StoredShards shards = StoredShards.on(disk, synced).withShards(3)) {
            for (int round = 0; round < 30; round++) {
                shards.change(3);
                shards.storage.whenDurable().toCompletableFuture().join();
                TreeMap<Integer, Integer> promised = new TreeMap<>();
                shards.digestsNow()
                        .keySet()
                        .forEach(key -> promised.put(key, shards.digestsOf(key).size() - 1));
                shards.changeOne(round % 3);
                checkWithoutPower(shards, disk.withoutPower(new Random(round)), promised, synced);
            }
        }
    }

    private static void checkWithoutPower(
            StoredShards shards, MemoryDisk left, TreeMap<Integer, Integer> promised, StorageSettings settings) {
        TreeMap<Integer, Long> digests;
        try (StoredShards after = StoredShards.on(left, settings)) {
            assertThat(after.storage.broken()).isEmpty();
            promised.forEach((key, least) -> assertThat(shards.digestsOf(key)
                            .subList(least, shards.digestsOf(key).size()))
                    .contains(after.digestsNow().get(key)));
            digests = after.change(2).digestsNow();
        }
        try (StoredShards again = StoredShards.on(left, settings)) {
            assertThat(again.storage.broken()).isEmpty();
            assertThat(again.digestsNow()).isEqualTo(digests);
        }
    }

    @Test
    void shouldTakeSnapshotsAnewWhenTheDiskDidNotTakeTheLog() {
        StorageSettings synced = StoredShards.settings(Durability.SYNCED, Optional.empty());
        try (StoredShards shards = StoredShards.on(disk, synced).withShards(2)) {
            shards.change(2);
            disk.failSyncs(true);
            var durable = shards.storage.whenDurable().toCompletableFuture();
            StoredShards.await(durable::isDone);
            assertThat(durable).isCompletedExceptionally();
            StoredShards.await(() -> shards.storage.figures().pending() == 2);
            disk.failSyncs(false);
            shards.awaitKept();
            shards.change(2);
            shards.storage.whenDurable().toCompletableFuture().join();
            try (StoredShards after = StoredShards.on(disk.withoutPower(new Random(1)), synced)) {
                assertThat(after.digestsNow()).isEqualTo(shards.digestsNow());
            }
        }
    }

    @Test
    void shouldAnswerLateOnASlowDisk() {
        StorageSettings synced = StoredShards.settings(Durability.SYNCED, Optional.empty());
        try (StoredShards shards = StoredShards.on(disk, synced).withShards(1)) {
            disk.slowSyncs(20);
            shards.change(1);
            shards.storage.whenDurable().toCompletableFuture().join();
            try (StoredShards after = StoredShards.on(disk.withoutPower(new Random(1)), synced)) {
                assertThat(after.digestsNow()).isEqualTo(shards.digestsNow());
            }
        }
    }

    @Test
    void shouldReadEncryptedFilesWithTheirKeyOnly(@TempDir Path folder) throws IOException {
        StorageSettings sealed = StoredShards.settings(Durability.WRITTEN, Optional.of(key(folder, "a")));
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk, sealed).withShards(2)) {
            digests = before.change(20).digestsNow();
        }
        try (StoredShards after = StoredShards.on(disk.copy(), sealed)) {
            assertThat(after.digestsNow()).isEqualTo(digests);
        }
        StorageSettings other = StoredShards.settings(Durability.WRITTEN, Optional.of(key(folder, "b")));
        assertUnreadable(disk, other, "another key");
        assertUnreadable(disk, StoredShards.WRITTEN, "data-key-file");
    }

    /** Snapshots of before can be read without it, and are not all that was answered. */
    @Test
    void shouldNotReadAFolderThatGotAKeyWithoutIt(@TempDir Path folder) throws IOException {
        StoredShards.on(disk).withShards(2).close();
        StorageSettings sealed = StoredShards.settings(Durability.WRITTEN, Optional.of(key(folder, "a")));
        TreeMap<Integer, Long> digests;
        MemoryDisk killed;
        try (StoredShards after = StoredShards.on(disk, sealed)) {
            digests = after.change(20).digestsNow();
            killed = disk.copy();
        }

        assertUnreadable(killed, StoredShards.WRITTEN, "data-key-file");
        StorageSettings other = StoredShards.settings(Durability.WRITTEN, Optional.of(key(folder, "b")));
        assertUnreadable(killed, other, "another key");
        try (StoredShards again = StoredShards.on(killed, sealed)) {
            assertThat(again.digestsNow()).isEqualTo(digests);
        }
    }

    private static void assertUnreadable(MemoryDisk disk, StorageSettings settings, String reason) {
        MemoryDisk copy = disk.copy();
        assertThatThrownBy(() -> StoredShards.on(copy, settings))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("some of the data folder memory is encrypted and cannot be read")
                .hasMessageContaining(reason);
        assertThat(copy.list()).isEqualTo(disk.list());
    }

    private static DataKey key(Path folder, String digit) throws IOException {
        Path file = folder.resolve(digit);
        Files.writeString(file, digit.repeat(64) + "\n", StandardCharsets.US_ASCII);
        return DataKey.read(file);
    }

    @Test
    void shouldRejectAFolderOfAnotherCluster() {
        StoredShards.on(disk).close();
        StorageSettings other = new StorageSettings(Durability.WRITTEN, Optional.empty(), "7-shards", 4_096, 20_000, 0);
        assertThatThrownBy(() -> StoredShards.on(disk, other))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("has 13-shards, this member has 7-shards");
    }

    @Test
    void shouldRejectAKeyThatIsNone(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("key");
        Files.writeString(file, "abc");
        assertThatThrownBy(() -> DataKey.read(file))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("64 hexadecimal digits");
    }

    private static String newestLog(MemoryDisk disk) {
        return disk.list().stream()
                .filter(name -> name.startsWith(LogFiles.PREFIX))
                .reduce((one, other) -> other)
                .orElseThrow();
    }
}
