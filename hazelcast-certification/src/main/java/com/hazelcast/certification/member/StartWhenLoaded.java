package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.MissingShards;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.map.IMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a member as soon as every shard of the cluster is loaded: until then it reads nothing, because all that it read would
 * be rejected. Looks every half second on a thread of its own, and says in the log every half minute what it waits for.
 * Thread-safe; after {@link #cancel} nothing is started.
 */
final class StartWhenLoaded {
    private static final Logger LOG = LoggerFactory.getLogger(StartWhenLoaded.class);
    private static final long STEP_MS = 500;

    /** How long the count of missing shards may take. */
    private static final long TIMEOUT_MS = 60_000;

    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(30);

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final Runnable start;
    private @Nullable Thread waiting;

    /** @param start starts the member; called at most once for each {@link #begin} */
    StartWhenLoaded(IMap<Integer, HistoryShard> map, ShardKeys keys, Runnable start) {
        this.map = map;
        this.keys = keys;
        this.start = start;
    }

    /** Begins to wait, unless it waits already. */
    synchronized void begin() {
        if (waiting == null) {
            Thread thread = new Thread(this::run, "fraud-start");
            thread.setDaemon(true);
            waiting = thread;
            thread.start();
        }
    }

    /** Waits no longer. */
    synchronized void cancel() {
        if (waiting != null) {
            waiting.interrupt();
            waiting = null;
        }
    }

    synchronized boolean isWaiting() {
        return waiting != null;
    }

    private void run() {
        long nextLineNs = System.nanoTime();
        try {
            for (int missing = count(); missing > 0; missing = count()) {
                if (System.nanoTime() - nextLineNs >= 0) {
                    nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
                    LOG.warn(
                            "this member starts as soon as all shards are loaded, and reads nothing until then: {} of {} are not; load them with 'ctl load'",
                            missing,
                            keys.shardCount());
                }
                Thread.sleep(STEP_MS);
            }
        } catch (InterruptedException e) {
            LOG.info("this member no longer waits to start: it was stopped");
            return;
        }
        startUnlessCancelled();
    }

    /** How many shards are missing; all, when that cannot be found out now. */
    private int count() throws InterruptedException {
        try {
            return MissingShards.count(map, keys, TIMEOUT_MS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("the shards could not be asked whether they are loaded; they are asked again", e);
            return keys.shardCount();
        }
    }

    private synchronized void startUnlessCancelled() {
        if (Thread.currentThread().equals(waiting)) {
            waiting = null;
            LOG.info("all {} shards are loaded: this member starts", keys.shardCount());
            start.run();
        }
    }
}
