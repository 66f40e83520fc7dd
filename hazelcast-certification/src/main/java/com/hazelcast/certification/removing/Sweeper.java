package com.hazelcast.certification.removing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through all cards of the cluster once in an interval, evenly, and sweeps those whose shards this member owns, one part after the other.
 * Where it is follows from the clock, not from what it has done. So members that begin at different times are at the same place, a card
 * is looked at once whoever owns it meanwhile, and a member that is started again goes on. What fails is left for the next time.
 */
public final class Sweeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final long TICK_MS = 1_000;

    /** How long a part of a shard may take; then the sweep of this shard fails. */
    private static final long TIMEOUT_S = 30;

    /** Of an interval: a short one has more than one tick. */
    private static final int TICKS_MIN = 4;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final Clock clock;
    private final SweepMeter meter;
    private final Duration interval;
    private final long emptyMaxMs;
    private final LineLimit lines = new LineLimit(System::nanoTime);
    private final Thread thread = new Thread(this::run, "fraud-sweep");

    /** Begins, unless sweeps are never to be. */
    public Sweeper(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            Clock clock,
            SweepSettings settings,
            SweepMeter meter) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.clock = clock;
        this.meter = meter;
        this.interval = settings.interval().orElse(Duration.ZERO);
        this.emptyMaxMs = settings.cardTtl().toMillis();
        meter.begin(interval);
        thread.setDaemon(true);
        if (settings.interval().isPresent()) {
            thread.start();
        }
    }

    private void run() {
        // The positions of all shards, one behind the other.
        long all = keys.shardCount() * CardHash.POSITIONS;
        double perMs = (double) all / interval.toMillis();
        long beginMs = Math.floorMod(clock.millis(), interval.toMillis());
        long beginNs = System.nanoTime();
        long tickMs = Math.max(1, Math.min(TICK_MS, interval.toMillis() / TICKS_MIN));
        long done = (long) (beginMs * perMs);
        try {
            while (hazelcast.getLifecycleService().isRunning()) {
                Thread.sleep(tickMs);
                long elapsedMs = beginMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
                long now = (long) (elapsedMs * perMs);
                sweepBetween(Math.max(done, now - all), now);
                done = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweepBetween(long from, long to) throws InterruptedException {
        for (long next = from; next < to; ) {
            int shard = (int) (next / CardHash.POSITIONS % keys.shardCount());
            long first = next % CardHash.POSITIONS;
            long end = Math.min(CardHash.POSITIONS, first + to - next);
            try {
                if (keys.isOwned(hazelcast, shard) && RemovingSerialization.isKnownToAll(hazelcast)) {
                    sweep(keys.keyOf(shard), first, end);
                }
            } catch (ExecutionException | TimeoutException | RuntimeException | Error e) {
                // No other thread would sweep, nor say that nobody does.
                failed(keys.keyOf(shard), e);
            }
            next += end - first;
        }
    }

    private void sweep(Integer key, long first, long end)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (long next = first; next < end; ) {
            byte[] answer = map.submitToKey(key, new SweepShard(next, end, clock.millis(), emptyMaxMs))
                    .toCompletableFuture()
                    .get(TIMEOUT_S, TimeUnit.SECONDS);
            if (answer == null) {
                // Not loaded, or its owner waits for a copy or for its disk.
                return;
            }
            SweepShard.Report report = SweepShard.Report.of(answer);
            meter.swept(report.looked(), report.expired(), report.removed(), report.elapsedNs());
            next = report.next();
        }
    }

    private void failed(Integer key, Throwable e) {
        if (!hazelcast.getLifecycleService().isRunning()) {
            return;
        }
        meter.failed();
        long count = lines.add(1);
        if (count > 0) {
            LOG.warn(
                    "a part of a shard was not swept, and is swept the next time: shardKey={} failuresSinceLastLine={}",
                    key,
                    count,
                    e);
        }
    }

    /** Ends. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
