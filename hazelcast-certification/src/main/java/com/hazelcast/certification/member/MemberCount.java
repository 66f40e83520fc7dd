package com.hazelcast.certification.member;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.util.function.IntConsumer;

/** Reports how many members there are, now and whenever that changes; what was seen last is reported last. Thread-safe. */
final class MemberCount implements MembershipListener {
    private final Cluster cluster;
    private final IntConsumer listener;

    MemberCount(Cluster cluster, IntConsumer listener) {
        this.cluster = cluster;
        this.listener = listener;
        cluster.addMembershipListener(this);
        look();
    }

    private synchronized void look() {
        listener.accept(cluster.getMembers().size());
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        look();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        look();
    }
}
