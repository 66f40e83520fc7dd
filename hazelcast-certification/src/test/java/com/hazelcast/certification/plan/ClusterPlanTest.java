package com.hazelcast.certification.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.plan.Placement.WireGuard;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPlanTest {
    private static final double GIB = 1 << 30;

    /** A transaction costs 1.2 us and 0.8 us more for each backup, whatever the cluster: 825,000 and 495,000 TPS a core. */
    private static final CostModel FLAT = CostModel.fit(List.of(row(1, 0, 1e6 / 825_000), row(2, 1, 1e6 / 495_000)));

    /** Calls are most of what a transaction costs, and more machines make more of them. */
    private static final CostModel CALLS = CostModel.fit(CostModelTest.rows());

    private static MeasuredCost row(int members, int backups, double us) {
        return new MeasuredCost(
                members,
                7,
                backups,
                1_000_000,
                1_000_000,
                us,
                1,
                1,
                1,
                1,
                0,
                "two cores",
                "c0ffee1",
                "2026-11-25",
                false);
    }

    @ParameterizedTest(name = "{0} cards, {1} TPS, {2} backups, {3} spares on {4}")
    @CsvSource({
        // cards, tps, backups, spares, kind, for memory, cores, network, together
        "30000000, 500000, 1, 1, r7g.2xlarge, 2, 2, 1, 3",
        "30000000, 500000, 0, 0, r7g.2xlarge, 1, 1, 1, 1",
        "30000000, 500000, 2, 1, r7g.2xlarge, 2, 3, 1, 4",
        "30000000, 500000, 1, 1, r7g.large, 5, 2, 3, 6",
        "300000000, 500000, 1, 1, r7g.2xlarge, 11, 2, 1, 12",
        "1000000, 10000000, 1, 1, r7g.2xlarge, 1, 5, 11, 12",
        "1000000, 10000000, 0, 0, r7g.8xlarge, 1, 1, 2, 2",
        "1, 1, 2, 0, m7g.large, 1, 3, 1, 3",
    })
    void shouldTakeTheMostOfMemoryCoresNetworkAndCopiesAndAddTheSpares(
            int cards, long tps, int backups, int spares, String kind, int memory, int cores, int network, int all) {
        ClusterPlan plan = new ClusterPlan(
                cards, tps, backups, ClusterPlan.BYTES_PER_CARD_LONG_RUN, spares, InstanceKind.named(kind), FLAT);

        assertThat(new int[] {
                    plan.machinesForMemory(), plan.machinesForCores(), plan.machinesForNetwork(), plan.machines()
                })
                .containsExactly(memory, cores, network, all);
        assertThat(plan.memoryUse(plan.carrying())).isLessThanOrEqualTo(1);
        assertThat(plan.coreUse(plan.carrying())).isLessThanOrEqualTo(0.6);
    }

    @ParameterizedTest
    @CsvSource({
        "m7g.large, 2, 4, 3.2",
        "r7g.large, 2, 10, 8.0",
        "r7g.2xlarge, 8, 40, 32.0",
        "r7g.8xlarge, 32, 162, 129.6"
    })
    void shouldDivideAMachinesMemory(String kind, int heapGib, int nativeGib, double historiesGib) {
        ClusterPlan plan = new ClusterPlan(1, 1, 0, 1, 0, InstanceKind.named(kind), FLAT);

        assertThat(plan.heapGib()).isEqualTo(heapGib);
        assertThat(plan.nativeGib()).isEqualTo(nativeGib);
        assertThat(plan.machineHistoryBytes() / GIB).isCloseTo(historiesGib, Offset.offset(0.01));
    }

    @ParameterizedTest
    @CsvSource({"0, 825000", "1, 495000", "2, 353571"})
    void shouldChargeEachBackupWhatTheFirstCosts(int backups, long tpsPerCore) {
        ClusterPlan plan = new ClusterPlan(1, 1, backups, 1, 0, InstanceKind.named("r7g.large"), FLAT);

        assertThat(Math.round(plan.tpsPerCore())).isEqualTo(tpsPerCore);
    }

    @Test
    void shouldAddMachinesUntilTheyCarryTheCallsThatTheyAdd() {
        InstanceKind kind = InstanceKind.named("r7g.large");
        ClusterPlan plan = new ClusterPlan(30_000_000, 1_000_000, 1, 579, 0, kind, CALLS);

        assertThat(plan.cpuUs(20)).isGreaterThan(plan.cpuUs(2));
        assertThat(plan.machinesForCores()).isGreaterThan(30);
        assertThat(plan.coreUse(plan.machinesForCores())).isLessThanOrEqualTo(0.6);
        assertThat(plan.coreUse(plan.machinesForCores() - 1)).isGreaterThan(0.6);
        assertThat(plan.isCostMeasured()).isFalse();
    }

    private static ClusterPlan within(long packets) {
        return measured(new MeasuredNetwork(packets, 0, 0));
    }

    private static ClusterPlan measured(MeasuredNetwork network) {
        Placement placement = new Placement(1, WireGuard.NONE, network);
        return new ClusterPlan(
                30_000_000,
                1_000_000,
                1,
                579,
                0,
                InstanceKind.named("r7g.2xlarge"),
                FLAT,
                placement,
                GatewayClients.NONE);
    }

    @Test
    void shouldAddMachinesUntilTheirPacketsAreLetThrough() {
        ClusterPlan unmeasured = within(0);
        ClusterPlan few = within(100_000);
        ClusterPlan many = within(1_000_000_000);

        assertThat(unmeasured.firstLimit()).isEqualTo(ClusterPlan.Limit.NETWORK);
        assertThat(many.machines()).isEqualTo(unmeasured.machines());
        assertThat(many.firstLimit()).isEqualTo(ClusterPlan.Limit.NETWORK);
        assertThat(few.firstLimit()).isEqualTo(ClusterPlan.Limit.PACKETS);
        assertThat(few.machines()).isEqualTo(few.machinesForPackets()).isGreaterThan(unmeasured.machines());
        assertThat(few.packetUse(few.machines())).isLessThanOrEqualTo(0.6);
        assertThat(few.packetUse(few.machines() - 1)).isGreaterThan(0.6);
    }

    @Test
    void shouldPlanWithTheBandwidthThatWasMeasuredButWithNoMoreThanLasts() {
        ClusterPlan unmeasured = measured(MeasuredNetwork.NONE);
        ClusterPlan slow = measured(new MeasuredNetwork(0, 0.75, 0));
        ClusterPlan burst = measured(new MeasuredNetwork(0, 10, 0));

        assertThat(slow.machineWireTps() * 5).isCloseTo(unmeasured.machineWireTps(), Offset.offset(1e-3));
        assertThat(slow.machines()).isEqualTo(slow.machinesForNetwork()).isGreaterThan(unmeasured.machinesForNetwork());
        assertThat(burst.machineWireTps()).isEqualTo(unmeasured.machineWireTps());
    }

    @Test
    void shouldAddUpTheRoundTripsThatAnAnswerWaitsFor() {
        assertThat(measured(new MeasuredNetwork(0, 0, 0.5)).answerRoundTripsMs())
                .isEqualTo(1.5);
        assertThat(measured(MeasuredNetwork.NONE).answerRoundTripsMs()).isZero();
        assertThat(new ClusterPlan(1, 1, 0, 1, 0, InstanceKind.named("r7g.large"), FLAT).answerRoundTrips())
                .isEqualTo(1);
    }

    @Test
    void shouldRejectANetworkThatCannotBe() {
        assertThatThrownBy(() -> new MeasuredNetwork(-1, 0, 0)).hasMessageContaining("packets=-1");
        assertThatThrownBy(() -> new MeasuredNetwork(0, -0.5, 0)).hasMessageContaining("gbit=-0.5");
        assertThatThrownBy(() -> new MeasuredNetwork(0, 0, Double.NaN)).hasMessageContaining("round-trip-ms=NaN");
    }

    @Test
    void shouldCountAMessageAndAnAnswerForEachCallElsewhereAndEachBackup() {
        ClusterPlan plan = within(100_000);
        double calls = FLAT.calls(2, ShardPlan.shards(30_000_000, 2), 1_000_000);
        // Half of the calls go elsewhere, all have a backup; a message leaves one machine and reaches another, and so
        // does its answer.
        double messages = 1.5 * calls * 4;
        // 100 bytes come in once, and are passed on one and a half times, out and in.
        double segments = 100 * 4 / 1_448.0 * 1.5;

        assertThat(plan.packetsPerTransaction(2)).isCloseTo(messages + segments, Offset.offset(1e-9));
    }

    private static ClusterPlan withClients(int connections, long intervalMs) {
        return new ClusterPlan(
                1_000_000,
                1_000_000,
                1,
                579,
                0,
                InstanceKind.named("r7g.2xlarge"),
                FLAT,
                Placement.PLAIN,
                new GatewayClients(connections, intervalMs));
    }

    @Test
    void shouldAddMachinesForTheConnectionsOfClients() {
        ClusterPlan without = withClients(0, 1_000);
        ClusterPlan with = withClients(1_000_000, 1_000);

        // 140 us of a core for each of a million batches a second, less the transaction, which counts with or without
        // them.
        double transactionUs = FLAT.cpuUs(1, ShardPlan.shards(1_000_000, 1), 0, 10_000);
        assertThat(transactionUs).isGreaterThan(1);
        assertThat(with.coresBusy(10) - without.coresBusy(10)).isCloseTo(140 - transactionUs, Offset.offset(1e-6));
        assertThat(with.machinesForCores()).isGreaterThan(without.machinesForCores());
        assertThat(with.coreUse(with.machinesForCores())).isLessThanOrEqualTo(0.6);
        assertThat(with.connectionsPerCore()).isEqualTo(4_285);
        assertThat(withClients(1, 10).connectionsPerCore()).isEqualTo(42);
    }

    @Test
    void shouldRejectClientsThatCannotBe() {
        assertThatThrownBy(() -> new GatewayClients(-1, 1_000)).hasMessageContaining("clients=-1");
        assertThatThrownBy(() -> new GatewayClients(1, 0)).hasMessageContaining("client-interval=0ms");
        assertThatThrownBy(() -> withClients(1_000_001, 1_000))
                .hasMessageContaining("these send 1,000,001 a second")
                .hasMessageEndingWith("tps=1000000");
    }

    private static ClusterPlan placed(int cards, int backups, int zones, WireGuard wireguard) {
        return new ClusterPlan(
                cards,
                500_000,
                backups,
                579,
                1,
                InstanceKind.named("r7g.2xlarge"),
                FLAT,
                new Placement(zones, wireguard),
                GatewayClients.NONE);
    }

    @ParameterizedTest(name = "{0} cards, {1} backups, {2} zones")
    @CsvSource({
        // cards, backups, zones; all machines, of them left, copies left, scores, machines that would carry all
        "30000000, 1, 3, 3, 2, 2, true, 3",
        "30000000, 1, 2, 4, 2, 1, false, 4",
        "300000000, 1, 3, 12, 8, 2, true, 18",
        "300000000, 2, 3, 18, 12, 2, true, 18",
    })
    void shouldSpreadMachinesOverZonesAndSayWhatALostOneLeaves(
            int cards, int backups, int zones, int all, int left, int copies, boolean scores, int toCarry) {
        ClusterPlan plan = placed(cards, backups, zones, WireGuard.NONE);

        assertThat(plan.machines()).isEqualTo(all);
        assertThat(plan.machines() - plan.machinesOfZone()).isEqualTo(left);
        assertThat(plan.copiesWithoutZone()).isEqualTo(copies);
        assertThat(plan.scoresWithoutZone()).isEqualTo(scores);
        assertThat(plan.machinesToLoseZone()).isEqualTo(toCarry);
        assertThat(plan.memoryUseWithoutZone())
                .isCloseTo((double) cards * 579 * copies / left / plan.machineHistoryBytes(), Offset.offset(1e-9));
    }

    @Test
    void shouldCountWhatPassesBetweenZones() {
        assertThat(placed(1, 1, 1, WireGuard.NONE).zoneTrafficUsdPerHour()).isZero();
        ClusterPlan plan = placed(1, 1, 2, WireGuard.NONE);

        // Half of the records go to an owner in the other zone, and all to the backup there.
        assertThat(plan.zoneBytesPerTransaction()).isEqualTo(150);
        assertThat(plan.zoneTrafficUsdPerHour()).isCloseTo(5.4, Offset.offset(1e-9));
        assertThat(plan.usdPerHour()).isEqualTo(plan.machines() * 0.4284);
    }

    @Test
    void shouldTakeTwiceTheCoresForWireGuardInUserSpace() {
        double plain = placed(1, 1, 1, WireGuard.NONE).cpuUs(2);

        assertThat(placed(1, 1, 1, WireGuard.USER_SPACE).cpuUs(2)).isEqualTo(2 * plain);
        assertThat(placed(1, 1, 1, WireGuard.KERNEL).cpuUs(2)).isEqualTo(plain);
    }

    @Test
    void shouldRefuseZonesThatCannotHoldAllCopies() {
        assertThatThrownBy(() -> placed(1, 2, 2, WireGuard.NONE)).hasMessageEndingWith("zones=2");
        assertThatThrownBy(() -> placed(1, 1, 0, WireGuard.NONE)).hasMessageEndingWith("zones=0");
    }

    @Test
    void shouldNameTheKindsItKnows() {
        assertThatThrownBy(() -> InstanceKind.named("r9z.huge"))
                .hasMessageContaining("r7g.2xlarge")
                .hasMessageContaining("instance=r9z.huge");
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,1,cards=0", "1,0,1,1,tps=0", "1,1,3,1,backups=3", "1,1,1,-1,spares=-1"})
    void shouldRefuseWhatIsNoLoad(int cards, long tps, int backups, int spares, String named) {
        InstanceKind kind = InstanceKind.named("r7g.large");

        assertThatThrownBy(() -> new ClusterPlan(cards, tps, backups, 542, spares, kind, FLAT))
                .hasMessageEndingWith(named);
    }
}
