package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardHistoryTest {
    private static final long CARD = 17_721_111L;

    private final HistoryShard shard = Shards.empty(10);

    @Test
    void shouldReturnTheRecordedVerdictForADuplicate() {
        Entry first = Entry.of(START_MS, 1, 33);
        first.addTo(shard, CARD);
        Entry.of(START_MS + 1, 2, 0).addTo(shard, CARD);

        int placement = first.answered(91).placeIn(shard.open(CARD));

        assertThat(Placement.isDuplicate(placement)).isTrue();
        assertThat(placement).isEqualTo(33);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255})
    void shouldReturnEveryVerdictThatCanBeRecorded(int verdict) {
        Entry entry = Entry.of(START_MS, 1, verdict);
        entry.addTo(shard, CARD);

        assertThat(entry.placeIn(shard.open(CARD))).isEqualTo(verdict);
    }

    @Test
    void shouldKeepOtherTransactionsOfTheSameMillisecondNewestFirst() {
        Entry first = Entry.of(START_MS, 1, 1);
        Entry second = Entry.of(START_MS, 2, 2);
        Entry third = Entry.of(START_MS, 3, 3);
        first.addTo(shard, CARD);
        second.addTo(shard, CARD);
        third.addTo(shard, CARD);

        assertThat(Shards.walk(shard.open(CARD))).containsExactly(third, second, first);
        assertThat(second.placeIn(shard.open(CARD))).isEqualTo(2);
    }

    @Test
    void shouldPutALateTransactionInItsPlace() {
        Entry newest = Entry.of(START_MS + 2, 1, 1);
        Entry late = Entry.of(START_MS + 1, 2, 2);
        Entry oldest = Entry.of(START_MS, 3, 3);
        oldest.addTo(shard, CARD);
        newest.addTo(shard, CARD);
        late.addTo(shard, CARD);

        assertThat(Shards.walk(shard.open(CARD))).containsExactly(newest, late, oldest);
    }

    @Test
    void shouldForgetAPlaceWhenTheNextTransactionIsPlaced() {
        List<Entry> newestFirst = threeEntries();
        Entry late = Entry.of(START_MS + 15, 4, 4);
        Entry newer = Entry.of(START_MS + 30, 5, 5);

        CardHistory history = shard.open(CARD);
        late.placeIn(history);
        late.placeIn(history);
        late.insertInto(history);
        newer.placeIn(history);
        newer.insertInto(history);

        assertThat(Shards.walk(history))
                .containsExactly(newer, newestFirst.get(0), late, newestFirst.get(1), newestFirst.get(2));
    }

    @Test
    void shouldForgetAPlaceWhenTheCardIsOpenedAnew() {
        List<Entry> newestFirst = threeEntries();
        Entry appended = Entry.of(START_MS + 30, 5, 5);

        Entry.of(START_MS + 15, 4, 4).placeIn(shard.open(CARD));
        appended.insertInto(shard.open(CARD));

        assertThat(Shards.walk(shard.open(CARD)))
                .containsExactly(appended, newestFirst.get(0), newestFirst.get(1), newestFirst.get(2));
    }

    /** Adds entries at 0, 10 and 20 ms and returns them, newest first. */
    private List<Entry> threeEntries() {
        List<Entry> newestFirst =
                List.of(Entry.of(START_MS + 20, 3, 3), Entry.of(START_MS + 10, 2, 2), Entry.of(START_MS, 1, 1));
        for (int i = 2; i >= 0; i--) {
            newestFirst.get(i).addTo(shard, CARD);
        }
        return newestFirst;
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "0, true", "1, false"})
    void shouldRejectATransactionNinetyDaysBehindTheNewest(long beyondMs, boolean isTooOld) {
        Entry.of(START_MS, 1, 1).addTo(shard, CARD);

        int placement =
                Entry.of(START_MS - HistoryLimits.HORIZON_MS + beyondMs, 2, 0).placeIn(shard.open(CARD));

        assertThat(placement).isEqualTo(isTooOld ? Placement.TOO_OLD : Placement.FRESH);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 0", "1, 0"})
    void shouldDropWhatIsNinetyDaysOlderThanThePlacedTransaction(long beyondMs, int kept) {
        Entry.of(START_MS, 1, 1).addTo(shard, CARD);

        CardHistory history = shard.open(CARD);
        Entry.of(START_MS + HistoryLimits.HORIZON_MS + beyondMs, 2, 0).placeIn(history);

        assertThat(history.count()).isEqualTo(kept);
        assertThat(shard.expiredCount()).isEqualTo(1 - kept);
        assertThat(shard.heldCount()).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "4, 1", "5, 0", "6, 0", "7, 6", "10, 0", "11, 0", "12, 3", "12, 5", "40, 17"})
    void shouldGoToEachEntryAndCountThoseThatAreNewerChunkByChunk(int entries, int expired) {
        HistoryShard wide = Shards.empty(512);
        assertThat(wide.open(CARD).newerThan(START_MS)).isZero();
        for (int i = 0; i < entries; i++) {
            Entry.of(START_MS + i * HistoryLimits.DAY_MS, i, 1).addTo(wide, CARD);
        }
        CardHistory history = wide.open(CARD);
        assertThat(history.expire(START_MS + HistoryLimits.HORIZON_MS + (expired - 1) * HistoryLimits.DAY_MS))
                .isEqualTo(expired);
        List<Entry> newestFirst = Shards.walk(history);
        assertThat(newestFirst).hasSize(entries - expired);

        for (int newer = 0; newer < newestFirst.size(); newer++) {
            long timeMs = newestFirst.get(newer).timeMs();
            assertThat(history.newerThan(timeMs)).isEqualTo(newer);
            assertThat(history.newerThan(timeMs - 1)).isEqualTo(newer + 1);
            history.seek(newer);
            assertThat(history.timeMs()).isEqualTo(timeMs);
            assertThat(history.next()).isEqualTo(newer < newestFirst.size() - 1);
        }
        history.rewindFar();
        for (Entry entry : newestFirst) {
            assertThat(history.next()).isTrue();
            assertThat(history.timeMs()).isEqualTo(entry.timeMs());
        }
        assertThat(history.next()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {90, 91, 109, 110, 165, 198, 199, 200, 256, 288, 289, 397, 398, 10_000})
    void shouldDropAllAfterAJumpOfManyDays(long days) {
        Entry.of(START_MS - 89 * HistoryLimits.DAY_MS, 1, 1).addTo(shard, CARD);
        Entry.of(START_MS, 2, 1).addTo(shard, CARD);
        Entry jump = Entry.of(Math.min(TransactionLayout.TIME_MS_MAX, START_MS + days * HistoryLimits.DAY_MS), 3, 1);

        jump.addTo(shard, CARD);

        assertThat(Shards.walk(shard.open(CARD))).containsExactly(jump);
        assertThat(shard.expiredCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 9, 10, 512, HistoryLimits.ENTRIES_PER_CARD_CEILING})
    void shouldKeepTheNewestEntriesBetweenTheBoundAndFourLess(int bound) {
        HistoryShard bounded = Shards.empty(bound);
        for (int i = 0; i < 3 * bound; i++) {
            Entry.of(START_MS + i, i, 1).addTo(bounded, CARD);
            int countMin = Math.min(i + 1, Math.max(1, bound - 4));
            assertThat(bounded.open(CARD).count()).isBetween(countMin, bound);
        }

        List<Entry> entries = Shards.walk(bounded.open(CARD));

        assertThat(entries.get(0)).isEqualTo(Entry.of(START_MS + 3 * bound - 1, 3 * bound - 1, 1));
        assertThat(entries.get(entries.size() - 1).timeMs()).isEqualTo(START_MS + 3 * bound - entries.size());
        assertThat(bounded.droppedByBoundCount() + bounded.heldCount()).isEqualTo(3L * bound);
    }

    /** It may be one of those that were dropped, and would be scored a second time, with another history. */
    @ParameterizedTest
    @CsvSource({
        "4, 5, -1, false",
        "5, 5, -1, true",
        "5, 5, 0, true",
        "6, 5, 0, true",
        "5, 6, -1, false",
        "6, 6, 3, true",
        "6, 6, 4, true",
        "6, 6, 5, false",
        "7, 6, 0, true",
        "7, 6, 1, false",
        "511, 512, -1, false",
        "512, 512, 4, true",
        "512, 512, 5, false",
        "513, 512, 0, true",
        "513, 512, 1, false"
    })
    void shouldRejectWhatMayHaveBeenDroppedOrWouldCostNewerEntries(
            int entries, int bound, long beyondOldestMs, boolean isTooOld) {
        HistoryShard bounded = Shards.empty(bound);
        for (int i = 0; i < entries; i++) {
            Entry.of(START_MS + i, i, 1).addTo(bounded, CARD);
        }
        long oldestMs = START_MS + entries - bounded.open(CARD).count();
        Entry late = Entry.of(oldestMs + beyondOldestMs, 99_999, 1);

        assertThat(late.placeIn(bounded.open(CARD))).isEqualTo(isTooOld ? Placement.TOO_OLD : Placement.FRESH);
    }

    @Test
    void shouldHandBackTheFlagsOfAllEntriesAndForgetThemWithTheLast() {
        Entry.of(START_MS, 1, 0).withFlags(0b1000).addTo(shard, CARD);
        Entry.of(START_MS + 1, 2, 0).withFlags(0b1).addTo(shard, CARD);

        assertThat(shard.open(CARD).flags()).isEqualTo(0b1001);

        Entry.of(START_MS + 2 * HistoryLimits.HORIZON_MS, 3, 0).withFlags(0b10).addTo(shard, CARD);

        assertThat(shard.open(CARD).flags()).isEqualTo(0b10);
    }

    @Test
    void shouldNotLetFlagsReachOtherFields() {
        Entry.of(START_MS, 1, 0).withFlags(-1).addTo(shard, CARD);

        assertThat(shard.open(CARD).flags()).isEqualTo(CardSlot.FLAGS_MASK);
        assertThat(Shards.walk(shard.open(CARD))).containsExactly(Entry.of(START_MS, 1, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, HistoryLimits.ENTRIES_PER_CARD_FLOOR - 1, HistoryLimits.ENTRIES_PER_CARD_CEILING + 1})
    void shouldRefuseABoundThatCannotBeKept(int bound) {
        assertThatThrownBy(() -> Shards.empty(bound))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entriesPerCardMax=" + bound);
    }
}
