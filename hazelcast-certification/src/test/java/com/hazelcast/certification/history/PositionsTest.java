package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Going through a shard part by part. */
class PositionsTest {
    private static void insert(HistoryShard shard, long card) {
        CardHistory history = shard.open(card);
        history.insert(TransactionLayout.times(1_000_000, 276, 978), TransactionLayout.payment(5, 1, 2), 0, 0);
    }

    @Test
    void shouldVisitEachCardOnceThoughTheTableGrowsMeanwhile() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 100, 10);
        Set<Long> before = new HashSet<>();
        for (long card = 0; card < 1_000; card++) {
            insert(shard, card * 7);
            before.add(card * 7);
        }
        List<Long> visited = new ArrayList<>();
        long step = CardHash.POSITIONS / 97;
        long added = 1_000_000;
        for (long from = 0; from < CardHash.POSITIONS; from += step) {
            shard.forEachHistory(
                    from, Math.min(CardHash.POSITIONS, from + step), card -> card != 14, (card, history) -> {
                        assertThat(history.count()).isEqualTo(1);
                        visited.add(card);
                    });
            for (int i = 0; i < 40; i++) {
                insert(shard, added++);
            }
        }
        before.remove(14L);
        assertThat(visited).doesNotHaveDuplicates().containsAll(before).doesNotContain(14L);
    }
}
