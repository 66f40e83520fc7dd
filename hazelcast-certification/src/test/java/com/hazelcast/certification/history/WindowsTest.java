package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.history.layout.ChunkLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
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

    private static final int CARDS = 3;
    private static final long EMPTY_CARD_MS = 30 * DAY_MS;
    private static final AtomicInteger KNOWN = new AtomicInteger();
    private static final AtomicInteger EXPIRED = new AtomicInteger();

    private final WindowSum sum = new WindowSum();

    @Property(tries = 400)
    void shouldAgreeWithPlainSumsWhateverComes(@ForAll long seed, @ForAll MemoryKind kind) {
        Random random = new Random(seed);
        int bound = BOUNDS[random.nextInt(BOUNDS.length)];
        long gapMs = GAPS_MS[random.nextInt(GAPS_MS.length)];
        Run run = new Run(random, HistoryMemory.unbounded(kind), bound, gapMs);

        run.steps(STEPS);

        run.assertHolds();
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

        run.assertSumsOfBoth();
        assertThat(run.shard.droppedByMemoryCount()).isPositive();
    }

    /** A shard that puts its page there when it takes it. */
    private static HistoryShard ofOnePage(ByteBuffer[] page) {
        HistoryMemory memory = new HistoryMemory(
                MemoryKind.HEAP,
                HistoryBound.fixed(Long.MAX_VALUE),
                sizeBytes -> page[0] = MemoryKind.HEAP.allocate(sizeBytes));
        return new HistoryShard(memory, 512, 1);
    }

    @Test
    void shouldAnswerWithoutReadingOlderEntries() {
        ByteBuffer[] page = new ByteBuffer[1];
        HistoryShard shard = ofOnePage(page);
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

    /** An entry a day for 200 days: each makes one leave each window and one expire. */
    @Test
    void shouldFollowWindowsWithoutReadingNewerEntries() {
        ByteBuffer[] page = new ByteBuffer[1];
        HistoryShard shard = ofOnePage(page);
        for (int day = 0; day < 200; day++) {
            Entry.of(Shards.START_MS + day * DAY_MS, 100 + day, 0).addTo(shard, 1);
        }
        // Of 90 entries, on days 110 to 199, those of some chunks after day 174 are lost.
        CardHistory history = shard.open(1);
        for (int newer = 10; newer < 25; newer += 5) {
            history.seek(newer);
            page[0].put(ChunkLayout.entryOffset(history.walkChunk, 0), new byte[ChunkLayout.ENTRIES_SIZE_BYTES]);
        }

        Entry next = Entry.of(Shards.START_MS + 200 * DAY_MS, 1, 0);
        next.placeIn(history);

        // The entry of day 110 has expired. Within 60 days of day 200: from day 141 on.
        assertThat(history.count()).isEqualTo(89);
        history.sumWithin(next.timeMs(), 60 * DAY_MS, sum);
        assertThat(sum.count()).isEqualTo(59);
        assertThat(sum.sumUnits()).isEqualTo(59 * 100 + (141 + 199) * 59 / 2);
        // Within 70 days: from day 131 on.
        history.sumWithin(next.timeMs(), 70 * DAY_MS, sum);
        assertThat(sum.count()).isEqualTo(69);
        assertThat(sum.sumUnits()).isEqualTo(69 * 100 + (131 + 199) * 69 / 2);
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

    @AfterContainer
    static void shouldHaveComparedWhatIsKeptAlsoAfterSweeps() {
        assertThat(KNOWN).hasValueGreaterThan(1_000);
        assertThat(EXPIRED).hasValueGreaterThan(1_000);
    }

    /** One random run: an owner that is asked, a backup that is not, and the model of both. */
    private final class Run {
        private final Random random;
        private final PlainHistories model;
        private final long gapMs;
        private final int amountsEnd;
        private HistoryShard shard;
        private HistoryShard backup;
        private final boolean isBounded;

        /** Sweeps keep histories short, so half of the runs have none. */
        private final boolean isSwept;

        private long newestMs = Shards.START_MS;

        Run(Random random, HistoryMemory memory, int bound, long gapMs) {
            this.random = random;
            this.shard = new HistoryShard(memory, bound, 0);
            this.backup = Shards.empty(bound);
            this.isBounded = memory.limitBytes() < Long.MAX_VALUE;
            this.isSwept = !isBounded && random.nextBoolean();
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
                step(random.nextInt(CARDS));
                if (!isBounded && random.nextInt(60) == 0) {
                    moveOrPromote();
                }
                if (isSwept && random.nextInt(40) == 0) {
                    sweep();
                }
            }
        }

        /** The shard is written and read, whole or as a snapshot, in the other memory, or its backup becomes the owner. */
        private void moveOrPromote() {
            MemoryKind kind = MemoryKind.values()[random.nextInt(2)];
            switch (random.nextInt(4)) {
                case 0 -> shard = Shards.copy(shard, kind);
                case 1 -> shard = Shards.snapshot(shard, kind, 1 << 16);
                default -> {
                    HistoryShard promoted = backup;
                    backup = shard;
                    shard = promoted;
                }
            }
            assertSumsOfBoth();
        }

        /** What is 90 days old goes, with the card when it has long been empty: at the edge of what is held, or some time later. */
        private void sweep() {
            long card = random.nextInt(CARDS);
            // To ask the model for a card that it does not hold would add it.
            List<Entry> held = model.holds(card) ? model.entries(card) : List.of();
            long heldMs = held.isEmpty()
                    ? newestMs
                    : held.get(random.nextInt(held.size())).timeMs();
            boolean isAtEdge = random.nextInt(4) > 0;
            long laterMs = isAtEdge ? random.nextInt(3) - 1 : random.nextLong(60 * DAY_MS);
            long timeMs = heldMs + HistoryLimits.HORIZON_MS + laterMs;
            model.sweep(timeMs, CardSlot.tick(EMPTY_CARD_MS));
            int expired = Shards.sweep(shard, timeMs, EMPTY_CARD_MS);
            assertThat(Shards.sweep(backup, timeMs, EMPTY_CARD_MS)).isEqualTo(expired);
            EXPIRED.addAndGet(expired);
            assertSumsOfBoth();
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
            assertThat(entry.placeIn(copy)).isEqualTo(placement);
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
                for (long card = 0; card < CARDS; card++) {
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
                // As the outcome tells it to.
                copy.recycleOldest();
            }
            entry.insertInto(history);
            model.insert(card, entry);
            entry.insertInto(copy);
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

        void assertHolds() {
            Shards.assertHolds(shard, model);
            Shards.assertHolds(backup, model);
        }

        void assertSumsOfBoth() {
            for (HistoryShard copy : List.of(shard, backup)) {
                for (long card = 0; card < CARDS; card++) {
                    if (model.holds(card)) {
                        KNOWN.addAndGet(KeptWindows.known(copy, card));
                        KeptWindows.assertAgree(copy.open(card), card, model.entries(card));
                    }
                }
            }
        }

        private void assertSums(CardHistory history, long card, long timeMs) {
            List<Entry> held = model.entries(card);
            KeptWindows.assertAgreeAt(history, card, held, timeMs);
            for (long widthMs : WIDTHS_MS) {
                KeptWindows.assertWindow(history, card, held, timeMs, widthMs);
            }
        }
    }
}
