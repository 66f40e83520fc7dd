package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read of the log to be sent, and how long it is kept. */
@Timeout(120)
class OutcomeLogTest {
    private static final long BOUND = 1 << 20;

    /** Several files of the log. */
    private static final int CHANGES = 60;

    private final MemoryDisk disk = new MemoryDisk();

    private static OutcomeLog outcomes(StoredShards shards) {
        return shards.storage.outcomes().orElseThrow();
    }

    /** The first bytes of each outcome, and the places behind single reads. */
    private static final class Read {
        final List<Integer> outcomes = new ArrayList<>();
        final List<LogPlace> places = new ArrayList<>();
        final List<Integer> counts = new ArrayList<>();
    }

    private static Read read(OutcomeLog log, LogPlace from, LogPlace to, long maxBytes) throws IOException {
        Read read = new Read();
        LogPlace at = from;
        while (at.compareTo(to) < 0) {
            at = log.read(at, to, maxBytes, outcome -> {
                byte[] bytes = new byte[outcome.remaining()];
                outcome.get(bytes);
                read.outcomes.add(Arrays.hashCode(bytes));
            });
            read.places.add(at);
            read.counts.add(read.outcomes.size());
        }
        return read;
    }

    private static List<Long> logFiles(MemoryDisk disk) throws IOException {
        return List.copyOf(LogReader.files(disk).keySet());
    }

