package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.systemtests.random.PlannedCluster.State;
import com.hazelcast.certification.systemtests.random.Step.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a random run does, and to which cluster: all of it follows from the seed, before anything is started.
 *
 * <p>A careful plan never ends a process whose end could take the last copy of something ({@link CopyModel}): it lets copies
 * become complete first. A careless one may, and the run then excuses what was answered before.
 *
 * @param seed that it follows from
 * @param isBrief of brief runs
 * @param setup the cluster
 * @param steps what is done, in order; at the end of the run everything is healed and started in any case
 */
record RandomPlan(long seed, boolean isBrief, RandomSetup setup, List<Step> steps) {
    private static final int SLOW_MS = 5_000;

    /** How long members that hear nothing of each other take to give each other up, and a little more. */
    private static final int GIVEN_UP_MS = 21_000;

    private static final int GIVEN_UP_QUICK_MS = 7_000;
    private static final int BEYOND_MS = 9_000;

    /** The plan of a seed. */
    static RandomPlan of(long seed, boolean isBrief) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomSetup setup = isBrief ? RandomSetup.brief(random) : RandomSetup.usual(random);
        return new RandomPlan(seed, isBrief, setup, new Maker(setup, random).make());
    }

    /** The plan of a seed for a brief run in which the network is cut. */
    static RandomPlan briefWithCuts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomSetup setup = RandomSetup.briefWithCuts(random);
        return new RandomPlan(seed, true, setup, new Maker(setup, random).make());
    }

    /** Makes the steps. */
    private static final class Maker {
        private final RandomSetup setup;
        private final SplittableRandom random;
        private final PlannedCluster cluster;
        private final CopyModel copies;
        private final List<Step> steps = new ArrayList<>();
        private int timeMs;
        private int cuts;

        Maker(RandomSetup setup, SplittableRandom random) {
            this.setup = setup;
            this.random = random;
            this.cluster = new PlannedCluster(setup);
            this.copies = new CopyModel(setup.copies(), setup.members(), 0);
        }

        List<Step> make() {
            while (timeMs < setup.actionsMs()) {
                List<Runnable> possible = possible();
                possible.get(random.nextInt(possible.size())).run();
            }
            return List.copyOf(steps);
        }

        /** What may be done next, each as often as it is likely. */
        private List<Runnable> possible() {
            List<Runnable> all = new ArrayList<>();
            List<Integer> up = cluster.places(State.UP);
            List<Integer> down = cluster.places(State.DOWN);
            List<Integer> frozen = cluster.places(State.FROZEN);
            if (up.size() > 1) {
                add(all, 4, () -> end(Act.KILL));
                add(all, 3, () -> end(Act.STOP));
                add(all, 2, () -> end(Act.BEGIN_STOP));
                // A member that starts beside a frozen one alone would begin a cluster of its own.
                add(all, setup.hasSplits() || !cluster.isAnyJoining() ? 2 : 0, this::freeze);
            }
            if (!down.isEmpty()) {
                add(all, 4 + 2 * down.size(), () -> on(Act.START, any(down)));
                add(all, 2, () -> on(Act.BEGIN_START, any(down)));
            }
            if (!frozen.isEmpty()) {
                add(all, 6, () -> on(Act.RESUME, any(frozen)));
            }
            if (setup.hasSplits()) {
                addCuts(all);
            }
            if (cluster.isTogether() && up.size() >= Math.max(2, setup.minMembers())) {
                add(all, 2, this::awaitCopies);
                add(all, cluster.isStopped() || !cluster.isOrderly() ? 0 : 1, () -> on(Act.CTL_STOP, -1));
            }
            if (cluster.isStopped() && cluster.isTogether()) {
                add(all, 8, () -> on(Act.CTL_START, -1));
            }
            return all;
        }

        private void addCuts(List<Runnable> all) {
            List<Integer> connected = cluster.connected();
            if (connected.size() > 1 && cuts < 3) {
                add(all, 3, () -> cut(() -> on(Act.ISOLATE, any(connected))));
                add(all, 2, () -> cut(() -> onTwo(Act.CUT)));
                add(all, 2, () -> cut(() -> onTwo(Act.CUT_ONE_WAY)));
            }
            if (!cluster.isWhole()) {
                add(all, 6, () -> on(Act.HEAL, -1));
            }
        }

        private void cut(Runnable step) {
            cuts++;
            step.run();
        }

        private static void add(List<Runnable> all, int weight, Runnable step) {
            for (int i = 0; i < weight; i++) {
                all.add(step);
            }
        }

        private int any(List<Integer> places) {
            return places.get(random.nextInt(places.size()));
        }

        private void on(Act act, int place) {
            add(new Step(pauseMs(), act, place, -1));
        }

        private void onTwo(Act act) {
            List<Integer> two = new ArrayList<>(cluster.connected());
            int one = two.remove(random.nextInt(two.size()));
            add(new Step(pauseMs(), act, one, any(two)));
        }

        /** Where members must not be given up, a frozen one is woken soon. */
        private void freeze() {
            int place = any(cluster.places(State.UP));
            on(Act.FREEZE, place);
            if (!setup.hasSplits()) {
                add(new Step(random.nextInt(Math.min(8_000, setup.pauseMaxMs())), Act.RESUME, place, -1));
            }
        }

        /** Ends a process; what that could take the last copy of is completed before, in a careful plan. */
        private void end(Act act) {
            boolean isOrder = act != Act.KILL && cluster.isOrderly() && cluster.upCount() > 1;
            if (setup.isCareful() && !isOrder && copies.isLastCopy()) {
                recover();
            }
            List<Integer> up = cluster.places(State.UP);
            List<Integer> running = new ArrayList<>(up);
            if (act == Act.KILL) {
                running.addAll(cluster.places(State.FROZEN));
            }
            int place = any(running);
            if (up.size() > 1 || !up.contains(place)) {
                on(act, place);
            }
        }

        /** Lets all be together and all copies become complete. */
        private void recover() {
            cluster.places(State.FROZEN).forEach(place -> on(Act.RESUME, place));
            if (!cluster.isWhole()) {
                on(Act.HEAL, -1);
            }
            while (cluster.places(State.UP).size() < Math.max(2, setup.minMembers())) {
                on(Act.START, any(cluster.places(State.DOWN)));
            }
            awaitCopies();
        }

        private void awaitCopies() {
            if (copies.isLossPossible()) {
                add(new Step(0, Act.LOAD, -1, -1));
            }
            add(new Step(0, Act.AWAIT_COPIES, -1, -1));
        }

        private void add(Step step) {
            steps.add(step);
            timeMs += step.pauseMs() + (step.act().isSlow() ? SLOW_MS : 0);
            boolean isOrderly = cluster.isOrderly();
            cluster.did(step);
            if (step.act() == Act.START) {
                cluster.joined(step.place());
            }
            CopyEffects.enter(step, isOrderly, cluster, copies, steps.size());
        }

        /**
         * Mostly short ones, so that one thing happens into another. After a cut every other time as long as members take to give each
         * other up.
         */
        private int pauseMs() {
            if (isAfterCut() && random.nextBoolean()) {
                return (setup.isQuick() ? GIVEN_UP_QUICK_MS : GIVEN_UP_MS) + random.nextInt(BEYOND_MS);
            }
            int kind = random.nextInt(10);
            int most = kind < 3 ? 400 : kind < 6 ? 3_000 : kind < 9 ? 10_000 : 30_000;
            return random.nextInt(Math.min(most, setup.pauseMaxMs()));
        }

        private boolean isAfterCut() {
            Act last = steps.isEmpty() ? Act.HEAL : steps.get(steps.size() - 1).act();
            return last == Act.ISOLATE
                    || last == Act.CUT
                    || last == Act.CUT_ONE_WAY
                    || last == Act.FREEZE && setup.hasSplits();
        }
    }
}
