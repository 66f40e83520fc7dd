package com.hazelcast.certification.member;

import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The network between members in this JVM: each is known to the others by an address of this one, which passes on what comes, until
 * it is cut. Then all connections between members end, and nobody gets a new one. Used by one thread.
 */
final class MemberLinks implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path folder;
    private final List<Link> links = new ArrayList<>();
    private volatile boolean swallows;

    /** Links whose configuration goes into that folder. */
    MemberLinks(Path folder) {
        this.folder = folder;
    }

    /** A link to the member of that port; returns the member's Hazelcast configuration. */
    Path add(int memberPort) throws IOException {
        Link link = new Link(LocalCluster.freePort(), memberPort);
        links.add(link);
        link.open();
        return Files.writeString(folder.resolve("member-" + memberPort + ".yaml"), """
                hazelcast:
                  properties:
                    hazelcast.merge.first.run.delay.seconds: 1
                    hazelcast.merge.next.run.delay.seconds: 1
                  advanced-network:
                    enabled: true
                    member-server-socket-endpoint-config:
                      public-address: 127.0.0.1:%d
                """.formatted(link.port));
    }

    /** By which the others know the first member. */
    int firstPort() {
        return links.get(0).port;
    }

    /** Ends all connections between members; nobody gets a new one. */
    void cut() throws IOException {
        for (Link link : links) {
            link.close();
        }
    }

    /** What members send to each other is lost from now on; their connections stay. */
    void swallow() {
        swallows = true;
    }

    /** Ends all connections between members; each gets a new one at once. */
    void reconnect() throws IOException {
        for (Link link : links) {
            link.end();
        }
        swallows = false;
    }

    /** Lets others connect to the first member again. */
    void healFirst() throws IOException {
        links.get(0).open();
    }

    /** Lets members connect again. */
    void heal() throws IOException {
        for (Link link : links) {
            link.open();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private final class Link {
        private final int port;
        private final int memberPort;
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private ServerSocket server;

        Link(int port, int memberPort) throws IOException {
            this.port = port;
            this.memberPort = memberPort;
            this.server = new ServerSocket();
        }

        void open() throws IOException {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            server = opened;
            start("link-" + port, () -> accept(opened));
        }

        void close() throws IOException {
            server.close();
            end();
        }

        void end() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
            sockets.clear();
        }

        private void accept(ServerSocket opened) {
            while (!opened.isClosed()) {
                try {
                    Socket from = opened.accept();
                    sockets.add(from);
                    Socket to = new Socket(InetAddress.getLoopbackAddress(), memberPort);
                    sockets.add(to);
                    if (opened.isClosed()) {
                        from.close();
                        to.close();
                    }
                    start("link-in-" + port, () -> pass(from, to));
                    start("link-out-" + port, () -> pass(to, from));
                } catch (IOException e) {
                    // Cut, or the member has gone: whoever connects sees that, and this goes on if it is open.
                    continue;
                }
            }
        }

        private void pass(Socket from, Socket to) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!swallows) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException e) {
                // Ends both sides, which is what a broken connection looks like from there.
                return;
            }
        }
    }
}
