package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Histories that have taken all the memory they may, at full speed, and then have to move. */
@Tag("process")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class FullMemoryIT {
    private static final long STEP_NS = 200_000_000L;

    /** Three quarters of what fits are loaded, which takes a fraction of the time that scoring takes. */
    private static FraudProcess startMember(LocalCluster processes, int sourcePort) throws IOException {
        return processes.startMember(
                LocalCluster.freePort(),
                LocalCluster.freePort(),
                List.of(
                        "--source=127.0.0.1:" + sourcePort,
                        "--readers=1",
                        "--cards=40000",
                        "--history=140",
                        "--heap=400m"));
    }

    @Test
    void shouldTakeInAMemberWhenHistoriesAreFull() throws Exception {
        try (LocalCluster processes = new LocalCluster()) {
            int sourcePort = LocalCluster.freePort();
            processes.startSource(sourcePort, List.of("--cards=40000"));
            FraudProcess first = startMember(processes, sourcePort);
            try (ClusterControl cluster = processes.connect()) {
                cluster.load(Optional.empty());
                while (!cluster.statuses().get(0).load().isDone()) {
                    LockSupport.parkNanos(STEP_NS);
                }
                cluster.start();
                while (cluster.statuses().get(0).shards().sum().droppedByMemory() == 0) {
                    LockSupport.parkNanos(STEP_NS);
                }

                FraudProcess second = startMember(processes, sourcePort);
                while (cluster.statuses().stream()
                        .anyMatch(status -> status.shards().owned() == 0)) {
                    LockSupport.parkNanos(STEP_NS);
                }
                cluster.stop();
                Verification verification = cluster.audit().verify();
                while (!verification.isGood() || verification.backupsRequired() == 0) {
                    assertThat(first.isAlive() && second.isAlive()).isTrue();
                    LockSupport.parkNanos(STEP_NS);
                    verification = cluster.audit().verify();
                }

                assertThat(verification.cards()).isEqualTo(40_000);
            }
        }
    }
}
