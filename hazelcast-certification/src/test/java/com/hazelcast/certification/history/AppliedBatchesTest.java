package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The last batch of each origin, also in a shard written and read. */
class AppliedBatchesTest {
    @Test
    void shouldKnowTheLastBatchOfEachOriginAndNoOther() {
        HistoryShard shard = Shards.empty(512);
        shard.recordBatch(1, 10);
        shard.recordBatch(2, 10);
        shard.recordBatch(1, 11);

        HistoryShard copy = Shards.copy(shard, MemoryKind.HEAP);

        assertThat(copy.isLastBatch(1, 11)).isTrue();
        assertThat(copy.isLastBatch(2, 10)).isTrue();
        assertThat(copy.isLastBatch(1, 10)).isFalse();
        assertThat(copy.isLastBatch(2, 11)).isFalse();
        assertThat(copy.isLastBatch(3, 10)).isFalse();
    }

    @Test
    void shouldForgetTheOriginThatWasSilentForTheLongestWhenThereAreTooMany() {
        AppliedBatches batches = new AppliedBatches();
        for (int origin = 0; origin < AppliedBatches.ORIGINS_MAX; origin++) {
            batches.record(origin, 5);
        }
        batches.record(0, 6);
        batches.record(-1, 7);

        assertThat(batches.isLast(1, 5)).isFalse();
        assertThat(batches.isLast(0, 6)).isTrue();
        assertThat(batches.isLast(2, 5)).isTrue();
        assertThat(batches.isLast(-1, 7)).isTrue();
    }
}
