package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.files.LogStalledException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The disk does not take the log once, and says so once: what was written is not there when the power goes, whatever later syncs say. */
@Timeout(120)
class FailedSyncTest {
    private static final StorageSettings SYNCED = StoredShards.settings(Durability.SYNCED, Optional.empty());
    private static final StorageSettings ONE_FILE =
            new StorageSettings(Durability.SYNCED, Optional.empty(), "13-shards", 1 << 20, 1 << 30, 0);
    private static final int POWER_CUTS = 5;

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void shouldNotTakeAFileForSyncedThatTheDiskDidNotTakeWhenItEnded() {
        try (StoredShards shards = StoredShards.on(disk, SYNCED).withShards(2)) {
            changeDurably(shards);
            disk.failNextSync();
            String ended = newestLog();
            while (newestLog().equals(ended)) {
                change(shards);
            }
            durable(shards).join();
            assertThereWithoutPower(shards);
        }
    }

    @Test
    void shouldCallNothingDurableThatWasWrittenBeforeASyncFailed() {
        try (StoredShards shards = StoredShards.on(disk, ONE_FILE).withShards(2)) {
            changeDurably(shards);
            shards.changeOne(0);
            disk.failNextSync();
            disk.slowSyncs(500);
            int begun = disk.syncsBegun();
            CompletableFuture<Void> before = durable(shards);
            StoredShards.await(() -> disk.syncsBegun() > begun);
            shards.changeOne(1);
            CompletableFuture<Void> meanwhile = durable(shards);
            StoredShards.await(() -> before.isDone() && meanwhile.isDone());
            assertThat(before).isCompletedExceptionally();
            assertThat(meanwhile).isCompletedExceptionally();

            disk.slowSyncs(0);
            durable(shards).join();
            assertThereWithoutPower(shards);
        }
    }

    @Test
    void shouldNotTakeAFileForSyncedThatAnInterruptedThreadHasClosed() {
        try (StoredShards shards = StoredShards.on(disk, ONE_FILE).withShards(2)) {
            changeDurably(shards);
            shards.change(5);
            disk.closeNextWrite();
            change(shards);
            durable(shards).join();
            assertThereWithoutPower(shards);
        }
    }

    @Test
    void shouldNotNeedTheFileThatTheDiskDidNotTake() {
        try (StoredShards shards = StoredShards.on(disk, ONE_FILE).withShards(2)) {
            changeDurably(shards);
            shards.change(5);
            String lost = newestLog();
            disk.failNextSync();
            CompletableFuture<Void> before = durable(shards);
            StoredShards.await(before::isDone);
            assertThat(before).isCompletedExceptionally();
            durable(shards).join();
            assertThereWithoutPower(shards);
            StoredShards.await(() -> !disk.list().contains(lost));
        }
    }

    @Test
    void shouldCallNothingDurableUntilThereAreSnapshotsAnew() {
        try (StoredShards shards = StoredShards.on(disk, ONE_FILE).withShards(2)) {
            changeDurably(shards);
            shards.change(2);
            disk.failNextSync();
            StoredShards.await(durable(shards)::isDone);
            long snapshots = shards.storage.figures().snapshots();
            // Of what was written before: nothing else says that it is on the disk.
            durable(shards).join();
            assertThat(shards.storage.figures().snapshots()).isGreaterThanOrEqualTo(snapshots + 2);
        }
    }

    private static void changeDurably(StoredShards shards) {
        shards.change(2);
        durable(shards).join();
    }

    /** Tries until the log can be written: the change stands. */
    private static void change(StoredShards shards) {
        try {
            shards.changeOne(0);
        } catch (LogStalledException e) {
            StoredShards.await(shards.storage::isWritable);
        }
    }

    private static CompletableFuture<Void> durable(StoredShards shards) {
        return shards.storage.whenDurable().toCompletableFuture();
    }

    private void assertThereWithoutPower(StoredShards shards) {
        for (int seed = 0; seed < POWER_CUTS; seed++) {
            try (StoredShards after = StoredShards.on(disk.withoutPower(new Random(seed)), SYNCED)) {
                assertThat(after.storage.broken()).as("seed %d", seed).isEmpty();
                assertThat(after.digestsNow()).as("seed %d", seed).isEqualTo(shards.digestsNow());
            }
        }
    }

    private String newestLog() {
        return disk.list().stream()
                .filter(name -> name.startsWith(LogFiles.PREFIX))
                .reduce((one, other) -> other)
                .orElseThrow();
    }
}
