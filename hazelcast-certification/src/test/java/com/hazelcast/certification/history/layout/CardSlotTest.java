package com.hazelcast.certification.history.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class CardSlotTest {
    @Property
    void shouldReturnAllThatWasPacked(
            @ForAll boolean hasDropped,
            @ForAll @IntRange(max = Integer.MAX_VALUE) int newestChunk,
            @ForAll @IntRange(max = HistoryLimits.ENTRIES_PER_CARD_CEILING) int count,
            @ForAll @IntRange(max = ChunkLayout.ENTRIES - 1) int skip,
            @ForAll @IntRange(max = 1_048_575) int oldestTick,
            @ForAll @IntRange(max = CardSlot.FLAGS_MASK) int flags) {
        long word = CardSlot.of(hasDropped, newestChunk, count, skip, oldestTick, flags);

        assertThat(CardSlot.hasDropped(word)).isEqualTo(hasDropped);
        assertThat(CardSlot.newestChunk(word)).isEqualTo(newestChunk);
        assertThat(CardSlot.count(word)).isEqualTo(count);
        assertThat(CardSlot.skip(word)).isEqualTo(skip);
        assertThat(CardSlot.oldestTick(word)).isEqualTo(oldestTick % 8192);
        assertThat(CardSlot.flags(word)).isEqualTo(flags);
    }

    @Property
    void shouldNeverOverlookAnExpiredEntry(
            @ForAll @LongRange(max = 2_000_000_000_000L) long oldestMs,
            @ForAll @LongRange(min = HistoryLimits.HORIZON_MS, max = 2 * HistoryLimits.HORIZON_MS) long ageMs) {
        long word = CardSlot.of(false, 1, 1, 0, CardSlot.tick(oldestMs), 0);

        assertThat(CardSlot.mayHaveExpired(word, oldestMs + ageMs, HistoryLimits.HORIZON_MS))
                .isTrue();
    }

    @Property
    void shouldTellSinceWhenACardHasNoEntry(
            @ForAll @LongRange(max = 2_000_000_000_000L) long sinceMs,
            @ForAll @LongRange(max = HistoryLimits.EMPTY_CARD_MAX_MS) long forMs,
            @ForAll @LongRange(min = 2L << 21, max = 40 * HistoryLimits.DAY_MS) long moreMs) {
        long word = CardSlot.emptySince(sinceMs);

        assertThat(CardSlot.count(word)).isZero();
        assertThat(CardSlot.isEmptyFor(word, forMs, sinceMs + forMs + moreMs)).isTrue();
        if (forMs > 2L << 21) {
            assertThat(CardSlot.isEmptyFor(word, forMs, sinceMs + forMs - (2L << 21)))
                    .isFalse();
        }
        // A log that is replayed comes to times before that one.
        assertThat(CardSlot.isEmptyFor(word, 0, Math.max(0, sinceMs - moreMs)) && sinceMs > moreMs)
                .isFalse();
        assertThat(CardSlot.isEmptyFor(CardSlot.EMPTY, 0, sinceMs)).isFalse();
    }

    @Property
    void shouldNotSuspectAnEntryTwoTicksInsideTheHorizon(
            @ForAll @LongRange(max = 2_000_000_000_000L) long oldestMs,
            @ForAll @LongRange(max = HistoryLimits.HORIZON_MS - 3 * (1L << 21)) long ageMs) {
        long word = CardSlot.of(false, 1, 1, 0, CardSlot.tick(oldestMs), 0);

        assertThat(CardSlot.mayHaveExpired(word, oldestMs + ageMs, HistoryLimits.HORIZON_MS))
                .isFalse();
    }
}
