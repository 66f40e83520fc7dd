package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Which copy is to get a snapshot next, and which snapshots and log files are needed. */
class CopyRegistryTest {
    private final RegisteredCopies fixture = new RegisteredCopies();
    private final CopyRegistry copies = fixture.copies;

    @Test
    void shouldGiveEachObjectAJournalOfItsOwn() {
        HistoryShard shard = fixture.shard(0);
        ShardJournal journal = copies.journalOf(shard);

        assertThat(copies.journalOf(shard)).isSameAs(journal);
        assertThat(copies.journalOf(fixture.shard(0)).generation()).isGreaterThan(journal.generation());
    }

    @Test
    void shouldLetGoOfACopyThatHasLeftWhenACardOfItWasForgotten() {
        ShardJournal gone = new ShardJournal(fixture.log, true, fixture.shard(0), 1, 0);
        fixture.keep(gone, 1, 100);
        fixture.kept(fixture.shard(1), 1);
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
        fixture.keep(new ShardJournal(fixture.log, true, fixture.shard(0), 1, 0), 1, 100);
        ShardJournal unusedOther = copies.journalOf(fixture.shard(1));
        ShardJournal back = copies.journalOf(fixture.shard(0));
        assertThat(back.generation()).isEqualTo(2);
        copies.forgotten(0, copy -> true);
        assertThat(copies.departed()).isEmpty();

        fixture.letGo();
        StoredShards.await(() -> {
            System.gc();
            return !back.isHere();
        });

        assertThat(copies.departed()).as("not seen as gone before").isEmpty();
        assertThat(copies.departed()).hasSize(1);
    }

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

    /** A collector that marks beside the program keeps what is looked at meanwhile, and looks come every ten milliseconds. */
    @Test
    void shouldKeepNothingFromBeingCollectedByItsLooks() throws Exception {
        ShardJournal gone = fixture.kept(fixture.shard(0), 1);
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
            fixture.letGo();
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
        fixture.kept(fixture.shard(0), 1);
        ShardJournal journal = copies.journalOf(fixture.shard(1));

        assertThat(copies.nextToKeep()).containsSame(journal);
        assertThat(copies.pendingCount()).isEqualTo(1);
    }

    /** A backup that is copied anew before its snapshot is taken: nobody says so, and the object before is there until it is collected. */
    @Test
    void shouldNotWaitForAnObjectInWhosePlaceAnotherHasCome() {
        ShardJournal before = copies.journalOf(fixture.shard(0));
        HistoryShard anew = fixture.shard(0);
        ShardJournal journal = copies.journalOf(anew);
        assertThat(copies.pendingCount()).isEqualTo(1);
        assertThat(copies.nextToKeep()).containsSame(journal);

        fixture.kept(anew, 1);

        assertThat(before.isKept()).isFalse();
        assertThat(copies.pendingCount()).isZero();
    }

    @Test
    void shouldKeepNothingAgainWhileTheLogIsShort() {
        fixture.kept(fixture.shard(0), 1);
        fixture.log.files().recordSize(1, RegisteredCopies.LOG_SIZE_MIN_BYTES);

        assertThat(copies.nextToKeep()).isEmpty();
        assertThat(copies.pendingCount()).isZero();
    }

