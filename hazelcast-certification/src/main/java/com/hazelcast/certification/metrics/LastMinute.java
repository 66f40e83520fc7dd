package com.hazelcast.certification.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How the counters of a member have grown in the last minute: a point a second, at most {@value #POINTS} of them. Thread-safe;
 * costs nothing between the points.
 */
public final class LastMinute {
    private static final int POINTS = 61;
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(60);

    /** As long as that without an answer is a second that was missed and another; more means that nothing is scored. */
    private static final long SCORED_NS = TimeUnit.SECONDS.toNanos(3);

    @GuardedBy("this")
    private final @Nullable Point[] points = new Point[POINTS];

    @GuardedBy("this")
    private long count;

    /** When something was last seen scored, by {@code System.nanoTime()}; means nothing before anything was. */
    @GuardedBy("this")
    private long scoredNs;

    @GuardedBy("this")
    private boolean hasScored;

    /**
     * The counters at one moment.
     *
     * @param nowNs by {@code System.nanoTime()}
     * @param verdicts transactions scored on shards of this member, whoever read them
     * @param batchFailures calls that failed and were made again
     * @param lastFailure name of the last one's exception; empty: none yet
     */
    record Point(long nowNs, AccountingByReason accounting, long verdicts, long batchFailures, String lastFailure) {
        /** What grows when something is scored here, for this member or for another. */
        private long work() {
            return accounting.accounting().scored() + accounting.accounting().duplicate() + verdicts;
        }
    }

    /**
     * What a minute has brought.
     *
     * @param received records read
     * @param rejected of these, rejected, by name of the reason; reasons without any are left out
     * @param batchFailures calls that failed and were made again
     * @param lastFailure name of the last failure's exception; empty: none in this minute
     */
    public record Figures(long received, Map<String, Long> rejected, long batchFailures, String lastFailure) {
        /** Nothing. */
        public static final Figures NONE = new Figures(0, Map.of(), 0, "");
    }

    synchronized void add(Point point) {
        Point before = at(count - 1);
        if (before != null && point.work() > before.work()) {
            hasScored = true;
            scoredNs = point.nowNs;
        }
        points[(int) (count % POINTS)] = point;
        count++;
    }

    @GuardedBy("this")
    private @Nullable Point at(long index) {
        return index < 0 || index < count - POINTS ? null : points[(int) (index % POINTS)];
    }

    /** Whether this member has scored something in the last three seconds, on its shards or on others' for its own sources. */
    public synchronized boolean isScoring() {
        return hasScored && System.nanoTime() - scoredNs < SCORED_NS;
    }

    /** From the oldest point of the last minute to the newest. */
    public synchronized Figures figures() {
        Point newest = at(count - 1);
        if (newest == null) {
            return Figures.NONE;
        }
        Point oldest = newest;
        for (long index = count - 1; index >= Math.max(0, count - POINTS); index--) {
            Point point = at(index);
            if (point == null || newest.nowNs - point.nowNs > WINDOW_NS) {
                break;
            }
            oldest = point;
        }
        long failures = newest.batchFailures - oldest.batchFailures;
        return new Figures(
                newest.accounting.accounting().received()
                        - oldest.accounting.accounting().received(),
                rejected(oldest.accounting, newest.accounting),
                failures,
                failures == 0 ? "" : newest.lastFailure);
    }

    private static Map<String, Long> rejected(AccountingByReason before, AccountingByReason now) {
        Map<String, Long> rejected = new TreeMap<>();
        now.rejected().forEach((reason, total) -> {
            long grown = total - before.rejected().getOrDefault(reason, 0L);
            if (grown > 0) {
                rejected.put(reason.name(), grown);
            }
        });
        return rejected;
    }
}
