package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.traffic.Traffic;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bench at the gateway of a real member in this JVM. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GatewayBenchTest {
    private static final int CONNECTIONS = 3;
    private static final int RECORDS = 50;

    private static GatewayBench.Result run(Duration interval, Duration warmUp) throws Exception {
        return run(interval, warmUp, Optional.empty());
    }

    private static GatewayBench.Result run(Duration interval, Duration warmUp, Optional<ClientConfig.Owners> owners)
            throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.load();
            cluster.control().start();
            var settings = new GatewayBench.Settings(
                    List.of(new InetSocketAddress(
                            "127.0.0.1", member.gatewayPort().orElseThrow())),
                    Optional.empty(),
                    CONNECTIONS,
                    RECORDS,
                    interval,
                    warmUp,
                    Traffic.NATURAL,
                    TestCluster.CARDS,
                    owners);
            return new GatewayBench(settings, Clock.systemUTC()).run(Duration.ofSeconds(1));
        }
    }

    @Test
    void shouldSendFlatOutWhateverTheMemberTakes() throws Exception {
        GatewayBench.Result result = run(Duration.ZERO, Duration.ZERO);

        assertThat(result.connected()).isEqualTo(CONNECTIONS);
        assertThat(result.isGood()).isTrue();
        // Each connection has had several batches under way at once from the beginning.
        assertThat(result.answered()).isGreaterThan(CONNECTIONS);
        assertThat(result.heldBack()).isZero();
        assertThat(result.recordsPerSecond()).isCloseTo(result.answered() * RECORDS, within(0.1));
    }

    @Test
    void shouldSendByClientsOfTheLibrary() throws Exception {
        ClientConfig.Owners owners = new ClientConfig.Owners(4, 0);
        for (Duration interval : List.of(Duration.ZERO, Duration.ofMillis(50))) {
            GatewayBench.Result result = run(interval, Duration.ZERO, Optional.of(owners));

            assertThat(result.connected()).isEqualTo(CONNECTIONS);
            assertThat(result.isGood()).isTrue();
            assertThat(result.answered()).isGreaterThan(CONNECTIONS);
            assertThat(result.recordsPerSecond()).isCloseTo(result.answered() * RECORDS, within(0.1));
        }
    }

    @Test
    void shouldSendABatchOfEachConnectionAtAnInterval() throws Exception {
        GatewayBench.Result result = run(Duration.ofMillis(100), Duration.ofMillis(200));

        assertThat(result.isGood()).isTrue();
        assertThat(result.due()).isBetween(1L, CONNECTIONS * 12L);
        assertThat(result.answerNs().getTotalCount()).isLessThan(result.answered());
        assertThat(result.helloNs().getTotalCount()).isEqualTo(CONNECTIONS);
    }
}
