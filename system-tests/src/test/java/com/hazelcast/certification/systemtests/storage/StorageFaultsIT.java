package com.hazelcast.certification.systemtests.storage;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault of members that keep their shards on disk, once; {@code system-tests/run} fires them often. */
@Tag("process")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class StorageFaultsIT {
    private static final long RATE = 2_000;
    private static final long SEED = System.nanoTime();

    @TempDir
    private Path folder;

    private Outcome run(Fault fault, String... options) throws Exception {
        try (SystemCluster cluster = started(options)) {
            return run(cluster, fault);
        }
    }

    private SystemCluster started(String... options) throws IOException {
        return SystemCluster.started(folder, Hosts.LOOPBACK, 3, SystemCluster.withoutHttp(options));
    }

    private static Outcome run(SystemCluster cluster, Fault fault) throws Exception {
        return FaultRun.run(cluster, fault, 1, RATE, cluster.gateways(0), SEED);
    }

    private static void assertNothingLost(Outcome outcome) {
        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldHaveEverythingAfterAllMembersWereKilledAtOnce() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (SystemCluster cluster = started(StorageFaults.options(data, "written", 3))) {
            for (Fault fault :
                    List.of(new StorageFaults.KillAll("written"), new StorageFaults.BreakFiles(() -> data))) {
                assertNothingLost(run(cluster, fault));
            }
        }
    }

    @Test
    void shouldHaveEverythingSyncedAfterALossOfPower() throws Exception {
        try (PowerLoss fault = powerLoss("synced")) {
            assertNothingLost(run(fault, fault.options()));
        }
    }

    @Test
    void shouldWaitAndLoseNothingWhileTheDiskOfAMemberIsFull() throws Exception {
        try (FullDataDisk fault = fullDataDisk()) {
            assertNothingLost(run(fault, fault.options()));
        }
    }

    private FullDataDisk fullDataDisk() throws IOException {
        Path place = Files.createDirectory(folder.resolve("full"));
        try {
            return new FullDataDisk(place, "256m");
        } catch (Impossible e) {
            return abort(e.getMessage());
        }
    }

    /** What the fault takes away is missed: the test before this one could not fail otherwise. */
    @Tag(LONG)
    @Test
    void shouldLoseWhatIsWrittenAndNotSyncedAtALossOfPower() throws Exception {
        try (PowerLoss fault = powerLoss("written")) {
            assertThat(run(fault, fault.options()).audit().lost()).isPositive();
        }
    }

    private PowerLoss powerLoss(String durability) {
        try {
            return new PowerLoss(folder, durability);
        } catch (Impossible e) {
            return abort(e.getMessage());
        }
    }

    @Test
    void shouldRestoreABackupIntoAnotherNumberOfMembers() throws Exception {
        Fault fault = new RestoreElsewhere(this::newFolder);
        try (SystemCluster cluster = started(StorageFaults.options(newFolder(), "written", 3))) {
            Outcome outcome = run(cluster, fault);

            assertNothingLost(outcome);
            assertThat(cluster.size()).isEqualTo(2);
        }
    }

    private Path newFolder() {
        try {
            return Files.createTempDirectory(folder, "data-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
