package com.hazelcast.certification.console.overview;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;

/** Calls somebody when a member has left. Thread-safe. */
public record MemberLeftListener(Runnable left) implements MembershipListener {
    @Override
    public void memberAdded(MembershipEvent event) {
        // Not what is listened for.
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        left.run();
    }
}
