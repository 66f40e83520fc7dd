package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.process.LocalCluster;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a command says of a cluster that it cannot reach, and when. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ClusterReachTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** Much longer than a busy machine takes for what needs no wait. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(50);

    private static final long SAID_WITHIN_MS = 25_000;

    private final List<String> notices = new ArrayList<>();
    private final long beginNs = System.nanoTime();

    private ClusterControl connect(String name, String address, Duration timeout) {
        return new ClusterReach(name, ClusterSecret.NONE, address, timeout, notices::add).connect();
    }

    private long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
    }

    @Test
    void shouldSayAtOnceThatNothingListens() throws Exception {
        String address = "127.0.0.1:" + LocalCluster.freePort();
        assertThatThrownBy(() -> connect("fraud", address, LONG_TIMEOUT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing listens at " + address)
                .hasMessageContaining("cluster fraud")
                .hasMessageContaining("--control-port");
        assertThat(elapsedMs()).isLessThan(SAID_WITHIN_MS);
    }

    @Test
    void shouldSayThatThereIsNoSuchHost() {
        assertThatThrownBy(() -> connect("fraud", "no-such-host.invalid:5701", TIMEOUT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no such host: --address=no-such-host.invalid:5701");
    }

    /** What the user reads ends the wait here. */
    @Test
    void shouldSaySoonThatNobodyAnswersYet() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            ClusterReach reach = new ClusterReach("fraud", ClusterSecret.NONE, address, LONG_TIMEOUT, notice -> {
                throw new IllegalStateException(notice);
            });
            assertThatThrownBy(reach::connect)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(address)
                    .hasMessageContaining("yet");
            assertThat(elapsedMs()).as("ms until it was said").isLessThan(SAID_WITHIN_MS);
        }
    }

    @Test
    void shouldGiveUpWhenNobodyAnswersInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            assertThatThrownBy(() -> connect("fraud", address, TIMEOUT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            address + " takes connections, and no member of the cluster fraud has answered")
                    .hasMessageContaining("within 3000 ms")
                    .hasMessageContaining("--timeout");
            assertThat(notices).as("none where the start took all the time").hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void shouldSayThatTheClusterHasAnotherNameAndConnectWithTheRightOne() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            assertThatThrownBy(() -> connect("another", cluster.controlAddress(), Duration.ofSeconds(30)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no member of a cluster that is called another")
                    .hasMessageContaining("--cluster-name");
            try (ClusterControl control = connect(cluster.name(), cluster.controlAddress(), Duration.ofSeconds(30))) {
                assertThat(control.statuses()).hasSize(1);
            }
        }
    }
}
