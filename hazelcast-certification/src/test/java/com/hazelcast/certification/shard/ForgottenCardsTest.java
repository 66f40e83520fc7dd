package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.waiting.Await;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which copies of a shard have missed that a card was forgotten. */
class ForgottenCardsTest {
    private static final int KEY = 3;
    private static final long CARD = 7;

    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final ForgottenCards forgotten = new ForgottenCards();
    private final HistoryShard left = shardOf(KEY);
    private final HistoryShard inPlace = shardOf(KEY);
    private final HistoryShard other = shardOf(KEY + 1);

    private HistoryShard shardOf(int key) {
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        hold(shard, CARD);
        hold(shard, CARD + 1);
        shard.keptAt(key);
        shard.install();
        return shard;
    }

    private static void hold(HistoryShard shard, long card) {
        var unused = shard.open(card);
    }

    private void forget(HistoryShard shard, long card) {
        int unused = shard.forget(card);
        forgotten.applied(shard, card);
    }

    @Test
    void shouldNameWhatCopiesOfTheShardHaveMissed() {
        forgotten.among(memory::installedShards);
        forget(inPlace, CARD);
        forgotten.finished(KEY, CARD);
        forget(inPlace, CARD + 1);
        forgotten.finished(KEY, CARD + 1);

        assertThat(forgotten.missedBy(left)).containsExactly(CARD, CARD + 1);
        assertThat(forgotten.missedBy(inPlace)).isEmpty();
        assertThat(forgotten.missedBy(other)).isEmpty();
    }

    @Test
    void shouldSayWhetherACopyOfTheShardHasForgottenItHere() {
        forgotten.among(memory::installedShards);
        forget(inPlace, CARD);

        assertThat(forgotten.isApplied(KEY, CARD)).isTrue();
        assertThat(forgotten.isApplied(KEY, CARD + 1)).isFalse();
        assertThat(forgotten.isApplied(KEY + 1, CARD)).isFalse();
        forgotten.finished(KEY, CARD);
        assertThat(forgotten.isApplied(KEY, CARD)).isFalse();
    }

    @Test
    void shouldTakeNoCopyForOneThatHasMissedItWhenItIsAskedTwice() {
        forgotten.among(memory::installedShards);
        forget(inPlace, CARD);
        forgotten.finished(KEY, CARD);
        forgotten.finished(KEY, CARD);

        assertThat(forgotten.missedBy(inPlace)).isEmpty();
        assertThat(forgotten.missedBy(left)).containsExactly(CARD);
    }

    /** It came to this member between the two. */
    @Test
    void shouldTakeACopyThatForgetsTheCardLaterOffTheList() {
        forgotten.among(memory::installedShards);
        forgotten.finished(KEY, CARD);
        forget(inPlace, CARD);

        assertThat(forgotten.missedBy(inPlace)).isEmpty();
        assertThat(forgotten.missedBy(left)).containsExactly(CARD);
    }

    /** It came here without the card between the two, and nobody told it to forget what it does not hold. */
    @Test
    void shouldTakeNoCopyForOneThatHasMissedItThatDoesNotHoldTheCard() {
        forgotten.among(memory::installedShards);
        int unused = inPlace.forget(CARD);

        forgotten.finished(KEY, CARD);
        hold(inPlace, CARD);

        assertThat(forgotten.missedBy(inPlace))
                .as("it has the card as a new one")
                .isEmpty();
        assertThat(forgotten.missedBy(left)).containsExactly(CARD);
    }

    /** It has forgotten the card, got it again as a new one, and left before that one was forgotten, too. */
    @Test
    void shouldNameACopyThatHasMissedItWhenTheCardIsForgottenAnotherTime() {
        forgotten.among(memory::installedShards);
        forget(inPlace, CARD);
        forgotten.finished(KEY, CARD);
        hold(inPlace, CARD);

        forgotten.finished(KEY, CARD);

        assertThat(forgotten.missedBy(inPlace)).containsExactly(CARD);
    }

    /** Between the two: a copy that has forgotten it is in place, whatever it has got since. */
    @Test
    void shouldTakeNoCopyForOneThatHasMissedItThatHasTheCardAsANewOne() {
        forgotten.among(memory::installedShards);
        forget(inPlace, CARD);
        hold(inPlace, CARD);

        forgotten.finished(KEY, CARD);

        assertThat(forgotten.missedBy(inPlace)).isEmpty();
    }

    private void missAtACopyThatNobodyKeeps() {
        HistoryShard copy = shardOf(KEY);
        forget(left, CARD);
        forget(inPlace, CARD);
        forgotten.finished(KEY, CARD);
        assertThat(forgotten.missedBy(copy)).containsExactly(CARD);
        assertThat(forgotten.entryCount()).isEqualTo(1);
    }

    /** Else its number would stay in the memory of the member, which holds the card no more. */
    @Test
    void shouldNotKeepACardWhenTheCopyThatHasMissedItIsCollected() {
        forgotten.among(memory::installedShards);
        missAtACopyThatNobodyKeeps();

        Await.until("its card is let go of", () -> {
            System.gc();
            return forgotten.entryCount() == 0;
        });
    }

    @Test
    void shouldNotKeepACardOfACopyThatHasForgottenItAndHasLeftSince() {
        forgotten.among(memory::installedShards);
        forget(left, CARD);
        forget(inPlace, CARD);
        forget(other, CARD);
        forgotten.among(() -> List.of(inPlace, other));
        forgotten.finished(KEY, CARD);

        assertThat(forgotten.entryCount()).as("that of the other shard").isEqualTo(1);
        assertThat(forgotten.isApplied(KEY + 1, CARD)).isTrue();
    }

    @Test
    void shouldKeepABoundedNumber() {
        forgotten.among(memory::installedShards);
        for (long card = 0; card <= ForgottenCards.ENTRIES_MAX / 2; card++) {
            hold(left, card);
            hold(inPlace, card);
            forgotten.finished(KEY, card);
        }

        assertThat(forgotten.missedBy(left))
                .hasSize(ForgottenCards.ENTRIES_MAX / 2)
                .doesNotContain(0L);
    }
}
