package com.hazelcast.certification.bench.results;

import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.LocalCertificate;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Members on this machine, each a process with a gateway, for a bench that takes members that run. Used by one thread. */
public final class GatewayMembers implements TableRun.Opened {
    private static final int CARDS = 1_000_000;
    private static final int QUICK_CARDS = 20_000;
    private static final int HISTORY = 20;

    /** More than any step of the table has. */
    private static final int CONNECTIONS_MAX = 20_000;

    private final LocalCluster processes = new LocalCluster();
    private final List<String> options = new ArrayList<>();

    /**
     * Starts them, loads, and lets them score.
     *
     * @param isQuick few cards
     */
    public GatewayMembers(ResultTable.Members members, boolean isQuick) throws IOException, InterruptedException {
        try {
            List<String> gateway = members.hasTls() ? withCertificate() : plain();
            for (int i = 0; i < members.count(); i++) {
                int port = LocalCluster.freePort();
                options.addAll(List.of("--member", "127.0.0.1:" + port));
                List<String> arguments = new ArrayList<>(List.of(
                        "--members",
                        Integer.toString(members.count()),
                        "--backups",
                        Integer.toString(members.count() - 1),
                        "--cards",
                        Integer.toString(isQuick ? QUICK_CARDS : CARDS),
                        "--history",
                        Integer.toString(HISTORY),
                        "--heap",
                        isQuick ? "512m" : "3g",
                        "--gateway-port",
                        Integer.toString(port),
                        "--gateway-clients-without-certificate",
                        "--gateway-connections-max",
                        Integer.toString(CONNECTIONS_MAX),
                        "--gateway-connections-per-address",
                        Integer.toString(CONNECTIONS_MAX)));
                arguments.addAll(gateway);
                var unused = processes.startMember(LocalCluster.freePort(), LocalCluster.freePort(), arguments);
            }
            try (ClusterControl cluster = processes.connect()) {
                var unusedStatuses = EndToEndBench.loadAll(cluster);
                var unused = cluster.start();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<String> plain() {
        options.add("--plain");
        return List.of("--gateway-plain");
    }

    private List<String> withCertificate() throws IOException {
        LocalCertificate made = LocalCertificate.in(Files.createDirectory(processes.file("tls")));
        options.addAll(List.of("--tls-trust", made.certificate().toString()));
        return List.of(
                "--gateway-tls-cert", made.certificate().toString(),
                "--gateway-tls-key", made.key().toString());
    }

    @Override
    public List<String> options() {
        return List.copyOf(options);
    }

    @Override
    public void close() {
        processes.close();
    }
}
