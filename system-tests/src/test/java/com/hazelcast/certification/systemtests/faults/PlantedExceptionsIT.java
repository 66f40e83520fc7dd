package com.hazelcast.certification.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exceptions raised inside members, at every place, under load; a cluster of its own, whose members run with the agent. */
@Tag("process")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class PlantedExceptionsIT {
    private static final long RATE = 2_000;
    private static final long SEED = System.nanoTime();

    @TempDir
    private static Path folder;

    @Test
    void shouldRejectWhatRaisesExceptionsAndLoseNothingElse() throws Exception {
        PlantedExceptions fault = new PlantedExceptions(folder);
        try (SystemCluster cluster = SystemCluster.started(folder, fault, 3, SystemCluster.withoutHttp())) {
            Outcome outcome = FaultRun.run(cluster, fault, 1, RATE, cluster.gateways(0), SEED);
            assertThat(outcome.fired()).isEqualTo(1);
            assertThat(outcome.audit().examples()).isEmpty();
            assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
        }
    }
}
