package com.hazelcast.certification.scoring;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.util.UUID;

/** Which members a member sees, as one number. */
final class MembersView {
    /** No set of members has it. */
    static final long NONE = 0;

    private MembersView() {}

    /** The view of that member now. Costs some ten nanoseconds a member. */
    static long of(HazelcastInstance member) {
        long view = 0;
        for (Member seen : member.getCluster().getMembers()) {
            UUID id = seen.getUuid();
            view += id.getMostSignificantBits() ^ id.getLeastSignificantBits();
        }
        return view == NONE ? 1 : view;
    }
}
