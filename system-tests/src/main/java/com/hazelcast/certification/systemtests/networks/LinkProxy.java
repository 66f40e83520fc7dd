package com.hazelcast.certification.systemtests.networks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Carries connections to one end as a {@link Link} does, which may be another for each that connects. In order and whole, as TCP does over a bad
 * network. Four threads a connection. Holds at most {@value #PIECES_MAX} pieces of {@value #PIECE_BYTES} bytes each way of a connection, and of
 * a link with a rate what it carries in a quarter of a second; beyond that it reads no more, and who sends has to wait.
 */
public final class LinkProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 1_460;
    private static final int PIECES_MAX = 256;

    /** What the kernel holds besides: little, or a narrow link would have seconds of it. */
    private static final int SOCKET_BYTES = 64 << 10;

    private static final long QUEUE_NS = 250_000_000;
    private static final int CONNECT_MS = 3_000;

    private final ServerSocket server = new ServerSocket();
    private final InetSocketAddress target;
    private final Function<InetAddress, Link> links;
    private final SplittableRandom random;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean isClosed;

    /**
     * Begins to carry.
     *
     * @param at where it listens, on a free port
     * @param links the link of one that connects from that address
     */
    public LinkProxy(
            InetAddress at, InetSocketAddress target, Function<InetAddress, Link> links, SplittableRandom random)
            throws IOException {
        this.target = target;
        this.links = links;
        this.random = random;
        server.setReceiveBufferSize(SOCKET_BYTES);
        server.bind(new InetSocketAddress(at, 0));
        start("link-" + server.getLocalPort(), this::accept);
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Where one connects instead of to the other end. */
    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket from = server.accept();
                Link link = links.apply(from.getInetAddress());
                SplittableRandom there = random.split();
                SplittableRandom back = random.split();
                start("link-connect", () -> carry(from, link, there, back));
            } catch (IOException e) {
                if (!isClosed) {
                    throw new IllegalStateException("a link takes no connections any more: target=" + target, e);
                }
            }
        }
    }

    private void carry(Socket from, Link link, SplittableRandom there, SplittableRandom back) {
        Socket to = new Socket();
        sockets.add(from);
        sockets.add(to);
        try {
            from.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            to.setReceiveBufferSize(SOCKET_BYTES);
            to.connect(target, CONNECT_MS);
        } catch (IOException e) {
            // Nobody listens there, or it does not answer: whoever has connected sees the connection end.
            end(from, to);
            return;
        }
        start("link-back", new Way(to, from, link, back));
        new Way(from, to, link, there).run();
    }

    private void end(Socket one, Socket other) {
        for (Socket socket : List.of(one, other)) {
            sockets.remove(socket);
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException("a socket did not close", e);
            }
        }
    }

    /** Connections whose two sides are open. */
    int connectionCount() {
        return sockets.size() / 2;
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    /** Bytes on their way; none: the connection ends behind what is before. */
    private static final class Piece {
        private final byte[] bytes;
        private final int count;
        private final long arrivalNs;

        Piece(byte[] bytes, int count, long arrivalNs) {
            this.bytes = bytes;
            this.count = count;
            this.arrivalNs = arrivalNs;
        }
    }

    /** One way of a connection: its thread reads, another one writes. */
    private final class Way implements Runnable {
        private final Socket from;
        private final Socket to;
        private final Link link;
        private final LinkPace pace;
        private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES_MAX);
        private LinkQuality quality = LinkQuality.PERFECT;

        Way(Socket from, Socket to, Link link, SplittableRandom random) {
            this.from = from;
            this.to = to;
            this.link = link;
            this.pace = new LinkPace(random, System.nanoTime());
        }

        @Override
        public void run() {
            start("link-write", this::write);
            try {
                InputStream in = from.getInputStream();
                byte[] bytes = new byte[PIECE_BYTES];
                int count = in.read(bytes);
                while (count > 0) {
                    enter(bytes, count);
                    bytes = new byte[PIECE_BYTES];
                    count = in.read(bytes);
                }
                enter(bytes, 0);
            } catch (IOException e) {
                // One side has broken the connection; so it is broken for the other.
                end(from, to);
                pieces.clear();
                var unused = pieces.offer(new Piece(new byte[0], 0, System.nanoTime()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void enter(byte[] bytes, int count) throws InterruptedException {
            long nowNs = System.nanoTime();
            LinkQuality now = link.quality();
            if (!now.equals(quality)) {
                quality = now;
                pace.become(now, nowNs);
            }
            int stallsBefore = pace.stallCount();
            long arrivalNs = pace.arrivalNs(nowNs, count);
            if (count > 0) {
                link.carried(count, arrivalNs - nowNs, pace.stallCount() - stallsBefore);
            }
            pieces.put(new Piece(bytes, count, arrivalNs));
            awaitUntil(pace.freeNs() - QUEUE_NS);
        }

        private void write() {
            try {
                OutputStream out = to.getOutputStream();
                Piece piece = pieces.take();
                while (piece.count > 0) {
                    awaitUntil(piece.arrivalNs);
                    out.write(piece.bytes, 0, piece.count);
                    piece = pieces.take();
                }
                awaitUntil(piece.arrivalNs);
            } catch (IOException e) {
                // The reader is to see it as well, also when it waits for room here: it finds its socket closed.
                pieces.clear();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end(from, to);
            }
        }

        private void awaitUntil(long ns) {
            long leftNs = ns - System.nanoTime();
            while (leftNs > 0) {
                LockSupport.parkNanos(leftNs);
                leftNs = ns - System.nanoTime();
            }
        }
    }
}
