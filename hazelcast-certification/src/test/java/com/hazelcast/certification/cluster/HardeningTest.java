package com.hazelcast.certification.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.ClusterState;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the member port lets nobody do. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HardeningTest {
    private static final ClusterSecret SECRET = new ClusterSecret("0123456789abcdef0123456789abcdef");

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
        assertStaysOutside("another", member);
    }

    @Test
    void shouldRefuseAMemberThatKnowsTheNameAndNotTheSecret() throws IOException {
        try (TestCluster guarded = new TestCluster().withSecret(SECRET)) {
            FraudMember first = guarded.startMember();
            assertStaysOutside(guarded.name(), first);
            assertThatThrownBy(() -> TestCluster.connectClient(first, guarded.name()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldJoinMembersAndControlThatShareASecret() throws IOException {
        try (TestCluster guarded = new TestCluster().withSecret(SECRET)) {
            FraudMember first = guarded.startMember();
            guarded.startMember();
            guarded.awaitMembers(2);
            Address control = TestCluster.controlAddress(first);
            try (ClusterControl client = ClusterControl.connect(
                    guarded.name(), Optional.of(SECRET), control.getHost() + ":" + control.getPort(), 10_000)) {
                assertThat(client.statuses()).hasSize(2);
            }
        }
    }

    private static void assertStaysOutside(String clusterName, FraudMember member) {
        Address address = member.hazelcast().getCluster().getLocalMember().getAddress();
        Config config = new Config();
        config.setClusterName(clusterName);
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
    void shouldAnswerACallThatFailsWithAnErrorThatNoMemberMayMake() throws Exception {
        FraudMember other = cluster.startMember();
        cluster.awaitMembers(2);
        // Its cause is Jackson's, and a member that may not make it would leave the caller waiting for two minutes.
        Future<String> call = member.hazelcast()
                .getExecutorService(ClusterControl.EXECUTOR)
                .submitToMember(
                        new ControlCall(ControlVerb.ARM, "not a load"),
                        other.hazelcast().getCluster().getLocalMember());
        assertThatThrownBy(() -> call.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("not the JSON of a LoadSpec")
                .hasMessageNotContaining("not a load");
    }

    /** As Hazelcast does when the oldest of several members merges with them into the other side of a split. */
    @Test
    void shouldLetTheOldestMemberChangeTheStateOfAllOthers() throws Exception {
        FraudMember other = cluster.startMember();
        cluster.awaitMembers(2);
        ExecutorService caller = Executors.newSingleThreadExecutor();
        for (ClusterState state : List.of(ClusterState.FROZEN, ClusterState.ACTIVE)) {
            Future<?> change =
                    caller.submit(() -> member.hazelcast().getCluster().changeClusterState(state));
            change.get(30, TimeUnit.SECONDS);
            TestCluster.await(
                    "the other is " + state,
                    () -> other.hazelcast().getCluster().getClusterState() == state);
        }
        caller.shutdown();
    }

    @Test
    void shouldTakeNoClientAtTheMembersEnd() {
        ClientConfig config = new ClientConfig();
        config.setClusterName(cluster.name());
        config.getNetworkConfig().addAddress(address.getHost() + ":" + address.getPort());
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(2_000);
        assertThatThrownBy(() -> HazelcastClient.newHazelcastClient(config)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTakeNoMemberAtTheClientsEnd() throws IOException {
        Address control = TestCluster.controlAddress(member);
        assertThat(answerTo("HZC", control)).doesNotContain("HZC");
    }

    /** All at once: Hazelcast closes a connection of another protocol after some seconds. */
    @Test
    void shouldAnswerNeitherRestNorMemcache() throws Exception {
        List<Callable<String>> calls = new ArrayList<>();
        for (String protocol : List.of("GET", "set")) {
            for (Address end : List.of(address, TestCluster.controlAddress(member))) {
                calls.add(() -> answerTo(protocol + " /hazelcast/health HTTP/1.1\r\n\r\n", end));
            }
        }
        ExecutorService callers = Executors.newFixedThreadPool(calls.size());
        try {
            for (Future<String> answer : callers.invokeAll(calls)) {
                assertThat(answer.get())
                        .doesNotContain("HTTP")
                        .doesNotContain("VALUE")
                        .doesNotContain("END");
            }
        } finally {
            callers.shutdownNow();
        }
    }

    /** What an end sends until it closes the connection. */
    private static String answerTo(String sent, Address end) throws IOException {
        try (Socket socket = new Socket(end.getHost(), end.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(sent.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (SocketException e) {
            // Closed with bytes of ours that were not read.
            return "";
        }
    }

    @Test
    void shouldRefuseAClientOfAnotherClusterName() {
        assertThatThrownBy(() -> TestCluster.connectClient(member, "another"))
                .isInstanceOf(IllegalStateException.class);
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
}
