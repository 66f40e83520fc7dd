package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.FailingMemory;
import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.MemoryNeed;
import com.hazelcast.certification.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a load takes, and what is said when there is not so much. */
class SyntheticShardsTest {
    private static final int SHARDS = 7;
    private static final long MIB = 1L << 20;

    private final List<String> reasons = new ArrayList<>();

    private static SyntheticShards shards(HistoryMemory memory, int cards, int history, int entriesPerCardMax) {
        LoadSpec spec = new LoadSpec(cards, history, 1, 1_700_000_000_000L, Traffic.CHALLENGE);
        return new SyntheticShards(spec, SHARDS, memory, entriesPerCardMax, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 512",
        "1, 1, 512",
        "500, 0, 512",
        "3000, 20, 512",
        "30000, 20, 512",
        "30000, 21, 512",
        "2000, 300, 40",
        "2000, 41, 40",
        "2000, 40, 40"
    })
    void shouldKnowWhatAShardTakes(int cards, int history, int entriesPerCardMax) {
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        SyntheticShards shards = shards(memory, cards, history, entriesPerCardMax);

        for (int shard = 0; shard < SHARDS; shard++) {
            MemoryNeed need = shards.need(shard);
            long takenBytes = shards.make(shard).sizeBytes();

            // Where cards drop their oldest, they need not all drop at the same time.
            long slackBytes = history > entriesPerCardMax ? need.pageBytes() / 4 : 0;
            assertThat(need.pageBytes() + need.tableBytes()).isBetween(takenBytes, takenBytes + slackBytes);
        }
    }

    @Test
    void shouldMakeWhatFitsAndNameWhatDoesNot() {
        HistoryMemory memory = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(3 * MIB + MIB / 2));
        SyntheticShards shards = shards(memory, 3_000, 20, 512);
        List<HistoryShard> made = new ArrayList<>();

        for (int shard = 0; shard < SHARDS; shard++) {
            HistoryShard each = shards.makeIfItFits(shard, reasons::add);
            if (each != null) {
                made.add(each);
            }
        }

        assertThat(made).hasSize(3);
        assertThat(memory.usedBytes()).isLessThanOrEqualTo(memory.limitBytes());
        assertThat(reasons)
                .hasSize(4)
                .allSatisfy(reason -> assertThat(reason)
                        .startsWith("the heap: this shard would take 1,0")
                        .contains(" bytes, and there are ", "--heap"));
    }

    @Test
    void shouldNameNativeMemoryThatThereIsNotThoughTheBoundAllowsIt() {
        SyntheticShards shards = shards(FailingMemory.withPages(2), 100_000, 20, 512);

        assertThat(shards.makeIfItFits(0, reasons::add)).isNull();

        assertThat(reasons)
                .singleElement()
                .satisfies(reason ->
                        assertThat(reason).contains("the system has no memory for it", "direct buffer memory"));
    }

    @Test
    void shouldSayWhichOfBothMemoriesIsShort() {
        HistoryMemory memory =
                new HistoryMemory(MemoryKind.NATIVE, HistoryBound.fixedInNative(40 * MIB, 10 * MIB, SHARDS, 0));

        assertThat(memory.whyNeverFits(new MemoryNeed(MIB, 1_000), new MemoryNeed(41 * MIB, 7_000), SHARDS))
                .get()
                .asString()
                .startsWith("native memory: its 7 shards would take 42,991,616 bytes, and there are 41,943,040; ")
                .contains("--native-size");
        assertThat(memory.whyNeverFits(new MemoryNeed(MIB, 5 * MIB), new MemoryNeed(7 * MIB, 5 * MIB), SHARDS))
                .get()
                .asString()
                .startsWith(
                        "the heap, for tables of cards: its largest shard would take 5,242,880 bytes, and there are ")
                .contains("--heap");
        assertThat(memory.whyNeverFits(new MemoryNeed(MIB, 1_000), new MemoryNeed(40 * MIB, 7_000), SHARDS))
                .isEmpty();
    }

    @Test
    void shouldRejectWhatNoShardHolds() {
        assertThatThrownBy(() -> MemoryNeed.of(Integer.MAX_VALUE, 1, 512))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use more shards");
        assertThatThrownBy(() -> MemoryNeed.of(40_000_000, 512, 512))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use more shards");
    }
}
