package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
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
        shard.keptAt(key);
        shard.install();
        return shard;
    }

    @Test
    void shouldNameWhatCopiesOfTheShardHaveMissed() {
        forgotten.among(memory::installedShards);
        forgotten.applied(inPlace, CARD);
        forgotten.finished(KEY, CARD);
        forgotten.applied(inPlace, CARD + 1);
        forgotten.finished(KEY, CARD + 1);

        assertThat(forgotten.missedBy(left)).containsExactly(CARD, CARD + 1);
        assertThat(forgotten.missedBy(inPlace)).isEmpty();
        assertThat(forgotten.missedBy(other)).isEmpty();
    }

    @Test
    void shouldTakeNoCopyForOneThatHasMissedItWhenItIsAskedTwice() {
        forgotten.among(memory::installedShards);
        forgotten.applied(inPlace, CARD);
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
        forgotten.applied(inPlace, CARD);

        assertThat(forgotten.missedBy(inPlace)).isEmpty();
        assertThat(forgotten.missedBy(left)).containsExactly(CARD);
    }

    @Test
    void shouldKeepABoundedNumber() {
        forgotten.among(memory::installedShards);
        for (long card = 0; card <= ForgottenCards.ENTRIES_MAX / 2; card++) {
            forgotten.finished(KEY, card);
        }

        assertThat(forgotten.missedBy(left))
                .hasSize(ForgottenCards.ENTRIES_MAX / 2)
                .doesNotContain(0L);
    }
}
