package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.history.layout.RecentCount;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RecentCountTest {
    private static final long HOUR_MS = 3_600_000;
    private static final long CARD = 1L;

    /** Typical distances between two entries; a sequence keeps to one for a while. */
    private static final long[] PACES_MS = {
        1,
        1_000,
        60_000,
        72_000,
        80_000,
        600_000,
        HOUR_MS,
        20 * HOUR_MS,
        18 * HOUR_MS,
        19 * HOUR_MS,
        38 * HOUR_MS,
        100 * 24 * HOUR_MS
    };

    private static final int[] BOUNDS = {5, 37, 110, 130, HistoryLimits.ENTRIES_PER_CARD_CEILING};

    @Property(tries = 300)
    void shouldAnswerAsAWalkDoes(@ForAll long seed) {
        Random random = new Random(seed);
        int bound = BOUNDS[random.nextInt(BOUNDS.length)];
        HistoryShard shard = Shards.empty(bound);
        PlainHistories model = new PlainHistories(bound);
        long timeMs = Shards.START_MS + random.nextInt(1 << 28);
        for (int stretch = 0; stretch < 8; stretch++) {
            long paceMs = PACES_MS[random.nextInt(PACES_MS.length)];
            boolean isAsked = random.nextInt(4) > 0;
            int length = 10 + random.nextInt(200);
            for (int i = 0; i < length; i++) {
                timeMs += 1 + (long) (random.nextDouble() * 2 * paceMs);
                long lateMs = random.nextInt(10) == 0 ? random.nextInt((int) (3 * HOUR_MS)) : 0;
                Entry entry = Entry.of(timeMs - lateMs, random.nextInt(1 << 20), 0);
                CardHistory history = shard.open(CARD);
                int placement = entry.placeIn(history);
                assertThat(placement).isEqualTo(model.place(CARD, entry));
                if (placement == Placement.FRESH) {
                    if (isAsked) {
                        assertAnswers(history, model.entries(CARD), entry.timeMs(), random);
                    }
                    entry.insertInto(history);
                    model.insert(CARD, entry);
                }
            }
        }
    }

    /** Mostly the question of rule 23, and now and then another. */
    private static void assertAnswers(CardHistory history, List<Entry> newestFirst, long timeMs, Random random) {
        boolean isUsual = random.nextInt(5) > 0;
        int entries = isUsual ? 100 : 1 + random.nextInt(140);
        long afterMs = timeMs - (isUsual ? 2 * HOUR_MS : 1 + (long) (random.nextDouble() * 60 * HOUR_MS));
        long newer = newestFirst.stream()
                .filter(entry -> entry.timeMs() > afterMs)
                .limit(entries)
                .count();

        assertThat(history.holdsNewer(entries, afterMs))
                .as("%d entries newer than %d", entries, afterMs)
                .isEqualTo(newer == entries);
    }

    @Test
    void shouldKnowWithoutAWalkThatACardStaysBusy() {
        HistoryShard shard = Shards.empty(HistoryLimits.ENTRIES_PER_CARD_CEILING);
        long timeMs = Shards.START_MS;
        for (int i = 0; i < 100; i++) {
            Entry.of(timeMs + i * 1_000L, 1, 0).addTo(shard, CARD);
        }
        CardHistory history = shard.open(CARD);
        long newestMs = timeMs + 99_000;
        assertThat(history.holdsNewer(100, newestMs - 2 * HOUR_MS)).isTrue();

        Entry.of(newestMs + HOUR_MS, 1, 0).addTo(shard, CARD);

        assertThat(walkedBy(history, () -> history.holdsNewer(100, newestMs - HOUR_MS)))
                .isEqualTo(1);
    }

    @Test
    void shouldKnowWithoutAWalkThatACardIsNotYetBusy() {
        HistoryShard shard = Shards.empty(HistoryLimits.ENTRIES_PER_CARD_CEILING);
        for (int i = 0; i < 110; i++) {
            Entry.of(Shards.START_MS + (i < 60 ? 0 : 30 * HOUR_MS) + i * 1_000L, 1, 0)
                    .addTo(shard, CARD);
        }
        CardHistory history = shard.open(CARD);
        long newestMs = Shards.START_MS + 30 * HOUR_MS + 109_000;
        assertThat(history.holdsNewer(100, newestMs - 2 * HOUR_MS)).isFalse();

        Entry.of(newestMs + 1_000, 1, 0).addTo(shard, CARD);

        assertThat(walkedBy(history, () -> history.holdsNewer(100, newestMs + 2_000 - 2 * HOUR_MS)))
                .isEqualTo(1);
    }

    @Test
    void shouldNotCountWhatHasBeenDropped() {
        HistoryShard shard = Shards.empty(HistoryLimits.ENTRIES_PER_CARD_CEILING);
        long sinceMs = RecentCount.sinceMs(Shards.START_MS);
        for (int i = 0; i < 100; i++) {
            Entry.of(sinceMs + i * 100L, 1, 0).addTo(shard, CARD);
        }
        assertThat(shard.open(CARD).holdsNewer(100, sinceMs - 1)).isTrue();

        shard.open(CARD).recycleOldest();
        // What is older is taken again.
        shard.open(CARD).beginUnion(Long.MIN_VALUE);
        for (int i = 1; i <= ChunkLayout.ENTRIES; i++) {
            Entry.of(sinceMs - i, 1, 0).addTo(shard, CARD);
        }

        assertThat(shard.open(CARD).count()).isEqualTo(100);
        assertThat(shard.open(CARD).holdsNewer(100, sinceMs - 1)).isFalse();
    }

    /** How many entries behind the newest the cursor was left: what a question has walked over. */
    private static int walkedBy(CardHistory history, Runnable question) {
        question.run();
        int left = 0;
        while (history.next()) {
            left++;
        }
        return history.count() - left;
    }

    @Property
    void shouldReturnWhatWasPacked(
            @ForAll @LongRange(max = 2_000_000_000_000L) long sinceMs,
            @ForAll @LongRange(max = 18 * HOUR_MS) long widthMs,
            @ForAll @IntRange(min = 1, max = 200) int entries) {
        long tickMs = RecentCount.sinceMs(sinceMs);

        int recent = RecentCount.of(tickMs, sinceMs + widthMs, entries);

        assertThat(recent).isBetween(1, (1 << RecentCount.BITS) - 1);
        assertThat(RecentCount.sinceMs(recent, sinceMs + widthMs)).isEqualTo(tickMs);
        assertThat(RecentCount.count(recent)).isEqualTo(Math.min(entries, RecentCount.COUNT_MAX));
    }

    /** There is no newest entry then that the moment could be read by. */
    @Property
    void shouldKnowNothingOfACardWithoutEntries(
            @ForAll @LongRange(max = 2_000_000_000_000L) long sinceMs,
            @ForAll @IntRange(min = 1, max = 200) int entries) {
        int recent = RecentCount.of(RecentCount.sinceMs(sinceMs), sinceMs, entries);

        assertThat(RecentCount.withNewest(recent, 0)).isEqualTo(RecentCount.NONE);
    }

    @Property
    void shouldKnowNothingOfWhatItCouldMistake(
            @ForAll @LongRange(min = 19 * HOUR_MS, max = 2_000_000_000_000L) long widthMs) {
        assertThat(RecentCount.of(0, widthMs, 1)).isEqualTo(RecentCount.NONE);
    }
}
