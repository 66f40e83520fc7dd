package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** The last batch of each origin and what it scored, also in a shard written and read. */
class AppliedBatchesTest {
    private static BitSet bits(int... indexes) {
        BitSet bits = new BitSet();
        for (int index : indexes) {
            bits.set(index);
        }
        return bits;
    }

    @Test
    void shouldKnowTheLastBatchOfEachOriginAndNoOther() {
        HistoryShard shard = Shards.empty(512);
        shard.batches().record(1, 10, 0, bits(0, 1));
        shard.batches().record(2, 10, 0, bits(2));
        shard.batches().record(1, 11, 0, bits(5, 100));

        HistoryShard copy = Shards.copy(shard, MemoryKind.HEAP);

        assertThat(copy.batches().scoredBy(1, 11)).isEqualTo(bits(5, 100));
        assertThat(copy.batches().scoredBy(2, 10)).isEqualTo(bits(2));
        assertThat(copy.batches().scoredBy(1, 10)).isEqualTo(bits());
        assertThat(copy.batches().scoredBy(2, 11)).isEqualTo(bits());
        assertThat(copy.batches().scoredBy(3, 10)).isEqualTo(bits());
    }

    @Test
    void shouldPutPartsOfABatchTogether() {
        AppliedBatches batches = new AppliedBatches();
        batches.record(1, 10, 0, bits(0, 2));
        batches.record(1, 10, 64, bits(0, 63));
        batches.record(1, 10, 0, bits(1));

        assertThat(batches.scoredBy(1, 10)).isEqualTo(bits(0, 1, 2, 64, 127));
    }

    @Test
    void shouldChangeNothingForAnEarlierBatchThatComesLate() {
        AppliedBatches batches = new AppliedBatches();
        batches.record(1, 11, 0, bits(0));
        batches.record(1, 10, 0, bits(1));

        assertThat(batches.scoredBy(1, 11)).isEqualTo(bits(0));
        assertThat(batches.scoredBy(1, 10)).isEqualTo(bits());
    }

    @Test
    void shouldKnowAfterAMergeWhatEitherSideKnew() {
        AppliedBatches into = new AppliedBatches();
        into.record(1, 10, 0, bits(0));
        into.record(2, 10, 0, bits(0));
        into.record(3, 10, 0, bits(0));
        AppliedBatches from = new AppliedBatches();
        from.record(1, 10, 0, bits(1));
        from.record(2, 11, 0, bits(1));
        from.record(3, 9, 0, bits(1));
        from.record(4, 1, 0, bits(1));

        into.addAll(from);

        assertThat(into.scoredBy(1, 10)).isEqualTo(bits(0, 1));
        assertThat(into.scoredBy(2, 11)).isEqualTo(bits(1));
        assertThat(into.scoredBy(3, 10)).isEqualTo(bits(0));
        assertThat(into.scoredBy(4, 1)).isEqualTo(bits(1));
    }

    @Test
    void shouldForgetTheOriginThatWasSilentForTheLongestWhenThereAreTooMany() {
        AppliedBatches batches = new AppliedBatches();
        for (int origin = 0; origin < AppliedBatches.ORIGINS_MAX; origin++) {
            batches.record(origin, 5, 0, bits(1));
        }
        batches.record(0, 6, 0, bits(1));
        batches.record(-1, 7, 0, bits(1));

        assertThat(batches.scoredBy(1, 5)).isEqualTo(bits());
        assertThat(batches.scoredBy(0, 6)).isEqualTo(bits(1));
        assertThat(batches.scoredBy(2, 5)).isEqualTo(bits(1));
        assertThat(batches.scoredBy(-1, 7)).isEqualTo(bits(1));
    }
}
