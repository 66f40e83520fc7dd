package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.cluster.MemberFigures;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.http.HostileRequests.Hostile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Hostile requests at the members' APIs: each must get a stated error, or a closed connection, and nothing of it may be scored. Beside
 * them some connections send a byte now and then. A good client on a connection of its own measures how long it waits, before and during.
 * No member's process may grow by more than a bound.
 *
 * @param count hostile requests in all
 * @param alone how long the good client is measured alone
 * @param longerMax how much longer it may wait beside hostile requests, by the 99th percentile
 * @param greatestMax how long it may wait beside them once
 */
public record HttpFuzz(int count, Duration alone, Duration longerMax, Duration greatestMax) implements Fault {
    private static final int THREADS = 4;
    private static final int SLOW = 50;
    private static final long SLOW_BYTE_MS = 100;
    private static final int TIMEOUT_MS = 20_000;
    private static final int PER_CONNECTION = 50;
    private static final int VIOLATIONS_MAX = 10;

    /** In bytes. */
    private static final long DIRECT_GROWTH_MAX = 64L << 20;

    /** In bytes. A member's heap is resident from its start, so this is all else: buffers, threads, compiled code. */
    private static final long RESIDENT_GROWTH_MAX = 256L << 20;

    /** So many, beside which a good client may wait 10 ms longer, and never longer than a second: a member's collections are shorter. */
    public HttpFuzz(int count) {
        this(count, Duration.ofSeconds(10), Duration.ofMillis(10), Duration.ofSeconds(1));
    }

