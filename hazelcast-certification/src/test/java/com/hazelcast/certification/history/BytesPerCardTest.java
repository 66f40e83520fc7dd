package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The promise of at most 480 bytes a card at 20 transactions a card, table and slack included. */
class BytesPerCardTest {
    private static final int HISTORY = 20;
    private static final double BYTES_PER_CARD_MAX = 480;

    @ParameterizedTest(name = "{0} cards, {1} expected, {2}")
    @CsvSource({
        "100000, 100000, HEAP",
        "100000, 0, HEAP",
        "100000, 0, NATIVE",
        "130001, 0, HEAP",
        "1000000, 1000000, HEAP",
        "1000000, 0, HEAP"
    })
    void shouldTakeAtMost480BytesACard(int cards, int cardsExpected, MemoryKind kind) {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(kind), 512, cardsExpected);
        for (int card = 0; card < cards; card++) {
            for (int i = 0; i < HISTORY; i++) {
                Entry.of(START_MS + i * HistoryLimits.DAY_MS, i, 0).addTo(shard, card);
            }
        }

        assertAtMost480BytesACard(shard, cards);
    }

    @Test
    void shouldTakeAtMost480BytesACardWhenCardsArriveInTurn() {
        int cards = 100_000;
        HistoryShard shard = Shards.empty(512);
        for (int i = 0; i < HISTORY; i++) {
            for (int card = 0; card < cards; card++) {
                Entry.of(START_MS + i * HistoryLimits.DAY_MS, i, 0).addTo(shard, card);
            }
        }

        assertAtMost480BytesACard(shard, cards);
    }

    private static void assertAtMost480BytesACard(HistoryShard shard, int cards) {
        assertThat(shard.recount()).isEqualTo((long) cards * HISTORY);
        double bytesPerCard = (double) shard.sizeBytes() / cards;
        assertThat(bytesPerCard).as("bytes a card").isBetween(400.0, BYTES_PER_CARD_MAX);
    }
}
