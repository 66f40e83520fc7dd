package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the histories' tests do not reach of a table of cards. */
class CardTableTest {
    private static final int CAPACITY_MAX = 1_000;

    /** A look-up of an absent card in a table without a free slot would not end. */
    @Test
    void shouldHoldNoMoreCardsThanLeaveItFreeSlotsAtItsGreatestCapacity() {
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        CardTable table = new CardTable(memory.openAccount(new Object()), 0, CAPACITY_MAX);
        long card = 0;
        while (table.canHoldOneMore()) {
            if (!table.hasRoomFor(1)) {
                table.grow(1);
            }
            table.add(card, table.home(CardHash.of(card)));
            card++;
        }

        assertThat(table.capacity()).isLessThanOrEqualTo(CAPACITY_MAX);
        assertThat(table.cardCount()).isBetween(800, 850);
        assertThat(table.find(card, table.home(CardHash.of(card)))).isEqualTo(CardTable.ABSENT);
        assertThat(table.hasRoomFor(1)).isFalse();
    }
}
