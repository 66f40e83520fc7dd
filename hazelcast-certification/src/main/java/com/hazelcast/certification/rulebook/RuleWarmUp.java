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
import java.util.concurrent.locks.LockSupport;

/** Runs a set that was compiled just now on made-up cards for some time, so that its first real transactions find it compiled. Stateless. */
final class RuleWarmUp {
    private static final long LASTS_NS = TimeUnit.MILLISECONDS.toNanos(150);

    /** Beside members that score, so long at once, and then a pause. */
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int CARDS = 64;
    private static final int ENTRIES_MAX = 60;
    private static final long STEP_MS = TimeUnit.HOURS.toMillis(20);
    private static final long BEGIN_MS = TimeUnit.DAYS.toMillis(20_000);

    private RuleWarmUp() {}

    /** At once: the set is awaited. */
    static void run(RuleSet set) {
        run(set, 0);
    }

    /** As much, in a second or so, because nobody waits for it. An interrupt shortens it. */
    static void runBeside(RuleSet set) {
        run(set, PAUSE_NS);
    }

    private static void run(RuleSet set, long pauseNs) {
        RuleEvaluator rules = set.newEvaluator();
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), ENTRIES_MAX, CARDS);
        SplittableRandom random = new SplittableRandom(set.number());
        int decided = 0;
        long ranNs = 0;
        while (ranNs < LASTS_NS) {
            long beginNs = System.nanoTime();
            do {
                decide(rules, shard, random, decided++);
            } while (System.nanoTime() - beginNs < SLICE_NS);
            ranNs += System.nanoTime() - beginNs;
            if (pauseNs > 0) {
                LockSupport.parkNanos(pauseNs);
            }
        }
    }

    private static void decide(RuleEvaluator rules, HistoryShard shard, SplittableRandom random, int number) {
        long card = 4_000_000_000_000_000L + number % CARDS;
        long timeMs = BEGIN_MS + number / CARDS * STEP_MS + random.nextInt(1_000);
        long times = TransactionLayout.times(timeMs, random.nextInt(1_000), random.nextInt(1_000));
        long payment =
                TransactionLayout.payment(random.nextInt(100_000), random.nextInt(100_000), random.nextInt(10_000));
        int outcome = TransactionLayout.outcome(random.nextInt(100_000), random.nextInt(3));
        CardHistory history = shard.open(card);
        if (history.place(times, payment, outcome) == Placement.FRESH) {
            int rule = rules.decide(card, times, payment, outcome, history);
            history.record(times, payment, outcome, Math.min(rule, 1), 0, HistoryFlags.of(payment));
        }
    }
}
