package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Counts and sums of windows, which are kept beside the card, against sums over a plain list. */
class WindowsTest {
    private static final long DAY_MS = HistoryLimits.DAY_MS;
    private static final long[] WIDTHS_MS = {60_000, DAY_MS, 59 * DAY_MS, 60 * DAY_MS, 70 * DAY_MS, 90 * DAY_MS};
    private static final int[] BOUNDS = {5, 12, 40, 512};
    private static final long[] GAPS_MS = {1_000, 3_600_000, DAY_MS, 6 * DAY_MS, 30 * DAY_MS};
    private static final int[] AMOUNTS_END = {4, 1_000, Integer.MAX_VALUE};

    /** Sums up to 2^31 an entry do not fit into an edge when many are outside. */
    private static final int STEPS = 350;

    private final WindowSum sum = new WindowSum();

    @Property(tries = 400)
    void shouldAgreeWithPlainSumsWhateverComes(@ForAll long seed, @ForAll MemoryKind kind) {
        Random random = new Random(seed);
        int bound = BOUNDS[random.nextInt(BOUNDS.length)];
        long gapMs = GAPS_MS[random.nextInt(GAPS_MS.length)];
        Run run = new Run(random, HistoryMemory.unbounded(kind), bound, gapMs);

        run.steps(STEPS);

        run.assertBackupsSums();
    }

    @Property(tries = 60)
    void shouldAgreeWithPlainSumsWhenMemoryIsFull(@ForAll long seed, @ForAll @IntRange(min = 3, max = 12) int chunks) {
        HistoryMemory memory =
                new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(ChunkLayout.PAGE_SIZE_BYTES + 900_000));
        Run run = new Run(new Random(seed), memory, 40, DAY_MS);
        for (int i = 0; i < ChunkLayout.CHUNKS_PER_PAGE - 1 - chunks; i++) {
            run.fill(1_000 + i);
        }

        run.steps(STEPS);
        run.askForMoreThanThereIs();

