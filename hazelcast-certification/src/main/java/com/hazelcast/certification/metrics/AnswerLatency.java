package com.hazelcast.certification.metrics;

import io.prometheus.metrics.model.registry.Collector;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Times of transactions, such as from one's arrival to its answer, each transaction counted once: since the start or the last
 * {@link #reset}, of the last ten seconds or so, and for ever as a {@linkplain #collector histogram for scrapes}.
 * Thread-safe; recording is wait-free.
 */
public final class AnswerLatency {
    /** Greatest time that is distinguished from longer ones, wherever times to answers are kept: two minutes. */
    public static final long HIGHEST_NS = 120_000_000_000L;

    static final int SIGNIFICANT_DIGITS = 2;

    private static final long RECENT_NS = 10_000_000_000L;

    private final Recorder recorder = new Recorder(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private final Histogram total = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private final Histogram current = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private final TransactionTimes times;
    private @Nullable Histogram interval;
    private final Histogram previous = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private final Histogram taken = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private long currentSinceNs = System.nanoTime();

    /** Nothing recorded yet; the name and help are the histogram's. */
    public AnswerLatency(String name, String help) {
        times = new TransactionTimes(name, help, this::collectNow);
    }

    /** Quantiles of the time to an answer, in nanoseconds. */
    public record Quantiles(long p50Ns, long p99Ns, long p999Ns, long maxNs) {
        static Quantiles of(Histogram histogram) {
            return new Quantiles(
                    histogram.getValueAtPercentile(50),
                    histogram.getValueAtPercentile(99),
                    histogram.getValueAtPercentile(99.9),
                    histogram.getMaxValue());
        }
    }

    /** So many transactions were answered that long after they had arrived. */
    public void record(long elapsedNs, int count) {
        if (count > 0) {
            recorder.recordValueWithCount(Math.min(Math.max(elapsedNs, 0), HIGHEST_NS), count);
        }
    }

    private void collect() {
        interval = recorder.getIntervalHistogram(interval);
        total.add(interval);
        current.add(interval);
        taken.add(interval);
        times.add(interval);
    }

    private synchronized void collectNow() {
        collect();
    }

    /** The native and classic histogram of all times; no reset takes anything from it. */
    public Collector collector() {
        return times;
    }

    /** Since the start or the last {@link #reset}. */
    public synchronized Quantiles sinceStart() {
        collect();
        return Quantiles.of(total);
    }

    /** All times behind {@link #sinceStart}, in a copy: a later one without an earlier one has the times between. */
    public synchronized Histogram sinceStartHistogram() {
        collect();
        return total.copy();
    }

    /** Of the running ten seconds, or of the last full ten when they have just begun. */
    public synchronized Quantiles recent() {
        return Quantiles.of(recentTimes());
    }

    /** All times behind {@link #recent}, in a copy, so that they can be added to those of other members. */
    public synchronized Histogram recentHistogram() {
        return recentTimes().copy();
    }

    /** Of the times since the call before; empty: there were none. Has one caller. No {@link #reset} takes anything from it. */
    public synchronized Optional<Quantiles> sinceTaken() {
        collect();
        Optional<Quantiles> quantiles =
                taken.getTotalCount() == 0 ? Optional.empty() : Optional.of(Quantiles.of(taken));
        taken.reset();
        return quantiles;
    }

    /**
     * To be called once a second, so that {@link #recent} is of the last seconds, however long ago somebody asked for it. Costs next to
     * nothing.
     */
    synchronized void tick(long nowNs) {
        if (nowNs - currentSinceNs >= RECENT_NS) {
            collect();
            endTenSeconds(nowNs);
        }
    }

    private Histogram recentTimes() {
        collect();
        long nowNs = System.nanoTime();
        if (nowNs - currentSinceNs >= RECENT_NS) {
            endTenSeconds(nowNs);
        }
        return current.getTotalCount() > 0 ? current : previous;
    }

    private void endTenSeconds(long nowNs) {
        previous.reset();
        previous.add(current);
        current.reset();
        currentSinceNs = nowNs;
    }

    /** Forgets everything, for a measurement that begins now. */
    public synchronized void reset() {
        collect();
        total.reset();
        current.reset();
        previous.reset();
    }
}