    @Test
    void shouldKeepTheOldestAgainWhenTheLogIsLong() {
        fixture.kept(fixture.shard(0), 2);
        ShardJournal journal = fixture.kept(fixture.shard(1), 1);
        fixture.log.files().recordSize(1, RegisteredCopies.LOG_SIZE_MIN_BYTES + 1);

        assertThat(copies.nextToKeep()).containsSame(journal);
        assertThat(copies.oldestNeeded()).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingAgainThatIsInTheFileOfNow() {
        fixture.kept(fixture.shard(0), RegisteredCopies.CURRENT_FILE);
        fixture.log.files().recordSize(RegisteredCopies.CURRENT_FILE, RegisteredCopies.LOG_SIZE_MIN_BYTES + 1);

        assertThat(copies.nextToKeep()).isEmpty();
    }

    @Test
    void shouldKeepAllAgainThatIsBeforeARenewal() {
        HistoryShard shard = fixture.shard(0);
        ShardJournal journal = fixture.kept(shard, 4);
        assertThat(copies.isRenewed(Optional.empty())).isTrue();

        copies.renewFrom(5);

        assertThat(copies.isRenewed(Optional.empty())).isFalse();
        assertThat(copies.nextToKeep()).containsSame(journal);
        fixture.kept(shard, 5);
        assertThat(copies.isRenewed(Optional.empty())).isTrue();
        assertThat(copies.nextToKeep()).isEmpty();
    }

    @Test
    void shouldTellASnapshotFromOneOfTheSameNameThatWasTakenBefore() {
        HistoryShard shard = fixture.shard(0);
        String name = "shard-0-" + fixture.kept(shard, 4).generation() + "-0.snapshot";
        assertThat(copies.isOfBefore(name, 3)).isFalse();
        assertThat(copies.isOfBefore(name, 4)).isTrue();

        ShardJournal unused = fixture.kept(shard, 5);

        assertThat(copies.isOfBefore(name, 4)).isFalse();
    }

    @Test
    void shouldBeSureAgainWhenTheDiskHasWhatWasReplaced() {
        HistoryShard shard = fixture.shard(0);
        ShardJournal before = fixture.kept(shard, 1);
        copies.doubt();
        assertThat(before.isKept()).isFalse();
        assertThat(copies.isSure()).as("the log has not begun anew").isTrue();

        copies.replaceJournals();

        ShardJournal after = copies.journalOf(shard);
        assertThat(after).isNotSameAs(before);
        assertThat(copies.isSure()).isFalse();
        fixture.kept(shard, 2);
        assertThat(copies.isSure()).isTrue();
    }

    @Test
    void shouldReturnTheSnapshotThatAnotherReplaces() {
        fixture.kept(fixture.shard(0), 1);
        Optional<CopyRegistry.Kept> before = fixture.keep(copies.journalOf(fixture.shard(0)), 2, 100);

        assertThat(before)
                .hasValueSatisfying(kept -> assertThat(kept.base.logFile()).isEqualTo(1));
        assertThat(copies.oldestNeeded()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeOutACopyThatHasJustLeft() {
        ShardJournal gone = new ShardJournal(fixture.log, true, new HistoryShard(fixture.memory, 100, 1), 1, 0);
        Optional<CopyRegistry.Kept> unused = fixture.keep(gone, 1, 100);
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.snapshotNames()).hasSize(1);
    }

    @Test
    void shouldCompareTheReplayOfTheLogWithSnapshotsOfAll() {
        ShardJournal journal = fixture.kept(fixture.shard(0), 1);
        fixture.log.files().recordSize(1, RegisteredCopies.LOG_SIZE_MIN_BYTES / 8);
        assertThat(copies.isReplayLonger()).as("less than a second").isFalse();
        fixture.log.files().recordSize(2, 1);
        assertThat(copies.isReplayLonger()).isTrue();

        Optional<CopyRegistry.Kept> unused = fixture.keep(journal, 1, 1 << 20);
        assertThat(copies.isReplayLonger()).as("the snapshot is larger").isFalse();
    }

    @Test
    void shouldCountWhatIsOnDiskAndWhatIsNot() {
        fixture.kept(fixture.shard(0), 1);
        fixture.shard(1);

        ShardStorage.StorageFigures figures = copies.figures(17);

        assertThat(figures.copies()).isEqualTo(1);
        assertThat(figures.pending()).isEqualTo(1);
        assertThat(figures.snapshots()).isEqualTo(17);
        assertThat(figures.snapshotBytes()).isEqualTo(100);
    }
}
