package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.PassingDisk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member comes back to a cluster that has gone on: what it had on disk, and what comes from the cluster beside it, are there until the
 * first is delivered.
 */
@Timeout(120)
class UndeliveredCopiesTest {
    private static final String MARK = "undelivered-0-";
    private static final int KEY = 0;

    private final MemoryDisk disk = new MemoryDisk();
    private final Random random = new Random(5);

    /** The digest of what was there before the member went. */
    private final long before = writeBefore();

    /** With a snapshot, and a log behind it. */
    private long writeBefore() {
        try (StoredShards stored = StoredShards.on(disk).withShards(1)) {
            return stored.change(5).digestsNow().get(KEY);
        }
    }

    /** A member that has come back, with one shard that has come from the cluster. */
    private final class Back implements AutoCloseable {
        final ShardStorage storage;
        final HistoryShard arrived;
        private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);

        Back(Disk used) {
            this(used, StoredShards.WRITTEN);
        }

        Back(Disk used, StorageSettings settings) {
            storage = ShardStorage.open(used, settings, memory, StoredShards::replay);
            storage.touchBy(key -> storage.open(onlyShard()).release());
            arrived = new HistoryShard(memory, 100, 1);
            arrived.keptAt(KEY);
            StoredShards.replay(arrived, ByteBuffer.wrap(StoredShards.outcome(random)));
        }

        private HistoryShard onlyShard() {
            return arrived;
        }

        /** What has come is in place, and the disk has it. */
        Back gonOn() {
            arrived.install();
            storage.goneOn(Set.of(KEY));
            StoredShards.await(() -> storage.isReady(arrived));
            return this;
        }

        Back change(int times) {
            for (int i = 0; i < times; i++) {
                byte[] outcome = StoredShards.outcome(random);
                ShardJournal journal = storage.open(arrived);
                try {
                    StoredShards.replay(arrived, ByteBuffer.wrap(outcome));
                    journal.append(ChangeType.OUTCOME, outcome, outcome.length);
                } finally {
                    journal.release();
                }
                journal.commit();
            }
            return this;
        }

        long digest() {
            return StoredShards.digest(arrived);
        }

        /** Of what was read and is not delivered, the newest first. */
        List<Long> undelivered() {
            return storage.recovered(KEY).stream().map(StoredShards::digest).toList();
        }

        void deliverNext() {
            storage.delivered(storage.recovered(KEY).get(0));
        }

