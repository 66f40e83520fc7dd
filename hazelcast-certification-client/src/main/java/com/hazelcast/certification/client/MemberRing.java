package com.hazelcast.certification.client;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The members that a client may connect to, the one it prefers first: those that it has learned of, and behind them the others of its own
 * list, the seeds. Each client has an order of its own, from a random number and the members' addresses (rendezvous hashing, Thaler and
 * Ravishankar 1998). So clients spread evenly; those of a member that fails spread over all others; and of a member that joins, only
 * those prefer it that make up its share. Used by one thread. At most 1,024 members and the seeds.
 */
final class MemberRing {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final ToLongFunction<InetSocketAddress> rank;
    private final List<InetSocketAddress> seeds;
    private List<InetSocketAddress> learned = List.of();
    private List<InetSocketAddress> order;
    private InetSocketAddress current;

    /** Members that could not be reached, or were lost, since all were tried. */
    private final Set<InetSocketAddress> failed = new HashSet<>();

    private MemberRing(List<InetSocketAddress> seeds, ToLongFunction<InetSocketAddress> rank) {
        this.rank = rank;
        this.seeds = inOrder(seeds.stream().map(MemberRing::named).distinct().toList(), rank);
        this.order = this.seeds;
        this.current = order.get(0);
    }

    /** By their place in the list. */
    static MemberRing inOrder(List<InetSocketAddress> members) {
        return preferring(members, members);
    }

    /** Members by their place in the list, others behind them. */
    static MemberRing preferring(List<InetSocketAddress> members, List<InetSocketAddress> seeds) {
        List<InetSocketAddress> named = members.stream().map(MemberRing::named).toList();
        return new MemberRing(seeds, member -> named.contains(member) ? named.indexOf(member) : named.size());
    }

    /** In an order that follows from that number, random for each client. */
    static MemberRing spread(List<InetSocketAddress> members, long number) {
        return new MemberRing(members, member -> hash(member, number));
    }

    private static List<InetSocketAddress> inOrder(
            List<InetSocketAddress> members, ToLongFunction<InetSocketAddress> rank) {
        return members.stream().sorted(Comparator.comparingLong(rank)).toList();
    }

    /** A seed may be resolved already, and what a member lists is not. */
    private static InetSocketAddress named(InetSocketAddress address) {
        return InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
    }

    private static long hash(InetSocketAddress member, long number) {
        String text = member.getHostString().toLowerCase(Locale.ROOT) + ":" + member.getPort();
        long hash = FNV_OFFSET ^ number;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ octet) * FNV_PRIME;
        }
        // The last bytes have not reached all bits: Stafford's mix 13.
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }

    /** The member that the client is connected to, or is to try. */
    InetSocketAddress current() {
        return current;
    }

    /** The client is connected to that member. */
    void arrived(InetSocketAddress member) {
        current = member;
        failed.remove(member);
    }

    /** That member has failed: it comes again after all others. */
    void failed(InetSocketAddress member) {
        failed.add(member);
    }

    /** Goes on to the next: the current member has failed. */
    void advance() {
        failed(current);
        if (failed.containsAll(order)) {
            failed.clear();
        }
        current = order.stream()
                .filter(member -> !failed.contains(member))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Takes those members instead of what was learned before. One that has joined may be tried, also when it failed before it left.
     *
     * @param own which of them the client is connected to; empty: not known
     */
    void learn(List<InetSocketAddress> members, Optional<InetSocketAddress> own) {
        if (!learned.isEmpty()) {
            failed.removeIf(member -> members.contains(member) && !learned.contains(member));
        }
        learned = inOrder(members, rank);
        List<InetSocketAddress> all = new ArrayList<>(learned);
        seeds.stream().filter(seed -> !learned.contains(seed)).forEach(all::add);
        order = List.copyOf(all);
        own.ifPresent(this::arrived);
    }

    /** A member that the client prefers to the one that it is connected to; empty also when it is not known which that is. */
    Optional<InetSocketAddress> better() {
        if (!learned.contains(current)) {
            return Optional.empty();
        }
        return learned.subList(0, learned.indexOf(current)).stream()
                .filter(member -> !failed.contains(member))
                .findFirst();
    }

    /** Whether there are members that it does not try because they have failed. */
    boolean hasFailed() {
        return !failed.isEmpty();
    }

    /** Those that have failed may be tried. */
    void forgive() {
        failed.clear();
    }
}
