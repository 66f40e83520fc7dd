package com.hazelcast.certification.console.rules;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestSummary;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RuleChange;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backtest that this member's console runs, or has run last: one at a time. It runs on all members, in slices between batches.
 * Thread-safe; nothing here waits for it.
 */
final class Backtests implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Backtests.class);

    private final Work work;
    private final Consumer<RuleChange> changes;
    private final ExecutorService runner = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fraud-console-backtest");
        thread.setDaemon(true);
        return thread;
    });

    @GuardedBy("this")
    private @Nullable Run last;

    /** Runs a backtest on all members, as {@link com.hazelcast.certification.cluster.ClusterBacktest#run}. */
    interface Work {
        /** Waits for its end. */
        BacktestTally run(BacktestPlan plan, DoubleConsumer progress, BooleanSupplier isCancelled)
                throws RuleLanguageException, InterruptedException;
    }

    /**
     * What is run.
     *
     * @param set number of the set; 0: a text that no set has
     * @param against number of the set that it is compared with; 0: what the histories record
     * @param days before now
     * @param by who began it
     */
    record Subject(int set, int against, int days, String by) {}

    /**
     * A run as it is now.
     *
     * @param id of the run, as text: it has more digits than JavaScript's numbers
     * @param done from 0 to 1
     * @param failure why it has ended without a report; null: it has not
     */
    record View(
            String id,
            Subject subject,
            double sample,
            long fromMs,
            long toMs,
            boolean running,
            double done,
            @Nullable String failure,
            @Nullable BacktestReport report) {}

    private static final class Run {
        private final Subject subject;
        private final BacktestPlan plan;
        private volatile double done;
        private volatile boolean isCancelled;
        private volatile @Nullable String failure;
        private volatile @Nullable BacktestReport report;

        Run(Subject subject, BacktestPlan plan) {
            this.subject = subject;
            this.plan = plan;
        }

        boolean isRunning() {
            return failure == null && report == null;
        }

        View view() {
            return new View(
                    Long.toString(plan.id()),
                    subject,
                    plan.sample(),
                    plan.fromMs(),
                    plan.toMs(),
                    isRunning(),
                    done,
                    failure,
                    report);
        }
    }

    /** @param changes makes a change of the rules on all members */
    Backtests(Work work, Consumer<RuleChange> changes) {
        this.work = work;
        this.changes = changes;
    }

    /** @throws HttpFailure 409 when one runs */
    synchronized View begin(Subject subject, BacktestPlan plan) {
        if (last != null && last.isRunning()) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT, "a backtest runs; wait for it, or cancel it: by=" + last.subject.by());
        }
        Run run = new Run(subject, plan);
        last = run;
        try {
            runner.execute(() -> run(run));
        } catch (RuntimeException | Error e) {
            run.failure = "it could not be begun: " + e;
            throw e;
        }
        return run.view();
    }

    private void run(Run run) {
        try {
            BacktestTally tally = work.run(run.plan, done -> run.done = done, () -> run.isCancelled);
            BacktestReport report = BacktestReport.of(run.plan, tally);
            keep(run, tally);
            run.report = report;
        } catch (CancellationException e) {
            run.failure = "it was cancelled";
        } catch (RuleLanguageException e) {
            run.failure = CardMask.text(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            run.failure = "the member that ran it is leaving";
        } catch (RuntimeException e) {
            LOG.warn("a backtest of the console has failed: {}", e.toString());
            run.failure = String.valueOf(e.getMessage());
        } catch (Error e) {
            // It would look as if it ran, and no other could begin.
            run.failure = "the member that ran it has failed: " + e;
            throw e;
        }
    }

    /** With the set, for all members and for later. */
    private void keep(Run run, BacktestTally tally) throws RuleLanguageException {
        Subject subject = run.subject;
        if (subject.set == 0) {
            return;
        }
        BacktestResult result = BacktestSummary.of(run.plan, tally, subject.against);
        try {
            changes.accept(RuleChange.backtested(subject.set, result, subject.by, true));
        } catch (IllegalStateException e) {
            LOG.warn("the result of a backtest is not kept with its set: set={}: {}", subject.set, e.getMessage());
        }
    }

    /** The one that runs or has run last. */
    synchronized Optional<View> last() {
        return Optional.ofNullable(last).map(Run::view);
    }

    /** Has the one that runs end on all members. */
    synchronized void cancel() {
        if (last != null) {
            last.isCancelled = true;
        }
    }

    @Override
    public void close() {
        runner.shutdownNow();
    }
}
