package com.hazelcast.certification.rulebook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a set that was compiled just now on made-up cards for some time, and where nobody waits for it also on copies of
 * histories that the member holds, so that its first real transactions find it compiled. Thread-safe.
 */
final class RuleWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(RuleWarmUp.class);
    private static final long LASTS_NS = TimeUnit.MILLISECONDS.toNanos(150);

    /** Beside members that score, so long at once, and then a pause. */
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** From three on the JIT compiler takes a call for one of any set. */
    private static final int SEVERAL = 3;

    /** They stay: the compiler forgets classes that are unloaded. */
    @GuardedBy("SEEN")
    private static final List<RuleSet> SEEN = new ArrayList<>();

    private static final int CARDS = 64;
    private static final int ENTRIES_MAX = 60;

    /** A made-up card pays so many times within minutes, and then not for days: rules look at such a burst another way. */
    private static final int BURST = 5;

    private static final long BURST_STEP_MS = TimeUnit.MINUTES.toMillis(1);
    private static final long STEP_MS = TimeUnit.HOURS.toMillis(100);
    private static final long BEGIN_MS = TimeUnit.DAYS.toMillis(20_000);

    private RuleWarmUp() {}

    /** At once: the set is awaited. */
    static void run(RuleSet set) {
        run(List.of(set), 0);
    }

    /**
     * As much, in a second or so, because nobody waits for it, and then as much again on histories that the member holds. An
     * interrupt shortens it.
     */
    static void runBeside(RuleSet set, ResidentHistories resident) {
        run(List.of(set), PAUSE_NS);
        try {
            long unused = replay(set.newEvaluator(), resident, LASTS_NS);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            // As while a member scores, it concerns that transaction alone. Without the message, which may have a card.
            LOG.warn(
                    "set {} raised an exception on a history while it was warmed up; it would reject that transaction: {}",
                    set.number(),
                    e.getClass().getName());
        }
    }

    /**
     * Decides transactions that were decided before, each with what its card had then, in a shard of its own.
     *
     * @param lastsNs it ends when the rules have run for so long
     * @return how many were decided
     */
    static long replay(RuleEvaluator rules, ResidentHistories resident, long lastsNs) {
        HistoryShard shard = new HistoryShard(
                HistoryMemory.unbounded(MemoryKind.HEAP), CopyHistories.ENTRIES_MAX, ResidentHistories.CARDS_MAX);
        long[] decided = {0};
        long[] ranNs = {0};
        long[] beginNs = {System.nanoTime()};
        resident.forEach((card, times, payment, outcome) -> {
            decided[0] += decide(rules, shard, card, times, payment, outcome, true) ? 1 : 0;
            long sliceNs = System.nanoTime() - beginNs[0];
            if (sliceNs >= SLICE_NS) {
                ranNs[0] += sliceNs;
                LockSupport.parkNanos(PAUSE_NS);
                beginNs[0] = System.nanoTime();
            }
            return ranNs[0] < lastsNs;
        });
        return decided[0];
    }

    /**
     * Before a member scores: has what calls a set see several. The JIT compiler would take the only set that it has seen for
     * the only one that there is, and throw the compiled code of scoring away at the first decision of the next set. What it
     * compiles after this calls any set. Does nothing when it was called before: what the compiler has seen is the JVM's.
     */
    static void runSeveral(RuleSet set) {
        synchronized (SEEN) {
            if (SEEN.isEmpty()) {
                SEEN.addAll(Stream.generate(set::compiledAgain).limit(SEVERAL).toList());
                run(SEEN, 0);
            }
        }
    }

    private static void run(List<RuleSet> sets, long pauseNs) {
        List<RuleEvaluator> rules = sets.stream().map(RuleSet::newEvaluator).toList();
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), ENTRIES_MAX, CARDS);
        SplittableRandom random = new SplittableRandom(sets.get(0).number());
        int decided = 0;
        long ranNs = 0;
        while (ranNs < LASTS_NS) {
            long beginNs = System.nanoTime();
            do {
                decide(rules.get(decided % rules.size()), shard, random, decided++);
            } while (System.nanoTime() - beginNs < SLICE_NS);
            ranNs += System.nanoTime() - beginNs;
            if (pauseNs > 0) {
                LockSupport.parkNanos(pauseNs);
            }
        }
    }

    private static void decide(RuleEvaluator rules, HistoryShard shard, SplittableRandom random, int number) {
        long card = card(number);
        long timeMs = timeMs(number) + random.nextInt(1_000);
        long times = TransactionLayout.times(timeMs, random.nextInt(1_000), random.nextInt(1_000));
        long payment =
                TransactionLayout.payment(random.nextInt(100_000), random.nextInt(100_000), random.nextInt(10_000));
        int outcome = TransactionLayout.outcome(random.nextInt(100_000), random.nextInt(3));
        boolean unused = decide(rules, shard, card, times, payment, outcome, (number & 1) == 0);
    }

    /** The made-up card of that decision. */
    static long card(int number) {
        return 4_000_000_000_000_000L + number % CARDS;
    }

    /** When the made-up card of that decision pays, but for less than a second; later than before. */
    static long timeMs(int number) {
        int payment = number / CARDS;
        return BEGIN_MS + payment / BURST * STEP_MS + payment % BURST * BURST_STEP_MS;
    }

    /** Returns whether it was decided: it was not there, and is not too old. */
    private static boolean decide(
            RuleEvaluator rules,
            HistoryShard shard,
            long card,
            long times,
            long payment,
            int outcome,
            boolean isPrompt) {
        CardHistory history = shard.open(card);
        if (history.place(times, payment, outcome) != Placement.FRESH) {
            return false;
        }
        int rule = rules.decide(card, times, payment, outcome, history);
        if (rule > 0) {
            // As a sample of the rules' times does.
            var unused = rules.holds(rule, card, times, payment, outcome, history);
        }
        history.record(times, payment, outcome, Math.min(rule, 1), 0, HistoryFlags.of(payment), isPrompt);
        return true;
    }
}
