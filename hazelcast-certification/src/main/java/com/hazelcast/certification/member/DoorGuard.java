package com.hazelcast.certification.member;

import com.hazelcast.certification.source.door.Door;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;

/**
 * Tells the door how many members there are, so that the smaller side of a split network sends its clients to the larger one
 * instead of keeping them until the network is whole again. Thread-safe.
 */
final class DoorGuard implements MembershipListener {
    private final Cluster cluster;
    private final int minMembers;
    private final Door door;

    DoorGuard(Cluster cluster, int minMembers, Door door) {
        this.cluster = cluster;
        this.minMembers = minMembers;
        this.door = door;
        cluster.addMembershipListener(this);
        look();
    }

    // What was seen last is told last.
    private synchronized void look() {
        door.see(cluster.getMembers().size(), minMembers);
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
