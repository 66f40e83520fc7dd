package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.example.CraftedProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the member port lets nobody do. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HardeningTest {
    private final TestCluster cluster = new TestCluster();
    private FraudMember member;
    private Address address;

    @BeforeEach
    void start() throws IOException {
        member = cluster.startMember();
        address = member.hazelcast().getCluster().getLocalMember().getAddress();
    }

    @AfterEach
    void end() throws IOException {
        cluster.close();
    }

    @Test
    void shouldRefuseAMemberOfAnotherClusterName() {
        Config config = new Config();
        config.setClusterName("another");
        config.getJetConfig().setEnabled(false);
        config.getNetworkConfig().setPort(0);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig()
                .getJoin()
                .getTcpIpConfig()
                .setEnabled(true)
                .addMember(address.getHost() + ":" + address.getPort());
        HazelcastInstance stranger = Hazelcast.newHazelcastInstance(config);
        try {
            assertThat(stranger.getCluster().getMembers()).hasSize(1);
            assertThat(member.hazelcast().getCluster().getMembers()).hasSize(1);
        } finally {
            stranger.getLifecycleService().terminate();
        }
    }

    @Test
    void shouldNotBringAForeignSerializedObjectToLife() {
        HazelcastInstance client = client(member.hazelcast().getConfig().getClusterName());
        int before = CraftedProcessor.ARRIVED.get();
        try {
            assertThatThrownBy(() -> client.<Integer, Object>getMap("any").executeOnKey(1, new CraftedProcessor()))
                    .hasStackTraceContaining("org.example.CraftedProcessor")
                    .hasStackTraceContaining("not allowed");
        } finally {
            client.shutdown();
        }
        assertThat(CraftedProcessor.ARRIVED.get()).isEqualTo(before);
    }

    @Test
    void shouldRefuseAClientOfAnotherClusterName() {
        assertThatThrownBy(() -> client("another")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldListenOnTheConfiguredAddressOnly() {
        assertThatThrownBy(() -> {
                    try (Socket socket = new Socket()) {
                        socket.connect(new InetSocketAddress("127.0.0.2", address.getPort()), 2_000);
                    }
                })
                .isInstanceOf(IOException.class);
    }

    private HazelcastInstance client(String clusterName) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(clusterName);
        config.getNetworkConfig().addAddress(address.getHost() + ":" + address.getPort());
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(2_000);
        return HazelcastClient.newHazelcastClient(config);
    }
}
