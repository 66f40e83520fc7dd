package com.hazelcast.certification.api.http;

import io.vertx.core.Context;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Hands tasks to an event loop, those that come together in one hop. Bounded by what is on its way. Thread-safe.
 */
final class LoopTasks {
    private final Context loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();

    LoopTasks(Context loop) {
        this.loop = loop;
    }

    void run(Runnable task) {
        tasks.add(task);
        if (!isScheduled.getAndSet(true)) {
            loop.runOnContext(ignored -> runAll());
        }
    }

    private void runAll() {
        // First: what is added from now on is seen below, or schedules anew.
        isScheduled.set(false);
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            task = tasks.poll();
        }
    }
}
