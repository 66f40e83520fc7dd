package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.junit.jupiter.api.Test;

class LoadedShardsTest {
    private final LoadedShards loaded = new LoadedShards();

    private static HistoryShard shard() {
        return new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 10, 10);
    }

    @Test
    void shouldKnowAShardThatHasBeenScoredSince() {
        HistoryShard shard = shard();
        loaded.made(shard, 7);
        shard.install();
        long times = TransactionLayout.times(1_767_225_600_000L, 107, 107);
        long payment = TransactionLayout.payment(1, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        CardHistory history = shard.open(400_000_000_000L);
        assertThat(history.place(times, payment, outcome)).isEqualTo(Placement.FRESH);
        history.insert(times, payment, outcome, 0);

        assertThat(loaded.isOf(shard, 7)).isTrue();
        assertThat(loaded.isOf(shard, 8)).isFalse();
    }

    /** They are equal, and yet two. */
    @Test
    void shouldKeepShardsApartThatHoldTheSame() {
        HistoryShard first = shard();
        HistoryShard second = shard();
        loaded.made(first, 1);
        loaded.made(second, 2);

        assertThat(first).isEqualTo(second);
        assertThat(loaded.isOf(first, 1)).isTrue();
        assertThat(loaded.isOf(second, 2)).isTrue();
        assertThat(loaded.isOf(first, 2)).isFalse();
        assertThat(loaded.madeCount()).isEqualTo(2);

        loaded.made(first, 3);
        assertThat(loaded.isOf(first, 3)).isTrue();
        assertThat(loaded.isOf(first, 1)).isFalse();
    }
}
