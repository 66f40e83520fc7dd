package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cards opened through a located group and cards opened one by one lead to the same histories. */
class LocateTest {
    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;

    @Property(tries = 100)
    void shouldOpenTheSameHistoriesAsOneByOne(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3_000) int cards,
            @ForAll @IntRange(min = 1, max = HistoryShard.LOCATE_MAX) int groupSize,
            @ForAll MemoryKind kind) {
        Random random = new Random(seed);
        HistoryShard located = Shards.empty(kind, 20);
        HistoryShard opened = Shards.empty(kind, 20);
        byte[] group = new byte[3 + groupSize * SIZE_BYTES];
        for (int round = 0; round < 3_000 / groupSize; round++) {
            fillWithRandom(group, 3, groupSize, cards, random);

            addLocated(located, group, 3, groupSize);
            addOneByOne(opened, group, 3, groupSize);
        }

        assertThat(located.digest()).isEqualTo(opened.digest());
        assertThat(located.cardCount()).isEqualTo(opened.cardCount());
        assertThat(Shards.written(located)).isEqualTo(Shards.written(opened));
    }

    @Test
    void shouldFindANewCardAgainWithinTheGroup() {
        byte[] group = new byte[2 * SIZE_BYTES];
        put(group, 0, 7, Entry.of(START_MS, 1, 1));
        put(group, SIZE_BYTES, 7, Entry.of(START_MS + 1, 2, 2));
        HistoryShard shard = Shards.empty(20);

        addLocated(shard, group, 0, 2);

        assertThat(shard.cardCount()).isOne();
        assertThat(Shards.walk(shard.open(7))).containsExactly(Entry.of(START_MS + 1, 2, 2), Entry.of(START_MS, 1, 1));
    }

    @Test
    void shouldFindLocatedCardsAfterTheTableGrewWithinTheGroup() {
        HistoryShard shard = Shards.empty(20);
        for (int card = 0; card < 45; card++) {
            Entry.of(START_MS, card, 1).addTo(shard, card);
        }
        long tableSizeBytes = shard.sizeBytes();
        byte[] group = new byte[HistoryShard.LOCATE_MAX * SIZE_BYTES];
        for (int i = 0; i < HistoryShard.LOCATE_MAX; i++) {
            put(group, i * SIZE_BYTES, i % 2 == 0 ? 1_000 + i : i % 45, Entry.of(START_MS + 1, i, 2));
        }

        addLocated(shard, group, 0, HistoryShard.LOCATE_MAX);

        assertThat(shard.sizeBytes()).isGreaterThan(tableSizeBytes);
        assertThat(shard.cardCount()).isEqualTo(45 + HistoryShard.LOCATE_MAX / 2);
        assertThat(shard.recount()).isEqualTo(45 + HistoryShard.LOCATE_MAX);
        for (int i = 0; i < HistoryShard.LOCATE_MAX; i++) {
            long card = TransactionLayout.cardAt(group, i * SIZE_BYTES);
            assertThat(Shards.walk(shard.open(card))).contains(Entry.of(START_MS + 1, i, 2));
        }
    }

    @Test
    void shouldLocateCardsThatHaveNoEntries() {
        HistoryShard shard = Shards.empty(20);
        shard.open(7);
        byte[] group = new byte[SIZE_BYTES];
        put(group, 0, 7, Entry.of(START_MS, 1, 1));

        addLocated(shard, group, 0, 1);

        assertThat(Shards.walk(shard.open(7))).containsExactly(Entry.of(START_MS, 1, 1));
    }

    /** What is located ahead of the rules is the whole chain then, however long. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 79, 80, 81, 86, 200})
    void shouldLocateCardsWhoseOldestEntriesGo(int entries) {
        HistoryShard shard = Shards.empty(512);
        for (int i = 0; i < entries; i++) {
            Entry.of(START_MS + i * 60_000L, i, 1).addTo(shard, 7);
        }
        Entry next = Entry.of(START_MS + HistoryLimits.HORIZON_MS, 1_000, 1);
        byte[] group = new byte[2 * SIZE_BYTES];
        put(group, 0, 7, next);
        put(group, SIZE_BYTES, 8, next);

        addLocated(shard, group, 0, 2);

        assertThat(shard.open(7).count()).isEqualTo(entries);
        assertThat(Shards.walk(shard.open(7))).startsWith(next);
        assertThat(Shards.walk(shard.open(8))).containsExactly(next);
    }

    private static void fillWithRandom(byte[] group, int offset, int count, int cards, Random random) {
        for (int i = 0; i < count; i++) {
            long timeMs = START_MS + random.nextInt(1_000_000_000);
            put(group, offset + i * SIZE_BYTES, random.nextInt(cards), Entry.of(timeMs, random.nextInt(100), 1));
        }
    }

    private static void put(byte[] group, int offset, long card, Entry entry) {
        TransactionLayout.put(group, offset, card, entry.times(), entry.payment(), entry.outcome());
        TransactionLayout.putVerdict(group, offset, entry.verdict());
    }

    private static void addLocated(HistoryShard shard, byte[] group, int offset, int count) {
        shard.locate(group, offset, count);
        for (int i = 0; i < count; i++) {
            int at = offset + i * SIZE_BYTES;
            add(shard.open(i, TransactionLayout.cardAt(group, at)), group, at);
        }
    }

    private static void addOneByOne(HistoryShard shard, byte[] group, int offset, int count) {
        for (int i = 0; i < count; i++) {
            int at = offset + i * SIZE_BYTES;
            add(shard.open(TransactionLayout.cardAt(group, at)), group, at);
        }
    }

    private static void add(CardHistory history, byte[] group, int at) {
        long times = TransactionLayout.timesAt(group, at);
        long payment = TransactionLayout.paymentAt(group, at);
        int outcome = TransactionLayout.outcomeAt(group, at);
        if (history.place(times, payment, outcome) == Placement.FRESH) {
            int verdict = TransactionLayout.verdictAt(group, at);
            // As prompt as the entry that it is compared with.
            history.recordAs(
                    false,
                    times,
                    payment,
                    outcome,
                    verdict,
                    0,
                    0,
                    Entry.of(0, 0, verdict).isPrompt());
        }
    }
}
