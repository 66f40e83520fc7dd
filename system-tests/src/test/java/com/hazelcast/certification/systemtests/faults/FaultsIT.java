package com.hazelcast.certification.systemtests.faults;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.http.HttpFuzz;
import com.hazelcast.certification.systemtests.http.HttpTraffic;
import com.hazelcast.certification.systemtests.networks.ClientLinks;
import com.hazelcast.certification.systemtests.networks.LinkQuality;
import com.hazelcast.certification.systemtests.networks.NetworkFaults;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each fault a few times, against three members as processes; {@code system-tests/run} fires them often. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FaultsIT {
    private static final long RATE = 2_000;
    private static final long HTTP_RATE = 500;
    private static final long SEED = System.nanoTime();

    /** Of hostile requests: each run sends the same ones. */
    private static final long HTTP_SEED = 21;

    @TempDir
    private static Path folder;

    private Bounds bounds;
    private SystemCluster cluster;

    @BeforeAll
    void start() throws Exception {
        bounds = new Bounds();
        cluster = SystemCluster.started(folder, Hosts.LOOPBACK, 3, bounds.option());
    }

    @AfterAll
    void end() throws Exception {
        cluster.close();
        bounds.close();
    }

    private void assertNothingLost(Fault fault, int times) throws Exception {
        Outcome outcome = FaultRun.run(cluster, fault, times, RATE, cluster.gateways(0), SEED);
        assertThat(outcome.fired()).isEqualTo(times);
        assertThat(outcome.audit().examples()).isEmpty();
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldLoseNothingWhenAMemberIsKilled() throws Exception {
        assertNothingLost(new MemberFaults.KillRandom(), 2);
    }

    @Test
    void shouldLoseNothingWhenAMemberStandsStill() throws Exception {
        assertNothingLost(new MemberFaults.Pause(5), 1);
    }

    @Test
    void shouldLoseNothingWhenAMemberJoinsAndLeaves() throws Exception {
        assertNothingLost(new MemberFaults.JoinAndLeave(), 1);
    }

    @Tag(LONG)
    @Test
    void shouldLoseNothingAnsweredAfterwardsWhenOneOfTwoRestartsAndTheOtherIsKilled() throws Exception {
        assertNothingLostAfterwards(new CopyFaults.JoinAndKillTheOther(), 2);
    }

    @Test
    void shouldLoseNothingWhenOneOfThreeIsKilledAndAnotherStops() throws Exception {
        assertNothingLostAfterwards(new CopyFaults.KillAndStopAnother(), 3);
    }

    @Tag(LONG)
    @Test
    void shouldGoOnByItselfWhenTwoOfThreeStopAtOnce() throws Exception {
        assertNothingLostAfterwards(new CopyFaults.StopTwoAtOnce(), 3, "--degraded-after=never");
    }

    @Tag(LONG)
    @Test
    void shouldLoseNothingWhenOneOfThreeStopsAndTheOldestIsKilledMeanwhile() throws Exception {
        assertNothingLostAfterwards(new CopyFaults.StopAndKillTheOldest(), 3);
    }

    @Tag(LONG)
    @Test
    void shouldLoseNothingAnsweredAfterwardsWhenAJoinedMemberFailsAndAnotherBeforeItsCopiesAreMade() throws Exception {
        assertNothingLostAfterwards(new CopyFaults.FailAndFailAgain(), 3);
    }

    private static void assertNothingLostAfterwards(Fault fault, int members, String... options) throws Exception {
        Path logs = Files.createDirectory(folder.resolve(fault.getClass().getSimpleName()));
        try (SystemCluster own =
                SystemCluster.started(logs, Hosts.LOOPBACK, members, SystemCluster.withoutHttp(options))) {
            Outcome outcome = FaultRun.run(own, fault, 1, RATE, own.gateways(0), SEED);
            assertThat(outcome.audit().examples()).isEmpty();
            assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
        }
    }

    @Test
    void shouldRejectAndCountWhatIsMalformed() throws Exception {
        assertNothingLost(new Fuzz(20_000), 1);
    }

    @Test
    void shouldAnswerHostileRequestsByStatedErrorsAndTheGoodClientBesideThem() throws Exception {
        // How long the good client waits is measured by system-tests/run: other tests share this machine. But nothing
        // may stop it for long.
        Fault hostile = new HttpFuzz(5_000, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofSeconds(10));

        Outcome outcome = FaultRun.run(cluster, hostile, 1, RATE, cluster.gateways(0), HTTP_SEED);

        assertThat(outcome.fired()).isEqualTo(1);
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldAnswerEveryRequestByHttpAndLoseNothingWhenAMemberIsKilled() throws Exception {
        // How many answers are late is measured by system-tests/run: other tests share this machine.
        Outcome outcome = FaultRun.run(
                cluster,
                new MemberFaults.KillUnder("clients by HTTP"),
                1,
                HTTP_RATE,
                SEED,
                Plant.NOTHING,
                ledger ->
                        new HttpTraffic(cluster, ledger, SystemCluster.CARDS, HTTP_RATE, SEED, Duration.ofSeconds(10)));

        assertThat(outcome.fired()).isEqualTo(1);
        assertThat(outcome.audit().answered()).isEqualTo(outcome.audit().sent());
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldAnswerEveryFieldAtItsBoundsAndTheGoodClientBesideIt() throws Exception {
        Outcome outcome = FaultRun.run(cluster, bounds, 2, RATE, cluster.gateways(0), SEED);

        assertThat(outcome.fired()).isEqualTo(2);
        assertThat(outcome.audit().answered()).isEqualTo(outcome.audit().sent());
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Test
    void shouldLoseNothingWhenConnectionsAreCut() throws Exception {
        List<FaultyProxy> proxies = List.of(
                new FaultyProxy(cluster.gateways(0).get(0)),
                new FaultyProxy(cluster.gateways(0).get(1)));
        Outcome outcome = FaultRun.run(
                cluster,
                new FaultyProxy.Cut(proxies),
                10,
                RATE,
                proxies.stream().map(FaultyProxy::address).toList(),
                SEED);
        for (FaultyProxy proxy : proxies) {
            proxy.close();
        }
        assertThat(outcome.fired()).isEqualTo(10);
        assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
    }

    @Tag(LONG)
    @Test
    void shouldLoseNothingOverABadNetwork() throws Exception {
        try (ClientLinks links = new ClientLinks(cluster.gateways(0), new SplittableRandom(SEED))) {
            Outcome outcome = FaultRun.run(
                    cluster,
                    new NetworkFaults.Clients(links.link(), LinkQuality.unsteady(80), Duration.ofSeconds(4)),
                    1,
                    RATE,
                    links.gateways(),
                    SEED);
            assertThat(outcome.fired()).isEqualTo(1);
            assertThat(outcome.audit().answered()).isEqualTo(outcome.audit().sent());
            assertThat(outcome.longestWaitMs()).isGreaterThanOrEqualTo(80);
            assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
        }
    }

    @Test
    void shouldFailWhenAMemberHasEnded() throws Exception {
        Fault ending = new Fault() {
            @Override
            public String name() {
                return "a member ends and is not started again";
            }

            @Override
            public void fire(SystemCluster from, SplittableRandom random) {
                from.kill(2);
            }
        };
        Path logs = Files.createDirectory(folder.resolve("ended"));
        try (SystemCluster own = SystemCluster.started(logs, Hosts.LOOPBACK, 3, SystemCluster.withoutHttp())) {
            Outcome outcome = FaultRun.run(own, ending, 1, RATE, own.gateways(0), SEED);

            assertThat(outcome.isGood()).isFalse();
            assertThat(outcome.audit().lost()).isZero();
            assertThat(outcome.audit().examples()).containsExactly("the member of place 2 has ended by itself");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOSS", "DOUBLE", "DIFFERENCE"})
    void shouldFailWhenADefectIsPlanted(Plant plant) throws Exception {
        Fault nothingHappens = new Fuzz(1);

        Outcome outcome = FaultRun.run(cluster, nothingHappens, 1, RATE, cluster.gateways(0), SEED, plant);

        assertThat(outcome.isGood()).isFalse();
        assertThat(List.of(
                        outcome.audit().lost(),
                        outcome.audit().doubled(),
                        outcome.audit().differing()))
                .isEqualTo(List.of(
                        plant == Plant.LOSS ? 1 : 0, plant == Plant.DOUBLE ? 1 : 0, plant == Plant.DIFFERENCE ? 1 : 0));
    }
}
