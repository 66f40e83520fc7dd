package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Random sequences against {@link PlainHistories}. jqwik prints the seed of a sequence that fails. */
class HistoryShardModelTest {

    @Property(tries = 60)
    void shouldAgreeWithThePlainModelAfterEveryStep(
            @ForAll("erraticSteps") List<Step> steps,
            @ForAll @IntRange(min = HistoryLimits.ENTRIES_PER_CARD_FLOOR, max = 30) int entriesPerCardMax,
            @ForAll MemoryKind kind) {
        runAndCompareEachStep(steps, entriesPerCardMax, kind);
    }

    @Property(tries = 60)
    void shouldAgreeWithThePlainModelWhileHistoriesGrowToTheirBound(
            @ForAll("growingSteps") List<Step> steps,
            @ForAll("bounds") int entriesPerCardMax,
            @ForAll MemoryKind kind) {
        runAndCompareEachStep(steps, entriesPerCardMax, kind);
    }

    @Property(tries = 20)
    void shouldAgreeWithThePlainModelOverManyCards(@ForAll long seed, @ForAll MemoryKind kind) {
        Random random = new Random(seed);
        HistoryShard shard = Shards.empty(kind, 16);
        PlainHistories model = new PlainHistories(16);
        for (int i = 0; i < 20_000; i++) {
            long card = random.nextInt(3_000) * 33_333_333L;
            long timeMs = Shards.START_MS + i * 3_600_000L - random.nextInt(100) * HistoryLimits.DAY_MS;
            add(shard, model, card, Entry.of(timeMs, random.nextInt(3), i & 0xff));
        }
        Shards.assertHolds(shard, model);
    }

    @Property(tries = 30)
    void shouldGoOnAsBeforeWhenWrittenAndReadInTheMiddle(
            @ForAll("erraticSteps") List<Step> steps, @ForAll MemoryKind kind, @ForAll MemoryKind nextKind) {
        PlainHistories model = new PlainHistories(12);
        HistoryShard shard = Shards.empty(kind, 12);
        int middle = steps.size() / 2;
        steps.subList(0, middle).forEach(step -> run(step, shard, model));

        HistoryShard copy = Shards.copy(shard, nextKind);

        assertThat(copy.digest()).isEqualTo(shard.digest());
        Shards.assertHolds(copy, model);
        steps.subList(middle, steps.size()).forEach(step -> run(step, copy, model));
        Shards.assertHolds(copy, model);
    }

    @Property(tries = 30)
    void shouldGoOnAsBeforeWhenItIsReadFromASnapshotInTheMiddle(
            @ForAll("growingSteps") List<Step> steps, @ForAll MemoryKind kind, @ForAll("bounds") int bound) {
        PlainHistories model = new PlainHistories(bound);
        HistoryShard shard = Shards.empty(kind, bound);
        int middle = steps.size() / 2;
        steps.subList(0, middle).forEach(step -> run(step, shard, model));

        HistoryShard read = Shards.snapshot(shard, kind, 1 << 16);

        assertThat(read.digest()).isEqualTo(shard.digest());
        Shards.assertHolds(read, model);
        steps.subList(middle, steps.size()).forEach(step -> run(step, read, model));
        Shards.assertHolds(read, model);
    }

    /** What a shard of format 9 holds is not known to have been decided promptly; what comes then is as in any shard. */
    @Property(tries = 30)
    void shouldGoOnWhenItIsReadFromAFormatThatDoesNotSayWhatIsPrompt(
            @ForAll("growingSteps") List<Step> steps, @ForAll MemoryKind kind, @ForAll boolean isSnapshot)
            throws IOException {
        PlainHistories model = new PlainHistories(64);
        HistoryShard shard = Shards.empty(kind, 64);
        int middle = steps.size() / 2;
        steps.subList(0, middle).forEach(step -> run(step, shard, model));
        model.forgetPrompt();

        HistoryShard read = isSnapshot ? Format9.snapshot(shard, kind) : Format9.read(Shards.written(shard), kind);

        Shards.assertHolds(read, model);
        steps.subList(middle, steps.size()).forEach(step -> run(step, read, model));
        Shards.assertHolds(read, model);
    }

