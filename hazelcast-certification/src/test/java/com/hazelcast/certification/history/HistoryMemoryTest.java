package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks freed and used again, and what happens at the memory's bound. */
class HistoryMemoryTest {
    /** Chunk number 0 is none. */
    private static final int CHUNKS_IN_FIRST_PAGE = ChunkLayout.CHUNKS_PER_PAGE - 1;

    /** Room for the table of as many cards as a page has chunks. */
    private static final int TABLE_BYTES = 600_000;

    @ParameterizedTest
    @EnumSource
    void shouldKeepWhatLiesInSeveralPages(MemoryKind kind) {
        HistoryMemory memory = HistoryMemory.unbounded(kind);
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        int cards = CHUNKS_IN_FIRST_PAGE + ChunkLayout.CHUNKS_PER_PAGE + 1;
        PlainHistories model = new PlainHistories(512);
        for (int card = 0; card < cards; card++) {
            Entry entry = Entry.of(START_MS + card, card, 1);
            entry.addTo(shard, card);
            model.insert(card, entry);
        }

        Shards.assertHolds(shard, model);
        Shards.assertHolds(Shards.copy(shard, kind), model);
        assertThat(memory.usedBytes() + (kind == MemoryKind.NATIVE ? memory.tablesUsedBytes() : 0))
                .as("pages and tables")
                .isEqualTo(shard.sizeBytes())
                .isGreaterThan(3L * ChunkLayout.PAGE_SIZE_BYTES);
    }

    @ParameterizedTest
    @EnumSource
    void shouldUseTheChunksOfExpiredEntriesAgain(MemoryKind kind) {
        HistoryShard shard = Shards.empty(kind, 512);
        addQuarter(shard, 0);
        addQuarter(shard, 1);
        long sizeBytes = shard.sizeBytes();

        for (int quarter = 2; quarter < 10; quarter++) {
            addQuarter(shard, quarter);
        }

        assertThat(shard.sizeBytes()).isEqualTo(sizeBytes);
        assertThat(shard.heldCount()).isEqualTo(20_000).isEqualTo(shard.recount());
        assertThat(shard.expiredCount()).isEqualTo(9 * 20_000);
    }

    /** Gives 20,000 entries, each 90 days after those of the quarter before, to cards in unequal shares. */
    private static void addQuarter(HistoryShard shard, int quarter) {
        for (int i = 0; i < 20_000; i++) {
            long card = i % 1_000 < 500 ? i % 1_000 : i % 50;
            Entry.of(START_MS + quarter * HistoryLimits.HORIZON_MS + i, i, 1).addTo(shard, card);
        }
    }

    @Test
    void shouldUseTheChunksOfEntriesBeyondTheBoundAgain() {
        HistoryShard shard = Shards.empty(10);
        for (int i = 0; i < 2 * ChunkLayout.ENTRIES * CHUNKS_IN_FIRST_PAGE; i++) {
            Entry.of(START_MS + i, i, 1).addTo(shard, i % 3);
        }

        assertThat(shard.sizeBytes()).isEqualTo(Shards.empty(10).sizeBytes() + ChunkLayout.PAGE_SIZE_BYTES);
    }

