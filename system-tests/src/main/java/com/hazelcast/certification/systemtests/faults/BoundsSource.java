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

/** A source that is silent until {@link #send} is called. Then it sends the same to each new connection. Thread-safe. */
final class BoundsSource implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

    @GuardedBy("this")
    private final List<Socket> open = new ArrayList<>();

    @GuardedBy("this")
    private byte[] toSend = {};

    @GuardedBy("this")
    private int served;

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
            served++;
        }
    }

    /** Cuts all connections and sends to the next, at least so many; returns how many records that were. */
    long send(List<byte[]> records, int connectionsMin) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        records.forEach(bytes::writeBytes);
        synchronized (this) {
            toSend = bytes.toByteArray();
            served = 0;
            for (Socket connection : open) {
                connection.close();
            }
            open.clear();
        }
        SystemCluster.await("members read the source", () -> servedCount() >= connectionsMin);
        synchronized (this) {
            toSend = new byte[0];
            return (long) served * records.size();
        }
    }

    private synchronized int servedCount() {
        return served;
    }

    @Override
    public synchronized void close() throws IOException {
        server.close();
        for (Socket connection : open) {
            connection.close();
        }
    }
}
