package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between a client and a gateway and misbehaves on request: it cuts connections, in the middle of what flows, or
 * delays what flows. Two threads a connection.
 */
public final class FaultyProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final InetSocketAddress target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger truncateAfter = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger delayMs = new AtomicInteger();
    private volatile boolean isClosed;

    public FaultyProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        start("proxy-" + server.getLocalPort(), this::accept);
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket client = server.accept();
                Socket gateway = new Socket();
                sockets.add(client);
                sockets.add(gateway);
                gateway.connect(target, 2_000);
                start("proxy-up", () -> pump(client, gateway));
                start("proxy-down", () -> pump(gateway, client));
            } catch (IOException e) {
                // The gateway is closed, or the proxy closes: whoever waits behind the connection sees it end.
                cut();
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int read = in.read(buffer);
            while (read >= 0) {
                Thread.sleep(delayMs.get());
                int passed = Math.min(read, truncateAfter.getAndUpdate(left -> left == Integer.MAX_VALUE ? left : 0));
                out.write(buffer, 0, passed);
                if (passed < read) {
                    return;
                }
                read = in.read(buffer);
            }
        } catch (IOException | InterruptedException e) {
            // Ends both sides, which is what a broken connection looks like from there.
            return;
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Cuts all connections now; returns how many. */
    int cut() {
        int count = 0;
        for (Socket socket : sockets) {
            try {
                socket.close();
                count++;
            } catch (IOException e) {
                throw new IllegalStateException("a socket did not close", e);
            }
        }
        sockets.clear();
        return count;
    }

    /** Lets so many bytes of the next piece through, and cuts the connection behind them. */
    void truncate(int bytes) {
        truncateAfter.set(bytes);
    }

    void passAll() {
        truncateAfter.set(Integer.MAX_VALUE);
    }

    /** Holds each piece back so long. */
    void delay(int ms) {
        delayMs.set(ms);
    }

    /** Connections whose two sides are open. */
    int connectionCount() {
        return sockets.size() / 2;
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        server.close();
        cut();
    }

    /** Cuts, truncates or delays what flows through the proxies, at random. */
    public record Cut(List<FaultyProxy> proxies) implements Fault {
        @Override
        public String name() {
            return "connections cut, truncated, delayed";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws InterruptedException {
            SystemCluster.await(
                    "a client is connected", () -> proxies.stream().anyMatch(proxy -> proxy.connectionCount() > 0));
            switch (random.nextInt(3)) {
                case 0 -> proxies.forEach(FaultyProxy::cut);
                case 1 -> {
                    proxies.forEach(proxy -> proxy.truncate(random.nextInt(200)));
                    SystemCluster.await(
                            "the connection ended in the middle of a frame",
                            () -> proxies.stream().allMatch(proxy -> proxy.connectionCount() == 0));
                    proxies.forEach(FaultyProxy::passAll);
                }
                default -> {
                    proxies.forEach(proxy -> proxy.delay(50 + random.nextInt(200)));
                    // The fault is the time that passes.
                    Thread.sleep(500);
                    proxies.forEach(proxy -> proxy.delay(0));
                    proxies.forEach(FaultyProxy::cut);
                }
            }
        }
    }
}
