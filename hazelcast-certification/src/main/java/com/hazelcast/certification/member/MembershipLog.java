package com.hazelcast.certification.member;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs which members there are, in a line each time that changes; Hazelcast's own lists are not logged by default. Immutable. */
final class MembershipLog implements MembershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(MembershipLog.class);

    MembershipLog(Cluster cluster) {
        cluster.addMembershipListener(this);
        LOG.info(
                "{} member(s): {}",
                cluster.getMembers().size(),
                cluster.getMembers().stream().map(MembershipLog::address).collect(Collectors.joining(", ")));
    }

    private static String address(Member member) {
        return member.getAddress().getHost() + ":" + member.getAddress().getPort();
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        LOG.info(
                "{} has joined: {} member(s)",
                address(event.getMember()),
                event.getMembers().size());
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        LOG.info(
                "{} has left: {} member(s)",
                address(event.getMember()),
                event.getMembers().size());
    }
}
