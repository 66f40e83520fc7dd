package com.hazelcast.certification.source;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A source that sends to each connection what the test says, in the order of arrival, and closes it; the last one it holds
 * open, silent, until the reader closes its side. One connection at a time, served by one thread.
 */
public final class ScriptedSource implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final ServerSocket server;
    private final List<Script> scripts;
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** What one connection is sent. */
    @FunctionalInterface
    public interface Script {
        void send(OutputStream out) throws IOException, InterruptedException;
    }

    public ScriptedSource(Script... scripts) throws IOException {
        this(0, scripts);
    }

    public ScriptedSource(int port, Script... scripts) throws IOException {
        this.scripts = List.of(scripts);
        this.server = new ServerSocket(port, 1, InetAddress.getByName(HOST));
        Thread thread = new Thread(this::run, "scripted-source");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            for (Script script : scripts) {
                try (Socket connection = server.accept()) {
                    script.send(connection.getOutputStream());
                    if (served.incrementAndGet() == scripts.size()) {
                        connection.getInputStream().readAllBytes();
                    }
                }
            }
        } catch (IOException | InterruptedException e) {
            failure.set(e);
        }
    }

    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved(HOST, server.getLocalPort());
    }

    /** Whether every script has been sent whole. Fails when one could not be. */
    boolean isSent() {
        if (failure.get() != null) {
            throw new AssertionError("the source could not send its script", failure.get());
        }
        return served.get() == scripts.size();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
