package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.systemtests.random.Step.Act;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What the members of a random run are doing, as far as who acts on them knows: which run, stand still, or are cut off. The same
 * in the plan and in its execution. Not thread-safe.
 */
final class PlannedCluster {
    /** What the member of a place does. */
    enum State {
        UP,
        FROZEN,
        DOWN
    }

    private final RandomSetup setup;
    private final State[] states;
    private final Set<Integer> isolated = new HashSet<>();

    /** Started, and not seen to have joined. */
    private final Set<Integer> joining = new HashSet<>();

    /**
     * Who was up when the others became fewer than {@code min-members} without order: those that are left may wait for them, because
     * they may have gone on elsewhere. None: nobody is waited for.
     */
    private final Set<Integer> awaited = new HashSet<>();

    private boolean isCut;

    /** Members may be in several clusters, or one be given up by the others, until copies have been seen complete. */
    private boolean isTorn;

    private boolean isStopped;

    PlannedCluster(RandomSetup setup) {
        this.setup = setup;
        this.states = new State[setup.places()];
        for (int place = 0; place < states.length; place++) {
            states[place] = place < setup.members() ? State.UP : State.DOWN;
        }
    }

    /** The places in that state. */
    List<Integer> places(State state) {
        return IntStream.range(0, states.length)
                .filter(place -> states[place] == state)
                .boxed()
                .toList();
    }

    State state(int place) {
        return states[place];
    }

    /** Members that have joined and are neither frozen nor cut off from all others. */
    int upCount() {
        return answering().size();
    }

    private List<Integer> answering() {
        return places(State.UP).stream()
                .filter(place -> !isolated.contains(place) && !joining.contains(place))
                .toList();
    }

    boolean isJoining(int place) {
        return joining.contains(place);
    }

    boolean isAnyJoining() {
        return !joining.isEmpty();
    }

    /** The member of that place was seen to have joined. */
    void joined(int place) {
        joining.remove(place);
        forgetAwaited();
    }

    /** Processes, frozen ones included. */
    int runningCount() {
        return states.length - places(State.DOWN).size();
    }

    /** How many members answer, at least: after a cut or a long stand-still it may be the fewest that may. */
    int answeringCount() {
        return isTorn ? Math.min(upCount(), Math.max(1, setup.minMembers())) : upCount();
    }

    boolean isWhole() {
        return isolated.isEmpty() && !isCut;
    }

    /** Whether nothing keeps the members from being in one cluster. */
    boolean isTogether() {
        return isWhole() && places(State.FROZEN).isEmpty();
    }

    /** Whether a member that stops now hands its shards over: nothing keeps the others from taking them. */
    boolean isOrderly() {
        return !isTorn && isTogether();
    }

    /** Whether sides of a split may be finding each other: nothing keeps them apart any more, and they were not seen together since. */
    boolean isUniting() {
        return isTorn && isTogether();
    }

    boolean isStopped() {
        return isStopped;
    }

    /** Places that are neither down nor cut off yet. */
    List<Integer> connected() {
        List<Integer> connected = new ArrayList<>(places(State.UP));
        connected.removeAll(isolated);
        return connected;
    }

    /** Enters what a step does. */
    void did(Step step) {
        List<Integer> before = answering();
        boolean wasOrderly = isOrderly() && (step.act() == Act.STOP || step.act() == Act.BEGIN_STOP);
        change(step);
        int min = setup.minMembers();
        if (min > 1 && before.size() >= min && answering().size() < min && !wasOrderly) {
            awaited.addAll(before);
        }
        forgetAwaited();
    }

    private void forgetAwaited() {
        if (isTogether() && answering().containsAll(awaited)) {
            awaited.clear();
        }
    }

    private void change(Step step) {
        switch (step.act()) {
            case KILL, STOP, BEGIN_STOP -> {
                states[step.place()] = State.DOWN;
                joining.remove(step.place());
            }
            case RESUME -> states[step.place()] = State.UP;
            case START, BEGIN_START -> {
                states[step.place()] = State.UP;
                joining.add(step.place());
            }
            case FREEZE -> {
                states[step.place()] = State.FROZEN;
                isTorn |= setup.hasSplits();
            }
            case ISOLATE -> {
                isolated.add(step.place());
                isTorn = true;
            }
            case CUT, CUT_ONE_WAY -> {
                isCut = true;
                isTorn = true;
            }
            case HEAL -> {
                isolated.clear();
                isCut = false;
            }
            case CTL_STOP -> isStopped = true;
            case CTL_START -> isStopped = false;
            case AWAIT_COPIES -> {
                isTorn = false;
                joining.clear();
                awaited.clear();
            }
            case LOAD -> {}
        }
    }

    /** Whether something must be answered, once members have had time to find out who is there. */
    boolean mustAnswer() {
        int up = upCount();
        boolean isEnough = up >= setup.copies() || !setup.degradedAfter().equals("never");
        return !isStopped && !isCut && awaited.isEmpty() && up >= setup.minMembers() && isEnough;
    }
}
