package com.hazelcast.certification.api.http;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Connections that were accepted and have not been shown by Vert.x, which waits for the handshake of TLS, or for a whole first head. Bounded
 * in number and in time, however slowly their clients send. Thread-safe; never blocks.
 */
final class NewConnections {
    static final long TIME_NS = TimeUnit.SECONDS.toNanos(10);

    private final int max;
    private final LongSupplier clockNs;
    private final Map<Ends, Waiting> waiting = new ConcurrentHashMap<>();

    /** Both ends of a connection, by which Netty's and Vert.x's view of it are the same. */
    private record Ends(String host, int port, String localHost, int localPort) {}

    private record Waiting(Channel channel, long sinceNs) {}

    /**
     * None yet.
     *
     * @param max more are closed at once
     * @param clockNs as {@code System.nanoTime()}
     */
    NewConnections(int max, LongSupplier clockNs) {
        this.max = max;
        this.clockNs = clockNs;
    }

    /** Takes a connection that has just been accepted; false: there are too many. */
    boolean admit(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress remote)
                || !(channel.localAddress() instanceof InetSocketAddress local)
                || waiting.size() >= max) {
            return false;
        }
        Ends ends = new Ends(
                remote.getAddress().getHostAddress(),
                remote.getPort(),
                local.getAddress().getHostAddress(),
                local.getPort());
        Waiting entry = new Waiting(channel, clockNs.getAsLong());
        waiting.put(ends, entry);
        var unused = channel.closeFuture().addListener(closed -> waiting.remove(ends, entry));
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
        return entry == null ? () -> {} : () -> cut(entry.channel);
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
