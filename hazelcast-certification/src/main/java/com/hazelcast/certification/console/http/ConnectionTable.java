package com.hazelcast.certification.console.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Who holds a place at the HTTP port, and who gives way when all places are taken. Thread-safe; {@link #add} looks at each
 * connection when all places are taken, else it costs next to nothing.
 *
 * <p>A connection is trusted while the last request on it presented a valid token. When all places are taken, a new connection
 * takes the place of another, in this order:
 *
 * <ol>
 *   <li>of those that are not trusted, the one whose last event is longest ago: its beginning, the headers of a request, or the
 *       end of an answer. Only those of the address that has most of them are looked at, so that one host cannot crowd out
 *       others. Whether it waits for a request or is inside one makes no difference: a slow body holds no place.
 *   <li>a trusted one that waits for its next request, again the one whose last event is longest ago
 *   <li>a stream of events that is not trusted, the oldest; {@link EventStreams} bounds these
 * </ol>
 *
 * A request on a trusted connection is never cut. Only when all places are taken by these is a new connection closed.
 *
 * <p>A client that sends its request at once is served whatever the others do: to cut it they would have to begin as many
 * connections as there are places before its first bytes are there.
 */
final class ConnectionTable {
    /** Places. */
    static final int COUNT_MAX = 128;

    /** From a connection's beginning to the headers of its first request, the handshake of TLS included. */
    static final long FIRST_REQUEST_MAX_MS = 5_000;

    /** From an answer to the headers of the next request, and from a request's headers to its answer, streams excepted. */
    static final long IDLE_MAX_MS = 60_000;

    /** Bytes of an IPv6 address that say which network it is in: a host has all addresses of one. */
    private static final int NETWORK_SIZE_BYTES = 8;

    private static final Comparator<Connection> LONGEST_AGO =
            Comparator.comparingLong(connection -> -connection.ageNs());

    private final int countMax;
    private final LongSupplier nanoClock;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Set<Connection> connections = new LinkedHashSet<>();

    /** @param nanoClock as {@link System#nanoTime} */
    ConnectionTable(int countMax, LongSupplier nanoClock) {
        this.countMax = countMax;
        this.nanoClock = nanoClock;
    }

    private enum Phase {
        /** No request yet. */
        SILENT(FIRST_REQUEST_MAX_MS),
        /** Between requests. */
        IDLE(IDLE_MAX_MS),
        /** The headers of a request have come, its answer has not been sent. */
        BUSY(IDLE_MAX_MS),
        /** Events are sent for as long as the client takes them. */
        STREAM(Long.MAX_VALUE);

        private final long longestNs;

        Phase(long longestMs) {
            this.longestNs = TimeUnit.MILLISECONDS.toNanos(longestMs);
        }
    }

    /** A connection with a place. Thread-safe. */
    final class Connection {
        private final String network;
        private final Runnable closer;
        private Phase phase = Phase.SILENT;
        private boolean isTrusted;
        private long lastEventNs = nanoClock.getAsLong();

        private Connection(String network, Runnable closer) {
            this.network = network;
            this.closer = closer;
        }

        /** The headers of a request have come. Not trusted until {@link #trust} says so. */
        void requestBegan() {
            enter(Phase.BUSY);
            isTrusted = false;
        }

        /** The request that has begun presented a valid token. */
        void trust() {
            synchronized (lock) {
                isTrusted = true;
            }
        }

        /** The answer is a stream of events. */
        void streams() {
            enter(Phase.STREAM);
        }

        /** The answer has been sent. */
        void requestEnded() {
            enter(Phase.IDLE);
        }

        private void enter(Phase next) {
            synchronized (lock) {
                phase = next;
                lastEventNs = nanoClock.getAsLong();
            }
        }

        /** Cuts it, whatever it does; its place is free. */
        void cut() {
            boolean isThere;
            synchronized (lock) {
                isThere = connections.remove(this);
            }
            if (isThere) {
                closer.run();
            }
        }

        /** It is closed; its place is free. */
        void closed() {
            synchronized (lock) {
                connections.remove(this);
            }
        }

        private long ageNs() {
            return nanoClock.getAsLong() - lastEventNs;
        }
    }

    /**
     * Gives a new connection a place.
     *
     * @param closer closes it; called at most once, by whoever adds, sweeps or cuts, and must not wait
     * @return empty when every place is taken by a connection that must not be cut
     */
    Optional<Connection> add(InetAddress from, Runnable closer) {
        Connection added = new Connection(networkOf(from), closer);
        Optional<Connection> victim = Optional.empty();
        synchronized (lock) {
            if (connections.size() >= countMax) {
                victim = victim();
                if (victim.isEmpty()) {
                    return Optional.empty();
                }
                connections.remove(victim.get());
            }
            connections.add(added);
        }
        victim.ifPresent(connection -> connection.closer.run());
        return Optional.of(added);
    }

    @GuardedBy("lock")
    private Optional<Connection> victim() {
        return Stream.of(
                        heaviest(connections.stream()
                                .filter(connection -> !connection.isTrusted && connection.phase != Phase.STREAM)
                                .toList()),
                        connections.stream()
                                .filter(connection -> connection.isTrusted && connection.phase == Phase.IDLE)
                                .toList(),
                        connections.stream()
                                .filter(connection -> !connection.isTrusted && connection.phase == Phase.STREAM)
                                .toList())
                .flatMap(rank -> rank.stream().min(LONGEST_AGO).stream())
                .findFirst();
    }

    private static List<Connection> heaviest(List<Connection> all) {
        Map<String, Integer> counts = new HashMap<>();
        all.forEach(connection -> counts.merge(connection.network, 1, Integer::sum));
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return all.stream()
                .filter(connection -> counts.getOrDefault(connection.network, 0) == most)
                .toList();
    }

    /** Loopback is one network whatever the address: a process on this machine may take any of them. */
    private static String networkOf(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return "loopback";
        }
        byte[] bytes = address.getAddress();
        return Arrays.toString(address instanceof Inet4Address ? bytes : Arrays.copyOf(bytes, NETWORK_SIZE_BYTES));
    }

    /** Closes connections whose time has passed; called every now and then. */
    void closeOverdue() {
        List<Connection> overdue;
        synchronized (lock) {
            overdue = connections.stream()
                    .filter(connection -> connection.ageNs() > connection.phase.longestNs)
                    .toList();
            overdue.forEach(connections::remove);
        }
        overdue.forEach(connection -> connection.closer.run());
    }

    /** Places taken. */
    int count() {
        synchronized (lock) {
            return connections.size();
        }
    }
}