    @Test
    void shouldUseFreedChunksForOtherCards() {
        HistoryShard shard = Shards.empty(HistoryLimits.ENTRIES_PER_CARD_CEILING);
        for (int i = 0; i < 4_000; i++) {
            Entry.of(START_MS + i, i, 1).addTo(shard, 0);
        }
        Entry.of(START_MS + 2 * HistoryLimits.HORIZON_MS, 1, 1).addTo(shard, 0);
        for (int card = 1; card < CHUNKS_IN_FIRST_PAGE; card++) {
            Entry.of(START_MS, card, 1).addTo(shard, card);
        }

        HistoryShard fresh = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 5, 0);
        for (int card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            Entry.of(START_MS, card, 1).addTo(fresh, card);
        }
        assertThat(shard.sizeBytes()).isEqualTo(fresh.sizeBytes());
    }

    @Test
    void shouldUseFreedChunksInACopyToo() {
        HistoryShard shard = full(MemoryKind.HEAP);
        for (int card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            Entry.of(START_MS + 2 * HistoryLimits.HORIZON_MS, 1, 1).placeIn(shard.open(card));
        }
        HistoryShard copy = Shards.copy(shard, MemoryKind.HEAP);
        long sizeBytes = copy.sizeBytes();

        for (int card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            Entry.of(START_MS + 3 * HistoryLimits.HORIZON_MS, 1, 1).addTo(copy, card);
        }

        assertThat(copy.sizeBytes()).isEqualTo(sizeBytes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectANewCardWhenTheMemoryIsFull(MemoryKind kind) {
        HistoryShard shard = full(kind);
        long before = shard.digest();

        assertThat(located(shard, CHUNKS_IN_FIRST_PAGE)).isNull();

        assertThat(shard.holds(CHUNKS_IN_FIRST_PAGE)).isFalse();
        assertThat(shard.cardCount()).isEqualTo(CHUNKS_IN_FIRST_PAGE);
        assertThat(shard.digest()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRecycleTheOldestEntriesOfAKnownCardWhenTheMemoryIsFull(MemoryKind kind) {
        HistoryShard shard = full(kind);
        PlainHistories model = modelOfFull(10);
        Entry next = Entry.of(START_MS + 5, 5, 5);

        CardHistory history = located(shard, 3);
        assertThat(next.placeIn(history)).isEqualTo(Placement.FRESH);
        assertThat(history.isOutOfMemory()).isTrue();
        history.recycleOldest();
        assertThat(history.isOutOfMemory()).isFalse();
        next.insertInto(history);

        model.recycleOldest(3);
        model.insert(3, next);
        Shards.assertHolds(shard, model);
        assertThat(shard.droppedByMemoryCount()).isOne();
    }

    @Test
    void shouldNotBeOutOfMemoryWhileTheNewestChunkHasRoom() {
        HistoryShard shard = new HistoryShard(onePage(MemoryKind.HEAP), 10, 0);
        for (int card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            Entry.of(START_MS, card, 1).addTo(shard, card);
        }

        assertThat(located(shard, 3).isOutOfMemory()).isFalse();
    }

    @Test
    void shouldTakeNewCardsAgainWhenChunksWereFreed() {
        HistoryShard shard = full(MemoryKind.HEAP);
        Entry.of(START_MS + 2 * HistoryLimits.HORIZON_MS, 1, 1).placeIn(shard.open(3));

        assertThat(located(shard, 2L * CHUNKS_IN_FIRST_PAGE)).isNotNull();
    }

    @Test
    void shouldRejectAKnownCardWithoutEntriesWhenTheMemoryIsFull() {
        HistoryShard shard = full(MemoryKind.HEAP);
        shard.open(2L * CHUNKS_IN_FIRST_PAGE);

        assertThat(located(shard, 2L * CHUNKS_IN_FIRST_PAGE)).isNull();
    }

    @Test
    void shouldKeepAReserveForKnownCards() {
        int pages = 40;
        HistoryMemory memory =
                new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed((long) pages * ChunkLayout.PAGE_SIZE_BYTES));
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        long card = 0;
        for (CardHistory fresh = located(shard, card); fresh != null; fresh = located(shard, card)) {
            Entry.of(START_MS, 1, 1).insertInto(fresh);
            card++;
        }
        long leftBytes = memory.limitBytes() - memory.usedBytes();
        assertThat(leftBytes)
                .as("new cards leave two of forty pages")
                .isBetween(2L * ChunkLayout.PAGE_SIZE_BYTES, 4L * ChunkLayout.PAGE_SIZE_BYTES);
        assertThat(memory.usedBytes()).as("tables are charged").isEqualTo(shard.sizeBytes());

        for (int i = 0; i < 3_000; i++) {
            CardHistory known = located(shard, i % 100);
            assertThat(known.isOutOfMemory())
                    .as("entry " + i + " of a known card")
                    .isFalse();
            Entry next = Entry.of(START_MS + 1 + i, 1, 1);
            next.placeIn(known);
            next.insertInto(known);
        }
        assertThat(located(shard, card))
                .as("a new card while there is a page for known ones")
                .isNull();
    }

    @Test
    void shouldShareOneBoundAmongShards() {
        HistoryMemory memory =
                new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(2L * ChunkLayout.PAGE_SIZE_BYTES - 1));
        HistoryShard first = new HistoryShard(memory, 10, 0);
        HistoryShard second = new HistoryShard(memory, 10, 0);

        Entry.of(START_MS, 1, 1).addTo(first, 1);

        assertThat(located(first, 2)).isNotNull();
        assertThat(located(second, 2)).isNull();
        assertThat(memory.usedBytes()).isEqualTo(first.sizeBytes() + second.sizeBytes());
    }

    /** A shard that an owner lets grow has to fit where its backups are, whatever else the owner has room for. */
    @Test
    void shouldBoundEachShard() {
        HistoryBound bound = HistoryBound.onHeap(1L << 30, 13, 1);
        bound.setMembers(3);
        HistoryMemory memory = new HistoryMemory(MemoryKind.HEAP, bound);
        HistoryShard filled = new HistoryShard(memory, 512, 0);
        HistoryShard other = new HistoryShard(memory, 512, 0);

        long card = 0;
        for (CardHistory fresh = located(filled, card); fresh != null; fresh = located(filled, card)) {
            Entry.of(START_MS, 1, 1).insertInto(fresh);
            card++;
        }

        assertThat(filled.sizeBytes()).isBetween(bound.shardBytes() * 9 / 10, bound.shardBytes());
        assertThat(located(other, 1)).isNotNull();
    }

    @Test
    void shouldChargeReferences() {
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.NATIVE);
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        for (int i = 1; i < 40_000; i++) {
            shard.references().record(1, i, START_MS, 1, 1);
        }

        assertThat(memory.tablesUsedBytes()).isEqualTo(shard.sizeBytes()).isGreaterThan(1 << 20);
    }

    /** A chunk is gone for ever, and with it the shard, when a page is counted that was never there. */
    @Test
    void shouldGoOnWhenAnAllocationHasFailed() {
        AtomicBoolean fails = new AtomicBoolean();
        HistoryMemory memory = new HistoryMemory(MemoryKind.NATIVE, HistoryBound.fixed(1L << 40), sizeBytes -> {
            if (fails.get()) {
                throw new OutOfMemoryError("planted: no direct memory for bytes=" + sizeBytes);
            }
            return MemoryKind.NATIVE.allocate(sizeBytes);
        });
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        PlainHistories model = modelOfFull(512);
        fill(shard);
        fails.set(true);
        Entry newest = Entry.of(START_MS + 5, 5, 5);

        assertThat(located(shard, CHUNKS_IN_FIRST_PAGE)).as("a new card").isNull();
        CardHistory known = located(shard, 3);
        newest.placeIn(known);
        assertThat(known.isOutOfMemory()).isTrue();
        known.recycleOldest();
        newest.insertInto(known);
        model.recycleOldest(3);
        model.insert(3, newest);
        assertThatThrownBy(() -> newest.addTo(shard, 4)).isInstanceOf(OutOfMemoryError.class);
        assertThat(memory.failedAllocations()).isOne();
        assertThat(memory.limitBytes()).isEqualTo(memory.usedBytes());
        Shards.assertHolds(shard, model);
        Shards.assertHolds(Shards.copy(shard, MemoryKind.HEAP), model);

        fails.set(false);
        newest.addTo(shard, 4);
        model.insert(4, newest);
        Shards.assertHolds(shard, model);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGetThePagesBackOfAShardThatIsGone() {
        HistoryMemory memory = onePage(MemoryKind.HEAP);
        Entry.of(START_MS, 1, 1).addTo(new HistoryShard(memory, 10, 0), 1);

        while (memory.usedBytes() > 0 && !Thread.currentThread().isInterrupted()) {
            System.gc();
        }

        assertThat(memory.usedBytes()).isZero();
        assertThat(located(new HistoryShard(memory, 10, 0), 1)).isNotNull();
    }

    /** Room for a page and its table. */
    static HistoryMemory onePage(MemoryKind kind) {
        return new HistoryMemory(kind, HistoryBound.fixed(ChunkLayout.PAGE_SIZE_BYTES + TABLE_BYTES));
    }

    /** One page, every chunk of it full and the only one of its card. */
    private static HistoryShard full(MemoryKind kind) {
        HistoryShard shard = new HistoryShard(onePage(kind), 10, 0);
        fill(shard);
        return shard;
    }

    private static void fill(HistoryShard shard) {
        for (int card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            for (Entry entry : fiveEntries()) {
                entry.addTo(shard, card);
            }
        }
    }

    private static PlainHistories modelOfFull(int entriesPerCardMax) {
        PlainHistories model = new PlainHistories(entriesPerCardMax);
        for (long card = 0; card < CHUNKS_IN_FIRST_PAGE; card++) {
            for (Entry entry : fiveEntries()) {
                model.insert(card, entry);
            }
        }
        return model;
    }

    private static List<Entry> fiveEntries() {
        return List.of(
                Entry.of(START_MS, 0, 0),
                Entry.of(START_MS + 1, 1, 1),
                Entry.of(START_MS + 2, 2, 2),
                Entry.of(START_MS + 3, 3, 3),
                Entry.of(START_MS + 4, 4, 4));
    }

    private static CardHistory located(HistoryShard shard, long card) {
        byte[] group = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(group, 0, card, 0, 0, 0);
        shard.locate(group, 0, 1);
        return shard.open(0, card);
    }
}
