package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.systemtests.random.PlannedCluster.State;
import com.hazelcast.certification.systemtests.random.Step.Act;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Does what a plan says to a cluster under traffic, keeps account of what may be lost by it ({@link CopyModel}), and watches: a
 * member that ends by itself and a cluster that answers nothing are violations. Used by one thread.
 */
final class Nemesis {
    /** How long a member may still answer when its end has been entered. */
    private static final long ENDING_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_MS = 100;
    private static final long UP_SECONDS = 30;
    private static final long LAST_UP_SECONDS = 90;
    private static final long GONE_SECONDS = 40;
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(10);

    /** How long a kill waits for a member that may deliver its shards. */
    private static final long DELIVERY_SECONDS = 20;

    private final RandomSetup setup;
    private final RandomCluster cluster;
    private final HedgedTraffic traffic;
    private final HedgedLedger ledger;
    private final Violations violations;
    private final Journal journal;
    private final PlannedCluster planned;
    private final CopyModel copies;

    /** Members that are leaving, and whether all was in order when they began to. */
    private final Map<Integer, Boolean> leaving = new HashMap<>();

    private long actedNs = System.nanoTime();
    private boolean isSilenceSaid;
    private int killsInDelivery;

    Nemesis(
            RandomSetup setup,
            RandomCluster cluster,
            HedgedTraffic traffic,
            HedgedLedger ledger,
            Violations violations,
            Journal journal) {
        this.setup = setup;
        this.cluster = cluster;
        this.traffic = traffic;
        this.ledger = ledger;
        this.violations = violations;
        this.journal = journal;
        this.planned = new PlannedCluster(setup);
        this.copies = new CopyModel(setup.copies(), setup.members(), System.nanoTime());
    }

    /** Does all steps; returns how many were done: a step for a member that is no more what the plan took it for is left out. */
    int run(List<Step> steps) throws IOException, InterruptedException {
        int done = 0;
        for (Step step : steps) {
            pause(step.pauseMs());
            if (isPossible(step)) {
                journal.say(step.toString());
                perform(step);
                done++;
            } else {
                journal.say("left out: " + step);
            }
        }
        return done;
    }

    private boolean isPossible(Step step) {
        return switch (step.act()) {
            case KILL -> planned.state(step.place()) != State.DOWN;
            case STOP, BEGIN_STOP, FREEZE, ISOLATE -> planned.state(step.place()) == State.UP;
            case START, BEGIN_START -> planned.state(step.place()) == State.DOWN;
            case RESUME -> planned.state(step.place()) == State.FROZEN;
            default -> true;
        };
    }

