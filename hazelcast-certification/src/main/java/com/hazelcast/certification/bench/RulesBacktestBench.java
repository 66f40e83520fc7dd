package com.hazelcast.certification.bench;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.RunSample;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/**
 * How long members take to run a set of rules over the histories that they hold, with nothing else to do or beside a source's
 * transactions; then also how much later these are answered. A backtest runs for each share of the cards, one after the other, on the same
 * members.
 */
public final class RulesBacktestBench {
    /** Of a source that nobody reads, when members score nothing: they are never started. */
    private static final long RATE_UNREAD = 1;

    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_SECOND = 1e3;
    private static final double P999 = 99.9;

    private static final long SEED = 1;

    private final Settings settings;
    private final Clock clock;

    /**
     * What to run.
     *
     * @param members and the rest of the cluster
     * @param rules that are tried, a file or the name of a shipped set; against what the histories record
     * @param days that are looked at, 1 to 90
     * @param samples shares of the cards, above 0 and at most 1
     * @param rate transactions a second that members score meanwhile; 0: none
     * @param warmUp with a rate, before anything is measured
     * @param duration with a rate, how long answers are looked at without a backtest, and at least with one
     */
    public record Settings(
            EndToEndBench.Settings members,
            String rules,
            int days,
            List<Double> samples,
            long rate,
            Duration warmUp,
            Duration duration) {
        public Settings {
            samples = List.copyOf(samples);
        }
    }

    /**
     * What a backtest took and found.
     *
     * @param timeMs from the call to the sum of what all members have counted
     * @param changedShare of its transactions: those that the set decides in another way than the histories record
     * @param p999WithoutMs time to an answer in the time before it; NaN without a rate
     * @param p999WithMs the same while it ran, again and again for the same time; NaN without a rate
     * @param driver what the source itself did in both times; nothing without a rate
     */
    public record Result(
            double sample,
            double timeMs,
            long transactions,
            long cards,
            double changedShare,
            double p999WithoutMs,
            double p999WithMs,
            DriverWork driver) {
        /** Whether answers were looked at. */
        public boolean isBesideScoring() {
            return !Double.isNaN(p999WithMs);
        }

        Result beside(double withoutMs, double withMs, DriverWork work) {
            return new Result(sample, timeMs, transactions, cards, changedShare, withoutMs, withMs, work);
        }

        /** For people: what it took and found, and with a rate the answers beside it and what the source did. */
        public List<String> lines() {
            List<String> lines = new ArrayList<>(List.of(String.format(
                    Locale.ROOT,
                    "sample %s: %.1f s for %,d transactions of %,d cards, %.2f %% of them decided in another way than recorded",
                    sample,
                    timeMs / MS_PER_SECOND,
                    transactions,
                    cards,
                    100 * changedShare)));
            if (isBesideScoring()) {
                lines.add(String.format(
                        Locale.ROOT, "p99.9 without it %.2f ms, with it %.2f ms", p999WithoutMs, p999WithMs));
                lines.addAll(driver.lines());
            }
            return lines;
        }
    }

    /** A bench on this machine. */
    public RulesBacktestBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Starts members, loads, runs the backtests, and stops everything.
     *
     * @param progress takes each sample and what is done of it, from time to time
     * @return a result for each sample
     * @throws IOException when a member does not start, or the set cannot be read
     * @throws IllegalStateException when a member does not run it to its end
     */
    public List<Result> run(BiConsumer<Double, Double> progress) throws IOException, InterruptedException {
        RuleSetText rules = RuleSetFile.named(settings.rules);
        List<Result> results = new ArrayList<>();
        boolean isBeside = settings.rate > 0;
        new EndToEndBench(settings.members, clock)
                .withMembers(isBeside ? settings.rate : RATE_UNREAD, List.of(), running -> {
                    ClusterControl cluster = running.cluster();
                    if (isBeside) {
                        var unusedStart = cluster.start();
                        EndToEndBench.warmUp(cluster, settings.warmUp);
                    }
                    for (double sample : settings.samples) {
                        results.add(
                                isBeside
                                        ? runBeside(running, rules, sample, progress)
                                        : run(cluster, rules, sample, progress));
                    }
                });
        return List.copyOf(results);
    }

    /** @throws IllegalStateException when nothing is answered */
    private Result runBeside(
            EndToEndBench.Running running, RuleSetText rules, double sample, BiConsumer<Double, Double> progress)
            throws IOException, InterruptedException {
        ClusterControl cluster = running.cluster();
        DriverWork before = running.source().work();
        Histogram begin = cluster.answerTimes();
        TimeUnit.NANOSECONDS.sleep(settings.duration.toNanos());
        Histogram call = cluster.answerTimes();
        long endNs = System.nanoTime() + settings.duration.toNanos();
        Result first = run(cluster, rules, sample, progress);
        while (System.nanoTime() - endNs < 0) {
            Result unused = run(cluster, rules, sample, progress);
        }
        Histogram end = cluster.answerTimes();
        DriverWork driver = running.source().work().since(before);
        return first.beside(p999Ms(begin, call), p999Ms(call, end), driver);
    }

    private static double p999Ms(Histogram from, Histogram to) {
        Histogram times = RunSample.between(from, to);
        if (times.getTotalCount() == 0) {
            throw new IllegalStateException("nothing was answered, so there is nothing to compare");
        }
        return times.getValueAtPercentile(P999) / NS_PER_MS;
    }

    private Result run(ClusterControl cluster, RuleSetText rules, double sample, BiConsumer<Double, Double> progress)
            throws IOException, InterruptedException {
        long toMs = clock.millis();
        long beginNs = System.nanoTime();
        BacktestTally tally;
        try {
            BacktestPlan plan = new BacktestPlan(
                    ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                    rules,
                    null,
                    Decider.recorded(cluster.rules().book()),
                    toMs - settings.days * HistoryLimits.DAY_MS,
                    toMs,
                    sample,
                    SEED);
            tally = cluster.backtest().run(plan, done -> progress.accept(sample, done), () -> false);
        } catch (RuleLanguageException e) {
            throw new IOException("the set is wrong: rules=" + settings.rules + ": " + e.getMessage(), e);
        }
        double timeMs = (System.nanoTime() - beginNs) / (double) TimeUnit.MILLISECONDS.toNanos(1);
        return new Result(
                sample,
                timeMs,
                tally.transactions(),
                tally.cards(),
                tally.changed() / (double) Math.max(1, tally.transactions()),
                Double.NaN,
                Double.NaN,
                DriverWork.NONE);
    }
}
