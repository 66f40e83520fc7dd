package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.core.HazelcastException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Submits sets of rules, activates them, lets them decide for a share of the cards and rolls back, one change after the other, through
 * one member after the other. Goes on when a change fails: what it was told then is what a person would be told. Counts both.
 */
final class RuleTraffic implements AutoCloseable {
    private static final int SETS_MAX = 60;
    private static final int WHOLE_SHARE = 10_000;
    private static final long CONNECT_MS = 3_000;
    private static final long PAUSE_NS = 50_000_000L;

    private final SystemCluster cluster;
    private final SplittableRandom random;
    private final Thread thread = new Thread(this::run, "rule-traffic");
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean isInFlight;
    private volatile boolean isStopped;
    private volatile String failure = "";

    /** Begins. */
    RuleTraffic(SystemCluster cluster, SplittableRandom random) {
        this.cluster = cluster;
        this.random = random;
        thread.start();
    }

    private void run() {
        while (!isStopped) {
            try (ClusterControl control = cluster.control(random.nextInt(cluster.size()), CONNECT_MS)) {
                changeUntilOneFails(control.rules());
            } catch (IllegalStateException | HazelcastException e) {
                // That member is not there, or the change was not possible.
                failed.incrementAndGet();
            } catch (RuntimeException e) {
                failure = e.toString();
                return;
            } finally {
                isInFlight = false;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private void changeUntilOneFails(ClusterRules rules) {
        RuleBook book = rules.book();
        while (!isStopped) {
            RuleChange change = next(book);
            isInFlight = change.kind() != Kind.SUBMIT;
            begun.addAndGet(isInFlight ? 1 : 0);
            book = rules.change(change);
            isInFlight = false;
            made.incrementAndGet();
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private RuleChange next(RuleBook book) {
        List<RecordedSet> others = book.sets().stream()
                .filter(set -> set.number() != book.active())
                .toList();
        int chosen = random.nextInt(10);
        if (others.isEmpty() || chosen < 3 && book.sets().size() < SETS_MAX) {
            return change(Kind.SUBMIT, 0, 0, text(book.nextNumber()));
        }
        int set = others.get(random.nextInt(others.size())).number();
        if (chosen < 6) {
            return change(Kind.ACTIVATE, set, 0, null);
        }
        if (chosen < 8 && (book.canary() != 0 || book.previous() != 0)) {
            return change(Kind.ROLLBACK, 0, 0, null);
        }
        return change(Kind.CANARY, book.canary() == 0 ? set : book.canary(), random.nextInt(1, WHOLE_SHARE), null);
    }

    private static RuleChange change(Kind kind, int set, int share, @Nullable RuleSetText text) {
        return new RuleChange(kind, set, share, 0, "Ana", "a fault", text);
    }

    /** Each set decides otherwise than the others. */
    private RuleSetText text(int number) {
        return new RuleSetText(
                "set tried_" + number + "\nrule high decline when tx.amount >= " + random.nextInt(1_000, 49_000)
                        + "\nrule abroad review when tx.country > " + random.nextInt(200) + "\n",
                Map.of());
    }

    /** Changes made on all members. */
    int made() {
        return made.get();
    }

    /** Changes that were not possible, or of which nobody could say what became of them. */
    int failed() {
        return failed.get();
    }

    /** Waits until so many more have been made. */
    void awaitMade(int more) {
        int before = made.get();
        SystemCluster.await("rules change, failure=" + failure, () -> made.get() >= before + more);
    }

    /** Waits until the next change that lets another set decide has begun. */
    void awaitBegun() {
        int before = begun.get();
        long deadlineNs = System.nanoTime() + 60_000_000_000L;
        while (begun.get() == before) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("no change of the rules has begun within 60 s: failure=" + failure);
            }
            Thread.onSpinWait();
        }
    }

    /** Whether one that lets another set decide is under way. */
    boolean isInFlight() {
        return isInFlight;
    }

    @Override
    public void close() {
        isStopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the changes of rules failed: " + failure);
        }
    }
}
