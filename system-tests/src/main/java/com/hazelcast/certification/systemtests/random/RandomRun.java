package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.traffic.Audit;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A random run: starts a cluster, sends hedged traffic, does what the plan says, lets everything be right again, and then compares
 * all that was answered with what the copies hold, with what is answered when everything is sent again, and with {@code ctl
 * verify}. A run that does not come to its end in its time is a violation.
 */
final class RandomRun {
    private static final long FLOW_SECONDS = 60;
    private static final long ANSWERS_SECONDS = 60;
    private static final long FLOW_ANSWERS = 500;
    private static final long STEP_MS = 50;
    private static final long END_SECONDS = 20;

    private final RandomPlan plan;
    private final Path folder;
    private final Plant plant;
    private final List<String> broken;
    private final Violations violations = new Violations();
    private final HedgedLedger ledger;
    private final Journal journal;
    private final long startNs = System.nanoTime();
    private volatile int actions;
    private volatile int killsInDelivery;
    private volatile long longestWaitMs;
    private volatile Optional<RandomCluster> running = Optional.empty();

    /**
     * A run that has not begun.
     *
     * @param folder for its journal and the members' logs; made anew
     * @param isLoud prints its journal
     * @param plant a defect planted in what is read from the copies
     * @param broken options of members with which they do not what is promised: the run must find that
     */
    RandomRun(RandomPlan plan, Path folder, boolean isLoud, Plant plant, List<String> broken) throws IOException {
        this.plan = plan;
        this.folder = Files.createDirectories(folder);
        this.plant = plant;
        this.broken = broken;
        this.ledger = new HedgedLedger(violations, plan.setup().mayDrop());
        this.journal = new Journal(folder.resolve("journal.txt"), isLoud);
    }

