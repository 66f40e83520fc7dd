package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Transactions of one card at random, with few values in each field. */
final class RandomCards {
    static final long CARD = 4_000_222_333L;

    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = HistoryLimits.DAY_MS;

    /** Around the days on which clocks are changed, and elsewhere. */
    private static final long[] BASES_MS = {1_774_742_400_000L, 1_792_972_800_000L, 1_781_524_800_000L};

    private static final long[] SPANS_MS = {5, HOUR_MS, 6 * HOUR_MS, 2 * DAY_MS, 14 * DAY_MS, 65 * DAY_MS, 90 * DAY_MS};

    /** Two that ISO 4217 does not have, and EUR, JPY and KWD with two, no and three digits behind the point. */
    private static final int[] CURRENCIES = {0, 1, 978, 392, 414};

    private static final int[] COUNTS = {0, 0, 1, 2, 3, 9, 30, 120};

    private final Random random;

    RandomCards(Random random) {
        this.random = random;
    }

    TransactionText scored() {
        return at(BASES_MS[random.nextInt(BASES_MS.length)] + random.nextLong(2 * DAY_MS));
    }

    TransactionText at(long timeMs) {
        return new TransactionText(
                CARD,
                TransactionLayout.times(timeMs, random.nextInt(4), CURRENCIES[random.nextInt(CURRENCIES.length)]),
                TransactionLayout.payment(random.nextInt(120), random.nextInt(4), random.nextInt(4)),
                TransactionLayout.outcome(random.nextInt(4), random.nextInt(3)));
    }

    /** Of all the 90 days before it; some are newer, as it may be late, and some have its very time. */
    List<TransactionText> history(TransactionText scored) {
        List<TransactionText> history = new ArrayList<>();
        int count = COUNTS[random.nextInt(COUNTS.length)];
        long spanMs = SPANS_MS[random.nextInt(SPANS_MS.length)];
        int newer = random.nextInt(3) == 0 ? random.nextInt(5) : 0;
        for (int i = 0; i < count; i++) {
            long ageMs = i < newer ? -1 - random.nextLong(spanMs) : age(spanMs);
            history.add(at(scored.timeMs() - ageMs));
        }
        return history;
    }

    /** Now and then a whole number of hours or days, give or take a millisecond. */
    private long age(long spanMs) {
        if (random.nextInt(4) != 0) {
            return random.nextLong(spanMs);
        }
        long unitMs = random.nextBoolean() ? HOUR_MS : DAY_MS;
        return Math.max(0, random.nextLong(spanMs / unitMs + 1) * unitMs + random.nextInt(3) - 1);
    }
}
