package com.hazelcast.certification.cli;

import com.hazelcast.certification.loading.LoadProgress;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows how far a load is: a bar with cards a second and time left on a terminal, one line at the end elsewhere. */
final class LoadBar {
    private static final long STEP_NS = 200_000_000L;

    private LoadBar() {}

    /** Shows progress until the load has ended. */
    static void show(Supplier<LoadProgress> progress, BooleanSupplier isLoading) {
        if (System.console() == null) {
            await(progress, isLoading, null);
        } else {
            try (ProgressBar bar = new ProgressBarBuilder()
                    .setTaskName("loading")
                    .setUnit(" k cards", 1_000)
                    .setInitialMax(Math.max(1, progress.get().cards()))
                    .showSpeed()
                    .setStyle(ProgressBarStyle.ASCII)
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build()) {
                await(progress, isLoading, bar);
            }
        }
        LoadProgress done = progress.get();
        double seconds = Math.max(1, done.elapsedMs()) / 1e3;
        System.out.printf(
                "loaded %,d cards in %.1f s (%,.0f cards/s), %d of %d shards in place%n",
                done.cardsLoaded(), seconds, done.cardsLoaded() / seconds, done.shardsLoaded(), done.shardCount());
    }

    private static void await(Supplier<LoadProgress> progress, BooleanSupplier isLoading, @Nullable ProgressBar bar) {
        boolean running = true;
        while (running && !Thread.currentThread().isInterrupted()) {
            running = isLoading.getAsBoolean();
            if (bar != null) {
                bar.maxHint(Math.max(1, progress.get().cards()));
                bar.stepTo(progress.get().cardsLoaded());
            }
            LockSupport.parkNanos(running ? STEP_NS : 0);
        }
    }
}
