package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.source.SteppedClock;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlaggedRingTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    private final SteppedClock clock = new SteppedClock();
    private final FlaggedRing ring = new FlaggedRing(clock);

    private void add(long card, long nowMs) {
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(transaction, 0, card, 0, 0, 0);
        TransactionLayout.putVerdict(transaction, 0, 36);
        clock.setMs(nowMs);
        ring.add(transaction, 0, false);
    }

    private List<FlaggedRing.Flagged> all() {
        return ring.newest(Integer.MAX_VALUE);
    }

    @Test
    void shouldKeepABurstWhole() {
        for (int card = 0; card < FlaggedRing.BURST; card++) {
            add(card, NOW_MS);
        }

        assertThat(all()).hasSize(FlaggedRing.BURST).noneMatch(FlaggedRing.Flagged::isSampled);
    }

    @Test
    void shouldKeepSomeASecondOfWhatDoesNotEnd() {
        int seconds = 100;
        for (int i = 0; i < seconds * 1_000; i++) {
            add(i, NOW_MS + i);
        }

        assertThat(all().size())
                .isBetween(
                        FlaggedRing.BURST + (seconds - 1) * FlaggedRing.PER_SECOND,
                        FlaggedRing.BURST + seconds * FlaggedRing.PER_SECOND);
        assertThat(all().get(0).isSampled()).isTrue();
    }

    @Test
    void shouldFindWhatWasSeenMinutesAgo() {
        add(7, NOW_MS);
        long seen = all().get(0).sequence();
        for (int i = 0; i < 120_000; i++) {
            add(i, NOW_MS + i);
        }

        assertThat(ring.find(seen))
                .isPresent()
                .get()
                .extracting(FlaggedRing.Flagged::card)
                .isEqualTo(7L);
    }

    @Test
    void shouldHaveNothingOfACardThatIsToBeForgotten() {
        add(7, NOW_MS);
        add(8, NOW_MS);
        add(7, NOW_MS);
        ring.forget(7);

        assertThat(all()).extracting(FlaggedRing.Flagged::card).containsExactly(8L);
        assertThat(ring.find(0)).isEmpty();
        assertThat(ring.find(1)).isPresent();
        assertThat(ring.find(2)).isEmpty();
    }

    @Test
    void shouldForgetTheOldest() {
        for (int i = 0; i <= FlaggedRing.CAPACITY; i++) {
            add(i, NOW_MS + i * 1_000L);
        }

        assertThat(all()).hasSize(FlaggedRing.CAPACITY);
        assertThat(ring.find(0)).isEmpty();
    }

    @Test
    void shouldKeepNothingFor90Days() {
        add(7, NOW_MS);
        long seen = all().get(0).sequence();
        clock.setMs(NOW_MS + Duration.ofDays(90).toMillis() - 1);
        assertThat(all()).hasSize(1);

        clock.setMs(NOW_MS + Duration.ofDays(90).toMillis());

        assertThat(all()).isEmpty();
        assertThat(ring.find(seen)).isEmpty();
    }
}
