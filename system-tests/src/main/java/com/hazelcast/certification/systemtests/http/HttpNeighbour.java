package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** A good client of one member's API: asks on one connection, again and again, and measures how long it waits. Used by one thread. */
final class HttpNeighbour implements AutoCloseable {
    private static final int TIMEOUT_MS = 20_000;

    /** The longest that the API takes. */
    private static final int DEADLINE_MS = 10_000;

    private static final long BETWEEN_NS = 1_000_000;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

    private final Socket socket;
    private final InputStream in;
    private long asked;

    /** How long answers took. */
    record Waits(long count, long p50Ns, long p99Ns, long maxNs) {
        @Override
        public String toString() {
            return String.format(
                    "%,d requests, p50 %.2f ms, p99 %.2f ms, max %.2f ms", count, ms(p50Ns), ms(p99Ns), ms(maxNs));
        }

        private static double ms(long ns) {
            return (double) ns / TimeUnit.MILLISECONDS.toNanos(1);
        }
    }

    HttpNeighbour(InetSocketAddress member) throws IOException {
        socket = new Socket(member.getAddress(), member.getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Waits measureFor(long timeNs) throws IOException {
        long endNs = System.nanoTime() + timeNs;
        return measureWhile(() -> System.nanoTime() < endNs);
    }

    /** Asks at least once, and as long as it holds; with a deadline that no stand-in comes within, so that it waits for the rules. */
    Waits measureWhile(BooleanSupplier condition) throws IOException {
        Histogram waits = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        do {
            long sentNs = System.nanoTime();
            String answer = ask("/v1/decisions", transaction());
            waits.recordValue(System.nanoTime() - sentNs);
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                throw new IllegalStateException("a neighbour of hostile requests was answered: " + answer);
            }
            LockSupport.parkNanos(BETWEEN_NS);
        } while (condition.getAsBoolean());
        return new Waits(
                waits.getTotalCount(),
                waits.getValueAtPercentile(50),
                waits.getValueAtPercentile(99),
                waits.getMaxValue());
    }

    private String transaction() {
        return "{\"card\":\"" + String.format("%014d", asked++ % SystemCluster.CARDS) + "\",\"time\":"
                + System.currentTimeMillis()
                + ",\"amount\":\"1.00\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411}";
    }

    String historyOf(String card) throws IOException {
        return ask("/v1/cards:history", "{\"card\":\"" + card + "\"}");
    }

    private String ask(String path, String body) throws IOException {
        socket.getOutputStream()
                .write(("POST " + path + " HTTP/1.1\r\nHost: a\r\nX-Deadline-Ms: " + DEADLINE_MS
                                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return readAnswer(in);
    }

    /**
     * Reads one answer, with its head.
     *
     * @throws EOFException when there is none
     */
    static String readAnswer(InputStream in) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int left = -1;
        while (left != 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            answer.write(next);
            if (left > 0) {
                left--;
            } else if (next == '\n'
                    && answer.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                Matcher length = LENGTH.matcher(answer.toString(StandardCharsets.ISO_8859_1));
                left = length.find() ? Integer.parseInt(length.group(1)) : 0;
            }
        }
        return answer.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
