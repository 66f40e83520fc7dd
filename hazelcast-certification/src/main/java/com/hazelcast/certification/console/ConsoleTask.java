package com.hazelcast.certification.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Something that a console does again and again, and that may wait for other members: it runs once at a time. Thread-safe. */
final class ConsoleTask {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleTask.class);

    private final Executor workers;
    private final Runnable task;

    @GuardedBy("this")
    private CompletableFuture<Void> run = CompletableFuture.completedFuture(null);

    /** @param task what it throws is logged, and forgotten */
    ConsoleTask(Executor workers, Runnable task) {
        this.workers = workers;
        this.task = task;
    }

    /**
     * Begins a run, unless one goes on. Does not wait.
     *
     * @return done when the run has ended; never fails
     */
    synchronized CompletableFuture<Void> begin() {
        if (run.isDone()) {
            try {
                run = CompletableFuture.runAsync(this::runSafely, workers);
            } catch (RejectedExecutionException e) {
                LOG.debug("the console is closing", e);
            }
        }
        return run;
    }

    private void runSafely() {
        try {
            task.run();
        } catch (RuntimeException e) {
            // For example: the member is shutting down. The next second tries again.
            LOG.debug("the console could not look at the cluster", e);
        }
    }
}
