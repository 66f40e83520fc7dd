package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A member that is a cluster by itself, a process. Its data folder is the caller's. Not thread-safe. */
final class StorageMember implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofMinutes(15);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final long STOP_MAX_S = 600;
    private static final long STEP_MS = 20;
    private static final int OK = 200;
    private static final double NS_PER_SECOND = 1e9;

    private final LocalCluster processes;
    private final int httpPort;
    private final FraudProcess process;
    private final long startedNs;

    /** Starts it, and waits until it is up. */
    StorageMember(List<String> arguments) throws IOException {
        processes = new LocalCluster();
        boolean isUp = false;
        try {
            httpPort = LocalCluster.freePort();
            int port = LocalCluster.freePort();
            startedNs = System.nanoTime();
            process = processes.startMember(port, httpPort, arguments);
            isUp = true;
        } finally {
            if (!isUp) {
                processes.close();
            }
        }
    }

    /**
     * Waits until it says that it would answer a transaction now, which it does when all of its shards are in place.
     *
     * @return seconds from the start of the process
     * @throws IllegalStateException when it does not
     */
    double awaitReady() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER_MAX).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/readyz"))
                .timeout(ANSWER_MAX)
                .build();
        while (true) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            long elapsedNs = System.nanoTime() - startedNs;
            if (answer.statusCode() == OK) {
                return elapsedNs / NS_PER_SECOND;
            }
            if (elapsedNs > READY_MAX.toNanos() || !process.isAlive()) {
                throw new IllegalStateException(
                        "the member does not become ready: seconds=" + TimeUnit.NANOSECONDS.toSeconds(elapsedNs)
                                + " answer=" + answer.body().strip());
            }
            Thread.sleep(STEP_MS);
        }
    }

    ClusterControl connect() {
        return processes.connect();
    }

    /** Options by which a command finds it. */
    List<String> controlOptions() {
        return processes.controlOptions();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        process.kill();
    }

    /** Ends it in order; returns how many seconds that takes. */
    double stop() throws IOException {
        long beginNs = System.nanoTime();
        process.stop(STOP_MAX_S);
        return (System.nanoTime() - beginNs) / NS_PER_SECOND;
    }

    /** Ends it, if it has not ended. */
    @Override
    public void close() {
        processes.close();
    }
}
