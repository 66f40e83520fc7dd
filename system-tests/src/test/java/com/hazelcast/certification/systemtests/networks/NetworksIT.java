package com.hazelcast.certification.systemtests.networks;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bad networks between members for seconds; {@code system-tests/run} has them for minutes. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NetworksIT {
    private static final long RATE = 500;
    private static final long SEED = System.nanoTime();
    private static final Duration FOR = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private Outcome fire(LinkQuality quality, boolean isOneLink) throws Exception {
        try (Network network = new Network(3);
                MemberLinks links = new MemberLinks(network, folder, 3, new SplittableRandom(SEED));
                SystemCluster cluster = SystemCluster.started(folder, links, 3, "--min-members=2")) {
            Fault fault = isOneLink
                    ? new NetworkFaults.OneLink(links, quality, FOR)
                    : new NetworkFaults.Members(links, 3, quality, FOR);
            return FaultRun.run(cluster, fault, 1, RATE, cluster.gateways(0), SEED);
        } catch (Impossible e) {
            return abort(e.getMessage());
        }
    }

    @Test
    void shouldLoseNothingOverABadNetworkBetweenMembers() throws Exception {
        Outcome outcome = fire(LinkQuality.unsteady(80), false);

        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.audit().answered()).isEqualTo(outcome.audit().sent());
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldNotSlowWhatDoesNotTakeTheBadLink() throws Exception {
        Outcome outcome = fire(LinkQuality.unsteady(200), true);

        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.longestWaitMs()).as("of what takes it").isGreaterThanOrEqualTo(200);
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }
}
