package com.hazelcast.certification.member;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;

/**
 * How many members the cluster should have: as many as there have been, less those that left in order or that the operator
 * has given up ({@code ctl expect}). Known to all members by a small replicated map. Thread-safe.
 */
final class ExpectedMembers implements MembershipListener {
    private static final String KEY = "expected-members";

    private final HazelcastInstance hazelcast;
    private final DesiredState desired;

    ExpectedMembers(HazelcastInstance hazelcast, DesiredState desired) {
        this.hazelcast = hazelcast;
        this.desired = desired;
        hazelcast.getCluster().addMembershipListener(this);
        raise();
    }

    /** At least one. */
    int count() {
        String count = desired.get(KEY);
        return count == null ? 1 : Integer.parseInt(count);
    }

    /** The operator expects that many from now on. */
    void set(int count) {
        desired.put(KEY, Integer.toString(count));
    }

    /** This member leaves in order, and is not waited for. */
    void leave() {
        set(Math.max(1, Math.min(count(), present()) - 1));
    }

    private int present() {
        return hazelcast.getCluster().getMembers().size();
    }

    private void raise() {
        if (present() > count()) {
            set(present());
        }
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        raise();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        // Lost, or gone in order and then it has said so itself.
    }
}
