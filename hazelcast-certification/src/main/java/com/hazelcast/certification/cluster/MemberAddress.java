package com.hazelcast.certification.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;

/** A member's address as all figures and messages show it. Stateless. */
public final class MemberAddress {
    private MemberAddress() {}

    /** The member port's address, {@code host:port}. */
    public static String of(Member member) {
        Address address = member.getAddress();
        return address.getHost() + ":" + address.getPort();
    }
}
