package com.hazelcast.certification.client;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The members of a client's list, one after the other and round again. Each client has an order of its own: where all had the same, all
 * clients of a member that fails would go to the next one together. Used by one thread.
 */
final class MemberRing {
    private final List<InetSocketAddress> order;
    private int index;

    private MemberRing(List<InetSocketAddress> order) {
        this.order = order;
    }

    /** In the order of the list. */
    static MemberRing inOrder(List<InetSocketAddress> members) {
        return new MemberRing(List.copyOf(members));
    }

    /** In a random order. */
    static MemberRing shuffled(List<InetSocketAddress> members, Random random) {
        List<InetSocketAddress> order = new ArrayList<>(members);
        Collections.shuffle(order, random);
        return new MemberRing(order);
    }

    InetSocketAddress current() {
        return order.get(index);
    }

    /** Goes on to the next; a member that has failed comes again after all others. */
    void advance() {
        index = (index + 1) % order.size();
    }
}
