package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a client. {@link #of} has the usual values; each {@code with} method returns a copy with one of them changed. Immutable.
 *
 * @param members gateways to connect to, one at a time, in a random order of each client, so that clients with the same list spread. Those that
 *     members name besides come first, with the same TLS; one of the list is enough to begin with
 * @param tls empty: no TLS, which a member must allow as well
 * @param format of the records; {@link FraudClient#sendRecord} needs a text one, and references one that has them
 * @param unacknowledgedMax most transactions sent and not answered; beyond it {@code send} waits and {@code trySend} says no
 * @param batchesInFlightMax most batches in flight; the member's limit holds as well
 * @param connectTimeout for the first connection, in {@link FraudClient#connect}
 * @param attemptTimeout for a connection, its TLS and its hello, each; a member that is silent four times as long, though
 *     pinged, is given up, and the next one tried
 * @param backOffFirst longest pause after the first failure; doubles with each that follows. The pause is random, from 0
 *     to that, so that clients of a member that is lost do not come back at once
 * @param backOffMax longest pause
 * @param closeTimeout how long {@link FraudClient#close} waits for answers
 * @param takesDeferrals whether a transaction whose shard gives no answers for two seconds completes as {@link
 *     Verdict.Status#DEFERRED}, and the caller sends it again. If not, the client does, and the transaction stays unacknowledged until it is
 *     answered: others go on until as many as {@code unacknowledgedMax} wait for such shards. Before members that speak no version
 *     3, it keeps its batch as well, and soon all others wait too
 * @param slowAfter answers that come later count as slow in {@link ClientStatistics}
 * @param spreadWithin how long at most the client waits, a random time, before it moves to a member that it prefers, as to one that has
 *     joined, or connects to an owner of shards: so its clients do not all come at once. Zero: it keeps to {@code members} and to the one
 *     that it is connected to, as it must behind a proxy or a balancer, and sends all by one connection
 * @param owners when transactions go to the owners of their shards, by a connection to each
 */
public record ClientConfig(
        List<InetSocketAddress> members,
        Optional<TlsOptions> tls,
        RecordFormat format,
        int unacknowledgedMax,
        int batchesInFlightMax,
        Duration connectTimeout,
        Duration attemptTimeout,
        Duration backOffFirst,
        Duration backOffMax,
        Duration closeTimeout,
        boolean takesDeferrals,
        Duration slowAfter,
        Duration spreadWithin,
        Owners owners) {
    private static final int UNACKNOWLEDGED_DEFAULT = 50_000;
    private static final int BATCHES_DEFAULT = 4;

    /** So a member that joins three others takes 750 of 3,000 clients in five seconds, which one core does. */
    private static final Duration SPREAD_WITHIN_DEFAULT = Duration.ofSeconds(5);

    /**
     * When a client sends each transaction to the member that owns the shard of its card, which saves a hop between members. It can where
     * members say who owns what (version 6 of the protocol) and have no card key.
     *
     * @param membersMax with more members that own shards it sends all by one connection; 0: always
     * @param fromTps transactions a second from which it does; below, for a minute, it goes back to one connection. 0: always
     */
    public record Owners(int membersMax, int fromTps) {
        /** All by one connection. */
        public static final Owners NONE = new Owners(0, 0);

        /**
         * From a thousand transactions a second: so a cluster that scores a million has a thousand such clients, and each member as many
         * connections of them, a quarter of those that it takes. Up to 32 members: a batch of a thousand is then cut into parts of about 32,
         * and smaller ones cost more for themselves than for their transactions.
         */
        public static final Owners USUAL = new Owners(32, 1_000);

        /** @throws IllegalArgumentException when a number is below 0, or there are more members than a list may have */
        public Owners {
            if (membersMax < 0 || membersMax > GatewaysFrame.GATEWAYS_MAX || fromTps < 0) {
                throw new IllegalArgumentException("owners: membersMax must be 0 to " + GatewaysFrame.GATEWAYS_MAX
                        + " and fromTps not below 0: membersMax=" + membersMax + " fromTps=" + fromTps);
            }
        }
    }

    /** Netty takes the time of an attempt as an {@code int} of milliseconds. */
    private static final Duration ATTEMPT_TIMEOUT_MAX = Duration.ofDays(1);

    private static final Duration TIME_MAX = Duration.ofDays(365);

    /**
     * @throws IllegalArgumentException when there is no member, a number is not above 0, or a time is none: {@code connectTimeout} and {@code
     *     attemptTimeout} must be at least a millisecond, and the others not below 0
     */
    public ClientConfig {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("name at least one member to connect to: members=[]");
        }
        requireWithin("unacknowledgedMax", unacknowledgedMax, 1 << 24);
        requireWithin("batchesInFlightMax", batchesInFlightMax, ProtocolLimits.BATCHES_IN_FLIGHT_MAX);
        requireWithin("connectTimeout", connectTimeout, Duration.ofMillis(1), TIME_MAX);
        requireWithin("attemptTimeout", attemptTimeout, Duration.ofMillis(1), ATTEMPT_TIMEOUT_MAX);
        requireWithin("backOffFirst", backOffFirst, Duration.ZERO, TIME_MAX);
        requireWithin("backOffMax", backOffMax, Duration.ZERO, TIME_MAX);
        requireWithin("closeTimeout", closeTimeout, Duration.ZERO, TIME_MAX);
        requireWithin("slowAfter", slowAfter, Duration.ZERO, TIME_MAX);
        requireWithin("spreadWithin", spreadWithin, Duration.ZERO, TIME_MAX);
    }

    private static void requireWithin(String name, Duration value, Duration least, Duration greatest) {
        if (value.compareTo(least) < 0 || value.compareTo(greatest) > 0) {
            throw new IllegalArgumentException(name + " must be " + least.toMillis() + " ms to " + greatest.toDays()
                    + " days: " + name + "=" + value);
        }
    }

    private static void requireWithin(String name, int value, int greatest) {
        if (value < 1 || value > greatest) {
            throw new IllegalArgumentException(name + " must be 1 to " + greatest + ": " + name + "=" + value);
        }
    }

    /** With TLS. */
    public static ClientConfig of(List<InetSocketAddress> members, TlsOptions tls) {
        return usual(members, Optional.of(tls));
    }

    /** Without TLS: cards travel readable. For networks that are private by other means, and for tests. */
    public static ClientConfig plain(List<InetSocketAddress> members) {
        return usual(members, Optional.empty());
    }

    private static ClientConfig usual(List<InetSocketAddress> members, Optional<TlsOptions> tls) {
        return new ClientConfig(
                members,
                tls,
                RecordFormat.COMPACT_WITH_REFERENCE,
                UNACKNOWLEDGED_DEFAULT,
                BATCHES_DEFAULT,
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                false,
                Duration.ofMillis(100),
                SPREAD_WITHIN_DEFAULT,
                Owners.USUAL);
    }

    public ClientConfig withFormat(RecordFormat changed) {
        return new ClientConfig(
                members,
                tls,
                changed,
                unacknowledgedMax,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                slowAfter,
                spreadWithin,
                owners);
    }

    public ClientConfig withUnacknowledgedMax(int changed) {
        return new ClientConfig(
                members,
                tls,
                format,
                changed,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                slowAfter,
                spreadWithin,
                owners);
    }

    public ClientConfig withTimeouts(Duration connect, Duration attempt, Duration close) {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                batchesInFlightMax,
                connect,
                attempt,
                backOffFirst,
                backOffMax,
                close,
                takesDeferrals,
                slowAfter,
                spreadWithin,
                owners);
    }

    public ClientConfig withBatchesInFlightMax(int changed) {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                changed,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                slowAfter,
                spreadWithin,
                owners);
    }

    /** Completes as deferred what a shard gives no answer to; needs members that speak version 3 of the protocol. */
    public ClientConfig withDeferrals() {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                true,
                slowAfter,
                spreadWithin,
                owners);
    }

    /** Counts answers as slow from there on. */
    public ClientConfig withSlowAfter(Duration changed) {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                changed,
                spreadWithin,
                owners);
    }

    /** Moves to members that it prefers within that time; zero: keeps to the configured members. */
    public ClientConfig withSpreadWithin(Duration changed) {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                slowAfter,
                changed,
                owners);
    }

    /** Sends transactions to the owners of their shards like that; {@link Owners#NONE}: all by one connection. */
    public ClientConfig withOwners(Owners changed) {
        return new ClientConfig(
                members,
                tls,
                format,
                unacknowledgedMax,
                batchesInFlightMax,
                connectTimeout,
                attemptTimeout,
                backOffFirst,
                backOffMax,
                closeTimeout,
                takesDeferrals,
                slowAfter,
                spreadWithin,
                changed);
    }

    /** Whether it uses members that are not in its list, and moves. */
    boolean isSpreading() {
        return !spreadWithin.isZero();
    }

    /** Whether it may connect to the owners of shards, which are in no list. */
    boolean mayUseOwners() {
        return isSpreading() && owners.membersMax > 0;
    }
}
