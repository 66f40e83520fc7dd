package com.hazelcast.certification.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.traffic.NaturalPast;
import com.hazelcast.certification.traffic.Traffic;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Natural payments of cards of which 2 % are replaced in a week, day by day. */
class SilentCardsTest {
    private static final int CARDS = 20_000;
    private static final int REPLACED_PER_WEEK = CARDS / 50;
    private static final int DAYS = 365;

    /** 90 days, a week as card-ttl, and some for cards that pay seldom. */
    private static final int DAYS_UNTIL_LEVEL = 110;

    private static final long DAY_MS = Duration.ofDays(1).toMillis();
    private static final long START_MS = 1_767_225_600_000L;
    private static final int SLICES_PER_DAY = 24;

    private final Random random = new Random(27);
    private final NaturalPast past = new NaturalPast(Traffic.NATURAL, 1_000_000, 5);
    private final HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
    private final long[] active = new long[CARDS];
    private long nextCard;

    private void begin() {
        for (int i = 0; i < CARDS; i++) {
            active[i] = nextCard++;
        }
    }

    private void replaceSome(int week) {
        for (int i = 0; i < REPLACED_PER_WEEK; i++) {
            active[(week * REPLACED_PER_WEEK + i) % CARDS] = nextCard++;
        }
    }

    private void pay(int day) {
        long fromMs = START_MS + day * DAY_MS;
        for (int i = 0; i < CARDS; i++) {
            // One card pays each other day, another each eighth.
            if (random.nextInt(2 + i % 7) == 0) {
                past.card(active[i]);
                past.draw(fromMs, fromMs + DAY_MS);
                CardHistory history = shard.open(active[i]);
                if (history.place(past.times(), past.payment(), past.outcome()) == Placement.FRESH) {
                    history.insert(past.times(), past.payment(), past.outcome(), HistoryFlags.of(past.payment()));
                }
            }
        }
    }

    private void sweep() {
        long width = CardHash.POSITIONS / SLICES_PER_DAY;
        for (long from = 0; from < CardHash.POSITIONS; from += width) {
            long to = Math.min(CardHash.POSITIONS, from + width);
            var unused = RemovalRecord.sweep(shard, from, to, shard.newestMs(), 7 * DAY_MS);
        }
    }

    @Test
    void shouldKeepMemoryAtALevelWhileCardsAreReplaced() {
        begin();
        long levelBytes = 0;
        int levelCards = 0;
        for (int day = 0; day < DAYS; day++) {
            if (day % 7 == 6) {
                replaceSome(day / 7);
            }
            pay(day);
            sweep();
            if (day == DAYS_UNTIL_LEVEL) {
                levelBytes = shard.sizeBytes();
                levelCards = shard.cardCount();
            } else if (day > DAYS_UNTIL_LEVEL) {
                assertThat(shard.sizeBytes()).as("bytes on day %d", day).isLessThan(levelBytes + levelBytes / 10);
                assertThat(shard.cardCount())
                        .as("cards on day %d", day)
                        .isBetween(levelCards - levelCards / 20, levelCards + levelCards / 20);
            }
        }
        assertThat(nextCard).as("cards that ever were").isGreaterThan(CARDS + 50 * REPLACED_PER_WEEK);
        assertThat(levelCards).isLessThan(CARDS + 16 * REPLACED_PER_WEEK);
        assertThat(shard.expiredCount()).isPositive();
        assertThat(shard.heldCount()).isEqualTo(shard.recount());
    }
}
