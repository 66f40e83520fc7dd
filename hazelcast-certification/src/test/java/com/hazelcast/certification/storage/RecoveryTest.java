package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read of a log that lacks some of it, and of one that cannot be read to its end. */
@Timeout(120)
class RecoveryTest {
    private static final StorageSettings SYNCED =
            new StorageSettings(Durability.SYNCED, Optional.empty(), "13-shards", 1 << 20, 1 << 30, 0);
    private static final StorageSettings LONG_FILES =
            new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 1 << 20, 1 << 30, 0);

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void shouldCallACopyBrokenWhoseLogCannotBeReadFromSomewhereOn() {
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk).withShards(2)) {
            digests = before.change(30).digestsNow();
        }
        for (String name : logs(disk)) {
            for (long from = 0; from < disk.bytes(name).length; from += 200) {
                MemoryDisk unreadable = disk.copy();
                unreadable.makeUnreadable(name, from);
                StoredShards.Found found = StoredShards.read(unreadable);
                assertWholeOrBroken(found, digests, name + " from " + from);
                assertThat(found.damages()).as("%s from %d", name, from).isPositive();
            }
        }
    }

    @Test
    void shouldCallACopyBrokenWhoseLogLacksWholeFramesAtTheEndOfAFile() throws IOException {
        TreeMap<Integer, Long> digests;
        try (StoredShards before = StoredShards.on(disk).withShards(2)) {
            digests = before.change(30).digestsNow();
        }
        int broken = 0;
        List<String> names = logs(disk);
        for (String name : names) {
            byte[] bytes = disk.bytes(name);
            try (Disk.Input file = disk.open(name)) {
                Frames frames = new Frames(FileHead.read(file, FileHead.Kind.LOG), Optional.empty());
                for (long offset = FileHead.SIZE_BYTES; offset < bytes.length; ) {
                    MemoryDisk shorter = disk.copy();
                    shorter.put(name, Arrays.copyOf(bytes, (int) offset));
                    StoredShards.Found found = StoredShards.read(shorter);
                    assertWholeOrBroken(found, digests, name + " up to " + offset);
                    broken += found.broken().size();
                    offset = frames.read(file, offset).nextOffset();
                }
            }
        }
        assertThat(broken).isGreaterThan(names.size());
    }

    @Test
    void shouldKeepACopyBrokenThatLacksTheEndOfALogThatWasStoppedInOrder() {
        try (StoredShards before = StoredShards.on(disk).withShards(2)) {
            before.change(10);
        }
        String log = newest(logs(disk));
        MemoryDisk shorter = disk.copy();
        byte[] bytes = disk.bytes(log);
        shorter.put(log, Arrays.copyOf(bytes, lastFrame(disk, log)));
        for (int start = 0; start < 2; start++) {
            try (StoredShards after = StoredShards.on(shorter)) {
                assertThat(after.storage.broken()).as("start %d", start).containsOnlyKeys(0, 1);
                assertThat(after.storage.figures().damages())
                        .singleElement()
                        .asString()
                        .contains(log, "had " + bytes.length + " bytes when its member stopped in order");
            }
        }
    }

    /** Nobody can tell there whether the frame was answered: the state before it is one that was. */
    @Test
    void shouldUseACopyThatLacksTheLastFrameAfterTheProcessWasKilled() {
        MemoryDisk killed;
        TreeMap<Integer, Long> before;
        try (StoredShards shards = StoredShards.on(disk).withShards(1)) {
            before = shards.change(2).digestsNow();
            shards.changeOne(0);
            killed = disk.copy();
        }
        String log = newest(logs(killed));
        killed.put(log, Arrays.copyOf(killed.bytes(log), lastFrame(killed, log)));

        assertThat(StoredShards.read(killed).digests()).isEqualTo(before);
    }

    /** The disk is full, and then the thread that writes is interrupted: the file ends with a part of a frame, and what follows is in another. */
    @Test
    void shouldUseCopiesThatNothingHasChangedSinceALogFileEndedWithAPartOfAFrame() {
        MemoryDisk killed;
        TreeMap<Integer, Long> digests;
        try (StoredShards shards = StoredShards.on(disk, LONG_FILES).withShards(3)) {
            shards.change(2);
            disk.setRoom(100);
            assertThatThrownBy(() -> shards.changeOne(0)).isInstanceOf(LogStalledException.class);
            String cut = newest(logs(disk));
            List<String> begun = new CopyOnWriteArrayList<>();
            disk.beforeCreation(begun::add);
            disk.closeNextWrite();
            StoredShards.await(() -> !begun.isEmpty());
            disk.setRoom(Long.MAX_VALUE);
            StoredShards.await(shards.storage::isWritable);
            assertThat(newest(logs(disk))).as("another file").isNotEqualTo(cut);
            digests = shards.digestsNow();
            killed = disk.copy();
        }

        StoredShards.Found found = StoredShards.read(killed);

        assertThat(found.damages()).as("the part of the frame").isPositive();
        assertThat(found.broken()).isEmpty();
        assertThat(found.digests()).isEqualTo(digests);
    }

    /** Where the last frame of a log file begins. */
    private static int lastFrame(MemoryDisk disk, String log) {
        try (Disk.Input file = disk.open(log)) {
            Frames frames = new Frames(FileHead.read(file, FileHead.Kind.LOG), Optional.empty());
            long last = FileHead.SIZE_BYTES;
            for (long next = last;
                    next < file.size();
                    next = frames.read(file, next).nextOffset()) {
                last = next;
            }
            return (int) last;
        } catch (IOException e) {
            throw new AssertionError("it is in memory", e);
        }
    }

    @Test
    void shouldHaveMarksOfLogFilesThatAreThereAlone() {
        for (int start = 0; start < 4; start++) {
            try (StoredShards shards = StoredShards.on(disk)) {
                if (start == 0) {
                    StoredShards unused = shards.withShards(2);
                }
                StoredShards unusedChanged = shards.change(3);
                if (start == 2) {
                    shards.storage.renew();
                    StoredShards.await(() -> !shards.storage.isRenewing());
                    StoredShards.await(() -> logs(disk).size() == 1);
                }
            }
            assertThat(marked(disk)).isNotEmpty().isSubsetOf(logs(disk));
        }
    }

    private static List<String> marked(MemoryDisk disk) {
        try {
            return LogFiles.ended(disk).keySet().stream().map(LogFiles::name).toList();
        } catch (IOException e) {
            throw new AssertionError("it is in memory", e);
        }
    }

    private static void assertWholeOrBroken(StoredShards.Found found, TreeMap<Integer, Long> digests, String what) {
        Set<Integer> known = new HashSet<>(found.digests().keySet());
        known.addAll(found.broken());
        assertThat(known).as(what).isEqualTo(digests.keySet());
        found.digests().forEach((key, digest) -> assertThat(digest).as(what).isEqualTo(digests.get(key)));
    }

    @Test
    void shouldNotApplyWhatTheLossOfPowerHasCutOffFromACopy() throws IOException {
        MemoryDisk left;
        long cutOff;
        try (StoredShards first = StoredShards.on(disk, SYNCED).withShards(2)) {
            first.change(3).storage.whenDurable().toCompletableFuture().join();
            cutOff = first.digestsNow().get(0);
            String log = newest(logs(disk));
            int from = disk.bytes(log).length;
            first.changeOne(0);
            int to = disk.bytes(log).length;
            first.changeOne(0);
            first.changeOne(0);
            left = disk.copy();
            byte[] bytes = left.bytes(log);
            Arrays.fill(bytes, from, to, (byte) 0);
            left.put(log, bytes);
        }
        TreeMap<Integer, Long> digests;
        try (StoredShards second = StoredShards.on(left, SYNCED)) {
            assertThat(second.digestsNow()).containsEntry(0, cutOff);
            second.changeOne(0);
            second.storage.whenDurable().toCompletableFuture().join();
            long newest = LogReader.newest(left);
            ShardJournal journal = (ShardJournal) second.shard(0).attachment();
            assertThat(Snapshot.write(left, Optional.empty(), journal, () -> newest, bytes -> {}))
                    .as("the other copy needs the log of before")
                    .isPresent();
            for (int i = 0; i < 10; i++) {
                second.changeOne(0);
            }
            second.storage.whenDurable().toCompletableFuture().join();
            digests = second.digestsNow();
        }
        try (StoredShards third = StoredShards.on(left, SYNCED)) {
            assertThat(third.storage.broken()).isEmpty();
            assertThat(third.digestsNow()).isEqualTo(digests);
        }
    }

    @Test
    void shouldEndTheStartWhenThereIsNoMemoryForASnapshot() {
        try (StoredShards before = StoredShards.on(disk).withShards(3)) {
            before.change(3);
        }
        disk.takeMemory(disk.list().stream()
                .filter(name -> name.endsWith(Snapshot.SUFFIX))
                .findFirst()
                .orElseThrow());
        assertThatThrownBy(() -> StoredShards.read(disk)).satisfies(RecoveryTest::saysWhatToDo);
    }

    @Test
    void shouldEndTheStartWhenThereIsNoMemoryForTheLog() {
        try (StoredShards before = StoredShards.on(disk, SYNCED).withShards(1)) {
            before.change(1);
            // More than a queue takes.
            for (int i = 0; i < 10_000; i++) {
                ShardJournal journal = before.storage.open(before.shard(0));
                journal.appendEpoch(before.shard(0));
                journal.release();
            }
        }
        assertThatThrownBy(() -> StoredShards.read(disk, (shard, outcome) -> {
                    throw new OutOfMemoryError("planted");
                }))
                .satisfies(RecoveryTest::saysWhatToDo);
    }

    private static void saysWhatToDo(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("data folder memory")
                .hasMessageContaining("native-size")
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    private static List<String> logs(MemoryDisk disk) {
        return disk.list().stream()
                .filter(name -> name.startsWith(LogFiles.PREFIX))
                .toList();
    }

    private static String newest(List<String> logs) {
        return logs.get(logs.size() - 1);
    }
}
