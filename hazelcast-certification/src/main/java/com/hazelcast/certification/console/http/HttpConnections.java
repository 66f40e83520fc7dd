package com.hazelcast.certification.console.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The connections of the HTTP port from their acceptance on, and what their requests do: fills a {@link ConnectionTable}.
 * Thread-safe; never blocks.
 */
final class HttpConnections {
    private final ConnectionTable table = new ConnectionTable(ConnectionTable.COUNT_MAX, System::nanoTime);
    private final Map<Ends, ConnectionTable.Connection> byEnds = new ConcurrentHashMap<>();

    /** Both ends of a connection, by which Netty's and Vert.x's view of it are the same. */
    private record Ends(String host, int port, String localHost, int localPort) {}

    /** Gives a connection that has just been accepted a place; false: there is none. */
    boolean admit(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress remote)
                || !(channel.localAddress() instanceof InetSocketAddress local)) {
            // Closed by the client already.
            return false;
        }
        Optional<ConnectionTable.Connection> admitted = table.add(remote.getAddress(), () -> close(channel));
        admitted.ifPresent(connection -> {
            Ends ends = new Ends(
                    remote.getAddress().getHostAddress(),
                    remote.getPort(),
                    local.getAddress().getHostAddress(),
                    local.getPort());
            byEnds.put(ends, connection);
            channel.closeFuture().addListener(closed -> {
                connection.closed();
                byEnds.remove(ends, connection);
            });
        });
        return admitted.isPresent();
    }

    /** At once, without a goodbye of TLS, for which a client that reads nothing could be waited for. */
    private static void close(Channel channel) {
        // Run by its event loop, for one accepted a moment ago as soon as it has one.
        channel.pipeline().addLast(new ChannelHandlerAdapter() {
            @Override
            public void handlerAdded(ChannelHandlerContext context) {
                channel.unsafe().close(channel.newPromise());
            }
        });
    }

    private void with(HttpServerRequest request, Consumer<ConnectionTable.Connection> action) {
        SocketAddress remote = request.remoteAddress();
        SocketAddress local = request.localAddress();
        if (remote == null || local == null) {
            return;
        }
        ConnectionTable.Connection connection =
                byEnds.get(new Ends(remote.hostAddress(), remote.port(), local.hostAddress(), local.port()));
        if (connection != null) {
            action.accept(connection);
        }
    }

    /** The headers of a request have come; sees to it that its end is noticed. */
    void began(HttpServerRequest request) {
        with(request, connection -> {
            connection.requestBegan();
            request.response().endHandler(ended -> connection.requestEnded());
        });
    }

    /** The request presented a valid token. */
    void trust(HttpServerRequest request) {
        with(request, ConnectionTable.Connection::trust);
    }

    /** The request is answered by a stream of events. */
    void streams(HttpServerRequest request) {
        with(request, ConnectionTable.Connection::streams);
    }

    /** Cuts the connection of a request at once. */
    void cut(HttpServerRequest request) {
        with(request, ConnectionTable.Connection::cut);
    }

    /** Closes connections whose time has passed; called every now and then. */
    void closeOverdue() {
        table.closeOverdue();
    }
}
