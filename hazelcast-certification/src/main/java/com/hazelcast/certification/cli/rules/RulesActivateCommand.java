package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fraud rules activate SET}. */
@Command(
        name = "activate",
        description = {
            "Lets a set decide for all cards. Before that a backtest over 30 days finds how many cards would get",
            "another action than by the set that decides now; many of them have to be confirmed by their number."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it decides", "1:nothing has changed; the message has the reason"})
final class RulesActivateCommand extends RulesClusterCommand.OfSet {
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

    @Option(
            names = "--breaker",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description =
                    "When a member sees it decline more than this share of at least 100 decisions within --breaker-seconds, the set before decides again; 0 for never (default: ${DEFAULT-VALUE}).")
    private int breaker;

    @Option(
            names = "--breaker-times",
            paramLabel = "TIMES",
            defaultValue = "0",
            description =
                    "The same when it declines more than so many times the share of the hour before; 0 for never (default: ${DEFAULT-VALUE}).")
    private double breakerTimes;

    @Option(
            names = "--breaker-seconds",
            paramLabel = "SECONDS",
            defaultValue = "" + BreakerLimits.WINDOW_S,
            description = "Decisions of so many seconds, 1 to 60 (default: ${DEFAULT-VALUE}).")
    private int breakerSeconds;

    @Option(
            names = "--breaker-declines-nothing",
            description = "Then the set goes on deciding, but what it would decline is approved.")
    private boolean declinesNothing;

    @Override
    int run(ClusterControl control) throws RuleLanguageException, InterruptedException {
        BreakerLimits limits = new BreakerLimits(breaker, breakerTimes, breakerSeconds, declinesNothing);
        RuleBook book = control.rules().book();
        RuleSetText text = new SetName(Integer.toString(set)).in(book);
        RecordedSet now = book.set(book.active()).orElseThrow();
        long toMs = Clock.systemUTC().millis();
        BacktestPlan plan = new BacktestPlan(
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                text,
                now.text(),
                List.of(),
                toMs - DAYS * HistoryLimits.DAY_MS,
                toMs,
                sample,
                1);
        BacktestResult found =
                control.backtest().run(plan, done -> {}, () -> false).result(plan, now.number());
        RuleBook unused = control.rules().change(RuleChange.backtested(set, found, by(), false));
        if (found.hasSeenNoCard()) {
            err().println(
                            "fraud: the backtest has seen no card; nothing has changed. Give a larger share of the cards: --sample="
                                    + sample);
            err().flush();
            return REFUSED;
        }
        out().printf(
                        Locale.ROOT,
                        "blast radius against set %d, %d days: about %,d cards (%s) and %s of the amounts get another action%n",
                        now.number(),
                        DAYS,
                        found.cardsChanged(),
                        bounded(found.cardsChangedShare(), found.cardsChangedBound()),
                        bounded(found.changedUnitsPart(), found.changedUnitsBound()));
        out().println(BacktestReport.amounts(found.currency()));
        BacktestReport.learnt(plan).ifPresent(out()::println);
        out().flush();
        // Of a sample, what it may be: a small one says little.
        if (found.isBeyond(limit, amountsLimit) && confirmed < found.cardsChangedMax()) {
            err().printf(
                            Locale.ROOT,
                            "fraud: that %s more than %s %% of the cards or %s %% of the amounts; nothing has changed. To go on: --yes-this-many %d%n",
                            sample < 1 ? "may be" : "is",
                            limit,
                            amountsLimit,
                            found.cardsChangedMax());
            err().flush();
            return REFUSED;
        }
        // Only while that set decides with which this one was compared.
        return activate(control, set, limits, now.number());
    }

    private String bounded(double share, double bound) {
        return sample < 1
                ? String.format(Locale.ROOT, "%.2f ± %.2f %%", PERCENT * share, PERCENT * bound)
                : String.format(Locale.ROOT, "%.2f %%", PERCENT * share);
    }
}