    @Test
    void shouldReadOnFromEveryPlaceWithoutLeavingOneOutOrReadingOneTwice() throws IOException {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(2)) {
            OutcomeLog log = outcomes(shards);
            LogPlace from = log.sent();
            shards.change(CHANGES);
            LogPlace to = log.endOfAppended();
            assertThat(to.file()).as("several files").isGreaterThan(from.file() + 3);

            Read all = read(log, from, to, Long.MAX_VALUE);
            assertThat(all.outcomes).hasSize(2 * CHANGES).doesNotHaveDuplicates();
            Read single = read(log, from, to, 1);
            assertThat(single.outcomes).isEqualTo(all.outcomes);
            assertThat(single.places).hasSizeGreaterThan(CHANGES);
            for (int i = 0; i < single.places.size(); i++) {
                LogPlace behind = single.places.get(i);
                assertThat(read(log, behind, to, 100).outcomes)
                        .isEqualTo(all.outcomes.subList(single.counts.get(i), all.outcomes.size()));
                assertThat(read(log, from, behind, 100).outcomes)
                        .isEqualTo(all.outcomes.subList(0, single.counts.get(i)));
            }
        }
    }

    @Test
    void shouldKeepTheLogUntilAllOfItIsSentAndSettled() throws IOException {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(2)) {
            OutcomeLog log = outcomes(shards);
            LogPlace from = log.sent();
            long snapshots = shards.storage.figures().snapshots();
            shards.change(2 * CHANGES);
            // They need the log of before no more.
            StoredShards.await(() -> shards.storage.figures().snapshots() > snapshots + 1);
            LogPlace to = log.endOfAppended();
            assertThat(read(log, from, to, BOUND).outcomes).hasSize(4 * CHANGES);
            assertThat(log.unsentBytes()).isPositive();

            log.moveSent(to);
            assertThat(log.unsentBytes()).isZero();
            shards.change(1);
            assertThat(logFiles(disk))
                    .as("what copies have taken is not settled")
                    .contains(from.file() + 1);
            log.moveSettled(to);
            shards.change(2 * CHANGES);
            StoredShards.await(() -> {
                try {
                    return !logFiles(disk).contains(from.file() + 1);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(log.lost()).isZero();
            assertThat(read(log, log.sent(), log.endOfAppended(), BOUND).outcomes)
                    .hasSize(2 * (2 * CHANGES + 1));
        }
    }

    @Test
    void shouldGiveUpNothingOfALogThatHasJustBegun() throws IOException {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(2)) {
            OutcomeLog log = outcomes(shards);
            LogPlace sent = log.sent();
            LogPlace settled = log.settled();
            shards.change(1);
            assertThat(log.endOfAppended().file()).isGreaterThan(sent.file());

            log.firstKept(sent.file() + 1);

            assertThat(log.sent()).isEqualTo(sent);
            assertThat(log.settled()).isEqualTo(settled);
        }
    }

    @Test
    void shouldGiveUpWhatIsBeyondTheBoundAndCountIt() throws IOException {
        long bound = 30_000;
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(bound)).withShards(2)) {
            OutcomeLog log = outcomes(shards);
            log.countBy(outcome -> 20);
            LogPlace from = log.sent();
            shards.change(4 * CHANGES);
            StoredShards.await(() -> log.lost() > 0 && log.unsentBytes() <= bound);
            LogPlace to = log.endOfAppended();
            int left = read(log, log.sent(), to, BOUND).outcomes.size();
            assertThat(log.sent()).isGreaterThan(from).isLessThan(to);
            assertThat(log.settled()).isEqualTo(log.sent());
            assertThat(log.lost()).isEqualTo(20L * (8 * CHANGES - left));
        }
    }

    @Test
    void shouldGoOnWhereItWasAfterARestart() throws IOException {
        LogPlace sent;
        LogPlace settled;
        List<Integer> left;
        try (StoredShards before =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(1)) {
            OutcomeLog log = outcomes(before);
            before.change(CHANGES);
            settled = read(log, log.sent(), log.endOfAppended(), 3_000).places.get(0);
            sent = read(log, log.sent(), log.endOfAppended(), 3_000).places.get(2);
            log.moveSettled(settled);
            log.moveSent(sent);
            log.moveSent(settled);
            left = read(log, sent, log.endOfAppended(), BOUND).outcomes;
        }
        MemoryDisk withoutKey = disk.copy();
        try (StoredShards after = StoredShards.on(disk, StoredShards.sending(BOUND))) {
            OutcomeLog log = outcomes(after);
            assertThat(log.sent()).as("places only go forward").isEqualTo(sent);
            assertThat(log.settled()).isEqualTo(settled);
            after.change(1);
            assertThat(read(log, log.sent(), log.endOfAppended(), BOUND).outcomes)
                    .startsWith(left.toArray(Integer[]::new))
                    .hasSize(left.size() + 1);
        }
        try (StoredShards after = StoredShards.on(withoutKey)) {
            assertThat(after.storage.outcomes()).isEmpty();
        }
        try (StoredShards again = StoredShards.on(withoutKey, StoredShards.sending(BOUND))) {
            OutcomeLog log = outcomes(again);
            again.change(1);
            assertThat(read(log, log.sent(), log.endOfAppended(), BOUND).outcomes)
                    .as("from then on")
                    .hasSize(1);
        }
    }

    @Test
    void shouldSendWhatComesAfterTheLossOfPowerHasTakenTheLogBeforeItsPlaces() throws IOException {
        try (StoredShards before =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(1)) {
            before.change(1);
        }
        String place = disk.list().stream()
                .filter(name -> name.startsWith("sent-"))
                .findFirst()
                .orElseThrow();
        disk.rename(place, "sent-900-36-900-36");
        try (StoredShards after = StoredShards.on(disk, StoredShards.sending(BOUND))) {
            OutcomeLog log = outcomes(after);
            after.change(3);
            assertThat(read(log, log.sent(), log.endOfAppended(), BOUND).outcomes)
                    .hasSize(3);
        }
    }

    @Test
    void shouldReadOnBehindDamageAndCountIt() throws IOException {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(1)) {
            OutcomeLog log = outcomes(shards);
            LogPlace from = log.sent();
            shards.change(CHANGES);
            LogPlace to = log.endOfAppended();
            List<Integer> all = read(log, from, to, BOUND).outcomes;
            disk.flipBit(LogFiles.name(from.file() + 1), 8L * (FileHead.SIZE_BYTES + Frames.HEAD_SIZE_BYTES + 40));
            List<Integer> left = read(log, from, to, BOUND).outcomes;
            assertThat(all).containsAll(left);
            assertThat(left).hasSizeLessThan(all.size()).hasSizeGreaterThan(all.size() / 2);
            assertThat(log.lost()).isPositive();
        }
    }

    @Test
    void shouldReadOnBehindWhatTheDiskDoesNotReturnAndCountIt() throws IOException {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(1)) {
            OutcomeLog log = outcomes(shards);
            LogPlace from = log.sent();
            shards.change(CHANGES);
            LogPlace to = log.endOfAppended();
            List<Integer> all = read(log, from, to, BOUND).outcomes;
            disk.makeUnreadable(LogFiles.name(from.file() + 1), 1_000);
            disk.makeUnreadable(LogFiles.name(from.file() + 2), 0);
            List<Integer> left = read(log, from, to, BOUND).outcomes;
            assertThat(all).containsAll(left);
            assertThat(left).hasSizeLessThan(all.size()).hasSizeGreaterThan(all.size() / 2);
            assertThat(log.lost()).as("two places").isEqualTo(2);
            assertThat(read(log, from, to, BOUND).outcomes).isEqualTo(left);
            assertThat(log.lost()).as("no more when they are read again").isEqualTo(2);
        }
    }

    @Test
    void shouldNotCountWhatItsTakerDoesNotTake() {
        try (StoredShards shards =
                StoredShards.on(disk, StoredShards.sending(BOUND)).withShards(1)) {
            OutcomeLog log = outcomes(shards);
            shards.change(1);
            assertThatThrownBy(() -> log.read(log.sent(), log.endOfAppended(), BOUND, outcome -> {
                        throw new IOException("planted");
                    }))
                    .hasMessage("planted");
            assertThat(log.lost()).isZero();
        }
    }
}
