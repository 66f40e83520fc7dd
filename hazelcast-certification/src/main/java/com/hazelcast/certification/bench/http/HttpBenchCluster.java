package com.hazelcast.certification.bench.http;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Members of the bench's own, each a process that serves the API on loopback and writes its access log. Used by one thread. */
final class HttpBenchCluster implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;
    private static final long STEP_MS = 100;

    private final LocalCluster processes = new LocalCluster();
    private final List<FraudProcess> members = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();

    /**
     * Starts members, loads, and waits until they score.
     *
     * @param cards that are loaded; the workloads open others
     * @param history transactions of each of these
     */
    HttpBenchCluster(HttpBench.OwnMembers own, int cards, int history) throws IOException, InterruptedException {
        try {
            for (int i = 0; i < own.count(); i++) {
                int port = LocalCluster.freePort();
                addresses.add(new InetSocketAddress("127.0.0.1", port));
                members.add(processes.startMember(
                        LocalCluster.freePort(), LocalCluster.freePort(), arguments(own, cards, history, port)));
            }
            try (ClusterControl cluster = processes.connect()) {
                cluster.load(Optional.empty());
                while (cluster.statuses().stream()
                        .noneMatch(status -> status.load().isDone())) {
                    Thread.sleep(STEP_MS);
                }
                var unused = cluster.start();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<String> arguments(HttpBench.OwnMembers own, int cards, int history, int apiPort) {
        List<String> arguments = new ArrayList<>(List.of(
                "--members", Integer.toString(own.count()),
                "--backups", Integer.toString(own.backups()),
                "--cards", Integer.toString(cards),
                "--history", Integer.toString(history),
                "--heap", own.heap(),
                "--api-port", Integer.toString(apiPort),
                "--api-access-log",
                        processes.file("api-access-" + apiPort + ".log").toString()));
        if (own.certificate().isPresent() && own.key().isPresent()) {
            arguments.addAll(List.of(
                    "--api-tls-cert", own.certificate().get().toString(),
                    "--api-tls-key", own.key().get().toString()));
        }
        arguments.addAll(own.options());
        return arguments;
    }

    List<InetSocketAddress> addresses() {
        return addresses;
    }

    /** Processor time that the members have used so far, in seconds. */
    double cpuSeconds() {
        return members.stream()
                .mapToDouble(member -> ProcessHandle.of(member.pid())
                                .flatMap(process -> process.info().totalCpuDuration())
                                .orElse(Duration.ZERO)
                                .toNanos()
                        / NS_PER_SECOND)
                .sum();
    }

    @Override
    public void close() {
        processes.close();
    }
}