    /**
     * Runs, for that long at most.
     *
     * @throws Impossible when this machine has not what the run needs
     */
    RandomResult run(String commit, long secondsMax) throws IOException, InterruptedException {
        Impossible[] impossible = new Impossible[1];
        Thread thread = new Thread(
                () -> {
                    try {
                        runWhole();
                    } catch (Impossible e) {
                        impossible[0] = e;
                    } catch (IOException | InterruptedException | RuntimeException e) {
                        ended(e);
                    }
                },
                "random-run-" + plan.seed());
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(secondsMax));
        if (thread.isAlive()) {
            endHanging(thread, secondsMax);
        }
        if (impossible[0] != null) {
            throw impossible[0];
        }
        RandomResult result = result(commit);
        journal.say("answers: " + ledger.classes());
        violations.examples().forEach(journal::say);
        journal.say(result.line());
        return result;
    }

    private void endHanging(Thread thread, long secondsMax) throws IOException, InterruptedException {
        StringBuilder where = new StringBuilder("not at its end after " + secondsMax + " s:");
        for (StackTraceElement element : thread.getStackTrace()) {
            where.append(System.lineSeparator()).append("    ").append(element);
        }
        journal.say(where.toString());
        violations.add(Violation.HANG, "the run was not at its end after " + secondsMax + " s");
        violations.end();
        if (running.isPresent()) {
            running.get().dumpThreads();
            running.get().close();
        }
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
    }

    /** What stops the runner is a violation, too, unless it was ended. */
    private void ended(Exception e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        journal.say(trace.toString());
        violations.add(Violation.HANG, "the run ended with " + e);
    }

    private RandomResult result(String commit) {
        int decided = ledger.decidedCount();
        return new RandomResult(
                plan.seed(),
                commit,
                plan.setup().group(),
                plan.setup().toString(),
                actions,
                ledger.size(),
                decided,
                decided - ledger.answeredCount(),
                ledger.answers(),
                longestWaitMs,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs),
                violations.summary(),
                killsInDelivery,
                LocalDate.now(ZoneOffset.UTC).toString(),
                RunConditions.machine());
    }

    private void runWhole() throws IOException, InterruptedException {
        RandomSetup setup = plan.setup();
        journal.say("seed " + plan.seed() + (plan.isBrief() ? " brief: " : ": ") + setup);
        plan.steps().forEach(step -> journal.say("    plan: " + step));
        try (RandomCluster cluster = started(setup);
                HedgedTraffic traffic = new HedgedTraffic(ledger, setup, plan.seed())) {
            running = Optional.of(cluster);
            for (int place = 0; place < setup.members(); place++) {
                traffic.connect(place, cluster.gateway(place));
            }
            journal.say("started");
            traffic.start();
            awaitFlow(traffic, "at the beginning");
            Nemesis nemesis = new Nemesis(setup, cluster, traffic, ledger, violations, journal);
            actions = nemesis.run(plan.steps());
            killsInDelivery = nemesis.killsInDelivery();
            nemesis.heal();
            awaitFlow(traffic, "when all was healed");
            traffic.stop();
            check(nemesis, cluster, traffic);
        }
    }

    /** A cluster that does not start, before anything was done to it, says nothing of faults. */
    private RandomCluster started(RandomSetup setup) throws IOException {
        try {
            return RandomCluster.started(setup, folder, broken);
        } catch (IllegalStateException e) {
            throw new Impossible("the cluster did not start: " + e.getMessage());
        }
    }

    private void awaitFlow(HedgedTraffic traffic, String when) throws InterruptedException {
        long required = ledger.answers() + FLOW_ANSWERS;
        if (!await(FLOW_SECONDS, () -> ledger.answers() > required)) {
            violations.add(Violation.SILENT, "no " + FLOW_ANSWERS + " answers in " + FLOW_SECONDS + " s " + when);
        }
        longestWaitMs = traffic.longestWaitMs();
    }

    /** Looks into the copies, sends everything again, and looks once more. */
    private void check(Nemesis nemesis, RandomCluster cluster, HedgedTraffic traffic)
            throws IOException, InterruptedException {
        journal.say("check");
        awaitAnswers(traffic);
        audit(cluster, nemesis);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWERS_SECONDS);
        int left = traffic.sendAllAgain(deadlineNs);
        if (left > 0) {
            violations.add(Violation.UNANSWERED, left + " could not be sent again in " + ANSWERS_SECONDS + " s");
        }
        awaitAnswers(traffic);
        longestWaitMs = traffic.longestWaitMs();
        cluster.awaitCopies(() -> {}, nemesis.anyMember(), nemesis.runningCount())
                .ifPresent(problem -> violations.add(Violation.NOT_VERIFIED, "at the end: " + problem));
        Optional<String> inFlight = cluster.inFlight(nemesis.anyMember());
        inFlight.ifPresent(accounting -> violations.add(Violation.IN_FLIGHT, accounting));
        audit(cluster, nemesis);
    }

    private void awaitAnswers(HedgedTraffic traffic) throws InterruptedException {
        if (!await(ANSWERS_SECONDS, () -> traffic.unanswered() == 0)) {
            violations.add(
                    Violation.UNANSWERED,
                    "not answered " + ANSWERS_SECONDS + " s after the last was sent: " + traffic.silentMembers());
        }
    }

    private void audit(RandomCluster cluster, Nemesis nemesis) throws InterruptedException {
        int required = Math.min(plan.setup().copies(), nemesis.runningCount());
        List<List<byte[]>> copies = cluster.copies(nemesis.anyMember(), required);
        Audit audit = Audit.of(ledger, plant.in(copies, ledger.transaction(0).timeMs()));
        violations.add(Violation.LOST, audit.lost(), starting("lost", audit));
        violations.add(Violation.DOUBLED, audit.doubled(), starting("doubled", audit));
        violations.add(Violation.DIFFERS_HELD, audit.differing(), starting("differing", audit));
    }

    private static List<String> starting(String kind, Audit audit) {
        return audit.examples().stream()
                .filter(example -> example.startsWith(kind))
                .toList();
    }

    private static boolean await(long seconds, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean() && System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
        }
        return condition.getAsBoolean();
    }
}
