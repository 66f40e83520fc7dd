package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import org.junit.jupiter.api.Test;

/** Which records are left out of the batches of a connection. */
class LeftOutCardsTest {
    private static final int BATCHES_IN_FLIGHT = 3;

    private final LeftOutCards cards = new LeftOutCards(BATCHES_IN_FLIGHT);
    private final byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];

    private boolean leavesOut(long batch, long card, long timeMs, boolean isHeld) {
        TransactionLayout.put(
                transaction,
                0,
                card,
                TransactionLayout.times(timeMs, 1, 1),
                TransactionLayout.payment(1, 1, 1),
                TransactionLayout.outcome(1, 0));
        return cards.leavesOut(batch, transaction, 0, isHeld);
    }

    @Test
    void shouldForgetAllWhenItIsKnownAndNothingIsHeld() {
        cards.nextBatch(true);
        for (int card = 0; card < LeftOutCards.CARDS_MAX; card++) {
            assertThat(leavesOut(1, card, 1, true)).isTrue();
        }
        cards.answered(1);
        for (int i = 1; i < BATCHES_IN_FLIGHT; i++) {
            cards.nextBatch(false);
            assertThat(leavesOut(1 + i, 7, 2, false)).isTrue();
        }
        cards.nextBatch(false);
        assertThat(cards.isEmpty()).isTrue();
    }

    @Test
    void shouldRememberNoMoreThanItsBoundAndForgetWhatIsKnownFirst() {
        cards.nextBatch(true);
        for (int card = 0; card < LeftOutCards.CARDS_MAX; card++) {
            assertThat(leavesOut(1, card, 1, true)).isTrue();
        }
        assertThat(leavesOut(1, -1, 1, true)).as("waits in its lane").isFalse();
        assertThat(leavesOut(1, 7, 2, true)).as("of a card that is remembered").isTrue();
        cards.answered(1);
        for (int i = 1; i < BATCHES_IN_FLIGHT; i++) {
            cards.nextBatch(true);
            assertThat(leavesOut(1 + i, -1, 1, true)).isFalse();
        }
        cards.nextBatch(true);
        assertThat(leavesOut(1 + BATCHES_IN_FLIGHT, -1, 1, true)).isTrue();
    }

    /** A client that gives deferrals to its application may send others of the card meanwhile, and all of them again later. */
    @Test
    void shouldNotBeginAnewForACardWhoseClientKnows() {
        cards.nextBatch(true);
        assertThat(leavesOut(1, 7, 1, true)).isTrue();
        cards.answered(1);
        for (int i = 1; i <= BATCHES_IN_FLIGHT; i++) {
            cards.nextBatch(true);
        }
        assertThat(leavesOut(4, 7, 2, true)).as("held").isTrue();
        cards.answered(4);
        cards.nextBatch(true);
        assertThat(leavesOut(5, 7, 1, false)).isFalse();
        assertThat(leavesOut(5, 7, 2, false)).isFalse();
    }
}
