package com.hazelcast.certification.systemtests.crowd;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each once; {@code system-tests/run} fires them five times. Fewer clients would not be spread within a tenth of even by chance. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CrowdIT {
    private static final int CLIENTS = 3_000;
    private static final long RATE = 500;
    private static final long SEED = System.nanoTime();

    @TempDir
    Path folder;

    private FaultRun.Outcome fire(Function<Crowd, Fault> fault) throws Exception {
        CrowdCertificates certificates = CrowdCertificates.in(folder);
        try (SystemCluster cluster =
                SystemCluster.started(folder, Hosts.LOOPBACK, 3, Crowd.memberOptions(certificates, CLIENTS))) {
            Crowd crowd = new Crowd(cluster, certificates, CLIENTS);
            return FaultRun.run(
                    cluster,
                    fault.apply(crowd),
                    1,
                    RATE,
                    SEED,
                    Plant.NOTHING,
                    ledger -> crowd.begin(ledger, RATE, SEED));
        }
    }

    @Test
    void shouldHaveAllClientsBackAndSpreadWhenAMemberIsKilled() throws Exception {
        FaultRun.Outcome outcome = fire(CrowdFaults.Kill::new);

        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldAnswerClientsWhileAsManyComeAtOnce() throws Exception {
        FaultRun.Outcome outcome = fire(CrowdFaults.Arrival::new);

        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }
}
