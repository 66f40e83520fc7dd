package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Which copy is to get a snapshot next, and which snapshots and log files are needed. */
class CopyRegistryTest {
    private static final long LOG_SIZE_MIN_BYTES = 8_000;
    private static final long CURRENT_FILE = 9;

    private final MemoryDisk disk = new MemoryDisk();
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, CURRENT_FILE, 1 << 20);
    private final CopyRegistry copies = new CopyRegistry(
            disk,
            log,
            true,
            LOG_SIZE_MIN_BYTES,
            memory,
            new Recovery(disk, Optional.empty(), memory, StoredShards::replay));

    /** As the map holds them: journals do not. */
    private final List<HistoryShard> held = new ArrayList<>();

    private HistoryShard shard(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        shard.install();
        held.add(shard);
        return shard;
    }

    /** One that was read, and is not in place. */
    private HistoryShard onDisk(int key) {
        HistoryShard shard = new HistoryShard(memory, 100, 1);
        shard.keptAt(key);
        held.add(shard);
        return shard;
    }

    /** A shard whose snapshot is on disk and needs the log from that file on. */
    private ShardJournal kept(HistoryShard shard, long logFile) {
        ShardJournal journal = copies.journalOf(shard);
        keep(journal, logFile, 100);
        journal.kept();
        return journal;
    }

    /** Returns what it replaces. */
    private Optional<CopyRegistry.Kept> keep(ShardJournal journal, long logFile, long sizeBytes) {
        Snapshot.Base base = new Snapshot.Base(journal.key(), journal.generation(), 0, logFile);
        return copies.keep(journal, new Snapshot.Written(base, sizeBytes));
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
    void shouldLetGoOfACopyThatHasLeftWhenACardOfItWasForgotten() {
        ShardJournal gone = new ShardJournal(log, true, shard(0), 1, 0);
        keep(gone, 1, 100);
        kept(shard(1), 1);
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.departed()).as("others may need it").isEmpty();

        copies.forgotten(0, copy -> false);
        copies.forgotten(1, copy -> true);

        assertThat(copies.departed())
                .as("the other one is here")
                .extracting(copy -> copy.base.key())
                .containsExactly(0);
    }

    /** The shard had come back, and left again before it had another snapshot. */
    @Test
    void shouldLetGoOfAnEarlierCopyThanTheOneThatHasMissedThatACardWasForgotten() {
        keep(new ShardJournal(log, true, shard(0), 1, 0), 1, 100);
        ShardJournal unusedOther = copies.journalOf(shard(1));
        ShardJournal back = copies.journalOf(shard(0));
        assertThat(back.generation()).isEqualTo(2);
        copies.forgotten(0, copy -> true);
        assertThat(copies.departed()).isEmpty();

        held.clear();
        StoredShards.await(() -> {
            System.gc();
            return !back.isHere();
        });

        assertThat(copies.departed()).as("not seen as gone before").isEmpty();
        assertThat(copies.departed()).hasSize(1);
    }

    /** A collector that marks beside the program keeps what is looked at meanwhile, and looks come every ten milliseconds. */
    /**
     * What is there is no young object afterwards: these are collected while the program stands. A histogram of live objects
     * begins with a full collection, which System.gc() is not where it runs beside the program.
     */
    private static void makeOld() throws JMException {
        Object unusedHistogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
    }

    @Test
    void shouldKeepNothingFromBeingCollectedByItsLooks() throws Exception {
        ShardJournal gone = kept(shard(0), 1);
        makeOld();
        // To mark these takes so long that looks come meanwhile.
        List<Object> chain = List.of();
        for (int i = 0; i < 2_000_000; i++) {
            chain = List.of(chain);
        }
        AtomicBoolean isEnded = new AtomicBoolean();
        Thread looking = new Thread(() -> {
            while (!isEnded.get()) {
                assertThat(copies.departed()).isEmpty();
                assertThat(copies.nextToKeep()).isEmpty();
                assertThat(copies.pendingCount()).isZero();
            }
        });
        looking.start();
        try {
            held.clear();
            StoredShards.await(() -> {
                System.gc();
                return !gone.isHere();
            });
        } finally {
            isEnded.set(true);
            looking.join();
            Reference.reachabilityFence(chain);
        }
    }

    @Test
    void shouldKeepFirstWhatTheDiskDoesNotHave() {
        kept(shard(0), 1);
        ShardJournal journal = copies.journalOf(shard(1));

        assertThat(copies.nextToKeep()).containsSame(journal);
        assertThat(copies.pendingCount()).isEqualTo(1);
    }

    /** A backup that is copied anew before its snapshot is taken: nobody says so, and the object before is there until it is collected. */
    @Test
    void shouldNotWaitForAnObjectInWhosePlaceAnotherHasCome() {
        ShardJournal before = copies.journalOf(shard(0));
        HistoryShard anew = shard(0);
        ShardJournal journal = copies.journalOf(anew);
        assertThat(copies.pendingCount()).isEqualTo(1);
        assertThat(copies.nextToKeep()).containsSame(journal);

        kept(anew, 1);

        assertThat(before.isKept()).isFalse();
        assertThat(copies.pendingCount()).isZero();
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
    void shouldKeepNoOtherObjectOfAKeyUntilWhatWasReadIsDelivered() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        ShardJournal journal = copies.journalOf(shard(0));

        assertThat(copies.nextToKeep()).isEmpty();
        assertThat(copies.allToKeep()).isEmpty();
        assertThat(copies.undelivered().keys()).containsExactly(0);
        assertThat(copies.undelivered().of(0)).containsExactly(read);

        copies.undelivered().deliver(read);
        assertThat(copies.undelivered().keys()).isEmpty();
        assertThat(copies.undelivered().of(0)).isEmpty();
        assertThat(copies.nextToKeep()).containsSame(journal);
    }

    @Test
    void shouldKeepAnotherObjectBesideWhatWasReadWhereTheClusterHasGoneOn() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        HistoryShard arrived = shard(0);
        ShardJournal journal = copies.journalOf(arrived);
        copies.undelivered().goneOn(Set.of(1));
        assertThat(copies.nextToKeep()).isEmpty();
        copies.undelivered().goneOn(Set.of(0));
        assertThat(copies.nextToKeep()).containsSame(journal);

        copies.undelivered().keepBeside(journal);
        assertThat(keep(journal, 5, 100)).as("nobody needs it any more").isEmpty();
        journal.kept();

        assertThat(disk.list()).contains("undelivered-0-7");
        assertThat(read.attachment()).as("its log must not go on").isNull();
        assertThat(copies.oldestNeeded()).as("that of what was read").isEqualTo(3);
        assertThat(copies.neededNames(0))
                .containsExactlyInAnyOrder("shard-0-7-5.snapshot", "shard-0-" + journal.generation() + "-0.snapshot");
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.incompleteCount()).isEqualTo(1);
        assertThat(copies.figures(0).pending()).isZero();
        assertThat(copies.figures(0).unread()).isEqualTo(1);
        assertThat(copies.figures(0).copies()).isEqualTo(1);
        assertThat(copies.figures(0).snapshotBytes()).isEqualTo(200);

        // Whether the cluster has gone on may be asked again, and not be answered: what is beside is beside.
        copies.undelivered().goneOn(Set.of());
        assertThat(copies.allToKeep()).containsExactly(journal);
    }

    @Test
    void shouldLetGoOfWhatWasReadWhenItIsDelivered() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        ShardJournal journal = copies.journalOf(shard(0));
        copies.undelivered().goneOn(Set.of(0));
        copies.undelivered().keepBeside(journal);
        Optional<CopyRegistry.Kept> unused = keep(journal, 5, 100);
        journal.kept();
        copies.renewFrom(4);
        assertThat(copies.isRenewed(Optional.empty())).isFalse();

        copies.undelivered().deliver(read);

        assertThat(disk.list()).doesNotContain("undelivered-0-7");
        assertThat(copies.incompleteCount()).isZero();
        assertThat(copies.oldestNeeded()).isEqualTo(5);
        assertThat(copies.isRenewed(Optional.empty())).as("its file is there").isFalse();
        List<CopyRegistry.Kept> departed = copies.departed();
        assertThat(departed).extracting(copy -> copy.name).containsExactly("shard-0-7-5.snapshot");
        copies.dropped(departed.get(0));
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.isRenewed(Optional.empty())).isTrue();
        assertThat(copies.snapshotNames()).hasSize(1);
    }

    @Test
    void shouldNotLetGoOfWhatWasReadWhenItIsTheNewestThatTheDiskHas() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());

        copies.undelivered().deliver(read);

        assertThat(copies.departed()).isEmpty();
        assertThat(copies.isRenewed(Optional.empty())).isTrue();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-5.snapshot"));
    }

    /** Whoever lets go of a snapshot has the log forget its generation. */
    @Test
    void shouldNotLetGoOfWhatWasReadWhenItsObjectHasANewerSnapshot() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        copies.undelivered().deliver(read);

        Optional<CopyRegistry.Kept> before = keep(copies.journalOf(read), 5, 100);

        assertThat(before).isPresent();
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.undelivered().delivered()).isEmpty();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-0.snapshot"));
    }

    @Test
    void shouldTellASnapshotFromOneOfTheSameNameThatWasTakenBefore() {
        HistoryShard shard = shard(0);
        String name = "shard-0-" + kept(shard, 4).generation() + "-0.snapshot";
        assertThat(copies.isOfBefore(name, 3)).isFalse();
        assertThat(copies.isOfBefore(name, 4)).isTrue();

        ShardJournal unused = kept(shard, 5);

        assertThat(copies.isOfBefore(name, 4)).isFalse();
    }

    @Test
    void shouldGoOnOnlyWithTheNewestOfTheGenerationsThatWereRead() throws IOException {
        HistoryShard older = onDisk(0);
        HistoryShard newer = onDisk(0);
        disk.put("undelivered-0-7", new byte[0]);
        disk.put("undelivered-0-8", new byte[0]);
        disk.put("undelivered-1-2", new byte[0]);

        copies.resume(List.of(read(older, 7), read(newer, 8)), List.of());

        assertThat(copies.undelivered().of(0)).containsExactly(newer, older);
        assertThat(older.attachment()).isNull();
        assertThat(copies.journalOf(newer).generation()).isEqualTo(8);
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-8-5.snapshot"));
        assertThat(disk.list())
                .contains("undelivered-0-7")
                .as("of the newest, and of one that is not there")
                .doesNotContain("undelivered-0-8", "undelivered-1-2");
        assertThat(copies.figures(0).unread()).isEqualTo(2);

        copies.undelivered().deliver(newer);
        assertThat(copies.undelivered().keys()).containsExactly(0);
        assertThat(copies.departed()).isEmpty();
        copies.undelivered().deliver(older);
        assertThat(copies.undelivered().keys()).isEmpty();
        assertThat(copies.departed()).extracting(copy -> copy.name).containsExactly("shard-0-7-5.snapshot");
    }

    /** Each start reads all of them into memory. */
    @Test
    void shouldNotKeepMoreThanThreeCopiesOfAShard() throws IOException {
        HistoryShard third = onDisk(0);
        disk.put("undelivered-0-7", new byte[0]);
        disk.put("undelivered-0-8", new byte[0]);
        copies.resume(List.of(read(onDisk(0), 7), read(onDisk(0), 8), read(third, 9)), List.of());
        ShardJournal journal = copies.journalOf(shard(0));
        copies.undelivered().goneOn(Set.of(0));

        assertThat(copies.undelivered().mayKeepBeside(0)).isFalse();
        assertThat(copies.nextToKeep()).isEmpty();

        copies.undelivered().deliver(third);
        assertThat(copies.undelivered().mayKeepBeside(0)).isTrue();
        assertThat(copies.nextToKeep()).containsSame(journal);
    }

    /** Its owner, this member, took what was read for the shard while a snapshot of what was there before began. */
    @Test
    void shouldNotEndTheLogOfWhatWasPutInPlaceMeanwhile() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        copies.undelivered().goneOn(Set.of(0));
        ShardJournal outdated = copies.journalOf(shard(0));
        read.attach(null);
        ShardJournal journal = copies.journalOf(read);

        copies.undelivered().keepBeside(outdated);

        assertThat(journal.generation()).isGreaterThan(outdated.generation());
        assertThat(read.attachment()).isSameAs(journal);
    }

    @Test
    void shouldNotHaveDeliveredWhatIsStillMarked() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());
        ShardJournal journal = copies.journalOf(shard(0));
        copies.undelivered().goneOn(Set.of(0));
        disk.failSyncs(true);
        assertThatThrownBy(() -> copies.undelivered().keepBeside(journal)).isInstanceOf(IOException.class);
        disk.failSyncs(false);
        copies.undelivered().keepBeside(journal);
        disk.failSyncs(true);

        assertThatThrownBy(() -> copies.undelivered().deliver(read)).isInstanceOf(IOException.class);

        assertThat(copies.undelivered().keys()).containsExactly(0);
        disk.failSyncs(false);
        copies.undelivered().deliver(read);
        assertThat(copies.undelivered().keys()).isEmpty();
    }

    @Test
    void shouldGoOnWithTheGenerationThatWasRead() throws IOException {
        HistoryShard read = onDisk(0);
        copies.resume(List.of(read(read, 7)), List.of());

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
        Optional<CopyRegistry.Kept> before = keep(copies.journalOf(shard(0)), 2, 100);

        assertThat(before)
                .hasValueSatisfying(kept -> assertThat(kept.base.logFile()).isEqualTo(1));
        assertThat(copies.oldestNeeded()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeOutACopyThatHasJustLeft() {
        ShardJournal gone = new ShardJournal(log, true, new HistoryShard(memory, 100, 1), 1, 0);
        Optional<CopyRegistry.Kept> unused = keep(gone, 1, 100);
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.snapshotNames()).hasSize(1);
    }

    @Test
    void shouldCompareTheReplayOfTheLogWithSnapshotsOfAll() {
        ShardJournal journal = kept(shard(0), 1);
        log.files().recordSize(1, LOG_SIZE_MIN_BYTES / 8);
        assertThat(copies.isReplayLonger()).as("less than a second").isFalse();
        log.files().recordSize(2, 1);
        assertThat(copies.isReplayLonger()).isTrue();

        Optional<CopyRegistry.Kept> unused = keep(journal, 1, 1 << 20);
        assertThat(copies.isReplayLonger()).as("the snapshot is larger").isFalse();
    }

    @Test
    void shouldCountWhatIsOnDiskAndWhatIsNot() {
        kept(shard(0), 1);
        shard(1);

        ShardStorage.StorageFigures figures = copies.figures(17);

        assertThat(figures.copies()).isEqualTo(1);
        assertThat(figures.pending()).isEqualTo(1);
        assertThat(figures.snapshots()).isEqualTo(17);
        assertThat(figures.snapshotBytes()).isEqualTo(100);
    }
}
