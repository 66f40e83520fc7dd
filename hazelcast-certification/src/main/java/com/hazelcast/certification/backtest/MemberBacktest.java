package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.spi.properties.ClusterProperty;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The backtests of a member, one at a time. Its threads hand in slices for the shards that the member owned at the beginning, two at a
 * time for each partition thread, and each answer is added once. While the member scores, they wait between slices ({@link SlicePacing}).
 * Thread-safe.
 */
public final class MemberBacktest {
    private static final String KEY = MemberBacktest.class.getName();
    private static final long SLICE_MAX_S = 60;
    private static final long END_MAX_S = 5;
    private static final int THREADS_OF_PARTITION_THREAD = 2;

    private final HazelcastInstance hazelcast;
    private volatile @Nullable Progress current;
    private volatile LongSupplier scored = () -> 0;

    /** The last that was cancelled: the call that begins it may come later. */
    private volatile long cancelled;

    /** A backtest that runs, or has run last. */
    private static final class Progress {
        private final BacktestRun run;
        private final List<Integer> shards;
        private final BacktestTally tally;
        private final AtomicLong positions = new AtomicLong();

        /** Those that have not ended. */
        private int threads;

        private volatile String failure = "";

        Progress(BacktestRun run, List<Integer> shards, int threads) {
            this.run = run;
            this.shards = shards;
            this.tally = run.newTally();
            this.threads = threads;
        }

        synchronized void add(BacktestTally part) {
            tally.add(part);
        }

        synchronized void end() {
            threads--;
            notifyAll();
        }

        synchronized void awaitEnd() throws InterruptedException {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_MAX_S);
            while (threads > 0 && System.nanoTime() < endNs) {
                wait(TimeUnit.SECONDS.toMillis(1));
            }
        }

        synchronized boolean isRunning() {
            return threads > 0;
        }

        synchronized void fail(String why) {
            failure = failure.isEmpty() ? why : failure;
            run.cancel();
        }

        synchronized BacktestState state() {
            boolean isRunning = isRunning();
            double done = shards.isEmpty() ? 1 : positions.get() / ((double) CardHash.POSITIONS * shards.size());
            return new BacktestState(
                    run.plan().id(),
                    shards,
                    isRunning,
                    done,
                    failure,
                    isRunning || !failure.isEmpty()
                            ? List.of()
                            : Arrays.stream(tally.toLongs()).boxed().toList());
        }
    }

    private MemberBacktest(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /** Those of a member. */
    public static MemberBacktest of(HazelcastInstance hazelcast) {
        return (MemberBacktest)
                hazelcast.getUserContext().computeIfAbsent(KEY, ignored -> new MemberBacktest(hazelcast));
    }

    /** From now on, slices make room when that has changed: what the member has scored so far. */
    public void paceBy(LongSupplier scoredSoFar) {
        scored = scoredSoFar;
    }

    /** What slices run; null when it is another backtest, or it has ended. */
    @Nullable
    BacktestRun run(long id) {
        Progress progress = current;
        return progress != null && progress.run.plan().id() == id ? progress.run : null;
    }

    /**
     * Begins.
     *
     * @return its state, with the shards that this member goes through
     * @throws IllegalStateException when another one runs
     * @throws IllegalArgumentException when a set is wrong, and says where; when it may cost more than a member allows
     */
    public synchronized BacktestState begin(BacktestPlan plan) {
        Progress before = current;
        if (before != null && before.isRunning()) {
            throw new IllegalStateException("another backtest runs on this member; wait for its end, or cancel it: id="
                    + before.run.plan().id());
        }
        BacktestRun run;
        try {
            run = new BacktestRun(plan, this::budgetNs);
        } catch (RuleLanguageException e) {
            throw new IllegalArgumentException(
                    "the set is wrong: "
                            + e.problems().stream().map(MemberBacktest::text).collect(Collectors.joining("; ")),
                    e);
        }
        ShardKeys keys = ShardKeys.of(hazelcast);
        int threads = threads(hazelcast.getConfig());
        Progress progress = new Progress(run, keys.owned(hazelcast), threads);
        current = progress;
        if (cancelled == plan.id()) {
            progress.fail("cancelled");
        }
        for (int i = 0; i < threads; i++) {
            int first = i;
            Thread thread = new Thread(() -> go(progress, keys, first, threads), "backtest-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return progress.state();
    }

    /** What the member lets a set cost. */
    private long budgetNs(RuleSetText text) {
        RuleKeeper rules = RuleKeeper.of(hazelcast.getUserContext());
        return rules == null ? SetCost.BUDGET_NS : rules.budgetNs(text);
    }

    private static String text(Problem problem) {
        return problem.line() + ":" + problem.column() + ": " + problem.message();
    }

    /** Two a partition thread, so that one hands in its slice while the other takes its answer; more would take more than half of it. */
    static int threads(Config config) {
        String given = config.getProperty(ClusterProperty.PARTITION_OPERATION_THREAD_COUNT.getName());
        int count = given == null ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(given);
        return THREADS_OF_PARTITION_THREAD * count;
    }

    private void go(Progress progress, ShardKeys keys, int first, int threads) {
        try {
            IMap<Integer, HistoryShard> map = ShardMap.of(hazelcast);
            SlicePacing pacing = new SlicePacing(scored, LockSupport::parkNanos);
            for (int shard : progress.shards) {
                // Shards of equal remainder are run by the same partition thread.
                if (shard % threads == first) {
                    goThrough(progress, pacing, map, keys.keyOf(shard), shard);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            progress.fail("interrupted");
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            progress.fail("a shard did not answer: " + (e.getCause() == null ? e : e.getCause()));
        } finally {
            progress.end();
        }
    }

    private static void goThrough(
            Progress progress, SlicePacing pacing, IMap<Integer, HistoryShard> map, Integer key, int shard)
            throws InterruptedException, ExecutionException, TimeoutException {
        long position = 0;
        while (position < CardHash.POSITIONS && progress.failure.isEmpty()) {
            long[] answer = map.submitToKey(
                            key, new BacktestSlice(progress.run.plan().id(), position))
                    .toCompletableFuture()
                    .get(SLICE_MAX_S, TimeUnit.SECONDS);
            if (answer == null || answer.length == 0) {
                progress.fail(
                        answer == null
                                ? "a shard is not loaded: shard=" + shard
                                : "a shard has moved to a member that joined meanwhile; begin again: shard=" + shard);
                return;
            }
            progress.add(progress.run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length)));
            progress.positions.addAndGet(answer[0] - position);
            position = answer[0];
            pacing.sliceDone();
        }
    }

    /** The backtest that runs, or has run last. */
    public BacktestState state() {
        Progress progress = current;
        return progress == null ? BacktestState.NONE : progress.state();
    }

    /** Ends a backtest, and waits for the slices that are out; does nothing to another, or to one that has ended. */
    public void cancel(long id) throws InterruptedException {
        cancelled = id;
        Progress progress = current;
        if (progress != null && progress.run.plan().id() == id && progress.isRunning()) {
            progress.fail("cancelled");
            progress.awaitEnd();
        }
    }
}
