package com.hazelcast.certification.console.overview;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Members that left in the last ten minutes and have not come back, and moments at which counters began anew because one left or
 * came back; at most the last hundred of each. Thread-safe.
 */
public final class LeftMembers implements MembershipListener {
    private static final long KEPT_MS = TimeUnit.MINUTES.toMillis(10);

    /** Members that left, and resets of counters, that are kept; the oldest are forgotten beyond that. */
    private static final int COUNT_MAX = 100;

    private final Clock clock;
    private final Function<String, @Nullable MemberState> lastState;

    @GuardedBy("this")
    private final Deque<Overview.LeftMember> oldestFirst = new ArrayDeque<>();

    @GuardedBy("this")
    private final Deque<Overview.Reset> resets = new ArrayDeque<>();

    /**
     * None seen yet.
     *
     * @param lastState the state in which the member with that address was seen last; null: not seen
     */
    public LeftMembers(Clock clock, Function<String, @Nullable MemberState> lastState) {
        this.clock = clock;
        this.lastState = lastState;
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        String address = MemberAddress.of(event.getMember());
        Overview.LeftMember left = new Overview.LeftMember(address, clock.millis(), lastState.apply(address));
        synchronized (this) {
            forget(address);
            oldestFirst.add(left);
            if (oldestFirst.size() > COUNT_MAX) {
                oldestFirst.remove();
            }
            reset(new Overview.Reset(address, left.atMs(), Overview.ResetCause.LEFT));
        }
    }

    @Override
    public synchronized void memberAdded(MembershipEvent event) {
        String address = MemberAddress.of(event.getMember());
        for (Overview.LeftMember left : oldestFirst) {
            if (left.address().equals(address)) {
                reset(new Overview.Reset(address, left.atMs(), Overview.ResetCause.RESTARTED));
            }
        }
        forget(address);
    }

    /** Of a member only the last one matters. */
    @GuardedBy("this")
    private void reset(Overview.Reset reset) {
        resets.removeIf(before -> before.address().equals(reset.address()));
        resets.add(reset);
        if (resets.size() > COUNT_MAX) {
            resets.remove();
        }
    }

    /** Newest first. */
    synchronized List<Overview.Reset> resets() {
        long horizonMs = clock.millis() - KEPT_MS;
        resets.removeIf(reset -> reset.atMs() < horizonMs);
        List<Overview.Reset> newestFirst = new ArrayList<>(resets);
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    @GuardedBy("this")
    private void forget(String address) {
        oldestFirst.removeIf(left -> left.address().equals(address));
    }

    /** Newest first. */
    synchronized List<Overview.LeftMember> list() {
        long horizonMs = clock.millis() - KEPT_MS;
        oldestFirst.removeIf(left -> left.atMs() < horizonMs);
        List<Overview.LeftMember> newestFirst = new ArrayList<>(oldestFirst);
        Collections.reverse(newestFirst);
        return newestFirst;
    }
}
