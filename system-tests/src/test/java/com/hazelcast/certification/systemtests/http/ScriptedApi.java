package com.hazelcast.certification.systemtests.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A member's API whose answers are scripted: each request takes the next step, and the last step stays. {@code /readyz} is no part of the
 * script. One thread a connection.
 */
final class ScriptedApi implements AutoCloseable {
    private static final String PROCESS = "process";

    private final ServerSocket server;
    private final Queue<Step> script;
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean isReady = true;

    /** What becomes of a request. */
    @FunctionalInterface
    interface Step {
        void answer(Socket socket) throws IOException;
    }

    /** At any free port. */
    ScriptedApi(Step... steps) throws IOException {
        this(0, steps);
    }

    ScriptedApi(int port, Step... steps) throws IOException {
        script = new ConcurrentLinkedQueue<>(List.of(steps));
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        started(this::accept);
    }

    private static void started(Runnable task) {
        Thread thread = new Thread(task, "scripted-api");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                started(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
            return;
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                String request = HttpNeighbour.readAnswer(in);
                if (request.startsWith("GET /readyz")) {
                    (isReady ? reply(200, "{}") : reply(503, "{}")).answer(socket);
                } else {
                    bodies.add(request.substring(request.indexOf("\r\n\r\n") + 4));
                    (script.size() > 1 ? script.remove() : script.element()).answer(socket);
                }
            }
        } catch (IOException e) {
            // The connection has ended.
            return;
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Of all requests so far, in their order. */
    List<String> bodies() {
        return List.copyOf(bodies);
    }

    void ready(boolean isReadyNow) {
        isReady = isReadyNow;
    }

    static Step reply(int status, String body) {
        return socket -> {
            OutputStream out = socket.getOutputStream();
            out.write(("HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
        };
    }

    static Step problem(int status, String code) {
        return reply(status, "{\"code\":\"" + code + "\"}");
    }

    /** The decision of the rules to approve. */
    static Step decides() {
        return decision(PROCESS, "rules", false, "");
    }

    /** @param earlier what a stand-in is said to have answered; empty: nothing is said */
    static Step decision(String process, String source, boolean isReplayed, String earlier) {
        String standIn = earlier.isEmpty() ? "null" : "{\"action\":\"" + earlier + "\"}";
        return reply(
                200,
                "{\"id\":\"tx_" + String.format("%-8s", process).replace(' ', '-') + "0001\",\"source\":\"" + source
                        + "\",\"action\":\"approve\",\"rule\":null,\"ruleSet\":{\"version\":1},\"replayed\":"
                        + isReplayed + ",\"standIn\":" + standIn + "}");
    }

    static Step closes() {
        return Socket::close;
    }

    static Step resets() {
        return socket -> {
            socket.setSoLinger(true, 0);
            socket.close();
        };
    }

    /** The head and the beginning of the body. */
    static Step breaksOff() {
        return socket -> {
            socket.getOutputStream()
                    .write("HTTP/1.1 200 x\r\nContent-Length: 100\r\n\r\n{\"id\":".getBytes(StandardCharsets.US_ASCII));
            socket.close();
        };
    }

    static Step after(CompletableFuture<?> released, Step step) {
        return socket -> {
            var unused = released.join();
            step.answer(socket);
        };
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
