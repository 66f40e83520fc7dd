package com.hazelcast.certification.systemtests.faults;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A source that is silent until {@link #send} is called. Then it sends the same to each new connection, and ends these. Thread-safe.
 */
final class BoundsSource implements AutoCloseable {
    private static final int END_MS = 60_000;

    private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

    @GuardedBy("this")
    private final List<Socket> open = new ArrayList<>();

    @GuardedBy("this")
    private byte[] toSend = {};

    @GuardedBy("this")
    private final List<Socket> served = new ArrayList<>();

    BoundsSource() throws IOException {
        Thread thread = new Thread(this::accept, "bounds-source");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                serve(server.accept());
            } catch (IOException e) {
                // Closed, or a member has left while it was sent to; others are served.
            }
        }
    }

    private synchronized void serve(Socket connection) throws IOException {
        open.add(connection);
        if (toSend.length > 0) {
            connection.getOutputStream().write(toSend);
            served.add(connection);
        }
    }

    /**
     * Cuts all connections, sends to the next, at least so many, and ends them; returns how many records that were, once all are read.
     *
     * @throws IOException when a member does not read to the end in time
     */
    long send(List<byte[]> records, int connectionsMin) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        records.forEach(bytes::writeBytes);
        synchronized (this) {
            toSend = bytes.toByteArray();
            served.clear();
            for (Socket connection : open) {
                connection.close();
            }
            open.clear();
        }
        SystemCluster.await("members read the source", () -> servedCount() >= connectionsMin);
        List<Socket> ended;
        synchronized (this) {
            toSend = new byte[0];
            ended = List.copyOf(served);
            open.removeAll(served);
        }
        for (Socket connection : ended) {
            awaitRead(connection);
        }
        return (long) ended.size() * records.size();
    }

    /** A member closes its side when it has handed in all that came before the end. */
    private static void awaitRead(Socket connection) throws IOException {
        try (connection) {
            connection.shutdownOutput();
            connection.setSoTimeout(END_MS);
            if (connection.getInputStream().read() >= 0) {
                throw new IllegalStateException("a member has sent something to its source");
            }
        }
    }

    private synchronized int servedCount() {
        return served.size();
    }

    @Override
    public synchronized void close() throws IOException {
        server.close();
        for (Socket connection : open) {
            connection.close();
        }
    }
}
