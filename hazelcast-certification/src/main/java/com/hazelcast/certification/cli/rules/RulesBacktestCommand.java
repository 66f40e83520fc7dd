package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestSummary;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.cli.options.ClusterOptions;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules backtest SET}: a set of rules on the histories that a cluster holds. */
@Command(
        name = "backtest",
        description = {
            "Runs a set of rules on the transactions that a cluster holds, on every member, while it goes on scoring.",
            "Each transaction is decided by what its card had before it. Ctrl-C ends it everywhere.",
            "What it finds of a set of the cluster is kept with the set."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:it ran",
            "1:a set is wrong, or the members could not run it",
            "2:a file is missing or cannot be read"
        })
final class RulesBacktestCommand implements Callable<Integer> {
    private static final int RAN = 0;
    private static final int WRONG_SET = 1;
    private static final int BAD_FILE = 2;
    private static final String RECORDED = "recorded";

    /** How long the end of this process waits until the backtest has stopped. */
    private static final long CANCEL_MAX_S = 10;

    @Parameters(
            paramLabel = "SET",
            description = "The set: a file, the number of a set of the cluster, or 'active' for the one that decides.")
    private String set = "";

    @Option(
            names = "--against",
            paramLabel = "SET|" + RECORDED,
            defaultValue = RECORDED,
            description = "What it is compared with: another set, or the decisions that the histories record"
                    + " (default: ${DEFAULT-VALUE}).")
    private String against = RECORDED;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "30",
            description = "Transactions of so many days, 1 to 90 (default: ${DEFAULT-VALUE}).")
    private int days;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description =
                    "The end of these days, such as 2026-12-31T00:00:00Z; with it, the same command has the same result again (default: now).")
    private @Nullable String until;

    @Option(
            names = "--sample",
            paramLabel = "SHARE",
            defaultValue = "1",
            description =
                    "Only this share of the cards; figures are then estimates with bounds (default: ${DEFAULT-VALUE}).")
    private double sample;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Which cards a sample takes, and which examples are shown (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--rules", description = "Print the rules of both sets that have decided nothing, too.")
    private boolean isEachRulePrinted;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description =
                    "Who runs it; the record keeps it with the result (default: the name of this process's user).")
    private String by = System.getProperty("user.name", "unknown");

    @Mixin
    private JsonOption json = new JsonOption();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        SetName reading = new SetName(set);
        try {
            Optional<RuleSetText> rules = ofFile(reading);
            reading = new SetName(against);
            Optional<RuleSetText> other = against.equals(RECORDED) ? Optional.empty() : ofFile(reading);
            requireDays();
            long toMs = until == null ? Clock.systemUTC().millis() : time(until);
            try (ClusterControl control = cluster.connect(err)) {
                RuleBook book = control.rules().book();
                BacktestPlan plan = plan(book, rules, other, toMs);
                BacktestTally tally = run(control, plan);
                BacktestResult result = BacktestSummary.of(plan, tally, compared(book, other));
                if (json.isOn) {
                    JsonOption.print(spec.commandLine().getOut(), RulesBacktestJson.of(plan, tally, result));
                }
                if (rules.isEmpty() && other.isEmpty()) {
                    keep(control, book, result);
                }
            }
            return RAN;
        } catch (RuleLanguageException e) {
            reading.print(e, err);
            return WRONG_SET;
        } catch (IOException e) {
            err.println("Cannot read " + reading.text() + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }

    /** Read before the cluster is asked for anything, when it is a file. */
    private static Optional<RuleSetText> ofFile(SetName name) throws IOException, RuleLanguageException {
        return name.isOfCluster() ? Optional.empty() : Optional.of(name.ofFile());
    }

    private void requireDays() {
        if (days < 1 || days > HistoryLimits.HORIZON_DAYS) {
            throw new IllegalArgumentException("histories reach 90 days back; give 1 to 90: --days=" + days);
        }
    }

    private BacktestPlan plan(RuleBook book, Optional<RuleSetText> rules, Optional<RuleSetText> other, long toMs)
            throws RuleLanguageException {
        boolean isRecorded = against.equals(RECORDED);
        return new BacktestPlan(
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                rules.orElseGet(() -> new SetName(set).in(book)),
                isRecorded ? null : other.orElseGet(() -> new SetName(against).in(book)),
                isRecorded ? Decider.recorded(book) : List.of(),
                toMs - days * HistoryLimits.DAY_MS,
                toMs,
                sample,
                seed);
    }

    private static long time(String text) {
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "not a time in UTC; write it as 2026-12-31T00:00:00Z: --until=" + text, e);
        }
    }

    /** Number of the set of the cluster with which it is compared; 0: what is recorded, or a file. */
    private int compared(RuleBook book, Optional<RuleSetText> other) {
        return against.equals(RECORDED) || other.isPresent() ? 0 : new SetName(against).number(book);
    }

    /** Of a set of the cluster, against another one or what is recorded. */
    private void keep(ClusterControl control, RuleBook book, BacktestResult result) {
        RuleChange kept = RuleChange.backtested(new SetName(set).number(book), result, by, false);
        try {
            RuleBook unused = control.rules().change(kept);
        } catch (IllegalStateException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("The result is not kept with the set: " + e.getMessage());
            err.flush();
        }
    }

    private BacktestTally run(ClusterControl control, BacktestPlan plan)
            throws RuleLanguageException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        long beginNs = System.nanoTime();
        AtomicBoolean isCancelled = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        Thread onSignal = new Thread(() -> {
            isCancelled.set(true);
            awaitEnd(ended);
        });
        BacktestTally tally;
        try {
            Runtime.getRuntime().addShutdownHook(onSignal);
            tally = control.backtest()
                    .run(
                            plan,
                            done -> {
                                err.printf(Locale.ROOT, "\r%5.1f %% done", 100 * done);
                                err.flush();
                            },
                            isCancelled::get);
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } finally {
            ended.countDown();
        }
        err.println();
        err.flush();
        double elapsedS = (System.nanoTime() - beginNs) / 1e9;
        if (!json.isOn) {
            new BacktestReport(plan, tally, spec.commandLine().getOut()).print(elapsedS, isEachRulePrinted);
        }
        return tally;
    }

    /** Lets the members be notified before the process ends. */
    private static void awaitEnd(CountDownLatch ended) {
        try {
            if (!ended.await(CANCEL_MAX_S, TimeUnit.SECONDS)) {
                System.err.println(
                        "The members did not get the request to end the backtest in time; they go on to its end.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
