package com.hazelcast.certification.source;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A source that takes no connection and refuses none: its queue of connections is full, as a machine that is gone without
 * a word answers nothing. Who connects waits.
 */
final class FullSource implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int CONNECT_TIMEOUT_MS = 200;
    private static final int QUEUE_MAX = 64;

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(HOST));
    private final List<Socket> queued = new ArrayList<>();

    FullSource() throws IOException {
        while (isTaken()) {
            if (queued.size() > QUEUE_MAX) {
                throw new AssertionError("this machine queues every connection: queued=" + queued.size());
            }
        }
    }

    private boolean isTaken() throws IOException {
        Socket socket = new Socket();
        queued.add(socket);
        try {
            socket.connect(server.getLocalSocketAddress(), CONNECT_TIMEOUT_MS);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    InetSocketAddress address() {
        return InetSocketAddress.createUnresolved(HOST, server.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : queued) {
            socket.close();
        }
        server.close();
    }
}
