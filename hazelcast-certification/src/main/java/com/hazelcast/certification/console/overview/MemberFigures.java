package com.hazelcast.certification.console.overview;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.throughput.Mark;
import com.hazelcast.certification.console.throughput.MarkLog;
import com.hazelcast.certification.console.throughput.MemberThroughput;
import com.hazelcast.certification.console.throughput.PastRing;
import com.hazelcast.certification.console.throughput.ThroughputRange;
import com.hazelcast.certification.console.throughput.ThroughputRing;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.metrics.AccountingByReason;
import com.hazelcast.certification.metrics.EncodedTimes;
import com.hazelcast.certification.metrics.FraudMetrics;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What this member knows of itself. {@link #tick} is called once a second and costs a reading of counters; only
 * while others ask for samples does it look at the shards too. Thread-safe.
 */
public final class MemberFigures {
    private static final long WATCHED_NS = TimeUnit.SECONDS.toNanos(5);

    /** How long the first sample waits for figures of the shards. */
    private static final long FIRST_LOOK_MAX_MS = 500;

    private static final double NS_PER_SECOND = 1e9;

    /** After a standstill several ticks come at once; what comes sooner than this is no second of its own. */
    private static final long TICK_NS_MIN = TimeUnit.MILLISECONDS.toNanos(500);

    private final MemberParts parts;
    private final ThroughputRing ring = new ThroughputRing();
    private final PastRing past = new PastRing();
    private final MarkLog marks;

    @GuardedBy("this")
    private long lastScored;

    @GuardedBy("this")
    private long lastTickNs;

    @GuardedBy("this")
    private long lastTickSecond;

    private final long startedMs;
    private volatile long watchedUntilNs = System.nanoTime();
    private volatile MemberState state;
    private volatile long stateSinceMs;

    /** Of a member, from now. */
    public MemberFigures(MemberParts parts) {
        this.parts = parts;
        this.marks = new MarkLog(parts.clock());
        this.state = parts.activity().state().get();
        this.startedMs = parts.clock().millis();
        this.stateSinceMs = startedMs;
        this.lastTickNs = System.nanoTime();
        this.lastScored = parts.metrics().accounting().scored();
    }

    /** What this member remembers of that time. */
    public MemberThroughput throughput(ThroughputRange range) {
        String address = parts.address();
        List<Mark.Noticed> noticed = marks.list();
        PastRing.Points points = past.read(range);
        return range == ThroughputRange.TEN_MINUTES
                ? ring.read(address, points.latency(), noticed)
                : new MemberThroughput(
                        address,
                        range.secondsPerPoint(),
                        points.newestSecond(),
                        points.tps(),
                        points.dataTps(),
                        points.latency(),
                        noticed);
    }

    /** What this member notices, to be called of members that join and leave. */
    public MarkLog marks() {
        return marks;
    }

    /** Adds this second's point, unless it is there. */
    public synchronized void tick() {
        long nowMs = parts.clock().millis();
        long nowNs = System.nanoTime();
        if (nowNs - lastTickNs < TICK_NS_MIN) {
            return;
        }
        parts.metrics().tick(nowNs);
        long second = TimeUnit.MILLISECONDS.toSeconds(nowMs);
        long scored = parts.metrics().accounting().scored();
        double tps = (scored - lastScored) * NS_PER_SECOND / Math.max(1, nowNs - lastTickNs);
        lastScored = scored;
        lastTickNs = nowNs;
        lastTickSecond = second;
        updateState(nowMs);
        marks.look(parts.address(), state, parts.activity().load().get());
        boolean isWatched = nowNs - watchedUntilNs < 0;
        OwnedShards shards = parts.shards().owned();
        shards.setWatched(isWatched);
        if (isWatched) {
            var unused = shards.look();
        }
        Double dataTps = isWatched ? Rounded.tenthIfKnown(shards.latest().dataTps()) : null;
        ring.add(second, Rounded.tenth(tps), dataTps);
        past.add(second, tps, dataTps, parts.metrics().latency()::sinceTaken);
    }

    /** So that all members have their point of a second when they are asked in it, whoever of them ticks first. */
    private synchronized void tickOfThisSecond() {
        if (TimeUnit.MILLISECONDS.toSeconds(parts.clock().millis()) != lastTickSecond) {
            tick();
        }
    }

    private void updateState(long nowMs) {
        MemberState now = parts.activity().state().get();
        if (now != state) {
            state = now;
            stateSinceMs = nowMs;
        }
    }

    /** This member now. The first in a while waits a moment for its shards. */
    public MemberSample sample() throws InterruptedException {
        long nowNs = System.nanoTime();
        boolean isFirst = nowNs - watchedUntilNs >= 0;
        watchedUntilNs = nowNs + WATCHED_NS;
        if (isFirst) {
            look();
        }
        tickOfThisSecond();
        return sample(parts.shards().owned().latest());
    }

    /** This member now, for its own metrics: nobody watches, so its shards are as its last scrape found them. */
    MemberSample ownSample() {
        return sample(parts.shards().owned().get());
    }

    private MemberSample sample(ShardFigures shards) {
        updateState(parts.clock().millis());
        FraudMetrics metrics = parts.metrics();
        AccountingByReason accounting = metrics.accountingByReason();
        HistoryMemory.Fill fuller = parts.memory().fuller();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new MemberSample(
                state,
                stateSinceMs,
                startedMs,
                parts.activity().vitals().get(),
                metrics.lastMinute().figures(),
                parts.zone().orElse(null),
                parts.activity().life().get(),
                ring.newestTps(),
                new MemberSample.Counters(
                        accounting.accounting(), byName(accounting), accounting.flagged(), metrics.backupBatchCount()),
                EncodedTimes.encode(metrics.latency().recentHistogram()),
                shards,
                new MemberSample.Memory(
                        heap.getUsed(),
                        heap.getMax(),
                        fuller.usedBytes(),
                        fuller.limitBytes(),
                        parts.memory().kind().label()),
                cpuLoad(),
                LoadFigures.of(parts.activity().load().get(), state == MemberState.LOADING),
                EntranceFigures.of(metrics),
                DiskFigures.of(parts.shards().storage()));
    }

    private void look() throws InterruptedException {
        try {
            parts.shards().owned().look().get(FIRST_LOOK_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // What is not known is shown as such.
        }
    }

    private static Map<String, Long> byName(AccountingByReason accounting) {
        Map<String, Long> byName = new TreeMap<>();
        accounting.rejected().forEach((reason, count) -> byName.put(reason.name(), count));
        return byName;
    }

    private static @Nullable Double cpuLoad() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.OperatingSystemMXBean process) {
            double load = process.getProcessCpuLoad();
            return load < 0 ? null : (Double) Rounded.thousandth(load);
        }
        return null;
    }
}
