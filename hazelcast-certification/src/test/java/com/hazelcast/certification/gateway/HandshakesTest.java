package com.hazelcast.certification.gateway;

import static com.hazelcast.certification.gateway.GatewayTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.transaction.WireRecord;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many clients that come at once, beside one that is there. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HandshakesTest {
    private static final int CLIENTS = 400;
    private static final int ROUNDS_MAX = 20;

    @TempDir
    Path folder;

    @Test
    void shouldAnswerConnectedClientsWhileHandshakesWait() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        GatewaySettings settings = GatewaySettings.of(
                        "127.0.0.1", 0, Optional.of(certificates.forGateway(false)), 8 * CLIENTS, 4)
                .withThreads(new GatewaySettings.Threads(2, 1));
        byte[] hello = hello(certificates);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(settings);
            cluster.load();
            cluster.control().start();
            ClientConfig config = GatewayTest.client(member, Optional.of(certificates.forClient()));
            byte[] records = records(ROUNDS_MAX, 9);
            boolean hasOvertaken = false;
            try (FraudClient client = FraudClient.connect(config)) {
                for (int round = 0; round < ROUNDS_MAX && !hasOvertaken; round++) {
                    List<Socket> coming = new ArrayList<>();
                    for (int i = 0; i < CLIENTS; i++) {
                        Socket socket = new Socket(
                                InetAddress.getLoopbackAddress(),
                                member.gatewayPort().orElseThrow());
                        coming.add(socket);
                        socket.getOutputStream().write(hello);
                    }
                    boolean didWait = waiting(member) > 0;
                    Verdict verdict = client.sendRecord(records, round * WireRecord.SIZE_BYTES)
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS);
                    assertThat(verdict.status()).isEqualTo(Verdict.Status.SCORED);
                    hasOvertaken = didWait && waiting(member) > 0;
                    for (Socket socket : coming) {
                        socket.close();
                    }
                }
            }
            assertThat(hasOvertaken)
                    .as("an answer came while handshakes that had begun before waited")
                    .isTrue();
            TestCluster.await("nobody waits for clients that have gone", () -> waiting(member) == 0);
        }
    }

    /** What a client sends first. */
    private static byte[] hello(GatewayCertificates certificates) throws Exception {
        SSLEngine engine = certificates.context("TLSv1.3", false).createSSLEngine("127.0.0.1", 1);
        engine.setUseClientMode(true);
        ByteBuffer written = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        var unused = engine.wrap(ByteBuffer.allocate(0), written);
        return Arrays.copyOf(written.array(), written.position());
    }

    private static double waiting(FraudMember member) {
        GaugeSnapshot gauge =
                (GaugeSnapshot) member.metrics().registry().scrape("fraud_gateway_handshakes_waiting"::equals).stream()
                        .findFirst()
                        .orElseThrow();
        return gauge.getDataPoints().get(0).getValue();
    }
}