    private void pause(long ms) throws IOException, InterruptedException {
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        for (long leftNs = untilNs - System.nanoTime(); leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            // The faults are in the time that passes between them.
            TimeUnit.NANOSECONDS.sleep(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
            look();
        }
        look();
    }

    /** Notices members that have come up, that have ended, and a cluster that does not answer. */
    private void look() throws IOException, InterruptedException {
        for (int place = 0; place < setup.places(); place++) {
            if (planned.isJoining(place) && cluster.isUp(place)) {
                joined(place);
            }
            if (planned.state(place) != State.DOWN && !cluster.isRunning(place)) {
                violations.add(Violation.MEMBER_ENDED, cluster.end(place));
                journal.say("member " + place + " ended by itself");
                enter(new Step(0, Act.KILL, place, -1));
            }
        }
        long nowNs = System.nanoTime();
        boolean isSettled = nowNs - actedNs > TimeUnit.MILLISECONDS.toNanos(setup.settledMs());
        boolean isSilent = isSettled && planned.mustAnswer() && nowNs - traffic.lastAnswerNs() > QUIET_NS;
        if (isSilent && !isSilenceSaid) {
            isSilenceSaid = true;
            violations.add(
                    Violation.SILENT,
                    "nothing was answered for 10 s, and nothing done for " + (nowNs - actedNs) / 1_000_000_000L + " s");
        }
    }

    private void joined(int place) throws InterruptedException {
        journal.say("member " + place + " is up");
        planned.joined(place);
        copies.answering(planned.answeringCount(), System.nanoTime());
        actedNs = System.nanoTime();
        connect(place);
    }

    /** A gateway may stay closed for as long as there are too few members. */
    private void connect(int place) {
        Thread connecting = new Thread(
                () -> {
                    try {
                        traffic.connect(place, cluster.gateway(place));
                    } catch (InterruptedException | IllegalStateException e) {
                        journal.say("no client for member " + place + ": " + e.getMessage());
                    }
                },
                "connect-" + place);
        connecting.setDaemon(true);
        connecting.start();
    }

    /** Enters what a step does, with what may be lost from now on: before it is done, for its first answer comes at once. */
    private void enter(Step step) {
        boolean wasOrderly = planned.isOrderly();
        planned.did(step);
        long nowNs = System.nanoTime();
        CopyEffects.enter(step, wasOrderly, planned, copies, nowNs);
        actedNs = nowNs;
        isSilenceSaid = false;
        if (copies.isLossPossible() && ledger.loseBefore(copies.lostBeforeNs() + ENDING_NS)) {
            journal.say("all copies of what was sent before may be lost, and its shards with them");
        }
    }

    private void perform(Step step) throws IOException, InterruptedException {
        int place = step.place();
        switch (step.act()) {
            case KILL -> {
                boolean isInDelivery = isForDelivery(step) && awaitDelivery(place);
                if (isPossible(step)) {
                    kill(step, isInDelivery);
                }
            }
            case STOP, BEGIN_STOP -> beginStop(step);
            case START, BEGIN_START -> beginStart(step);
            case FREEZE -> {
                enter(step);
                cluster.signal(place, "STOP");
            }
            case RESUME -> {
                cluster.signal(place, "CONT");
                enter(step);
            }
            case ISOLATE, CUT, CUT_ONE_WAY -> {
                enter(step);
                cut(step);
            }
            case HEAL -> {
                cluster.healNetwork();
                enter(step);
            }
            case CTL_STOP -> {
                enter(step);
                cluster.stopScoring(member()).forEach(journal::say);
            }
            case CTL_START -> {
                if (startScoring()) {
                    enter(step);
                }
            }
            case LOAD -> load();
            case AWAIT_COPIES -> awaitCopies();
        }
    }

    private void kill(Step step, boolean isInDelivery) {
        enter(step);
        leaving.remove(step.place());
        cluster.kill(step.place());
        if (isInDelivery) {
            killsInDelivery++;
            journal.say("member " + step.place() + " was killed while it delivered its shards");
        }
    }

    /**
     * Whether a kill is to fall into the delivery of shards after a merge: every second one, by its pause, of those that come when sides of
     * a split may be uniting. Others fall before it, or after it.
     */
    private boolean isForDelivery(Step step) {
        return planned.isUniting() && planned.state(step.place()) == State.UP && step.pauseMs() % 2 == 0;
    }

    /** Waits until the member delivers; returns whether it does. Not every member that comes back has to. */
    private boolean awaitDelivery(int place) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DELIVERY_SECONDS);
        while (!cluster.isDelivering(place) && System.nanoTime() < deadlineNs) {
            pause(1);
        }
        return cluster.isDelivering(place);
    }

    private void cut(Step step) throws IOException {
        switch (step.act()) {
            case ISOLATE -> cluster.isolate(step.place());
            case CUT -> {
                cluster.cut(step.place(), step.other());
                cluster.cut(step.other(), step.place());
            }
            default -> cluster.cut(step.place(), step.other());
        }
    }

    private void beginStop(Step step) throws IOException, InterruptedException {
        leaving.put(step.place(), planned.isOrderly());
        enter(step);
        cluster.signal(step.place(), "TERM");
        if (step.act() == Act.STOP) {
            awaitGone(step.place());
        }
    }

    /** A member that does not leave in its time is killed, and what it had goes with it. */
    private void awaitGone(int place) throws IOException, InterruptedException {
        Boolean wasOrderly = leaving.remove(place);
        if (wasOrderly == null || cluster.awaitGone(place, GONE_SECONDS)) {
            return;
        }
        journal.say("member " + place + " has not left in " + GONE_SECONDS + " s");
        if (wasOrderly && planned.isOrderly()) {
            violations.add(Violation.MEMBER_HANGS, "member " + place + " has not left in " + GONE_SECONDS + " s");
            cluster.dumpThreads(place);
        }
        enter(new Step(0, Act.KILL, place, -1));
        cluster.kill(place);
    }

    private void beginStart(Step step) throws IOException, InterruptedException {
        awaitGone(step.place());
        cluster.begin(step.place());
        enter(step);
        if (step.act() == Act.START) {
            awaitUp(step.place(), UP_SECONDS);
        }
    }

    private boolean awaitUp(int place, long seconds) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (planned.isJoining(place) && System.nanoTime() < deadlineNs) {
            pause(LOOK_MS);
        }
        return !planned.isJoining(place);
    }

    private int member() {
        return planned.connected().get(0);
    }

    /** Whether it has started: with fewer members than {@code min-members} it does not. The end starts it then. */
    private boolean startScoring() {
        if (planned.runningCount() < setup.minMembers()) {
            journal.say("not started: running=" + planned.runningCount());
            return false;
        }
        if (ledger.mayBeNotLoaded()) {
            load();
        }
        try {
            cluster.startScoring(member());
            return true;
        } catch (IllegalStateException e) {
            if (!String.valueOf(e.getMessage()).contains("min-members")) {
                throw e;
            }
            journal.say("not started: " + e.getMessage());
            return false;
        }
    }

    private void load() {
        if (ledger.mayBeNotLoaded()) {
            awaitAllGone();
            cluster.load(member(), planned.runningCount());
            ledger.allAreLoaded();
            // All members that knew that the cluster scores may have ended, too.
            if (!planned.isStopped()) {
                boolean unused = startScoring();
            }
        }
    }

    private void awaitAllGone() {
        for (int place : List.copyOf(leaving.keySet())) {
            try {
                awaitGone(place);
            } catch (IOException e) {
                throw new IllegalStateException("a member that leaves cannot be looked at: place=" + place, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitCopies() throws IOException, InterruptedException {
        awaitAllGone();
        for (int place : planned.places(State.UP)) {
            if (!awaitUp(place, LAST_UP_SECONDS) && cluster.isRunning(place)) {
                violations.add(Violation.MEMBER_HANGS, "member " + place + " is not up in " + LAST_UP_SECONDS + " s");
                cluster.dumpThreads(place);
            }
        }
        load();
        Optional<String> problem = cluster.awaitCopies(this::look, member(), planned.runningCount());
        if (problem.isPresent()) {
            violations.add(Violation.NOT_VERIFIED, problem.get());
            journal.say("copies are not complete: " + problem.get());
        } else {
            enter(new Step(0, Act.AWAIT_COPIES, -1, -1));
        }
    }

    /** Lets everything be right again: all members of the beginning run, in one network, and all copies are complete. */
    void heal() throws IOException, InterruptedException {
        journal.say("heal");
        for (int place : planned.places(State.FROZEN)) {
            perform(new Step(0, Act.RESUME, place, -1));
        }
        if (!planned.isWhole()) {
            perform(new Step(0, Act.HEAL, -1, -1));
        }
        for (int place : planned.places(State.DOWN)) {
            if (place < setup.members()) {
                perform(new Step(0, Act.BEGIN_START, place, -1));
            }
        }
        awaitCopies();
        if (planned.isStopped()) {
            perform(new Step(0, Act.CTL_START, -1, -1));
        }
        for (int place : planned.places(State.DOWN)) {
            traffic.disconnect(place);
        }
    }

    /** Members that were killed while they delivered their shards after a merge. */
    int killsInDelivery() {
        return killsInDelivery;
    }

    /** A member that runs and can be asked. */
    int anyMember() {
        return member();
    }

    int runningCount() {
        return planned.runningCount();
    }
}
