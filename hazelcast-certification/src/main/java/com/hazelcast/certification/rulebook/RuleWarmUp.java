package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Runs a set that was compiled just now on made-up cards for some time, so that its first real transactions find it compiled. Stateless. */
final class RuleWarmUp {
    private static final long LASTS_NS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final int CARDS = 64;
    private static final int ENTRIES_MAX = 60;
    private static final long STEP_MS = TimeUnit.HOURS.toMillis(20);
    private static final long BEGIN_MS = TimeUnit.DAYS.toMillis(20_000);

    private RuleWarmUp() {}

    /** Returns how many transactions it has decided. */
    static int run(RuleSet set) {
        RuleEvaluator rules = set.newEvaluator();
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), ENTRIES_MAX, CARDS);
        SplittableRandom random = new SplittableRandom(set.number());
        long endNs = System.nanoTime() + LASTS_NS;
        int decided = 0;
        while (System.nanoTime() < endNs) {
            long card = 4_000_000_000_000_000L + decided % CARDS;
            long timeMs = BEGIN_MS + decided / CARDS * STEP_MS + random.nextInt(1_000);
            long times = TransactionLayout.times(timeMs, random.nextInt(1_000), random.nextInt(1_000));
            long payment =
                    TransactionLayout.payment(random.nextInt(100_000), random.nextInt(100_000), random.nextInt(10_000));
            int outcome = TransactionLayout.outcome(random.nextInt(100_000), random.nextInt(3));
            CardHistory history = shard.open(card);
            if (history.place(times, payment, outcome) == Placement.FRESH) {
                int rule = rules.decide(card, times, payment, outcome, history);
                history.record(times, payment, outcome, Math.min(rule, 1), 0, HistoryFlags.of(payment));
            }
            decided++;
        }
        return decided;
    }
}
