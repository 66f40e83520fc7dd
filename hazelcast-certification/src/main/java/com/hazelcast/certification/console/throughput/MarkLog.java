package com.hazelcast.certification.console.throughput;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.throughput.Mark.Kind;
import com.hazelcast.certification.console.throughput.Mark.Noticed;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What this member has noticed since its start: others that joined and left, and of itself loads that ended, and starts and stops of
 * scoring. The last {@value #COUNT_MAX}, some 20 KB; older ones are forgotten. Thread-safe.
 */
public final class MarkLog implements MembershipListener {
    static final int COUNT_MAX = 200;

    private final Clock clock;

    @GuardedBy("this")
    private final Deque<Noticed> oldestFirst = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean isScoring;

    /** As it was at the last look; of a load that has ended it stays. */
    @GuardedBy("this")
    private LoadProgress lastLoad = LoadProgress.NONE;

    @GuardedBy("this")
    private LoadProgress endedLoad = LoadProgress.NONE;

    /** Nothing noticed yet. */
    public MarkLog(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        add(Kind.MEMBER_JOINED, MemberAddress.of(event.getMember()));
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        add(Kind.MEMBER_LEFT, MemberAddress.of(event.getMember()));
    }

    /** Compares the member with what it was at the look before, a second ago or so. */
    public synchronized void look(String address, MemberState state, LoadProgress load) {
        switch (state) {
            case SCORING, WAITING, HELD -> {
                if (!isScoring) {
                    isScoring = true;
                    add(Kind.SCORING_STARTED, address);
                }
            }
            case IDLE, WAITING_FOR_LOAD, LEAVING -> {
                if (isScoring) {
                    isScoring = false;
                    add(Kind.SCORING_STOPPED, address);
                }
            }
            // These hide whether scoring is started.
            case STARTING, LOADING, TOO_FEW_MEMBERS, SILENT, UNKNOWN -> {}
        }
        // While a load runs, its time goes on.
        if (load.isDone() && load.equals(lastLoad) && !load.equals(endedLoad)) {
            endedLoad = load;
            add(Kind.LOAD_ENDED, address);
        }
        lastLoad = load;
    }

    private synchronized void add(Kind kind, String address) {
        oldestFirst.add(new Noticed(clock.millis(), kind, address));
        if (oldestFirst.size() > COUNT_MAX) {
            oldestFirst.remove();
        }
    }

    /** The oldest first. */
    public synchronized List<Noticed> list() {
        return List.copyOf(oldestFirst);
    }
}
