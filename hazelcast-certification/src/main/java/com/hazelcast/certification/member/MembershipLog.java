package com.hazelcast.certification.member;

import com.hazelcast.certification.shard.FormatAgreement;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which members there are, in a line each time that changes, and which of them cannot stay; Hazelcast's own lists are not logged by
 * default. Immutable.
 */
final class MembershipLog implements MembershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(MembershipLog.class);

    private final FormatAgreement formats;

    MembershipLog(Cluster cluster, FormatAgreement formats) {
        this.formats = formats;
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
        formats.difference(event.getMember())
                .ifPresent(difference -> LOG.error(
                        "the member that has joined is of a release that cannot be in one cluster with this one; it takes nothing, and leaves. If it"
                                + " stays, it is older than 1.0.0: end it. See {}: {}",
                        FormatAgreement.RECIPE,
                        difference));
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        LOG.info(
                "{} has left: {} member(s)",
                address(event.getMember()),
                event.getMembers().size());
    }
}
