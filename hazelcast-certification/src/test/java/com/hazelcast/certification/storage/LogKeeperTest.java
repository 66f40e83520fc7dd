package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the log is brought to without anybody writing it, and what waits for the disk. */
@Timeout(120)
class LogKeeperTest {
    private static final long END_MAX_MS = 10_000;

    private final MemoryDisk disk = new MemoryDisk();
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private ChangeLog log;
    private CopyRegistry copies;
    private LogKeeper keeper;

    private void begin(Durability durability) {
        log = new ChangeLog(disk, Optional.empty(), durability, 0, 1 << 20);
        copies = new CopyRegistry(
                disk,
                log,
                durability != Durability.MEMORY,
                1 << 30,
                memory,
                new Recovery(disk, Optional.empty(), memory, StoredShards::replay));
        keeper = new LogKeeper(log, copies, durability, disk.where());
        keeper.begin();
    }

    @AfterEach
    void end() throws InterruptedException {
        keeper.end();
        keeper.awaitEnd(END_MAX_MS);
    }

    private void append(ShardJournal journal) {
        journal.lock();
        journal.append(ChangeType.OUTCOME, new byte[1], 1);
        journal.release();
    }

    private HistoryShard shard() {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(3);
        shard.install();
        return shard;
    }

    private CompletableFuture<Void> durable() {
        return keeper.whenDurable().toCompletableFuture();
    }

    @Test
    void shouldWriteWhatNobodyWaitsFor() {
        begin(Durability.MEMORY);
        append(copies.journalOf(shard()));
        assertThat(durable()).isCompleted();
        StoredShards.await(() -> log.writtenBytes() > 0);
    }

    @Test
    void shouldSyncNothingWhereWritingIsEnough() {
        begin(Durability.WRITTEN);
        ShardJournal journal = copies.journalOf(shard());
        append(journal);
        journal.commit();
        assertThat(durable()).isCompleted();
        assertThat(disk.syncsBegun()).isZero();
    }

    @Test
    void shouldCompleteWhenTheDiskHasWhatWasAppended() {
        begin(Durability.SYNCED);
        append(copies.journalOf(shard()));

        durable().join();

        assertThat(log.writtenBytes()).isPositive();
        assertThat(disk.syncsBegun()).isPositive();
    }

    @Test
    void shouldHaveAnswersWaitForSnapshotsWhenTheDiskDidNotTakeTheLog() {
        begin(Durability.SYNCED);
        HistoryShard shard = shard();
        ShardJournal before = copies.journalOf(shard);
        before.kept();
        append(before);
        disk.failNextSync();
        CompletableFuture<Void> failed = durable();
        StoredShards.await(failed::isDone);
        assertThat(failed).isCompletedExceptionally();

        StoredShards.await(() -> copies.journalOf(shard) != before && log.loss().isEmpty());
        assertThat(before.isKept()).isFalse();
        CompletableFuture<Void> waiting = durable();
        assertThat(copies.isSure()).isFalse();
        assertThat(waiting).isNotDone();

        copies.journalOf(shard).kept();
        waiting.join();
    }
}
