package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which copy is to get a snapshot next, and which snapshots and log files are needed. */
class CopyRegistryTest {
    private static final long LOG_SIZE_MIN_BYTES = 8_000;
    private static final long CURRENT_FILE = 9;

    private final MemoryDisk disk = new MemoryDisk();
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, CURRENT_FILE, 1 << 20);
    private final CopyRegistry copies = new CopyRegistry(
            log, true, LOG_SIZE_MIN_BYTES, memory, new Recovery(disk, Optional.empty(), memory, StoredShards::replay));

    /** As the map holds them: journals do not. */
    private final List<HistoryShard> held = new ArrayList<>();

    private HistoryShard shard(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shard.install();
        held.add(shard);
        return shard;
    }

    /** A shard whose snapshot is on disk and needs the log from that file on. */
    private ShardJournal kept(HistoryShard shard, long logFile) {
        ShardJournal journal = copies.journalOf(shard);
        copies.keep(new Snapshot.Written(new Snapshot.Base(shard.key(), journal.generation(), 0, logFile), 100));
        journal.kept();
        return journal;
    }

    private static Recovery.Copy read(HistoryShard shard, long generation) {
        Snapshot.Base base = new Snapshot.Base(shard.key(), generation, 5, 3);
        return new Recovery.Copy(base.fileName(), new Snapshot.Loaded(base, shard), 100);
    }

    @Test
    void shouldGiveEachObjectAJournalOfItsOwn() {
        HistoryShard shard = shard(0);
        ShardJournal journal = copies.journalOf(shard);

        assertThat(copies.journalOf(shard)).isSameAs(journal);
        assertThat(copies.journalOf(shard(0)).generation()).isGreaterThan(journal.generation());
    }

    @Test
    void shouldKeepFirstWhatTheDiskDoesNotHave() {
        kept(shard(0), 1);
        ShardJournal journal = copies.journalOf(shard(1));

        assertThat(copies.nextToKeep()).containsSame(journal);
        assertThat(copies.pendingCount()).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingAgainWhileTheLogIsShort() {
        kept(shard(0), 1);
        log.files().recordSize(1, LOG_SIZE_MIN_BYTES);

        assertThat(copies.nextToKeep()).isEmpty();
        assertThat(copies.pendingCount()).isZero();
    }

    @Test
    void shouldKeepTheOldestAgainWhenTheLogIsLong() {
        kept(shard(0), 2);
        ShardJournal journal = kept(shard(1), 1);
        log.files().recordSize(1, LOG_SIZE_MIN_BYTES + 1);

        assertThat(copies.nextToKeep()).containsSame(journal);
        assertThat(copies.oldestNeeded()).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingAgainThatIsInTheFileOfNow() {
        kept(shard(0), CURRENT_FILE);
        log.files().recordSize(CURRENT_FILE, LOG_SIZE_MIN_BYTES + 1);

        assertThat(copies.nextToKeep()).isEmpty();
    }

    @Test
    void shouldKeepAllAgainThatIsBeforeARenewal() {
        HistoryShard shard = shard(0);
        ShardJournal journal = kept(shard, 4);
        assertThat(copies.isRenewed(Optional.empty())).isTrue();

        copies.renewFrom(5);

        assertThat(copies.isRenewed(Optional.empty())).isFalse();
        assertThat(copies.nextToKeep()).containsSame(journal);
        kept(shard, 5);
        assertThat(copies.isRenewed(Optional.empty())).isTrue();
        assertThat(copies.nextToKeep()).isEmpty();
    }

    @Test
    void shouldKeepNoOtherObjectOfAKeyUntilWhatWasReadIsDelivered() {
        HistoryShard read = shard(0);
        copies.resume(List.of(read(read, 7)));
        ShardJournal journal = copies.journalOf(shard(0));

        assertThat(copies.nextToKeep()).isEmpty();
        assertThat(copies.allToKeep()).isEmpty();
        assertThat(copies.recoveredKeys()).containsExactly(0);
        assertThat(copies.recovered(0)).isSameAs(read);

        copies.delivered(0);
        assertThat(copies.recoveredKeys()).isEmpty();
        assertThat(copies.recovered(0)).isNull();
        assertThat(copies.nextToKeep()).containsSame(journal);
    }

    @Test
    void shouldGoOnWithTheGenerationThatWasRead() {
        HistoryShard read = shard(0);
        copies.resume(List.of(read(read, 7)));

        assertThat(copies.journalOf(read).generation()).isEqualTo(7);
        assertThat(copies.journalOf(read).isKept()).isTrue();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-5.snapshot"));
        assertThat(log.writtenBytes()).as("the log has where it goes on").isPositive();
    }

    @Test
    void shouldBeSureAgainWhenTheDiskHasWhatWasReplaced() {
        HistoryShard shard = shard(0);
        ShardJournal before = kept(shard, 1);
        copies.doubt();
        assertThat(before.isKept()).isFalse();
        assertThat(copies.isSure()).as("the log has not begun anew").isTrue();

        copies.replaceJournals();

        ShardJournal after = copies.journalOf(shard);
        assertThat(after).isNotSameAs(before);
        assertThat(copies.isSure()).isFalse();
        kept(shard, 2);
        assertThat(copies.isSure()).isTrue();
    }

    @Test
    void shouldReturnTheSnapshotThatAnotherReplaces() {
        kept(shard(0), 1);
        Optional<CopyRegistry.Kept> before = copies.keep(new Snapshot.Written(new Snapshot.Base(0, 99, 0, 2), 100));

        assertThat(before)
                .hasValueSatisfying(kept -> assertThat(kept.base.logFile()).isEqualTo(1));
        assertThat(copies.oldestNeeded()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeOutACopyThatHasJustLeft() {
        copies.keep(new Snapshot.Written(new Snapshot.Base(0, 1, 0, 1), 100));
        assertThat(copies.takeDeparted()).isEmpty();
        assertThat(copies.takeDeparted()).isEmpty();
        assertThat(copies.snapshotNames()).hasSize(1);
    }

    @Test
    void shouldCompareTheReplayOfTheLogWithSnapshotsOfAll() {
        kept(shard(0), 1);
        log.files().recordSize(1, LOG_SIZE_MIN_BYTES / 8);
        assertThat(copies.isReplayLonger()).as("less than a second").isFalse();
        log.files().recordSize(2, 1);
        assertThat(copies.isReplayLonger()).isTrue();

        copies.keep(new Snapshot.Written(new Snapshot.Base(0, 1, 0, 1), 1 << 20));
        assertThat(copies.isReplayLonger()).as("the snapshot is larger").isFalse();
    }

    @Test
    void shouldCountWhatIsOnDiskAndWhatIsNot() {
        kept(shard(0), 1);
        shard(1);

        StorageFigures figures = copies.figures(17);

        assertThat(figures.copies()).isEqualTo(1);
        assertThat(figures.pending()).isEqualTo(1);
        assertThat(figures.snapshots()).isEqualTo(17);
        assertThat(figures.snapshotBytes()).isEqualTo(100);
    }
}
