package com.hazelcast.certification.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GatewayDirectoryTest {
    @Test
    void shouldReportAgainWhatItsListenerCouldNotTake() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            InetSocketAddress gateway = InetSocketAddress.createUnresolved("192.0.2.1", 9_511);
            List<Optional<GatewayLists>> reported = new CopyOnWriteArrayList<>();
            GatewayDirectory directory =
                    new GatewayDirectory(member.hazelcast(), () -> Optional.of(gateway), true, lists -> {
                        reported.add(lists);
                        if (reported.size() == 1) {
                            throw new IllegalStateException("planted: a listener that throws");
                        }
                    });
            try (directory) {
                TestCluster.await("reported again", () -> reported.size() == 2);
                assertThat(reported.get(1)).isPresent().isEqualTo(reported.get(0));
            }
        }
    }
}