    @Override
    public String name() {
        return String.format("%,d hostile requests by HTTP", count);
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
        // A place that was taken away keeps its ports.
        List<InetSocketAddress> members = cluster.apis().addresses().subList(0, cluster.size());
        SystemCluster.await(
                "all members are ready to decide",
                () -> IntStream.range(0, cluster.size()).allMatch(cluster.apis()::isReady));
        List<MemberFigures> before = figures(cluster);
        ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
        AtomicInteger left = new AtomicInteger(count);
        AtomicLong answered = new AtomicLong();
        try (HttpNeighbour neighbour = new HttpNeighbour(members.get(0))) {
            HttpNeighbour.Waits waitsAlone = neighbour.measureFor(alone.toNanos());
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom own = random.split();
                InetSocketAddress member = members.get(i % members.size());
                threads.add(started(() -> send(member, own, left, answered, violations)));
            }
            for (int i = 0; i < SLOW; i++) {
                SplittableRandom own = random.split();
                InetSocketAddress member = members.get(i % members.size());
                threads.add(started(() -> sendSlowly(member, own, left, violations)));
            }
            HttpNeighbour.Waits beside = neighbour.measureWhile(() -> left.get() > 0);
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.printf(
                    "hostile requests: %,d, answered by an error %,d, closed %,d; a neighbour waited, alone: %s;"
                            + " beside them: %s%n",
                    count, answered.get(), count - answered.get(), waitsAlone, beside);
            if (beside.p99Ns() - waitsAlone.p99Ns() > longerMax.toNanos()) {
                violations.add("a neighbour waited longer: p99 alone " + waitsAlone + ", beside " + beside);
            }
            if (beside.maxNs() > greatestMax.toNanos()) {
                violations.add("a neighbour waited longer than " + greatestMax + " once: " + beside);
            }
            if (neighbour.historyOf(HostileRequests.CARD).contains("\"time\"")) {
                violations.add("something of a hostile request was scored");
            }
        }
        List<MemberFigures> after = figures(cluster);
        for (int place = 0; place < after.size(); place++) {
            checkGrowth("jvm_buffer_pool_used_bytes", DIRECT_GROWTH_MAX, before, after, place, violations);
            checkGrowth("process_resident_memory_bytes", RESIDENT_GROWTH_MAX, before, after, place, violations);
        }
        SystemCluster.await("hostile connections are closed", () -> isQuiet(cluster));
        if (!violations.isEmpty()) {
            throw new IllegalStateException("hostile requests: " + List.copyOf(violations));
        }
    }

    private static List<MemberFigures> figures(SystemCluster cluster) throws IOException, InterruptedException {
        List<MemberFigures> figures = new ArrayList<>();
        for (int place = 0; place < cluster.size(); place++) {
            figures.add(cluster.apis().figures(place));
        }
        return figures;
    }

    private static void checkGrowth(
            String metric,
            long maxBytes,
            List<MemberFigures> before,
            List<MemberFigures> after,
            int place,
            ConcurrentLinkedQueue<String> violations) {
        double grownBytes = after.get(place).sum(metric) - before.get(place).sum(metric);
        System.out.printf("hostile requests: %s of member %d grew by %,.0f bytes%n", metric, place, grownBytes);
        if (grownBytes > maxBytes) {
            violations.add(metric + " of member " + place + " grew by " + Math.round(grownBytes) + " bytes");
        }
    }

    /** Only the traffic's own connections are left. */
    private static boolean isQuiet(SystemCluster cluster) {
        try {
            return cluster.apis().metric(0, "fraud_api_batches") == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task, "hostile");
        thread.start();
        return thread;
    }

    private static Socket connected(InetSocketAddress member) throws IOException {
        Socket socket = new Socket(member.getAddress(), member.getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static void send(
            InetSocketAddress member,
            SplittableRandom random,
            AtomicInteger left,
            AtomicLong answered,
            ConcurrentLinkedQueue<String> violations) {
        while (left.get() > 0) {
            Hostile hostile = HostileRequests.next(random);
            try (Socket socket = connected(member)) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                for (int i = 0; i < PER_CONNECTION && left.decrementAndGet() >= 0; i++) {
                    String answer = answer(socket, in, hostile);
                    answered.addAndGet(answer.isEmpty() ? 0 : 1);
                    check(hostile, answer, violations);
                    if (!hostile.isWhole() || answer.isEmpty() || answer.contains("connection: close")) {
                        break;
                    }
                    hostile = HostileRequests.next(random);
                }
            } catch (IOException e) {
                violate(violations, hostile, "no answer, and not closed: " + e);
            }
        }
    }

    /** Of a whole request one answer; of another all that comes until the member closes. Empty: it closed without a word. */
    private static String answer(Socket socket, InputStream in, Hostile hostile) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(hostile.bytes());
            out.flush();
            if (!hostile.isWhole()) {
                socket.shutdownOutput();
                return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            }
            return HttpNeighbour.readAnswer(in);
        } catch (SocketException | EOFException e) {
            // Closed while it was sent or answered, as the member may.
            return "";
        }
    }

    private static void check(Hostile hostile, String answer, ConcurrentLinkedQueue<String> violations) {
        boolean isStated = answer.isEmpty()
                || answer.matches("(?s)HTTP/1\\.[01] 4\\d\\d .*application/problem\\+json.*")
                // The library answers versions that nobody has; a server of HTTP/2 begins with its settings.
                || answer.matches("(?s)HTTP/\\d\\.\\d 501 .*")
                || answer.startsWith("\0\0")
                || hostile.isBatch() && isRefusedBatch(answer);
        if (!isStated) {
            violate(violations, hostile, answer);
        }
    }

    /** Each of its lines is, or there was no place for a line in the member, or for the batch among those of its client. */
    private static boolean isRefusedBatch(String answer) {
        int head = answer.indexOf("\r\n\r\n");
        String lines = head < 0 ? "" : answer.substring(head).strip();
        return answer.matches("(?s)HTTP/1\\.1 503 .*application/problem\\+json.*")
                || answer.startsWith("HTTP/1.1 200 ")
                        && !lines.isEmpty()
                        && lines.lines().allMatch(HttpFuzz::isRefusedLine);
    }

    private static boolean isRefusedLine(String line) {
        return line.contains("\"status\":4") || line.contains("\"code\":\"member_full\"");
    }

    private static void violate(ConcurrentLinkedQueue<String> violations, Hostile hostile, String what) {
        if (violations.size() < VIOLATIONS_MAX) {
            String request = new String(hostile.bytes(), StandardCharsets.ISO_8859_1);
            violations.add(request.substring(0, Math.min(300, request.length())) + " -> " + what);
        }
    }

    /** A head that goes on, or a body of chunks that never ends, a byte at a time; the member must close it. */
    private static void sendSlowly(
            InetSocketAddress member,
            SplittableRandom random,
            AtomicInteger left,
            ConcurrentLinkedQueue<String> violations) {
        String head = "POST /v1/decisions HTTP/1.1\r\nHost: a\r\n";
        while (left.get() > 0) {
            boolean isBody = random.nextBoolean();
            try (Socket socket = connected(member)) {
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream();
                out.write((isBody ? head + "Transfer-Encoding: chunked\r\n\r\n" : head)
                        .getBytes(StandardCharsets.US_ASCII));
                long sinceNs = System.nanoTime();
                byte[] next = (isBody ? "1\r\n{\r\n" : "a: b\r\n").getBytes(StandardCharsets.US_ASCII);
                for (int i = 0; left.get() > 0 && in.available() == 0; i++) {
                    out.write(next[i % next.length]);
                    out.flush();
                    TimeUnit.MILLISECONDS.sleep(SLOW_BYTE_MS);
                    if (System.nanoTime() - sinceNs > TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS)) {
                        violations.add("a slow sender was not ended: body " + isBody);
                        return;
                    }
                }
            } catch (IOException e) {
                // Ended, as it must be.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