        assertThat(run.shard.droppedByMemoryCount()).isPositive();
    }

    @Test
    void shouldAnswerWithoutReadingOlderEntries() {
        ByteBuffer[] page = new ByteBuffer[1];
        HistoryMemory memory = new HistoryMemory(
                MemoryKind.HEAP,
                HistoryBound.fixed(Long.MAX_VALUE),
                sizeBytes -> page[0] = MemoryKind.HEAP.allocate(sizeBytes));
        HistoryShard shard = new HistoryShard(memory, 512, 1);
        for (int i = 0; i < 40; i++) {
            Entry entry = Entry.of(Shards.START_MS + i * 2 * DAY_MS, 100 + i, 0);
            CardHistory history = shard.open(1);
            entry.placeIn(history);
            history.sumWithin(entry.timeMs(), 60 * DAY_MS, sum);
            entry.insertInto(history);
        }
        int newest = ChunkLayout.offset(8);
        page[0].put(0, new byte[newest]);
        page[0].put(newest + ChunkLayout.SIZE_BYTES, new byte[100]);

        // The newest is of day 78. Within 60 days of day 79: from day 20 on, numbers 10 to 39.
        CardHistory history = shard.open(1);
        history.sumWithin(Shards.START_MS + 79 * DAY_MS, 60 * DAY_MS, sum);
        assertThat(sum.count()).isEqualTo(30);
        assertThat(sum.sumUnits()).isEqualTo(30 * 100 + (10 + 39) * 15);
        // Within 70 days: from day 10 on, numbers 5 to 39.
        history.sumWithin(Shards.START_MS + 79 * DAY_MS, 70 * DAY_MS, sum);
        assertThat(sum.count()).isEqualTo(35);
        assertThat(sum.sumUnits()).isEqualTo(35 * 100 + (5 + 39) * 35 / 2);
        assertThat(history.sumUnits()).isEqualTo(40 * 100 + 39 * 20);
    }

    @Test
    void shouldAgreeWithPlainSumsWhenTheyDoNotFitBesideTheCard() {
        Run run = new Run(new Random(1), HistoryMemory.unbounded(MemoryKind.HEAP), 512, DAY_MS);
        for (int i = 0; i < 400; i++) {
            Entry entry = Entry.of(Shards.START_MS + i * DAY_MS / 5, Integer.MAX_VALUE - i, 0);
            run.take(1, entry);
        }

        // A tenth is not inserted. Of those before the last 60 days, 33 have more than 2^36 units.
        assertThat(run.shard.entryCount(1)).isGreaterThan(330);
    }

    /** One random run: an owner that is asked, a backup that is not, and the model of both. */
    private final class Run {
        private final Random random;
        private final PlainHistories model;
        private final long gapMs;
        private final int amountsEnd;
        private HistoryShard shard;
        private HistoryShard backup;
        private final boolean hasBackup;
        private long newestMs = Shards.START_MS;

        Run(Random random, HistoryMemory memory, int bound, long gapMs) {
            this.random = random;
            this.shard = new HistoryShard(memory, bound, 0);
            this.backup = Shards.empty(bound);
            this.hasBackup = memory.limitBytes() == Long.MAX_VALUE;
            this.model = new PlainHistories(bound);
            this.gapMs = gapMs;
            this.amountsEnd = AMOUNTS_END[random.nextInt(AMOUNTS_END.length)];
        }

        void fill(long card) {
            Entry entry = Entry.of(Shards.START_MS, 1, 1);
            entry.addTo(shard, card);
            model.place(card, entry);
            model.insert(card, entry);
        }

        void steps(int count) {
            for (int i = 0; i < count; i++) {
                step(random.nextInt(3));
                if (hasBackup && random.nextInt(60) == 0) {
                    moveOrPromote();
                }
            }
        }

        /** The shard is written and read, in the other memory, or its backup becomes the owner. */
        private void moveOrPromote() {
            MemoryKind kind = MemoryKind.values()[random.nextInt(2)];
            if (random.nextBoolean()) {
                shard = Shards.copy(shard, kind);
            } else {
                HistoryShard promoted = backup;
                backup = shard;
                shard = promoted;
            }
        }

        private void step(long card) {
            take(card, next(model.entries(card)));
        }

        void take(long card, Entry entry) {
            CardHistory history = shard.open(card);
            if (history.count() == 0 && history.isOutOfMemory()) {
                // A new card, which the memory's bound leaves no room for.
                return;
            }
            int placement = entry.placeIn(history);
            assertThat(placement).isEqualTo(model.place(card, entry));
            CardHistory copy = backup.open(card);
            if (hasBackup) {
                assertThat(entry.placeIn(copy)).isEqualTo(placement);
            }
            if (placement != Placement.FRESH) {
                assertSums(history, card, entry.timeMs());
                return;
            }
            if (random.nextInt(5) != 0) {
                assertSums(history, card, entry.timeMs());
            }
            if (random.nextInt(10) != 0) {
                insert(history, copy, card, entry);
            }
            if (random.nextInt(3) == 0) {
                assertSums(history, card, newestOf(card) + random.nextLong(2 * gapMs));
                assertSums(history, card, newestOf(card) - random.nextLong(DAY_MS * 90));
            }
        }

        /** Two cards of 40 entries need 16 chunks, and there are 12 at most. */
        void askForMoreThanThereIs() {
            for (int i = 0; i < 100; i++) {
                for (long card = 0; card < 3; card++) {
                    take(card, entry(newestOf(card) + 1));
                }
            }
        }

        private long newestOf(long card) {
            List<Entry> held = model.entries(card);
            return held.isEmpty() ? newestMs : held.get(0).timeMs();
        }

        private void insert(CardHistory history, CardHistory copy, long card, Entry entry) {
            boolean isOutOfMemory = history.isOutOfMemory();
            if (isOutOfMemory && history.isFullOfNewer()) {
                return;
            }
            if (isOutOfMemory) {
                history.recycleOldest();
                model.recycleOldest(card);
            }
            entry.insertInto(history);
            model.insert(card, entry);
            if (hasBackup) {
                entry.insertInto(copy);
            }
        }

        /** A transaction of the next gap, late, at the edge of a window, or one that is held. */
        private Entry next(List<Entry> held) {
            if (held.isEmpty()) {
                newestMs += random.nextLong(gapMs);
                return entry(newestMs);
            }
            long newestHeldMs = held.get(0).timeMs();
            Entry some = held.get(random.nextInt(held.size()));
            long edgeMs = some.timeMs() + WIDTHS_MS[3 + random.nextInt(3)] - 1 + random.nextInt(3);
            return switch (random.nextInt(20)) {
                case 0 -> some;
                case 1 -> entry(some.timeMs());
                case 2, 3 -> entry(newestHeldMs - random.nextLong(90 * DAY_MS));
                case 4, 5 -> entry(edgeMs - newestHeldMs < 2 * gapMs ? edgeMs : newestHeldMs + 1);
                case 6 -> entry(newestHeldMs);
                case 7 -> entry(random.nextInt(20) == 0 ? newestHeldMs + random.nextLong(300 * DAY_MS) : newestHeldMs);
                default -> entry(newestHeldMs + 1 + random.nextLong(gapMs));
            };
        }

        private Entry entry(long timeMs) {
            return Entry.of(timeMs, random.nextInt(amountsEnd), 0);
        }

        private void assertBackupsSums() {
            for (long card = 0; card < 3; card++) {
                assertSums(backup.open(card), card, newestOf(card));
            }
        }

        private void assertSums(CardHistory history, long card, long timeMs) {
            List<Entry> held = model.entries(card);
            assertThat(history.sumUnits()).as("sum of card %d", card).isEqualTo(sumUnits(held));
            for (long widthMs : WIDTHS_MS) {
                List<Entry> inside = held.stream()
                        .filter(entry -> entry.timeMs() > timeMs - widthMs)
                        .toList();
                history.sumWithin(timeMs, widthMs, sum);
                assertThat(sum.count())
                        .as("count of card %d within %d ms of %d", card, widthMs, timeMs)
                        .isEqualTo(inside.size());
                assertThat(sum.sumUnits())
                        .as("sum of card %d within %d ms of %d", card, widthMs, timeMs)
                        .isEqualTo(sumUnits(inside));
            }
        }

        private static long sumUnits(List<Entry> entries) {
            return entries.stream()
                    .mapToLong(entry -> TransactionLayout.amountUnits(entry.payment()))
                    .sum();
        }
    }
}
