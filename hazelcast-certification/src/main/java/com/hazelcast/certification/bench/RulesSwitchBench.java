package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.RuleSwitches;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How long members take until all decide by another set of rules, and what that does to answers. Two sets take turns that differ in a limit.
 * Each activation is of a set that was submitted for it: a set that members have compiled before costs them nothing.
 */
public final class RulesSwitchBench {
    private static final String BY = "bench";
    private static final String REASON = "bench rules-switch";

    /** Between a submission, after which members warm the draft up for some seconds, and what counts as before the switch. */
    private static final Duration SETTLE = Duration.ofSeconds(12);

    /** What is compared: p99.9 of the answers of so long. */
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final int LIMIT = 1_000_000;
    private static final int OTHER_LIMIT = 2_000_000;

    private final Settings settings;
    private final Clock clock;

    /**
     * What to run.
     *
     * @param members and the rest of the cluster
     * @param rules that the members begin with, a file or the name of a shipped set; the others are made of it
     * @param rate transactions a second offered
     * @param switches how many
     * @param before how long answers before each switch are looked at, in whole seconds
     */
    public record Settings(
            EndToEndBench.Settings members, String rules, long rate, int switches, Duration warmUp, Duration before) {}

    /**
     * What a run found.
     *
     * @param unaccounted transactions without an account at the end; anything but 0 is a defect
     * @param driver what the source itself did, from the end of the warm-up on
     */
    public record Result(RuleSwitches switches, long unaccounted, DriverWork driver) {}

    /** A bench on this machine, by its clock. */
    public RulesSwitchBench(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Starts everything, loads, warms up, activates one set after the other, stops everything.
     *
     * @param measured gets each switch when it has been made
     * @throws IllegalStateException when a member does not decide by a set that was activated
     */
    public Result run(Consumer<RuleSwitches.Switch> measured) throws IOException, InterruptedException {
        RuleSetText rules = RuleSetFile.named(settings.rules);
        List<Result> results = new ArrayList<>();
        new EndToEndBench(settings.members, clock)
                .withMembers(
                        settings.rate,
                        List.of("--rules", settings.rules),
                        running -> results.add(run(running.cluster(), running.source(), rules, measured)));
        return results.get(0);
    }

    private Result run(
            ClusterControl cluster, BenchSource source, RuleSetText rules, Consumer<RuleSwitches.Switch> measured)
            throws IOException, InterruptedException {
        var unusedStart = cluster.start();
        EndToEndBench.warmUp(cluster, settings.warmUp);
        DriverWork driverBefore = source.work();
        List<RuleSwitches.Switch> switches = new ArrayList<>();
        for (int i = 1; i <= settings.switches; i++) {
            RuleSwitches.Switch one = activate(cluster, i, changed(rules, i));
            switches.add(one);
            measured.accept(one);
        }
        DriverWork driver = source.work().since(driverBefore);
        var unusedStop = cluster.stop();
        Accounting accounting =
                cluster.statuses().stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        return new Result(new RuleSwitches(switches), accounting.unaccounted(), driver);
    }

    /** The set with one rule more, whose limit takes turns. */
    static RuleSetText changed(RuleSetText rules, int number) {
        return new RuleSetText(
                String.format(
                        Locale.ROOT,
                        "%s%n%nrule bench_switch 'More than anybody pays here' review when%n      tx.amount > %d%n",
                        rules.text(),
                        number % 2 != 0 ? LIMIT : OTHER_LIMIT),
                rules.files());
    }

    private RuleSwitches.Switch activate(ClusterControl cluster, int number, RuleSetText text)
            throws InterruptedException {
        int set = cluster.rules().book().nextNumber();
        var unusedDraft = change(cluster, RuleChange.Kind.SUBMIT, 0, text);
        sleep(SETTLE);
        List<Histogram> moments = new ArrayList<>();
        moments.add(cluster.answerTimes());
        // One more than those before: the second without a switch.
        for (long second = 0; second <= settings.before.toSeconds(); second++) {
            sleep(SECOND);
            moments.add(cluster.answerTimes());
        }
        long callNs = System.nanoTime();
        var unusedActive = change(cluster, RuleChange.Kind.ACTIVATE, set, null);
        long acknowledgedNs = System.nanoTime() - callNs;
        sleep(SECOND.minusNanos(acknowledgedNs));
        moments.add(cluster.answerTimes());
        requireEverywhere(cluster, set);
        return RuleSwitches.Switch.of(number, set, acknowledgedNs, moments);
    }

    /** As {@code rules submit} and {@code rules activate} do. */
    private static RuleBook change(ClusterControl cluster, RuleChange.Kind kind, int set, @Nullable RuleSetText text) {
        return cluster.rules().change(new RuleChange(kind, set, 0, 0, BY, REASON, text));
    }

    /** A time below zero is over at once. */
    private static void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private void requireEverywhere(ClusterControl cluster, int set) {
        List<Integer> active =
                cluster.rules().books().stream().map(RuleBook::active).toList();
        if (active.size() != settings.members.members() || active.stream().anyMatch(each -> each != set)) {
            throw new IllegalStateException("a member does not decide by the set that was activated: set=" + set
                    + " members decide by " + active);
        }
    }
}
