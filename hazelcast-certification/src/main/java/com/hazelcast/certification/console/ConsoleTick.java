package com.hazelcast.certification.console;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one tick of a console, at the beginning of each second of the clock. Steps run on the tick's own thread, one after the other, and
 * must not wait. Tasks may: each has a thread while it runs, and is left out when its run before goes on. Thread-safe.
 */
final class ConsoleTick implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleTick.class);
    private static final long PERIOD_MS = 1_000;

    private final Clock clock;
    private final List<Step> steps = new ArrayList<>();
    private final ScheduledExecutorService ticks =
            Executors.newSingleThreadScheduledExecutor(daemons("fraud-console-tick"));

    /** As many threads as tasks run at once. */
    private final ExecutorService workers = Executors.newCachedThreadPool(daemons("fraud-console-work"));

    /** Used by the tick's thread. */
    private long count;

    private record Step(int everyTicks, Runnable step) {}

    ConsoleTick(Clock clock) {
        this.clock = clock;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A task that runs on request. */
    ConsoleTask task(Runnable task) {
        return new ConsoleTask(workers, task);
    }

    /** Adds a step, which runs at the first tick and every so many. Before {@link #start}. */
    ConsoleTick every(int ticks, Runnable step) {
        steps.add(new Step(ticks, step));
        return this;
    }

    /** Adds a task, which begins at the first tick and every so many, unless it runs. Before {@link #start}. */
    ConsoleTick every(int ticks, ConsoleTask task) {
        return every(ticks, () -> {
            var unused = task.begin();
        });
    }

    void start() {
        long toNextSecondMs = PERIOD_MS - clock.millis() % PERIOD_MS;
        Future<?> unused = ticks.scheduleAtFixedRate(this::tick, toNextSecondMs, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        for (Step step : steps) {
            if (count % step.everyTicks == 0) {
                try {
                    step.step.run();
                } catch (RuntimeException e) {
                    // For example: the member is shutting down. The next tick tries again.
                    LOG.debug("a step of the console's tick has failed", e);
                }
            }
        }
        count++;
    }

    @Override
    public void close() {
        ticks.shutdownNow();
        workers.shutdownNow();
    }
}
