package com.hazelcast.certification.member;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.FormatAgreement;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionLostEvent;
import com.hazelcast.partition.PartitionLostListener;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs which members there are, in a line each time that changes, which of them cannot stay, and what became of the shards of a failed one;
 * Hazelcast's own lists are not logged by default. Immutable.
 */
final class MembershipLog implements MembershipListener, PartitionLostListener {
    private static final Logger LOG = LoggerFactory.getLogger(MembershipLog.class);

    private final Cluster cluster;
    private final int backups;
    private final FormatAgreement formats;

    /** @param backups of each shard */
    MembershipLog(HazelcastInstance hazelcast, int backups, FormatAgreement formats) {
        cluster = hazelcast.getCluster();
        this.backups = backups;
        this.formats = formats;
        var unused = cluster.addMembershipListener(this);
        var unusedToo = hazelcast.getPartitionService().addPartitionLostListener(this);
        int members = cluster.getMembers().size();
        LogEvent.MEMBERS_SEEN
                .at(LOG)
                .addKeyValue(Fields.MEMBERS, members)
                .log(
                        "{} member(s): {}",
                        members,
                        cluster.getMembers().stream()
                                .map(MembershipLog::address)
                                .collect(Collectors.joining(", ")));
    }

    private static String address(Member member) {
        return address(member.getAddress());
    }

    private static String address(Address address) {
        return address.getHost() + ":" + address.getPort();
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        String other = address(event.getMember());
        int members = event.getMembers().size();
        LogEvent.MEMBER_JOINED
                .at(LOG)
                .addKeyValue(Fields.OTHER, other)
                .addKeyValue(Fields.MEMBERS, members)
                .log("{} has joined: {} member(s)", other, members);
        formats.difference(event.getMember())
                .ifPresent(difference -> LogEvent.MEMBER_REFUSED
                        .at(LOG)
                        .addKeyValue(Fields.OTHER, other)
                        .log(
                                "the member that has joined is of a release that cannot be in one cluster with this one; it takes nothing, and"
                                        + " leaves. If it stays, it is older than 1.0.0: end it. See {}: {}",
                                FormatAgreement.RECIPE,
                                difference));
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        String other = address(event.getMember());
        int members = event.getMembers().size();
        LogEvent.MEMBER_LEFT
                .at(LOG)
                .addKeyValue(Fields.OTHER, other)
                .addKeyValue(Fields.MEMBERS, members)
                .log("{} has left: {} member(s)", other, members);
    }

    /** The owner of a shard has failed. Every member is notified; the one that owns the shard from then on writes the line. */
    @Override
    public void partitionLost(PartitionLostEvent event) {
        Address owner = event.getEventSource();
        if (!cluster.getLocalMember().getAddress().equals(owner)) {
            return;
        }
        int shard = event.getPartitionId();
        if (event.getLostBackupCount() < backups) {
            LogEvent.SHARD_PROMOTED
                    .at(LOG)
                    .addKeyValue(Fields.SHARD, shard)
                    .log("the owner of shard {} has failed; this member, which has a copy, owns it", shard);
        } else {
            LogEvent.SHARD_LOST
                    .at(LOG)
                    .addKeyValue(Fields.SHARD, shard)
                    .log(
                            "no member is left that had a copy of shard {}; what it held is lost, unless a member brings it from its"
                                    + " disk",
                            shard);
        }
    }
}
