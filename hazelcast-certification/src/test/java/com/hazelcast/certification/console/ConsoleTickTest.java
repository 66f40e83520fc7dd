package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one tick of a console. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ConsoleTickTest {
    private final ConsoleTick tick = new ConsoleTick(Clock.systemUTC());

    @AfterEach
    void close() {
        tick.close();
    }

    @Test
    void shouldTakeEachStepInItsTurnThoughOneFails() throws Exception {
        AtomicInteger each = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        CountDownLatch fourth = new CountDownLatch(4);
        tick.every(1, () -> {
                    throw new IllegalStateException("a step that fails");
                })
                .every(1, each::incrementAndGet)
                .every(2, second::incrementAndGet)
                .every(1, fourth::countDown)
                .start();

        assertThat(fourth.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(each.get()).isGreaterThanOrEqualTo(4);
        assertThat(second.get()).isBetween(each.get() / 2, each.get() / 2 + 1);
    }

    @Test
    void shouldRunATaskOnceAtATime() throws Exception {
        Semaphore entered = new Semaphore(0);
        CountDownLatch end = new CountDownLatch(1);
        ConsoleTask task = tick.task(() -> {
            entered.release();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        CompletableFuture<Void> first = task.begin();
        assertThat(entered.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(task.begin()).isSameAs(first);
        assertThat(entered.availablePermits())
                .as("no second run beside the first")
                .isZero();
        end.countDown();
        first.get(30, TimeUnit.SECONDS);

        task.begin().get(30, TimeUnit.SECONDS);
        assertThat(entered.availablePermits()).isEqualTo(1);
    }

    @Test
    void shouldEndARunThatFailsAndRunAgain() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        ConsoleTask task = tick.task(() -> {
            runs.incrementAndGet();
            throw new IllegalStateException("a task that fails");
        });

        task.begin().get(30, TimeUnit.SECONDS);
        task.begin().get(30, TimeUnit.SECONDS);

        assertThat(runs).hasValue(2);
    }

    @Test
    void shouldBeginNothingAfterItIsClosed() {
        AtomicInteger runs = new AtomicInteger();
        ConsoleTask task = tick.task(runs::incrementAndGet);
        tick.close();

        assertThat(task.begin()).isDone();

        assertThat(runs).hasValue(0);
    }
}
