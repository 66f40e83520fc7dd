package com.hazelcast.certification.api.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Hands tasks to an event loop, those that come together in one hop. A task that throws keeps none behind it from running: they do so in a hop of
 * their own, and the loop reports what was thrown. Bounded by what is on its way. Thread-safe.
 */
final class LoopTasks {
    private final Consumer<Runnable> loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();

    /** @param loop runs a task on its thread, later */
    LoopTasks(Consumer<Runnable> loop) {
        this.loop = loop;
    }

    void run(Runnable task) {
        tasks.add(task);
        schedule();
    }

    private void schedule() {
        if (!isScheduled.getAndSet(true)) {
            loop.accept(this::runAll);
        }
    }

    private void runAll() {
        // First: what is added from now on is seen below, or schedules anew.
        isScheduled.set(false);
        try {
            Runnable task = tasks.poll();
            while (task != null) {
                task.run();
                task = tasks.poll();
            }
        } finally {
            if (!tasks.isEmpty()) {
                schedule();
            }
        }
    }
}
