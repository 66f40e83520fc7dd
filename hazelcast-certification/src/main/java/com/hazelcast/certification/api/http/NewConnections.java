package com.hazelcast.certification.api.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.channel.Channel;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpConnection;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Connections that were accepted and have not been shown by Vert.x, which waits for the handshake of TLS, or for a whole first head. Bounded
 * in number and in time, however slowly their clients send. Has the places of those that are shown as well. Thread-safe; a short lock.
 */
final class NewConnections {
    static final long TIME_NS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier clockNs;
    private final Places silent;
    private final Places served;
    private final Places refused;
    private final Map<Ends, Waiting> waiting = new ConcurrentHashMap<>();

    /** Both ends of a connection, by which Netty's and Vert.x's view of it are the same. */
    private record Ends(String host, int port, String localHost, int localPort) {}

    private record Waiting(Channel channel, String host, long sinceNs) {}

    /**
     * Places for connections. An address may have at most {@value #FREE_TIMES} times as many as are free: alone seven eighths of all, two of them
     * seven fifteenths each. So however many one address opens, and however many such addresses there are, some places are free for others.
     * Thread-safe; a short lock.
     */
    static final class Places {
        private static final int FREE_TIMES = 7;

        /** Bytes of an IPv6 address that say which network it is in: a host has all addresses of one. */
        private static final int NETWORK_SIZE_BYTES = 8;

        private final int max;

        @GuardedBy("this")
        private final Map<String, Integer> byNetwork = new HashMap<>();

        @GuardedBy("this")
        private int taken;

        Places(int max) {
            this.max = max;
        }

        /** Takes a place for a connection from there; false: there is none for it, and nothing was taken. */
        boolean enter(String host) {
            String network = networkOf(host);
            synchronized (this) {
                int own = byNetwork.getOrDefault(network, 0) + 1;
                int free = max - taken;
                if (free < 1 || own > FREE_TIMES * free) {
                    return false;
                }
                taken++;
                byNetwork.put(network, own);
                return true;
            }
        }

        /** Gives back a place that {@link #enter} has given. */
        void leave(String host) {
            String network = networkOf(host);
            synchronized (this) {
                taken--;
                int own = byNetwork.getOrDefault(network, 1) - 1;
                if (own == 0) {
                    byNetwork.remove(network);
                } else {
                    byNetwork.put(network, own);
                }
            }
        }

        synchronized int taken() {
            return taken;
        }

        private static String networkOf(String host) {
            byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
            return address == null || address.length <= NETWORK_SIZE_BYTES
                    ? host
                    : Arrays.toString(Arrays.copyOf(address, NETWORK_SIZE_BYTES));
        }
    }

    /**
     * None yet.
     *
     * @param max more are closed at once
     * @param clockNs as {@code System.nanoTime()}
     */
    NewConnections(int max, LongSupplier clockNs) {
        this.clockNs = clockNs;
        this.silent = new Places(max);
        this.served = new Places(max);
        this.refused = new Places(max);
    }

    /** Places of those that are shown, and served. */
    Places served() {
        return served;
    }

    /** Places of those that are shown, and closed with the answer that there is no place for them. */
    Places refused() {
        return refused;
    }

    /** Takes a connection that has just been accepted; false: there are too many, or it is closed already. */
    boolean admit(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress remote)
                || !(channel.localAddress() instanceof InetSocketAddress local)) {
            return false;
        }
        String host = remote.getAddress().getHostAddress();
        if (!silent.enter(host)) {
            return false;
        }
        Ends ends = new Ends(host, remote.getPort(), local.getAddress().getHostAddress(), local.getPort());
        Waiting entry = new Waiting(channel, host, clockNs.getAsLong());
        Waiting before = waiting.put(ends, entry);
        if (before != null) {
            // Closed, and its port was taken again before it was noticed.
            silent.leave(before.host);
        }
        var unused = channel.closeFuture().addListener(closed -> {
            if (waiting.remove(ends, entry)) {
                silent.leave(host);
            }
        });
        return true;
    }

    /**
     * Vert.x shows it now.
     *
     * @return cuts it at once; Vert.x itself closes a connection only when its client has taken all that was written
     */
    Runnable shown(HttpConnection connection) {
        return shown(
                connection.remoteAddress().hostAddress(),
                connection.remoteAddress().port(),
                connection.localAddress().hostAddress(),
                connection.localAddress().port());
    }

    Runnable shown(String host, int port, String localHost, int localPort) {
        Waiting entry = waiting.remove(new Ends(host, port, localHost, localPort));
        if (entry == null) {
            return () -> {};
        }
        silent.leave(entry.host);
        return () -> cut(entry.channel);
    }

    /** Past the handlers of the channel, which would wait for what they have written. */
    private static void cut(Channel channel) {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.newPromise()));
    }

    /** Closes those whose time has passed; called every now and then. */
    void closeOverdue() {
        long nowNs = clockNs.getAsLong();
        waiting.values().forEach(entry -> {
            if (nowNs - entry.sinceNs > TIME_NS) {
                var unused = entry.channel.close();
            }
        });
    }
}