        @Override
        public void close() {
            storage.close();
        }
    }

    /** Digests of the copies that a start would read, the newest first. */
    private static List<Long> read(Disk disk) throws IOException, InterruptedException {
        Recovery recovery =
                new Recovery(disk, Optional.empty(), HistoryMemory.unbounded(MemoryKind.HEAP), StoredShards::replay);
        List<Long> digests = new ArrayList<>();
        recovery.run().forEach(copy -> digests.add(0, StoredShards.digest(copy.shard)));
        return digests;
    }

    private static List<String> snapshots(MemoryDisk disk) {
        return disk.list().stream()
                .filter(name -> name.startsWith(Snapshot.PREFIX + KEY + "-"))
                .toList();
    }

    private static List<String> marks(MemoryDisk disk) {
        return disk.list().stream().filter(name -> name.startsWith(MARK)).toList();
    }

    @Test
    void shouldHaveBothOnDiskUntilTheOlderIsDelivered() throws IOException, InterruptedException {
        try (Back back = new Back(disk).gonOn().change(3)) {
            assertThat(back.storage.recoveredKeys()).containsExactly(KEY);
            assertThat(back.storage.figures().pending()).isZero();
            assertThat(back.storage.figures().unread()).isEqualTo(1);
            assertThat(snapshots(disk)).hasSize(2);
            assertThat(marks(disk)).hasSize(1);
            assertThat(read(disk.copy())).containsExactly(back.digest(), before);

            back.deliverNext();

            assertThat(back.storage.recoveredKeys()).isEmpty();
            assertThat(back.storage.figures().unread()).isZero();
            assertThat(marks(disk)).isEmpty();
            assertThat(read(disk.copy())).containsExactly(back.digest());
            StoredShards.await(() -> snapshots(disk).size() == 1);
            assertThat(read(disk.copy())).containsExactly(back.digest());
        }
    }

    @Test
    void shouldReadBothAfterAStartBeforeTheDelivery() throws IOException, InterruptedException {
        long second;
        try (Back back = new Back(disk).gonOn().change(3)) {
            second = back.digest();
        }
        // And once more: then there are three.
        long third;
        try (Back back = new Back(disk)) {
            assertThat(back.undelivered()).containsExactly(second, before);
            assertThat(back.storage.recoveredKeys()).containsExactly(KEY);
            third = back.gonOn().change(2).digest();
            assertThat(marks(disk)).hasSize(2);
            assertThat(read(disk.copy())).containsExactly(third, second, before);
        }
        try (Back back = new Back(disk)) {
            assertThat(back.undelivered()).containsExactly(third, second, before);
            assertThat(back.storage.figures().unread()).isEqualTo(3);
            back.deliverNext();
            assertThat(back.undelivered()).containsExactly(second, before);
            assertThat(read(disk.copy())).containsExactly(third, second, before);
            back.deliverNext();
            assertThat(read(disk.copy())).containsExactly(third, before);
            back.deliverNext();
            assertThat(back.storage.recoveredKeys()).isEmpty();
            assertThat(read(disk.copy())).hasSize(1);
        }
    }

    @Test
    void shouldNotReadALeftoverWithoutAMark() throws IOException, InterruptedException {
        MemoryDisk left;
        long second;
        try (Back back = new Back(disk).gonOn().change(3)) {
            second = back.digest();
            left = disk.copy();
        }
        left.delete(marks(left).get(0));
        assertThat(snapshots(left)).hasSize(2);

        assertThat(read(left.copy())).containsExactly(second);
        try (Back back = new Back(left)) {
            assertThat(back.undelivered()).containsExactly(second);
            StoredShards.await(() -> snapshots(left).size() == 1);
            assertThat(read(left.copy())).containsExactly(second);
        }
    }

    @Test
    void shouldKeepTheLogOfBothHoweverLongItGets() throws IOException, InterruptedException {
        StorageSettings small =
                new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 4_096, 20_000, 0);
        try (Back back = new Back(disk, small).gonOn()) {
            StoredShards.await(() -> back.change(5).storage.figures().logBytes() > 100_000);
            assertThat(read(disk.copy())).containsExactly(back.digest(), before);

            back.deliverNext();

            StoredShards.await(() -> back.change(1).storage.figures().logBytes() < 60_000);
            assertThat(read(disk.copy())).containsExactly(back.digest());
        }
    }

    /** A card may have been removed: what is on disk of before is to go. */
    @Test
    void shouldNotBeRenewedBeforeTheOlderIsGone() {
        try (Back back = new Back(disk).gonOn()) {
            List<String> old = snapshots(disk);
            long taken = back.storage.figures().snapshots();
            back.change(1).storage.renew();
            StoredShards.await(() -> back.storage.figures().snapshots() > taken);
            assertThat(back.storage.isRenewing()).isTrue();

            back.deliverNext();

            StoredShards.await(() -> !back.storage.isRenewing());
            assertThat(snapshots(disk)).hasSize(1).doesNotContainAnyElementsOf(old);
        }
    }

    @Test
    void shouldUseNothingOfAKeyWhoseNewestCopyIsBroken() throws IOException, InterruptedException {
        MemoryDisk left;
        try (Back back = new Back(disk).gonOn().change(3)) {
            left = disk.copy();
            assertThat(back.undelivered()).containsExactly(before);
        }
        left.flipBit(newest(left), 4_000);

        assertThat(read(left.copy())).isEmpty();
        try (Back back = new Back(left)) {
            assertThat(back.storage.recoveredKeys()).isEmpty();
            assertThat(back.storage.broken()).containsOnlyKeys(KEY);
            assertThat(marks(left)).as("it would come with a later start").isEmpty();
        }
    }

    @Test
    void shouldUseTheNewestCopyWhereTheOlderIsDamaged() throws IOException, InterruptedException {
        MemoryDisk left;
        long second;
        try (Back back = new Back(disk).gonOn().change(3)) {
            second = back.digest();
            left = disk.copy();
        }
        String older = snapshots(left).stream()
                .filter(name -> !name.equals(newest(left)))
                .findFirst()
                .orElseThrow();
        left.flipBit(older, 4_000);

        assertThat(read(left.copy())).containsExactly(second);
        try (Back back = new Back(left)) {
            assertThat(back.undelivered()).containsExactly(second);
            assertThat(back.storage.broken()).isEmpty();
            assertThat(back.storage.figures().damages())
                    .anyMatch(damage -> damage.contains(older) && damage.contains("not with its owner yet"));
            assertThat(marks(left)).isEmpty();
            // Else it would be the newest when this member no longer holds the shard.
            StoredShards.await(() -> snapshots(left).size() == 1);
            assertThat(read(left.copy())).containsExactly(second);
        }
    }

    /** Nothing says that the older copy's log ended before. */
    @Test
    void shouldUseTheNewestCopyWhereTheLogBehindTheOlderIsDamaged() throws IOException, InterruptedException {
        MemoryDisk left;
        long second;
        try (Back back = new Back(disk).gonOn().change(3)) {
            long taken = back.storage.figures().snapshots();
            back.storage.renew();
            StoredShards.await(() -> back.storage.figures().snapshots() > taken);
            second = back.change(1).digest();
            left = disk.copy();
        }
        List<String> logs = left.list().stream()
                .filter(name -> name.startsWith(LogFiles.PREFIX))
                .toList();
        String ofChanges = logs.get(logs.size() - 2);
        left.flipBit(ofChanges, 8L * (left.bytes(ofChanges).length - 30));

        assertThat(read(left.copy())).containsExactly(second);
        try (Back back = new Back(left)) {
            assertThat(back.undelivered()).containsExactly(second);
            assertThat(back.storage.broken()).isEmpty();
            assertThat(back.storage.figures().damages()).anyMatch(damage -> damage.contains("the log has a gap"));
            StoredShards.await(() -> snapshots(left).size() == 1);
            assertThat(read(left.copy())).containsExactly(second);
        }
    }

    private static String newest(MemoryDisk disk) {
        List<String> names = snapshots(disk);
        return names.stream()
                .max((one, other) -> Long.compare(
                        Snapshot.Base.ofName(one).orElseThrow().generation(),
                        Snapshot.Base.ofName(other).orElseThrow().generation()))
                .orElseThrow();
    }

    @Test
    void shouldNotHaveDeliveredWhatTheDiskStillMarks() {
        try (Back back = new Back(disk).gonOn()) {
            disk.failSyncs(true);
            assertThatThrownBy(back::deliverNext)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("key 0")
                    .hasMessageContaining("data-dir=memory");
            assertThat(back.undelivered()).containsExactly(before);
            disk.failSyncs(false);
            back.deliverNext();
            assertThat(back.undelivered()).isEmpty();
        }
    }

    /**
     * Whatever has happened to the disk when all processes end, what was read is there until it is delivered, and what came from the
     * cluster since it counts.
     */
    @Test
    void shouldLoseNothingWhereverItEnds() throws IOException, InterruptedException {
        StepDisk steps = new StepDisk(disk);
        List<MemoryDisk> undelivered;
        List<MemoryDisk> ready;
        List<MemoryDisk> delivered = new ArrayList<>();
        long second;
        try (Back back = new Back(steps).gonOn()) {
            second = back.digest();
            undelivered = steps.take();
            back.storage.renew();
            StoredShards.await(() -> back.storage.figures().snapshots() > 1);
            ready = steps.take();
            undelivered.addAll(ready);

            back.deliverNext();

            delivered.add(disk.copy());
            ready.addAll(steps.take());
            StoredShards.await(() -> snapshots(disk).size() == 1 && !back.storage.isRenewing());
            delivered.addAll(steps.take());
        }
        assertThat(ready).isNotEmpty();
        for (MemoryDisk left : undelivered) {
            assertThat(read(left.copy())).as("%s", left.list()).endsWith(before);
        }
        for (MemoryDisk left : ready) {
            assertThat(read(left.copy())).as("%s", left.list()).startsWith(second);
        }
        for (MemoryDisk left : delivered) {
            assertThat(read(left.copy())).as("%s", left.list()).containsExactly(second);
        }
        // And a member that starts there reads it, and can go on.
        for (MemoryDisk left : undelivered) {
            try (Back back = new Back(left)) {
                assertThat(back.undelivered()).endsWith(before);
                assertThat(back.gonOn().change(1).undelivered()).endsWith(before);
                assertThat(read(left.copy())).startsWith(back.digest()).endsWith(before);
            }
        }
    }

    /** Keeps what is there after each step. Thread-safe. */
    private static final class StepDisk extends PassingDisk {
        private final MemoryDisk disk;
        private final List<MemoryDisk> steps = new ArrayList<>();

        StepDisk(MemoryDisk disk) {
            super(disk);
            this.disk = disk;
        }

        /** Those since it was asked last. */
        synchronized List<MemoryDisk> take() {
            List<MemoryDisk> taken = new ArrayList<>(steps);
            steps.clear();
            return taken;
        }

        @Override
        protected synchronized void changed() {
            steps.add(disk.copy());
        }
    }
}