    @Property(tries = 30)
    void shouldAgreeWithThePlainModelWhenItsMemoryIsFull(@ForAll("growingSteps") List<Step> steps) {
        HistoryMemory memory =
                new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(ChunkLayout.PAGE_SIZE_BYTES + 900_000));
        HistoryShard shard = new HistoryShard(memory, 40, 0);
        PlainHistories model = new PlainHistories(40);
        fillExcept(shard, model, 20);
        for (Step step : steps) {
            if (locateAndOpen(shard, step.card()) == null) {
                assertThat(model.entries(step.card())).isEmpty();
            } else {
                run(step, shard, model);
            }
        }
        askForMoreThanThereIs(shard, model);

        Shards.assertHolds(shard, model);
        assertThat(memory.usedBytes()).isBetween((long) ChunkLayout.PAGE_SIZE_BYTES, memory.limitBytes());
        assertThat(shard.droppedByMemoryCount()).isPositive();
    }

    /** Whatever the steps left free: three cards of 40 entries need 24 chunks, and there are 20. */
    private static void askForMoreThanThereIs(HistoryShard shard, PlainHistories model) {
        long newestMs = LongStream.range(0, 3)
                .flatMap(card -> model.entries(card).stream().mapToLong(Entry::timeMs))
                .max()
                .orElse(Shards.START_MS);
        for (int i = 1; i <= 40; i++) {
            for (long card = 0; card < 3; card++) {
                if (locateAndOpen(shard, card) != null) {
                    add(shard, model, card, Entry.of(newestMs + i, 1, 1));
                }
            }
        }
    }

    private static CardHistory locateAndOpen(HistoryShard shard, long card) {
        byte[] group = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(group, 0, card, 0, 0, 0);
        shard.locate(group, 0, 1);
        return shard.open(0, card);
    }

    /** Takes all chunks of the first page but so many, with cards of one entry each. */
    private static void fillExcept(HistoryShard shard, PlainHistories model, int chunks) {
        for (int i = 0; i < ChunkLayout.CHUNKS_PER_PAGE - 1 - chunks; i++) {
            add(shard, model, 1_000 + i, Entry.of(Shards.START_MS, 1, 1));
        }
    }

    private static void runAndCompareEachStep(List<Step> steps, int entriesPerCardMax, MemoryKind kind) {
        HistoryShard shard = Shards.empty(kind, entriesPerCardMax);
        PlainHistories model = new PlainHistories(entriesPerCardMax);
        for (Step step : steps) {
            run(step, shard, model);
            Shards.assertHolds(shard, model);
        }
    }

    private static void run(Step step, HistoryShard shard, PlainHistories model) {
        Entry entry = step.entry(model.entries(step.card()));
        if (step.isInserted()) {
            add(shard, model, step.card(), entry);
        } else {
            placeAlike(shard.open(step.card()), model, step.card(), entry);
        }
    }

    private static void add(HistoryShard shard, PlainHistories model, long card, Entry entry) {
        CardHistory history = shard.open(card);
        if (placeAlike(history, model, card, entry) != Placement.FRESH) {
            return;
        }
        boolean isOutOfMemory = history.isOutOfMemory();
        boolean isFullOfNewer =
                isOutOfMemory && !model.entries(card).isEmpty() && model.isNotNewerThanWhatGoes(card, entry);
        assertThat(history.isFullOfNewer())
                .as("full of newer than %s, card %d", entry, card)
                .isEqualTo(isFullOfNewer);
        if (isFullOfNewer) {
            return;
        }
        // As rules do, but not those of a backup.
        if (entry.timeMs() % 4 != 0) {
            KeptWindows.assertAgreeAt(history, card, model.entries(card), entry.timeMs());
        }
        if (isOutOfMemory) {
            history.recycleOldest();
            model.recycleOldest(card);
        }
        entry.insertInto(history);
        model.insert(card, entry);
    }

    private static int placeAlike(CardHistory history, PlainHistories model, long card, Entry entry) {
        int placement = entry.placeIn(history);
        assertThat(placement).as("placement of %s, card %d", entry, card).isEqualTo(model.place(card, entry));
        return placement;
    }

    @Provide
    Arbitrary<List<Step>> erraticSteps() {
        return Step.erratic(4, 300);
    }

    @Provide
    Arbitrary<List<Step>> growingSteps() {
        return Step.growing(3, 400);
    }

    @Provide
    Arbitrary<Integer> bounds() {
        return Arbitraries.of(5, 6, 9, 10, 11, 37, 64, HistoryLimits.ENTRIES_PER_CARD_CEILING);
    }
}
