package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestSummary;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.mapping.Percent;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** Options of commands that let a set decide: how many cards would get another action is found out before, and confirmed where it is many. */
final class BlastRadius {
    private static final int DAYS = 30;
    private static final double PERCENT = 100;

    @Option(
            names = "--sample",
            paramLabel = "SHARE",
            defaultValue = "0.01",
            description = "The backtest takes this share of the cards (default: ${DEFAULT-VALUE}).")
    private double sample;

    @Option(
            names = "--blast-limit",
            paramLabel = "PERCENT",
            defaultValue = "2",
            description = "Changed cards beyond this share have to be confirmed (default: ${DEFAULT-VALUE}).")
    private double limit;

    @Option(
            names = "--blast-limit-amounts",
            paramLabel = "PERCENT",
            defaultValue = "2",
            description = "The same for the share of the amounts that get another action (default: ${DEFAULT-VALUE}).")
    private double amountsLimit;

    @Option(
            names = "--yes-this-many",
            paramLabel = "CARDS",
            defaultValue = "0",
            description = "Confirms that up to so many cards get another action.")
    private long confirmed;

    /** What is to decide: a set, for a share of the cards from 0 to 1. */
    record Candidate(int set, double share, String by) {}

    /**
     * Finds out what a set would change, and prints it.
     *
     * @return number of the set with which it was compared; empty: it was too much, and nothing is to be changed
     * @throws IllegalArgumentException when a limit is no percentage
     */
    OptionalInt find(ClusterControl control, Candidate candidate, PrintWriter out, PrintWriter err)
            throws RuleLanguageException, InterruptedException {
        requirePercent("--blast-limit", limit);
        requirePercent("--blast-limit-amounts", amountsLimit);
        RuleBook book = control.rules().book();
        RecordedSet now = book.set(book.active()).orElseThrow();
        long toMs = Clock.systemUTC().millis();
        BacktestPlan plan = new BacktestPlan(
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                new SetName(Integer.toString(candidate.set())).in(book),
                now.text(),
                List.of(),
                toMs - DAYS * HistoryLimits.DAY_MS,
                toMs,
                sample,
                1);
        BacktestResult found =
                BacktestSummary.of(plan, control.backtest().run(plan, done -> {}, () -> false), now.number());
        RuleBook unused = control.rules().change(RuleChange.backtested(candidate.set(), found, candidate.by(), false));
        if (found.hasSeenNoCard()) {
            err.println(
                    "fraud: the backtest has seen no card; nothing has changed. Give a larger share of the cards: --sample="
                            + sample);
            err.flush();
            return OptionalInt.empty();
        }
        print(plan, found, candidate.share(), out);
        return isTooMuch(found, candidate.share(), err) ? OptionalInt.empty() : OptionalInt.of(now.number());
    }

    private static void requirePercent(String option, double percent) {
        // Nothing is beyond what is no number.
        if (!(percent >= 0 && percent <= PERCENT)) {
            throw new IllegalArgumentException(
                    "the share that may change without being confirmed is 0 to 100 percent; nothing has changed: "
                            + option + "=" + percent);
        }
    }

    private void print(BacktestPlan plan, BacktestResult found, double share, PrintWriter out)
            throws RuleLanguageException {
        out.printf(
                Locale.ROOT,
                "blast radius against set %d, %d days%s: about %,d cards (%s) and %s of the amounts get another action%n",
                found.against(),
                DAYS,
                share < 1 ? String.format(Locale.ROOT, ", for %.2f %% of the cards", PERCENT * share) : "",
                Math.round(share * found.cardsChanged()),
                bounded(share * found.cardsChangedShare(), share * found.cardsChangedBound()),
                bounded(found.changedUnitsPart(share), share * found.changedUnitsBound()));
        out.println(BacktestReport.amounts(found.currency()));
        BacktestReport.learnt(plan).ifPresent(out::println);
        out.flush();
    }

    private String bounded(double part, double bound) {
        return sample < 1
                ? String.format(Locale.ROOT, "%.2f ± %.2f %%", PERCENT * part, PERCENT * bound)
                : String.format(Locale.ROOT, "%.2f %%", PERCENT * part);
    }

    /** Of a sample, what it may be: a small one says little. */
    private boolean isTooMuch(BacktestResult found, double share, PrintWriter err) {
        if (!found.isBeyond(share, limit, amountsLimit) || confirmed >= found.cardsChangedMax(share)) {
            return false;
        }
        err.printf(
                Locale.ROOT,
                "fraud: that %s more than %s %% of the cards or %s %% of the amounts; nothing has changed. To go on: --yes-this-many %d%n",
                sample < 1 ? "may be" : "is",
                Percent.text(limit / PERCENT),
                Percent.text(amountsLimit / PERCENT),
                found.cardsChangedMax(share));
        err.flush();
        return true;
    }
}
