package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.traffic.Traffic;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What it costs to look at each card once, as the sweeps of members do in an interval: part by part, each with the record that backups
 * and the log would get. One thread in one process: the call that brings a part to its shard is not in it. Used once, by one thread.
 */
public final class SweepBench {
    /** As the run of the certification has, for which the cost is bounded. */
    public static final long CERTIFICATION_CARDS = 30_000_000;

    /** As members take them. */
    private static final int CARDS_PER_CALL = 500;

    /** As members have it by default. */
    private static final Duration CARD_TTL = Duration.ofDays(7);

    private final Settings settings;
    private final Clock clock;

    /**
     * What to measure.
     *
     * @param interval in which each card is looked at once
     */
    public record Settings(
            int cards, int historyPerCard, int shards, MemoryKind memory, Traffic traffic, Duration interval) {}

    /**
     * What a sweep of all cards took.
     *
     * @param cards that were looked at
     * @param parts of shards; a member makes a call for each
     * @param entriesDropped transactions that got too old in the interval
     * @param elapsedNs of the sweep
     * @param cpuNs processor time of the thread in it
     * @param interval in which members do it once
     */
    public record Result(long cards, long parts, long entriesDropped, long elapsedNs, long cpuNs, Duration interval) {
        /** Processor time of a card. */
        public double cpuNsPerCard() {
            return (double) cpuNs / cards;
        }

        /** The share of one core, 0 to 1, that it takes to look at so many cards once in the interval. */
        public double coreShare(long ofCards) {
            return cpuNsPerCard() * ofCards / interval.toNanos();
        }
    }

    /** @param clock says when the histories end */
    public SweepBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Loads on all processors, sweeps once so that the code is compiled, and measures a second sweep, an interval later. */
    public Result run() {
        long untilMs = clock.millis();
        HistoryShard[] shards = load(untilMs);
        long intervalMs = settings.interval().toMillis();
        Result unusedWarmUp = sweep(shards, untilMs + intervalMs);
        return sweep(shards, untilMs + 2 * intervalMs);
    }

    private HistoryShard[] load(long untilMs) {
        LoadSpec spec = new LoadSpec(settings.cards(), settings.historyPerCard(), 1, untilMs, settings.traffic());
        SyntheticShards synthetic = new SyntheticShards(
                spec,
                settings.shards(),
                HistoryMemory.unbounded(settings.memory()),
                HistoryLimits.ENTRIES_PER_CARD_DEFAULT,
                Optional.empty());
        return IntStream.range(0, settings.shards())
                .parallel()
                .mapToObj(synthetic::make)
                .toArray(HistoryShard[]::new);
    }

    private Result sweep(HistoryShard[] shards, long timeMs) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cards = 0;
        long parts = 0;
        long dropped = 0;
        long startNs = System.nanoTime();
        long startCpuNs = threads.getCurrentThreadCpuTime();
        for (HistoryShard shard : shards) {
            long from = 0;
            while (from < CardHash.POSITIONS) {
                long to = CardHash.endOfPart(from, CARDS_PER_CALL, shard.cardCount());
                HistoryShard.Swept swept = RemovalRecord.sweep(shard, from, to, timeMs, CARD_TTL.toMillis())
                        .swept();
                cards += swept.looked();
                dropped += swept.expired();
                parts++;
                from = to;
            }
        }
        long cpuNs = threads.getCurrentThreadCpuTime() - startCpuNs;
        return new Result(cards, parts, dropped, System.nanoTime() - startNs, cpuNs, settings.interval());
    }
}
