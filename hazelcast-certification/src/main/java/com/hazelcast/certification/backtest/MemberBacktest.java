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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
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
    private static final int THREADS_OF_PARTITION_THREAD = 2;

    private final HazelcastInstance hazelcast;
    private volatile @Nullable BacktestProgress current;
    private volatile LongSupplier scored = () -> 0;
    private volatile LongUnaryOperator identify = code -> code;

    /** The last that was cancelled: the call that begins it may come later. */
    private volatile long cancelled;

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

    /**
     * From now on, sets are read as this member's histories have cards.
     *
     * @param byKey from the code of a card's number to its word
     */
    public void identifyBy(LongUnaryOperator byKey) {
        identify = byKey;
    }

    /** What slices run; null when it is another backtest, or it has ended. */
    @Nullable
    BacktestRun run(long id) {
        BacktestProgress progress = current;
        return progress != null && progress.run().plan().id() == id ? progress.run() : null;
    }

    /**
     * Begins.
     *
     * @return its state, with the shards that this member goes through
     * @throws IllegalStateException when another one runs
     * @throws IllegalArgumentException when a set is wrong, and says where; when it may cost more than a member allows
     */
    public synchronized BacktestState begin(BacktestPlan plan) {
        BacktestProgress before = current;
        if (before != null && before.isRunning()) {
            throw new IllegalStateException("another backtest runs on this member; wait for its end, or cancel it: id="
                    + before.run().plan().id());
        }
        BacktestRun run;
        try {
            run = new BacktestRun(plan, this::budgetNs, identify);
        } catch (RuleLanguageException e) {
            throw new IllegalArgumentException(
                    "the set is wrong: "
                            + e.problems().stream().map(MemberBacktest::text).collect(Collectors.joining("; ")),
                    e);
        }
        ShardKeys keys = ShardKeys.of(hazelcast);
        int threads = threads(hazelcast.getConfig());
        BacktestProgress progress = new BacktestProgress(run, keys.owned(hazelcast), threads);
        current = progress;
        if (cancelled == plan.id()) {
            progress.fail("cancelled");
        }
        AtomicInteger started = new AtomicInteger();
        progress.start(
                task -> {
                    Thread thread = new Thread(task, "backtest-" + started.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                },
                first -> go(progress, keys, first, threads));
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

    private void go(BacktestProgress progress, ShardKeys keys, int first, int threads)
            throws InterruptedException, ExecutionException, TimeoutException {
        IMap<Integer, HistoryShard> map = ShardMap.of(hazelcast);
        SlicePacing pacing = new SlicePacing(scored, LockSupport::parkNanos);
        for (int shard : progress.shards()) {
            // Shards of equal remainder are run by the same partition thread.
            if (shard % threads == first) {
                goThrough(progress, pacing, map, keys.keyOf(shard), shard);
            }
        }
    }

    private static void goThrough(
            BacktestProgress progress, SlicePacing pacing, IMap<Integer, HistoryShard> map, Integer key, int shard)
            throws InterruptedException, ExecutionException, TimeoutException {
        long position = 0;
        while (position < CardHash.POSITIONS && !progress.isFailed()) {
            long beginNs = System.nanoTime();
            long[] answer = map.submitToKey(
                            key, new BacktestSlice(progress.run().plan().id(), position))
                    .toCompletableFuture()
                    .get(SLICE_MAX_S, TimeUnit.SECONDS);
            if (answer == null || answer.length == 0) {
                progress.fail(
                        answer == null
                                ? "a shard is not loaded: shard=" + shard
                                : "a shard has moved to a member that joined meanwhile; begin again: shard=" + shard);
                return;
            }
            progress.add(progress.run().tallyOf(Arrays.copyOfRange(answer, 1, answer.length)), answer[0] - position);
            position = answer[0];
            pacing.sliceDone(System.nanoTime() - beginNs);
        }
    }

    /** The backtest that runs, or has run last. */
    public BacktestState state() {
        BacktestProgress progress = current;
        return progress == null ? BacktestState.NONE : progress.state();
    }

    /** Leaves out the examples of that card of the backtest that runs, or has run last. */
    public void forget(long card) {
        BacktestProgress progress = current;
        if (progress != null) {
            progress.forget(card);
        }
    }

    /** Ends a backtest, and waits for the slices that are out; does nothing to another, or to one that has ended. */
    public void cancel(long id) throws InterruptedException {
        cancelled = id;
        BacktestProgress progress = current;
        if (progress != null && progress.run().plan().id() == id && progress.isRunning()) {
            progress.fail("cancelled");
            progress.awaitEnd();
        }
    }
}
