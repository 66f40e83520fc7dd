package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadState;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows how far a load is: a bar with cards a second and time left on a terminal, one line at the end elsewhere. */
public final class LoadBar {
    private static final int STEP_MS = 200;

    private LoadBar() {}

    /** Shows the load until it has ended, and why if that is early; returns whether all shards are in place. */
    public static boolean show(Supplier<LoadState> load) {
        LoadState ended;
        if (System.console() == null) {
            ended = await(load, null);
        } else {
            try (ProgressBar bar = new ProgressBarBuilder()
                    .setTaskName("loading")
                    .setUnit(" k cards", 1_000)
                    .setInitialMax(Math.max(1, load.get().progress().cards()))
                    .showSpeed()
                    .setUpdateIntervalMillis(STEP_MS)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build()) {
                ended = await(load, bar);
            }
        }
        LoadProgress done = ended.progress();
        double seconds = Math.max(1, done.elapsedMs()) / 1e3;
        System.out.printf(
                "loaded %,d cards in %.1f s (%,.0f cards/s), %d of %d shards in place%n",
                done.cardsLoaded(), seconds, done.cardsLoaded() / seconds, done.shardsLoaded(), done.shardCount());
        if (!ended.problem().isEmpty()) {
            System.err.println("fraud: the load ended early: " + ended.problem());
        }
        return ended.problem().isEmpty() && done.isDone();
    }

    private static LoadState await(Supplier<LoadState> load, @Nullable ProgressBar bar) {
        while (true) {
            LoadState now = load.get();
            if (bar != null) {
                bar.maxHint(Math.max(1, now.progress().cards()));
                bar.stepTo(now.progress().cardsLoaded());
            }
            if (!now.running() || Thread.currentThread().isInterrupted()) {
                return now;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(STEP_MS));
        }
    }
}
