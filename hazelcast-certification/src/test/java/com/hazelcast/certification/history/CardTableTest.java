package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

    /** Filled to its bound, so that cards lie far behind their homes and around the end. */
    @Property(tries = 30)
    void shouldFindAllOthersWhenCardsAreRemoved(@ForAll long seed) {
        Random random = new Random(seed);
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        CardTable table = new CardTable(memory.openAccount(new Object()), 40, 64);
        Set<Long> cards = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            long card = random.nextInt(70);
            int slot = table.find(card, table.home(CardHash.of(card)));
            assertThat(slot != CardTable.ABSENT).isEqualTo(cards.contains(card));
            if (slot != CardTable.ABSENT) {
                table.remove(slot);
                cards.remove(card);
            } else if (table.canHoldOneMore()) {
                table.setTotal(table.add(card, table.home(CardHash.of(card))), card * 3);
                cards.add(card);
            }
            assertThat(table.cardCount()).isEqualTo(cards.size());
            for (long held : cards) {
                int found = table.find(held, table.home(CardHash.of(held)));
                assertThat(found).as("slot of card %d", held).isNotEqualTo(CardTable.ABSENT);
                assertThat(table.totalAt(found)).isEqualTo(held * 3);
            }
        }
    }
}
