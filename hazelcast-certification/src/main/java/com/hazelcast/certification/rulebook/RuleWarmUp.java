package com.hazelcast.certification.rulebook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.rules.live.RuleSet;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has sets that were compiled just now score for some time, on made-up cards, and where nobody waits for it also on copies of histories that
 * the member holds, so that their first real transactions find them compiled. Thread-safe.
 */
final class RuleWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(RuleWarmUp.class);

    /** Of a set that is awaited. */
    private static final long AWAITED_NS = TimeUnit.MILLISECONDS.toNanos(150);

    /** Of a set for which nobody waits, until it may decide. */
    private static final long USABLE_NS = TimeUnit.MILLISECONDS.toNanos(300);

    /**
     * The same after that, for the JIT compiler's second stage, which compiles what has run some 5,000 times: by then that includes rules that one
     * transaction in twenty asks for.
     */
    private static final long LONGER_NS = TimeUnit.MILLISECONDS.toNanos(1_200);

    /** The level of the compiler's second stage. */
    private static final int SECOND_STAGE = 4;

    /** Enough for that on any processor. */
    private static final long SCORED_MAX = 200_000;

    /** Beside members that score, so long at once, and then a pause. */
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** From three on the JIT compiler takes a call for one of any set. */
    private static final int SEVERAL = 3;

    /** They stay: the compiler forgets classes that are unloaded. */
    @GuardedBy("SEEN")
    private static final List<RuleSet> SEEN = new ArrayList<>();

    private RuleWarmUp() {}

    /** At once, for a tenth of a second or two: the set is awaited. */
    static void run(RuleSet set) {
        score(new WarmUpBatches(List.of(set), ResidentHistories.NONE), AWAITED_NS, 0, () -> true);
    }

    /** Until the set may decide: in two seconds or so, because nobody waits for it. An interrupt ends it. */
    static void runBeside(RuleSet set, ResidentHistories resident) {
        scoreBeside(set, resident, USABLE_NS, () -> true);
    }

    /** Whether this JVM's compiler has a second stage, without which it has nothing left to do for a set that is usable. */
    static boolean hasSecondStage() {
        return Integer.parseInt(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .getVMOption("TieredStopAtLevel")
                        .getValue())
                >= SECOND_STAGE;
    }

    /**
     * On, until the JIT compiler has nothing left to do for the set: up to eight seconds more. An interrupt ends it.
     *
     * @param goesOn asked every few milliseconds; false ends it, too
     */
    static void runLonger(RuleSet set, ResidentHistories resident, BooleanSupplier goesOn) {
        scoreBeside(set, resident, LONGER_NS, goesOn);
    }

    private static void scoreBeside(RuleSet set, ResidentHistories resident, long lastsNs, BooleanSupplier goesOn) {
        try {
            WarmUpBatches batches = new WarmUpBatches(List.of(set), resident);
            score(batches, lastsNs, PAUSE_NS, goesOn);
            if (batches.failed() > 0) {
                LOG.warn(
                        "set {} raised an exception on {} of {} transactions while it was warmed up; it would reject such transactions",
                        set.number(),
                        batches.failed(),
                        batches.failed() + batches.scored());
            }
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            // Without the message, which may have a card.
            LOG.warn(
                    "set {} could not be warmed up on histories that this member has, and its first transactions may take longer: {}",
                    set.number(),
                    e.getClass().getName());
        }
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
                score(new WarmUpBatches(SEEN, ResidentHistories.NONE), AWAITED_NS, 0, () -> true);
            }
        }
    }

    /** @param lastsNs without the pauses */
    private static void score(WarmUpBatches batches, long lastsNs, long pauseNs, BooleanSupplier goesOn) {
        long ranNs = 0;
        while (ranNs < lastsNs
                && batches.scored() < SCORED_MAX
                && !Thread.currentThread().isInterrupted()
                && goesOn.getAsBoolean()) {
            long beginNs = System.nanoTime();
            do {
                batches.scoreNext();
            } while (System.nanoTime() - beginNs < SLICE_NS);
            ranNs += System.nanoTime() - beginNs;
            if (pauseNs > 0) {
                LockSupport.parkNanos(pauseNs);
            }
        }
    }
}
