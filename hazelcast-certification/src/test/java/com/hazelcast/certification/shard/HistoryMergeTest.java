package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.KeptWindows;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The union of two sides of a split cluster. */
class HistoryMergeTest {
    private static final long CARD = 17_721_111;
    private static final int BOUND = 512;
    private static final long START_MS = 1_767_225_600_000L;

    private static HistoryShard shard() {
        return new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), BOUND, 0);
    }

    private static void add(HistoryShard shard, long card, long timeMs, int amount, int verdict) {
        add(shard, card, timeMs, amount, verdict, false);
    }

    /** As a backup of an owner that had or had not to make room for it. */
    private static void add(HistoryShard shard, long card, long timeMs, int amount, int verdict, boolean isRecycled) {
        add(shard, card, timeMs, amount, verdict, isRecycled, false);
    }

    private static void add(
            HistoryShard shard, long card, long timeMs, int amount, int verdict, boolean isRecycled, boolean isPrompt) {
        CardHistory history = shard.open(card);
        long times = TransactionLayout.times(timeMs, 107, 107);
        long payment = TransactionLayout.payment(amount, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        assertThat(history.place(times, payment, outcome)).isEqualTo(Placement.FRESH);
        history.recordAs(isRecycled, times, payment, outcome, verdict, 0, HistoryFlags.of(payment), isPrompt);
    }

    /** Times of the entries that were decided promptly, newest first. */
    private static List<Long> prompt(HistoryShard shard, long card) {
        List<Long> times = new ArrayList<>();
        CardHistory history = shard.open(card);
        history.rewind();
        while (history.next()) {
            if (history.isPrompt()) {
                times.add(history.timeMs() - START_MS);
            }
        }
        return times;
    }

    private static List<String> held(HistoryShard shard, long card) {
        List<String> entries = new ArrayList<>();
        CardHistory history = shard.open(card);
        history.rewind();
        while (history.next()) {
            entries.add((TransactionLayout.timeMs(history.times()) - START_MS) + " ms amount "
                    + TransactionLayout.amountUnits(history.payment()) + " verdict "
                    + history.verdict());
        }
        return entries;
    }

    @Test
    void shouldHoldEveryTransactionOfBothSidesOnceInTheOrderOfTime() {
        HistoryShard smaller = shard();
        HistoryShard larger = shard();
        add(larger, CARD, START_MS, 1, 7);
        add(smaller, CARD, START_MS, 1, 7);
        add(smaller, CARD, START_MS + 1, 2, 8);
        add(larger, CARD, START_MS + 2, 3, 9);
        add(smaller, CARD + 1, START_MS, 4, 0);

        HistoryMerge.union(smaller, larger);

        assertThat(held(larger, CARD))
                .containsExactly("2 ms amount 3 verdict 9", "1 ms amount 2 verdict 8", "0 ms amount 1 verdict 7");
        assertThat(held(larger, CARD + 1)).containsExactly("0 ms amount 4 verdict 0");
        assertThat(larger.recount()).isEqualTo(4);
    }

    /** As the verdict: what one side lacks comes with what the other has of it, and where both have one that of the side ahead stays. */
    @Test
    void shouldKeepWhatWasDecidedPromptlyOfTheSideThatIsAhead() {
        HistoryShard behind = shard();
        HistoryShard ahead = shard();
        behind.install();
        ahead.install();
        for (int i = 0; i < 24; i++) {
            // Four kinds: of one side, of the other, of both with one answer or another.
            boolean isPrompt = i % 3 == 0;
            if (i % 4 != 0) {
                add(ahead, CARD, START_MS + i, 1, 7, false, isPrompt);
            }
            if (i % 4 != 1) {
                add(behind, CARD, START_MS + i, 1, 7, false, i % 4 == 2 ? !isPrompt : isPrompt);
            }
        }
        ahead.epoch().learn(2);

        HistoryShard united = merged(behind, ahead);

        assertThat(held(united, CARD)).hasSize(24);
        assertThat(prompt(united, CARD)).containsExactly(21L, 18L, 15L, 12L, 9L, 6L, 3L, 0L);
    }

    @Test
    void shouldKeepTheMajoritysVerdictWhereTheSidesDiffer() {
        HistoryShard smaller = shard();
        HistoryShard larger = shard();
        add(smaller, CARD, START_MS, 1, 12);
        add(larger, CARD, START_MS, 1, 36);

        HistoryMerge.union(smaller, larger);

        assertThat(held(larger, CARD)).containsExactly("0 ms amount 1 verdict 36");
    }

    /** The smaller side froze and still has the oldest entries, which the larger has dropped since to make room. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 15, 40})
    void shouldNotDropNewerTransactionsOfACardAtItsBoundForOlderOnes(int further) {
        HistoryShard smaller = shard();
        HistoryShard larger = shard();
        larger.install();
        smaller.install();
        for (int i = 0; i < BOUND + further; i++) {
            add(larger, CARD, START_MS + i, 1, 7);
            if (i < BOUND) {
                add(smaller, CARD, START_MS + i, 1, 7);
            }
        }
        List<String> before = held(larger, CARD);
        larger.epoch().learn(2);

        List<String> united = held(merged(smaller, larger), CARD);

        assertThat(united).hasSizeLessThanOrEqualTo(BOUND).startsWith(before.toArray(String[]::new));
    }

    private static HistoryShard shardOf(int fromMs, int count, int dropped, int verdict) {
        HistoryShard shard = shard();
        shard.install();
        for (int i = 0; i < count; i++) {
            add(shard, CARD, START_MS + fromMs + i, 1, verdict, i >= count - dropped);
        }
        return shard;
    }

    private static int placed(HistoryShard shard, long timeMs, int amount) {
        return shard.open(CARD)
                .place(
                        TransactionLayout.times(timeMs, 107, 107),
                        TransactionLayout.payment(amount, 1, 494),
                        TransactionLayout.outcome(9_691, 0));
    }

    /** What one side dropped may have had another verdict there, so neither side's is given again. */
    @ParameterizedTest(name = "smaller: {1} from {0} ms, {2} times dropped; larger: {4} from {3} ms, {5} times dropped")
    @CsvSource({
        // Only the smaller, only the larger, both; one before the other, over each other, and all of one dropped.
        "0, 12, 1, 0, 12, 0, 5, 12",
        "0, 12, 0, 0, 12, 1, 5, 12",
        "0, 12, 1, 0, 17, 2, 10, 17",
        "0, 17, 2, 0, 12, 1, 10, 17",
        "20, 12, 1, 0, 12, 0, 25, 32",
        "0, 12, 0, 20, 12, 1, 25, 32",
        "20, 12, 1, 0, 12, 1, 25, 32",
        "0, 6, 1, 0, 6, 0, 1, 6"
    })
    void shouldHoldNothingBelowWhatEitherSideHasDropped(
            int smallerFrom,
            int smallerCount,
            int smallerDropped,
            int largerFrom,
            int largerCount,
            int largerDropped,
            int oldest,
            int end) {
        HistoryShard smaller = shardOf(smallerFrom, smallerCount, smallerDropped, 7);
        HistoryShard larger = shardOf(largerFrom, largerCount, largerDropped, 7);

        HistoryShard united = merged(smaller, larger);

        assertThat(held(united, CARD)).hasSize(end - oldest).endsWith(oldest + " ms amount 1 verdict 7");
        assertThat(placed(united, START_MS + oldest, 1)).isEqualTo(7);
        for (int ms = -1; ms <= oldest; ms++) {
            assertThat(placed(united, START_MS + ms, 99)).as(ms + " ms").isEqualTo(Placement.TOO_OLD);
        }
        assertThat(placed(united, START_MS + oldest + 1, 99)).isEqualTo(Placement.FRESH);
        assertThat(merged(smaller, united)).isEqualTo(united);
    }

    /** Whether there is no room for a transaction of the card that is older than all others. */
    private static boolean isFull(HistoryShard shard) {
        CardHistory history = shard.open(CARD);
        long payment = TransactionLayout.payment(1, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        assertThat(history.place(TransactionLayout.times(START_MS - 1, 107, 107), payment, outcome))
                .isEqualTo(Placement.FRESH);
        return history.isFullOfNewer();
    }

    @Test
    void shouldDropNoNewerTransactionsForOlderOnesWhenMemoryIsFull() {
        HistoryMemory withoutRoom = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(0));
        HistoryShard smaller = shard();
        HistoryShard larger = new HistoryShard(withoutRoom, BOUND, 0);
        larger.install();
        smaller.install();
        for (int i = 0; i < 10; i++) {
            add(smaller, CARD, START_MS + i, 1, 7);
            add(larger, CARD, START_MS + 1_000 + i, 2, 8);
        }
        long other = CARD;
        while (!isFull(larger)) {
            add(larger, ++other, START_MS, 2, 8);
        }
        List<String> before = held(larger, CARD);

        larger.epoch().learn(2);
        assertThat(merged(smaller, larger)).isEqualTo(larger);
        assertThat(held(larger, CARD)).hasSize(10).isEqualTo(before);
    }

    /** Each side was full of new cards, and each of others. */
    @Test
    void shouldLeaveOutNewCardsForWhichTheirShardHasNoRoom() {
        HistoryMemory withoutRoom = new HistoryMemory(MemoryKind.HEAP, HistoryBound.onHeap(0, 1, 0));
        HistoryShard full = new HistoryShard(withoutRoom, BOUND, 0);
        full.install();
        long card = CARD;
        do {
            add(full, card, START_MS, 1, 7);
        } while (full.openForUnion(++card) != null);
        HistoryShard other = shard();
        other.install();
        for (int i = 0; i < 10; i++) {
            add(other, card + i, START_MS, 1, 7);
            add(other, card + i, START_MS + 1, 1, 7);
        }
        full.epoch().learn(2);

        HistoryMerge.Union union = HistoryMerge.unite(other, full);

        assertThat(union.shard()).isSameAs(full);
        assertThat(union.isChanged()).isFalse();

        assertThat(full.heldCount()).isEqualTo(card - CARD);
        assertThat(full.holds(card)).isFalse();
    }

    /** Copies that have arrived count until they are collected, and what is left out is lost. */
    @Test
    void shouldTakeNewCardsWhateverAllShardsHold() {
        HistoryMemory withoutRoom = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(0));
        HistoryShard existing = new HistoryShard(withoutRoom, BOUND, 0);
        existing.install();
        existing.epoch().learn(2);
        HistoryShard other = shard();
        other.install();
        add(other, CARD, START_MS, 1, 7);

        assertThat(held(merged(other, existing), CARD)).hasSize(1);
    }

    /** Backups are sent nothing when nothing is new. */
    @Test
    void shouldBeAnotherStateOnlyWhenSomethingIsAdded() {
        HistoryShard smaller = shard();
        HistoryShard larger = shard();
        larger.install();
        smaller.install();
        add(larger, CARD, START_MS, 1, 7);
        add(smaller, CARD, START_MS, 1, 7);
        assertThat(merged(smaller, larger)).isEqualTo(larger);

        add(smaller, CARD, START_MS + 1, 2, 8);
        HistoryShard united = merged(smaller, larger);
        assertThat(united).isNotEqualTo(larger);
        assertThat(united.isInstalled()).isTrue();
        assertThat(held(united, CARD)).containsExactly("1 ms amount 2 verdict 8", "0 ms amount 1 verdict 7");
        assertThat(held(larger, CARD)).containsExactly("0 ms amount 1 verdict 7");
    }

    /** It has its place in memory and in the map already. */
    @Test
    void shouldAddToTheShardThatIsThereWhenThatIsAhead() {
        HistoryShard arriving = shard();
        HistoryShard existing = shard();
        existing.install();
        arriving.install();
        existing.epoch().learn(2);
        add(arriving, CARD, START_MS, 1, 7);

        HistoryMerge.Union union = HistoryMerge.unite(arriving, existing);

        assertThat(union.shard()).isSameAs(existing);
        assertThat(union.isChanged()).isTrue();
        assertThat(held(existing, CARD)).containsExactly("0 ms amount 1 verdict 7");
    }

    @Test
    void shouldBeAnotherStateWhenOnlyTheRoundIsAnother() {
        HistoryShard arriving = shard();
        HistoryShard existing = shard();
        existing.install();
        arriving.install();
        arriving.epoch().learn(2);

        HistoryShard united = merged(arriving, existing);

        assertThat(united).isNotEqualTo(existing);
        assertThat(united.epoch().round()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"4, 2", "3, 2", "1, 0"})
    void shouldKeepTheVerdictsOfTheSideThatIsAheadWhicheverIsMergedIntoTheOther(long aheadRound, long behindRound) {
        HistoryShard ahead = shard();
        HistoryShard behind = shard();
        ahead.install();
        behind.install();
        ahead.epoch().learn(aheadRound);
        behind.epoch().learn(behindRound);
        add(ahead, CARD, START_MS, 1, 36);
        add(behind, CARD, START_MS, 1, 12);
        add(behind, CARD, START_MS + 1, 2, 13);
        add(behind, CARD + 1, START_MS, 3, 14);
        add(ahead, CARD + 2, START_MS, 4, 15);
        behind.epoch().heard(9);

        for (HistoryShard united : List.of(merged(ahead, behind), merged(behind, ahead))) {
            assertThat(held(united, CARD)).containsExactly("1 ms amount 2 verdict 13", "0 ms amount 1 verdict 36");
            assertThat(held(united, CARD + 1)).containsExactly("0 ms amount 3 verdict 14");
            assertThat(held(united, CARD + 2)).containsExactly("0 ms amount 4 verdict 15");
            assertThat(united.epoch().round()).isEqualTo(aheadRound);
            assertThat(united.epoch().promised()).isEqualTo(9);
            assertThat(united.isInstalled()).isTrue();
        }
        assertThat(merged(ahead, behind)).isEqualTo(merged(behind, ahead));
    }

    @Test
    void shouldDecideBetweenEqualRoundsTheSameWayWhicheverIsMergedIntoTheOther() {
        HistoryShard one = shard();
        HistoryShard other = shard();
        one.install();
        other.install();
        add(one, CARD, START_MS, 1, 36);
        add(other, CARD, START_MS, 1, 12);
        assertThat(merged(one, other)).isEqualTo(merged(other, one));

        add(other, CARD + 1, START_MS, 1, 12);
        assertThat(held(merged(one, other), CARD)).containsExactly("0 ms amount 1 verdict 12");
        assertThat(held(merged(other, one), CARD)).containsExactly("0 ms amount 1 verdict 12");
    }

    @Test
    void shouldTakeWhatOnlyOneSideHasPutInPlaceWhateverItsRound() {
        HistoryShard installed = shard();
        HistoryShard made = shard();
        installed.install();
        made.epoch().learn(8);
        add(installed, CARD, START_MS, 1, 36);

        assertThat(merged(installed, made)).isEqualTo(installed);
        assertThat(merged(made, installed)).isEqualTo(installed);
        assertThat(HistoryMerge.unite(installed, null).shard()).isSameAs(installed);
    }

    /** As at the owner of the second one; both stay as they are. */
    private static HistoryMerge.Union unite(HistoryShard arriving, HistoryShard existing) {
        return HistoryMerge.unite(arriving.copy(), existing.copy());
    }

    private static HistoryShard merged(HistoryShard arriving, HistoryShard existing) {
        HistoryMerge.Union union = unite(arriving, existing);
        assertThat(union.isChanged())
                .as("says whether anything is new")
                .isEqualTo(!union.shard().equals(existing));
        assertThat(unite(arriving, union.shard()).isChanged())
                .as("delivered twice")
                .isFalse();
        KeptWindows.assertAgree(union.shard());
        return union.shard();
    }
}
