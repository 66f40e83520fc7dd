package com.hazelcast.certification.systemtests.faults;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.storage.StorageFaults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each loss during a change of rules, once; {@code system-tests/run} fires them often. */
@Tag("process")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RuleFaultsIT {
    private static final long RATE = 1_000;
    private static final long SEED = System.nanoTime();

    @TempDir
    private Path folder;

    private static void fire(SystemCluster cluster, Fault fault) throws Exception {
        Outcome outcome = FaultRun.run(cluster, fault, 1, RATE, cluster.gateways(0), SEED);
        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldComeToOneSetWhenAMemberIsKilledInTheMiddleOfAChange() throws Exception {
        try (SystemCluster cluster =
                SystemCluster.started(folder, Hosts.LOOPBACK, 3, SystemCluster.withoutHttp("--min-members=2"))) {
            for (RuleFaults.Victim victim : RuleFaults.Victim.values()) {
                fire(cluster, new RuleFaults.KillDuringChange(victim));
            }
        }
    }

    @Tag(LONG)
    @Test
    void shouldComeToOneSetWhenAllMembersAreKilledInTheMiddleOfAChange() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (SystemCluster cluster =
                SystemCluster.started(folder, Hosts.LOOPBACK, 3, StorageFaults.options(data, "written", 3))) {
            fire(cluster, new RuleFaults.KillAllDuringChange());
        }
    }

    @Tag(LONG)
    @Test
    void shouldComeToOneSetWhenAMemberIsCutOffInTheMiddleOfAChange() throws Exception {
        try (Network network = network();
                SystemCluster cluster = SystemCluster.started(folder, network, 3, "--min-members=2")) {
            fire(cluster, new RuleFaults.CutDuringChange(network, RuleFaults.Victim.MAKER));
        }
    }

    private static Network network() {
        try {
            return new Network(3);
        } catch (Impossible e) {
            return abort(e.getMessage());
        }
    }
}
