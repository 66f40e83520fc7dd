package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.storage.files.StorageException;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which snapshots are taken, and which files go. */
@Timeout(120)
class SnapshotKeeperTest {
    private static final long LOG_SIZE_MIN_BYTES = 8_000;
    private static final long END_MAX_MS = 10_000;

    private final MemoryDisk disk = new MemoryDisk();
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, 0, 1 << 20);
    private final CopyRegistry copies = new CopyRegistry(
            disk,
            log,
            true,
            LOG_SIZE_MIN_BYTES,
            memory,
            new Recovery(disk, Optional.empty(), memory, StoredShards::replay));
    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicLong clockReads = new AtomicLong();
    private final SnapshotKeeper keeper =
            new SnapshotKeeper(disk, Optional.empty(), memory, log, Optional.empty(), copies, this::readClock);
    private final Map<Integer, HistoryShard> shards = new ConcurrentHashMap<>();
    private final AtomicInteger touched = new AtomicInteger();

    private long readClock() {
        clockReads.incrementAndGet();
        return nowNs.get();
    }

    /** And none is requested for a while. */
    private void renew() {
        keeper.renew();
        nowNs.addAndGet(SnapshotKeeper.RENEWAL_PAUSE_NS);
    }

    private void begin() {
        keeper.touchBy(key -> {
            ShardJournal unused = copies.journalOf(shards.get(key));
            touched.incrementAndGet();
        });
        try {
            keeper.begin(Set.of());
        } catch (IOException e) {
            throw new AssertionError("the disk can be listed", e);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        keeper.end();
        keeper.awaitEnd(END_MAX_MS);
        log.close();
    }

    private HistoryShard shard(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shards.put(key, shard);
        shard.install();
        return shard;
    }

    private List<String> snapshots() {
        return disk.list().stream()
                .filter(name -> name.startsWith(Snapshot.PREFIX))
                .toList();
    }

    @Test
    void shouldTakeASnapshotOfWhatTheDiskDoesNotHave() {
        HistoryShard shard = shard(3);
        begin();

        StoredShards.await(() -> keeper.count() == 1);

        assertThat(copies.pendingCount()).isZero();
        assertThat(snapshots())
                .containsExactly("shard-3-" + copies.journalOf(shard).generation() + "-0.snapshot");
    }

    @Test
    void shouldWaitUntilTheDiskHasWhatIsInPlace() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        disk.beforeCreation(name -> {
            if (name.startsWith(Snapshot.PREFIX)) {
                await(goesOn);
            }
        });
        shard(3);
        begin();
        FutureTask<Void> waiting = new FutureTask<>(() -> {
            keeper.awaitPending();
            return null;
        });
        Thread waiter = new Thread(waiting);
        waiter.start();
        StoredShards.await(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        assertThat(waiting.isDone()).isFalse();

        goesOn.countDown();

        assertThat(waiting.get()).isNull();
        assertThat(snapshots()).hasSize(1);
    }

    /**
     * Lets time pass before each write to a snapshot, until whoever waits has looked since.
     *
     * @param thing is done then
     */
    private FutureTask<Void> waitingWhileAWriteTakes(long ns, Runnable thing) {
        FutureTask<Void> waiting = new FutureTask<>(() -> {
            keeper.awaitPending();
            return null;
        });
        disk.beforeWrite(name -> {
            if (name.startsWith(Snapshot.PREFIX)) {
                StoredShards.await(() -> clockReads.get() > 0);
                nowNs.addAndGet(ns);
                long seen = clockReads.get();
                // Of two reads after that, the second at least is of a look that began then.
                StoredShards.await(() -> clockReads.get() > seen + 1 || waiting.isDone());
                thing.run();
            }
        });
        shard(3);
        new Thread(waiting).start();
        begin();
        return waiting;
    }

    /** As on a slow disk. */
    @Test
    void shouldWaitForASnapshotThatTakesLongAndComesFurther() throws Exception {
        FutureTask<Void> waiting = waitingWhileAWriteTakes(SnapshotKeeper.STUCK_NS / 3, () -> {});

        assertThat(waiting.get()).isNull();

        assertThat(nowNs.get()).as("longer than it may be stuck").isGreaterThan(SnapshotKeeper.STUCK_NS);
        assertThat(snapshots()).hasSize(1);
    }

    @Test
    void shouldNotWaitForASnapshotThatComesNoFurther() {
        FutureTask<Void> waiting = waitingWhileAWriteTakes(SnapshotKeeper.STUCK_NS + 1, () -> {});

        assertThatThrownBy(waiting::get)
                .hasCauseInstanceOf(StorageException.class)
                .hasMessageContaining("do not come to the disk");
    }

    /** What is written again each time is no progress. */
    @Test
    void shouldNotWaitForADiskThatHasRoomForNoMoreThanABeginning() {
        AtomicInteger writes = new AtomicInteger();
        disk.beforeCreation(name -> {
            if (name.startsWith(Snapshot.PREFIX)) {
                writes.set(0);
                disk.setRoom(Long.MAX_VALUE);
            }
        });
        FutureTask<Void> waiting = waitingWhileAWriteTakes(SnapshotKeeper.STUCK_NS / 3, () -> {
            if (writes.incrementAndGet() > 2) {
                disk.setRoom(0);
            }
        });

        assertThatThrownBy(waiting::get).hasCauseInstanceOf(StorageException.class);

        assertThat(snapshots()).noneMatch(name -> name.endsWith(Snapshot.SUFFIX));
    }

    /** Each look would fail, and be logged, and no shard would get a snapshot any more. */
    @Test
    void shouldNotTryAtEachLookToDeleteAFileThatCannotBeDeleted() throws IOException {
        disk.put(Snapshot.wholeName(3, 1), new byte[1]);
        keeper.clear(3);
        AtomicInteger tries = new AtomicInteger();
        disk.beforeDeletion(name -> {
            tries.incrementAndGet();
            throw new UncheckedIOException(new IOException("it may not be deleted"));
        });
        assertThatThrownBy(keeper::look).hasMessageContaining("may not be deleted");
        ShardJournal journal = copies.journalOf(shard(5));

        assertThat(keeper.look()).as("another shard gets its snapshot").isTrue();

        assertThat(journal.isKept()).isTrue();
        assertThat(tries).hasValue(1);
        assertThat(keeper.isRenewing()).as("the file is still there").isTrue();
    }

    /** A sync of all of it at the end would show no progress. */
    @Test
    void shouldBringALargeSnapshotToTheDiskInParts() throws IOException {
        HistoryShard shard = shard(3);
        for (int i = 0; i < 700_000; i++) {
            var unused = shard.open(4_000_000_000_000_000L + i);
        }
        begin();

        StoredShards.await(() -> keeper.count() == 1);

        assertThat(disk.size(snapshots().get(0))).isBetween(1L << 24, 1L << 25);
        assertThat(disk.syncsBegun()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers of a shard wait for its first snapshot: those of the last would wait for the pauses before all others. */
    @Test
    void shouldNotPauseBetweenSnapshotsOfWhatTheDiskDoesNotHave() throws IOException {
        for (int key = 3; key <= 5; key++) {
            ShardJournal unused = copies.journalOf(shard(key));
        }

        for (int count = 1; count <= 3; count++) {
            assertThat(keeper.look()).as("whether the next is due").isTrue();
            assertThat(keeper.count()).isEqualTo(count);
        }

        assertThat(keeper.look()).isFalse();
        assertThat(copies.pendingCount()).isZero();
    }

    /** Else the log has no room while a snapshot that does not fit is tried again and again. */
    @Test
    void shouldLeaveNothingOfASnapshotForWhichThereIsNoRoom() throws IOException {
        HistoryShard shard = shard(3);
        for (int i = 0; i < 1_000; i++) {
            var unused = shard.open(4_000_000_000_000_000L + i);
        }
        ShardJournal unused = copies.journalOf(shard);
        disk.setRoom(4_000);

        assertThatThrownBy(keeper::look).hasMessageContaining("No space left");

        assertThat(snapshots()).isEmpty();
        disk.setRoom(Long.MAX_VALUE);
        Await.until("a snapshot, after the pause that follows a failure", this::takesSnapshot);
        assertThat(snapshots()).hasSize(1);
    }

    private boolean takesSnapshot() {
        try {
            return keeper.look();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It would stay where the shard is elsewhere by then, with its cards. */
    @Test
    void shouldLeaveNothingOfASnapshotWhoseObjectIsReplacedMeanwhile() throws IOException {
        HistoryShard shard = shard(3);
        ShardJournal unused = copies.journalOf(shard);
        disk.beforeWrite(name -> shard.attach(null));

        assertThat(keeper.look()).isFalse();

        assertThat(snapshots()).isEmpty();
    }

    /** Nobody waits for these. */
    @Test
    void shouldPauseBetweenSnapshotsThatAreTakenAnew() throws IOException {
        ShardJournal unused = copies.journalOf(shard(3));
        assertThat(keeper.look()).isTrue();
        renew();

        assertThat(keeper.look()).isFalse();

        assertThat(keeper.count()).isEqualTo(2);
    }

    @Test
    void shouldTakeNoneWhileItIsHeld() {
        shard(3);
        keeper.hold();
        begin();
        StoredShards.await(() -> touched.get() > 0);
        assertThat(keeper.count()).isZero();

        keeper.release();

        StoredShards.await(() -> keeper.count() == 1);
    }

    @Test
    void shouldTakeNoneAndDeleteNoneWhileWhatIsThereIsBroughtToOthers() throws Exception {
        ShardJournal unused = copies.journalOf(shard(3));
        assertThat(keeper.look()).isTrue();
        List<String> before = snapshots();
        AtomicBoolean isBringing = new AtomicBoolean(true);
        keeper.holdWhile(isBringing::get);
        // Of the other side of a split.
        ShardJournal arrived = copies.journalOf(shard(3));

        assertThat(keeper.look()).isFalse();
        keeper.shortenLog();

        assertThat(arrived.isKept()).isFalse();
        assertThat(snapshots()).isEqualTo(before);

        isBringing.set(false);

        assertThat(keeper.look()).isTrue();
        assertThat(arrived.isKept()).isTrue();
        assertThat(snapshots()).hasSize(1).doesNotContainAnyElementsOf(before);
    }

    @Test
    void shouldReplaceTheSnapshotOfAnObjectThatHasChangedOtherwise() {
        HistoryShard shard = shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);
        List<String> before = snapshots();

        shard.attach(null);

        StoredShards.await(() -> keeper.count() == 2 && snapshots().size() == 1);
        assertThat(snapshots()).doesNotContainAnyElementsOf(before);
    }

    @Test
    void shouldTakeAllAnewAndDeleteTheLogBefore() {
        HistoryShard shard = shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);
        ShardJournal journal = copies.journalOf(shard);
        journal.lock();
        journal.append(ChangeType.OUTCOME, new byte[1], 1);
        journal.release();
        journal.commit();
        assertThat(disk.list()).contains(LogFiles.name(1));

        renew();

        StoredShards.await(() -> !keeper.isRenewing() && !disk.list().contains(LogFiles.name(1)));
        assertThat(snapshots()).containsExactly("shard-3-" + journal.generation() + "-1.snapshot");
    }

    @Test
    void shouldBeRenewingUntilTheDiskHasWhatIsThereAnew() {
        shard(3);
        renew();
        assertThat(keeper.isRenewing()).isTrue();

        begin();

        StoredShards.await(() -> keeper.count() == 1 && !keeper.isRenewing());
    }

    @Test
    void shouldBeRenewingWhileTheFileBeginsFromWhichAllIsToBe() {
        shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);
        List<Boolean> renewing = new CopyOnWriteArrayList<>();
        disk.beforeCreation(name -> {
            if (name.endsWith(LogFiles.SUFFIX)) {
                renewing.add(keeper.isRenewing());
            }
        });

        renew();

        StoredShards.await(() -> keeper.count() == 2 && !keeper.isRenewing());
        assertThat(renewing).containsExactly(true);
    }

    /** The thread has looked at what is requested, and has come to the end of that look. */
    private void awaitLook() {
        long seen = clockReads.get();
        StoredShards.await(() -> clockReads.get() > seen + 1);
    }

    /** Such as for each card that a command forgets. */
    @Test
    void shouldTakeAllAnewOnceForWhatIsRequestedOneAfterTheOther() {
        shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);
        for (int i = 0; i < 5; i++) {
            keeper.renew();
            awaitLook();
            nowNs.addAndGet(SnapshotKeeper.RENEWAL_PAUSE_NS - 1);
            awaitLook();
            assertThat(keeper.count()).isEqualTo(1);
            assertThat(keeper.isRenewing()).isTrue();
        }

        nowNs.addAndGet(1);

        StoredShards.await(() -> keeper.count() == 2 && !keeper.isRenewing());
    }

    @Test
    void shouldTakeAllAnewInTheEndWhateverIsRequested() {
        shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);
        long stepNs = SnapshotKeeper.RENEWAL_PAUSE_NS / 2;
        for (long ns = 0; ns < SnapshotKeeper.RENEWAL_DELAY_MAX_NS; ns += stepNs) {
            nowNs.addAndGet(stepNs);
            keeper.renew();
            awaitLook();
            assertThat(keeper.count()).isEqualTo(1);
        }

        nowNs.addAndGet(stepNs);

        StoredShards.await(() -> keeper.count() == 2 && !keeper.isRenewing());
    }

    @Test
    void shouldReadFilesOnlyWhenTheDiskHasAllShards() throws IOException {
        shard(3);
        assertThat(keeper.readIfAllKept((names, keys) -> names)).isEmpty();

        begin();
        StoredShards.await(() -> copies.pendingCount() == 0);

        assertThat(keeper.readIfAllKept((names, keys) -> names))
                .hasValueSatisfying(names -> assertThat(names).hasSize(1));
    }

    /** Else answers of a shard that comes here wait for the end of a backup. */
    @Test
    void shouldKeepWhatComesWhileFilesAreReadAndDeleteNothingUntilTheyAre() throws IOException {
        HistoryShard shard = shard(3);
        begin();
        StoredShards.await(() -> keeper.count() == 1);

        List<String> read = keeper.readIfAllKept((names, keys) -> {
                    HistoryShard coming = shard(4);
                    shard.attach(null);
                    StoredShards.await(() -> keeper.count() == 3);
                    assertThat(copies.journalOf(coming).isKept()).isTrue();
                    assertThat(disk.list()).containsAll(names);
                    return names;
                })
                .orElseThrow();

        assertThat(read).hasSize(1);
        StoredShards.await(() -> snapshots().size() == 2);
        assertThat(snapshots()).doesNotContainAnyElementsOf(read);
    }

    @Test
    void shouldTakeSnapshotsAtAStopOfWhatTheDiskLacksAndWhenTheNextStartWouldReplayMuch() throws InterruptedException {
        ShardJournal first = copies.journalOf(shard(3));
        ShardJournal second = copies.journalOf(shard(4));
        keeper.shortenLog();
        assertThat(keeper.count()).as("what the disk did not have").isEqualTo(2);
        assertThat(first.isKept()).isTrue();
        assertThat(second.isKept()).isTrue();
        keeper.shortenLog();
        assertThat(keeper.count()).as("the log is short").isEqualTo(2);
        log.files().recordSize(0, LOG_SIZE_MIN_BYTES);

        keeper.shortenLog();

        assertThat(keeper.count()).isEqualTo(4);
        assertThat(copies.oldestNeeded()).as("behind all that was appended").isEqualTo(log.currentFile());
        assertThat(log.files().sizeBytes()).isLessThan(LOG_SIZE_MIN_BYTES);
    }
}
