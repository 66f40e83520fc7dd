package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the threads of a backtest end. They are run here by the test, one after the other. */
class BacktestProgressTest {
    private static final int SHARDS = 2;

    private final List<Runnable> threads = new ArrayList<>();
    private final BacktestRun run = newRun();
    private final BacktestProgress progress = new BacktestProgress(run, List.of(0, 1), SHARDS);

    private static BacktestRun newRun() {
        RuleSetText rules = new RuleSetText("rule all decline when tx.amount > 5", Map.of());
        List<Decider> recorded = List.of(new Decider(1, 0, "none", Action.APPROVE));
        try {
            return new BacktestRun(new BacktestPlan(7, rules, null, recorded, 0, 1, 1, 1), Long.MAX_VALUE);
        } catch (RuleLanguageException e) {
            throw new AssertionError(e);
        }
    }

    /** Instead of threads that run. */
    private final class Unstarted extends Thread {
        private final Runnable task;

        Unstarted(Runnable task) {
            this.task = task;
        }

        @Override
        public void start() {
            threads.add(task);
        }
    }

    private void count(int shard) {
        progress.add(run.newTally(), CardHash.POSITIONS);
    }

    @Test
    void shouldEndWellWhenEachThreadHasComeToTheEndOfItsPart() {
        progress.start(Unstarted::new, this::count);
        assertThat(progress.state().running()).isTrue();

        threads.forEach(Runnable::run);

        assertThat(progress.state().running()).isFalse();
        assertThat(progress.state().failure()).isEmpty();
        assertThat(progress.state().done()).isEqualTo(1);
        assertThat(progress.state().counts()).isNotEmpty();
    }

    @Test
    void shouldEndAsFailedWhenAThreadEndsWithAnError() {
        progress.start(Unstarted::new, thread -> {
            if (thread == 1) {
                throw new StackOverflowError("of a test");
            }
            count(thread);
        });

        threads.get(0).run();
        assertThatThrownBy(threads.get(1)::run).isInstanceOf(StackOverflowError.class);

        assertThat(progress.state().running()).isFalse();
        assertThat(progress.state().failure())
                .isEqualTo("a thread has failed: java.lang.StackOverflowError: of a test");
        assertThat(progress.state().counts())
                .as("what is counted is not all of it")
                .isEmpty();
    }

    @Test
    void shouldEndAsFailedWhenAThreadCannotBeStarted() {
        progress.start(
                task -> {
                    if (threads.isEmpty()) {
                        return new Unstarted(task);
                    }
                    throw new OutOfMemoryError("unable to create native thread");
                },
                this::count);
        assertThat(progress.isFailed()).as("so the other ends with its slice").isTrue();
        assertThat(progress.state().running()).isTrue();

        threads.get(0).run();

        assertThat(progress.state().running()).isFalse();
        assertThat(progress.state().failure())
                .isEqualTo("a thread cannot be started: java.lang.OutOfMemoryError: unable to create native thread");
    }
}
