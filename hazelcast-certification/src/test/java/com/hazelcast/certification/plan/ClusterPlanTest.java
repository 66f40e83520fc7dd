package com.hazelcast.certification.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPlanTest {
    private static final double GIB = 1 << 30;

    @ParameterizedTest(name = "{0} cards, {1} TPS, {2} backups, {3} spares on {4}")
    @CsvSource({
        // cards, tps, backups, spares, kind, for memory, cores, network, together
        "30000000, 500000, 1, 1, r7g.2xlarge, 2, 1, 1, 3",
        "30000000, 500000, 0, 0, r7g.2xlarge, 1, 1, 1, 1",
        "30000000, 500000, 2, 1, r7g.2xlarge, 2, 1, 1, 4",
        "30000000, 500000, 1, 1, r7g.large, 5, 1, 3, 6",
        "300000000, 500000, 1, 1, r7g.2xlarge, 11, 1, 1, 12",
        "1000000, 10000000, 1, 1, r7g.2xlarge, 1, 5, 11, 12",
        "1000000, 10000000, 0, 0, r7g.8xlarge, 1, 1, 2, 2",
        "1, 1, 2, 0, m7g.large, 1, 1, 1, 3",
    })
    void shouldTakeTheMostOfMemoryCoresNetworkAndCopiesAndAddTheSpares(
            long cards, long tps, int backups, int spares, String kind, int memory, int cores, int network, int all) {
        ClusterPlan plan = new ClusterPlan(
                cards, tps, backups, ClusterPlan.BYTES_PER_CARD_LONG_RUN, spares, InstanceKind.named(kind));

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
        ClusterPlan plan = new ClusterPlan(1, 1, 0, 1, 0, InstanceKind.named(kind));

        assertThat(plan.heapGib()).isEqualTo(heapGib);
        assertThat(plan.nativeGib()).isEqualTo(nativeGib);
        assertThat(plan.machineHistoryBytes() / GIB).isCloseTo(historiesGib, org.assertj.core.data.Offset.offset(0.01));
    }

    @ParameterizedTest
    @CsvSource({"0, 825000", "1, 495000", "2, 353571"})
    void shouldChargeEachBackupWhatTheFirstCosts(int backups, long tpsPerCore) {
        ClusterPlan plan = new ClusterPlan(1, 1, backups, 1, 0, InstanceKind.named("r7g.large"));

        assertThat(Math.round(plan.tpsPerCore())).isEqualTo(tpsPerCore);
    }

    @Test
    void shouldNameTheKindsItKnows() {
        assertThatThrownBy(() -> InstanceKind.named("r9z.huge"))
                .hasMessageContaining("r7g.2xlarge")
                .hasMessageContaining("instance=r9z.huge");
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,1,cards=0", "1,0,1,1,tps=0", "1,1,3,1,backups=3", "1,1,1,-1,spares=-1"})
    void shouldRefuseWhatIsNoLoad(long cards, long tps, int backups, int spares, String named) {
        InstanceKind kind = InstanceKind.named("r7g.large");

        assertThatThrownBy(() -> new ClusterPlan(cards, tps, backups, 542, spares, kind))
                .hasMessageEndingWith(named);
    }
}
