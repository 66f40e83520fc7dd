package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryShard;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was read at the start and is not delivered yet: which copies stand beside it, and when it may go. */
class CopiesBesideUndeliveredTest {
    private final RegisteredCopies fixture = new RegisteredCopies();
    private final CopyRegistry copies = fixture.copies;

    /** The shard of key 0 that was read at the start, as generation 7, and goes on. */
    private HistoryShard resumed() throws IOException {
        HistoryShard read = fixture.onDisk(0);
        copies.resume(List.of(RegisteredCopies.read(read, 7)), List.of());
        return read;
    }

    @Test
    void shouldKeepNoOtherObjectOfAKeyUntilWhatWasReadIsDelivered() throws IOException {
        HistoryShard read = resumed();
        ShardJournal journal = copies.journalOf(fixture.shard(0));

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
        HistoryShard read = resumed();
        HistoryShard arrived = fixture.shard(0);
        ShardJournal journal = copies.journalOf(arrived);
        copies.undelivered().goneOn(Set.of(1));
        assertThat(copies.nextToKeep()).isEmpty();
        copies.undelivered().goneOn(Set.of(0));
        assertThat(copies.nextToKeep()).containsSame(journal);

        copies.undelivered().keepBeside(journal);
        assertThat(fixture.keep(journal, 5, 100)).as("nobody needs it any more").isEmpty();
        journal.kept();

        assertThat(fixture.disk.list()).contains("undelivered-0-7");
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
        HistoryShard read = resumed();
        ShardJournal journal = copies.journalOf(fixture.shard(0));
        copies.undelivered().goneOn(Set.of(0));
        copies.undelivered().keepBeside(journal);
        Optional<CopyRegistry.Kept> unused = fixture.keep(journal, 5, 100);
        journal.kept();
        copies.renewFrom(4);
        assertThat(copies.isRenewed(Optional.empty())).isFalse();

        copies.undelivered().deliver(read);

        assertThat(fixture.disk.list()).doesNotContain("undelivered-0-7");
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
        HistoryShard read = resumed();

        copies.undelivered().deliver(read);

        assertThat(copies.departed()).isEmpty();
        assertThat(copies.isRenewed(Optional.empty())).isTrue();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-5.snapshot"));
    }

    /** Whoever lets go of a snapshot has the log forget its generation. */
    @Test
    void shouldNotLetGoOfWhatWasReadWhenItsObjectHasANewerSnapshot() throws IOException {
        HistoryShard read = resumed();
        copies.undelivered().deliver(read);

        Optional<CopyRegistry.Kept> before = fixture.keep(copies.journalOf(read), 5, 100);

        assertThat(before).isPresent();
        assertThat(copies.departed()).isEmpty();
        assertThat(copies.undelivered().delivered()).isEmpty();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-0.snapshot"));
    }

    @Test
    void shouldGoOnOnlyWithTheNewestOfTheGenerationsThatWereRead() throws IOException {
        HistoryShard older = fixture.onDisk(0);
        HistoryShard newer = fixture.onDisk(0);
        fixture.disk.put("undelivered-0-7", new byte[0]);
        fixture.disk.put("undelivered-0-8", new byte[0]);
        fixture.disk.put("undelivered-1-2", new byte[0]);

        copies.resume(List.of(RegisteredCopies.read(older, 7), RegisteredCopies.read(newer, 8)), List.of());

        assertThat(copies.undelivered().of(0)).containsExactly(newer, older);
        assertThat(older.attachment()).isNull();
        assertThat(copies.journalOf(newer).generation()).isEqualTo(8);
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-8-5.snapshot"));
        assertThat(fixture.disk.list())
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
        HistoryShard third = fixture.onDisk(0);
        fixture.disk.put("undelivered-0-7", new byte[0]);
        fixture.disk.put("undelivered-0-8", new byte[0]);
        copies.resume(
                List.of(
                        RegisteredCopies.read(fixture.onDisk(0), 7),
                        RegisteredCopies.read(fixture.onDisk(0), 8),
                        RegisteredCopies.read(third, 9)),
                List.of());
        ShardJournal journal = copies.journalOf(fixture.shard(0));
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
        HistoryShard read = resumed();
        copies.undelivered().goneOn(Set.of(0));
        ShardJournal outdated = copies.journalOf(fixture.shard(0));
        read.attach(null);
        ShardJournal journal = copies.journalOf(read);

        copies.undelivered().keepBeside(outdated);

        assertThat(journal.generation()).isGreaterThan(outdated.generation());
        assertThat(read.attachment()).isSameAs(journal);
    }

    @Test
    void shouldNotHaveDeliveredWhatIsStillMarked() throws IOException {
        HistoryShard read = resumed();
        ShardJournal journal = copies.journalOf(fixture.shard(0));
        copies.undelivered().goneOn(Set.of(0));
        fixture.disk.failSyncs(true);
        assertThatThrownBy(() -> copies.undelivered().keepBeside(journal)).isInstanceOf(IOException.class);
        fixture.disk.failSyncs(false);
        copies.undelivered().keepBeside(journal);
        fixture.disk.failSyncs(true);

        assertThatThrownBy(() -> copies.undelivered().deliver(read)).isInstanceOf(IOException.class);

        assertThat(copies.undelivered().keys()).containsExactly(0);
        fixture.disk.failSyncs(false);
        copies.undelivered().deliver(read);
        assertThat(copies.undelivered().keys()).isEmpty();
    }

    @Test
    void shouldGoOnWithTheGenerationThatWasRead() throws IOException {
        HistoryShard read = resumed();

        assertThat(copies.journalOf(read).generation()).isEqualTo(7);
        assertThat(copies.journalOf(read).isKept()).isTrue();
        assertThat(copies.snapshotNames()).containsExactly(Map.entry(0, "shard-0-7-5.snapshot"));
        assertThat(fixture.log.writtenBytes())
                .as("the log has where it goes on")
                .isPositive();
    }
}
