package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.layout.ChunkLayout;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The digest of a shard, and a shard written and read. */
class ShardDigestTest {
    private record Held(long card, Entry entry) {}

    private static List<Held> someHistories(long seed) {
        Random random = new Random(seed);
        List<Held> histories = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long timeMs = START_MS + i * 60_000L;
            histories.add(new Held(random.nextInt(30), Entry.of(timeMs, random.nextInt(9_999), random.nextInt(256))));
        }
        return histories;
    }

    private static HistoryShard shardOf(List<Held> histories, MemoryKind kind, int cardsExpected) {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(kind), 512, cardsExpected);
        histories.forEach(held -> held.entry.addTo(shard, held.card));
        return shard;
    }

    private static long digestOf(List<Held> histories) {
        return shardOf(histories, MemoryKind.HEAP, 0).digest();
    }

    @Property(tries = 50)
    void shouldNotDependOnTheOrderOfInsertionOrTheLayout(
            @ForAll long seed, @ForAll MemoryKind kind, @ForAll @IntRange(max = 10_000) int cardsExpected) {
        List<Held> histories = someHistories(seed);
        List<Held> shuffled = new ArrayList<>(histories);
        Collections.shuffle(shuffled, new Random(~seed));

        assertThat(shardOf(shuffled, kind, cardsExpected).digest()).isEqualTo(digestOf(histories));
    }

    @Test
    void shouldNotDependOnChunksFreedBefore() {
        List<Held> histories = someHistories(1);
        HistoryShard used = Shards.empty(512);
        for (int i = 0; i < 1_000; i++) {
            Entry.of(START_MS - 2 * HistoryLimits.HORIZON_MS + i, i, 1).addTo(used, i % 30);
        }
        histories.forEach(held -> held.entry.addTo(used, held.card));

        assertThat(used.expiredCount()).isEqualTo(1_000);
        assertThat(used.digest()).isEqualTo(digestOf(histories));
    }

    @Property(tries = 200)
    void shouldChangeWithEveryBitOfAnyEntry(
            @ForAll long seed,
            @ForAll @IntRange(max = 299) int changed,
            @ForAll @IntRange(max = TransactionLayout.ENTRY_SIZE_BYTES * Byte.SIZE - 1) int bit) {
        HistoryShard shard = shardOf(someHistories(seed), MemoryKind.HEAP, 0);
        long before = shard.digest();
        byte[] written = Shards.written(shard);
        int entryOffset = indexOf(written, bytesOf(someHistories(seed).get(changed).entry));

        written[entryOffset + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);

        assertThat(digestOfWritten(written)).isNotEqualTo(before);
    }

    @Test
    void shouldChangeWithOneVerdict() {
        List<Held> histories = someHistories(2);
        Held held = histories.get(150);
        List<Held> other = new ArrayList<>(histories);
        Entry entry = held.entry;
        int outcome = entry.outcome() ^ 1;
        other.set(150, new Held(held.card, new Entry(entry.times(), entry.payment(), outcome, 0, entry.isPrompt())));

        assertThat(digestOf(other)).isNotEqualTo(digestOf(histories));
    }

    @Property(tries = 30)
    void shouldChangeWhenOneEntryWasDecidedPromptlyOrNot(
            @ForAll long seed, @ForAll @IntRange(max = 299) int changed, @ForAll MemoryKind kind) {
        List<Held> histories = someHistories(seed);
        List<Held> other = new ArrayList<>(histories);
        Held held = histories.get(changed);
        other.set(changed, new Held(held.card, held.entry.withPrompt(!held.entry.isPrompt())));

        HistoryShard shard = shardOf(other, kind, 0);

        assertThat(shard.digest()).isNotEqualTo(digestOf(histories));
        assertThat(Shards.copy(shard, kind).digest()).isEqualTo(shard.digest());
        assertThat(Shards.snapshot(shard, kind, 8_192).digest()).isEqualTo(shard.digest());
    }

    @Test
    void shouldChangeWithAnEntryMoreAndWithAnEntryOfAnotherCard() {
        List<Held> histories = someHistories(3);
        List<Held> fewer = histories.subList(0, 299);
        List<Held> moved = new ArrayList<>(fewer);
        moved.add(new Held(histories.get(299).card + 1, histories.get(299).entry));

        assertThat(digestOf(fewer)).isNotEqualTo(digestOf(histories));
        assertThat(digestOf(moved)).isNotEqualTo(digestOf(histories));
    }

    @Test
    void shouldNotCountACardWithoutEntries() {
        HistoryShard shard = shardOf(someHistories(4), MemoryKind.HEAP, 0);
        long before = shard.digest();

        shard.open(1_000_000L);

        assertThat(shard.digest()).isEqualTo(before);
        assertThat(Shards.empty(5).digest()).isZero();
    }

    @Test
    void shouldBeReadAsItWasWritten() throws IOException {
        HistoryShard shard = shardOf(someHistories(5), MemoryKind.HEAP, 0);
        shard.install();

        HistoryShard copy = Shards.read(Shards.written(shard), HistoryMemory.unbounded(MemoryKind.NATIVE));

        assertThat(copy.digest()).isEqualTo(shard.digest());
        assertThat(copy.isInstalled()).isTrue();
        assertThat(copy.sizeBytes()).isEqualTo(shard.sizeBytes());
        assertThat(copy.heldCount()).isEqualTo(300).isEqualTo(copy.recount());
        assertThat(Shards.written(copy)).isEqualTo(Shards.written(shard));
    }

    @Test
    void shouldBeChargedToTheMemoryItIsReadInto() throws IOException {
        HistoryMemory memory = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(0));

        HistoryShard copy = Shards.read(Shards.written(shardOf(someHistories(6), MemoryKind.HEAP, 0)), memory);

        assertThat(memory.usedBytes()).isEqualTo(copy.sizeBytes()).isGreaterThan(ChunkLayout.PAGE_SIZE_BYTES);
        assertThat(copy.heldCount()).isEqualTo(300);
    }

    @Test
    void shouldRefuseAnotherFormatVersion() {
        byte[] written = Shards.written(Shards.empty(5));
        written[0]++;

        assertThatThrownBy(() -> Shards.read(written, HistoryMemory.unbounded(MemoryKind.HEAP)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("formatVersion=" + written[0]);
    }

    @Test
    void shouldRefuseAShardThatEndsEarly() {
        byte[] written = Shards.written(shardOf(someHistories(7), MemoryKind.HEAP, 0));

        assertThatThrownBy(() -> Shards.read(
                        Arrays.copyOf(written, written.length - 1), HistoryMemory.unbounded(MemoryKind.HEAP)))
                .isInstanceOf(EOFException.class);
    }

    private static long digestOfWritten(byte[] written) {
        try {
            return Shards.read(written, HistoryMemory.unbounded(MemoryKind.HEAP))
                    .digest();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The entry, which has no reference, as it lies in a chunk. */
    private static byte[] bytesOf(Entry entry) {
        return ByteBuffer.allocate(TransactionLayout.ENTRY_SIZE_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(TransactionLayout.entryTimes(entry.times(), 0, 0))
                .putLong(TransactionLayout.entryPayment(entry.payment(), 0))
                .putInt(entry.outcome())
                .array();
    }

    private static int indexOf(byte[] bytes, byte[] sought) {
        for (int i = 0; i <= bytes.length - sought.length; i++) {
            if (Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
                return i;
            }
        }
        throw new AssertionError("the entry is not among the bytes");
    }
}
