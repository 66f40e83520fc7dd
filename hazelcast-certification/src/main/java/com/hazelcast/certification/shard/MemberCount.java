package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.util.function.IntConsumer;

/** Reports how many members there are, now and whenever that changes; what was seen last is reported last. Thread-safe. */
public final class MemberCount implements MembershipListener {
    private final Cluster cluster;
    private final IntConsumer listener;

    /** Reports to that listener, from now on and at once; the listener is called with a lock held, by one thread at a time. */
    public MemberCount(Cluster cluster, IntConsumer listener) {
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
