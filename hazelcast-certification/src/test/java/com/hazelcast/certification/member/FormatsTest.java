package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.logs.CapturedErr;
import com.hazelcast.certification.logs.LogSettings;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members of releases with different formats: those that fit run together, others are refused before anything is moved to them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FormatsTest {
    private static final long RATE = 5_000;

    /** Fifteen seconds' worth: a member has been refused long before on a busy machine, too. */
    private static final long COUNT = 15 * RATE;

    private static final long COUNT_OF_A_JOIN = 8 * RATE;
    private static final ClusterFormat FIRST = new ClusterFormat(1, 1);

    private final CapturedErr err = new CapturedErr();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger moved = new AtomicInteger();

    @AfterEach
    void end() {
        Logs.use(LogSettings.TOOL);
        err.close();
    }

    private void countMoves(FraudMember member) {
        member.hazelcast().getPartitionService().addMigrationListener(new MigrationListener() {
            @Override
            public void migrationStarted(MigrationState state) {
                begun.incrementAndGet();
            }

            @Override
            public void migrationFinished(MigrationState state) {}

            @Override
            public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
                moved.incrementAndGet();
            }

            @Override
            public void replicaMigrationFailed(ReplicaMigrationEvent event) {}
        });
    }

    /** Before the formats are compared, Hazelcast has begun to move shards to the member, and has had time to. */
    private OpenParts untilShardsMove() {
        return new OpenParts(
                part -> {
                    if (part == MemberPart.FORMAT) {
                        TestCluster.await("shards are to be moved", () -> begun.get() > 0);
                        TestCluster.pause();
                    }
                },
                part -> {});
    }

    private static void assertAllScored(TestCluster cluster, FraudMember reader, long count) {
        cluster.awaitAnswered(reader, count);
        assertThat(reader.status().accounting().scored()).isEqualTo(count);
        assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + count);
        assertThat(cluster.control().audit().verify().problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // there, and who joins
        "1, 1, 3, 2",
        "3, 2, 1, 1",
    })
    void shouldRefuseAMemberOfAFormatThatDoesNotFitAndMoveNothingToIt(
            int written, int oldest, int joinsWritten, int joinsOldest) throws Exception {
        Logs.use(LogSettings.SERVICE);
        ClusterFormat there = new ClusterFormat(written, oldest);
        ClusterFormat joins = new ClusterFormat(joinsWritten, joinsOldest);
        try (TestCluster cluster = new TestCluster().withFormat(there)) {
            FraudMember first = cluster.startMember(cluster.startSource(COUNT, RATE));
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            cluster.awaitMembers(2);
            TestCluster.await("it scores", () -> first.status().accounting().scored() > 1_000);
            countMoves(first);

            cluster.withFormat(joins).withParts(untilShardsMove());
            assertThatThrownBy(cluster::startMember)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoSuppressedExceptions()
                    .hasMessageContaining("docs/deploy/changes.md")
                    .hasMessageContaining("otherMember=127.0.0.1:")
                    .hasMessageContaining("otherFormat=" + there)
                    .hasMessageContaining("ownFormat=" + joins);

            assertThat(begun).as("shards were to be moved to it").hasPositiveValue();
            assertThat(moved).as("shards that were moved to it").hasValue(0);
            cluster.awaitMembers(2);
            assertThat(err.text().lines().filter(line -> line.contains("ERROR MembershipLog")))
                    .as("a line of each member that is there")
                    .hasSize(2)
                    .allMatch(line -> line.contains("otherFormat=" + joins) && line.contains("ownFormat=" + there));
            assertThat(first.status().accounting().received())
                    .as("refused while transactions flowed")
                    .isLessThan(COUNT);
            assertAllScored(cluster, first, COUNT);
        }
    }

    @Test
    void shouldScoreWithMembersOfTwoReleasesThatFit() throws Exception {
        try (TestCluster cluster = new TestCluster().withFormat(FIRST)) {
            FraudMember first = cluster.startMember(cluster.startSource(COUNT_OF_A_JOIN, RATE));
            cluster.startMember();
            cluster.load();
            cluster.control().start();

            cluster.withFormat(new ClusterFormat(2, 1)).startMember();
            cluster.awaitMembers(3);
            assertAllScored(cluster, first, COUNT_OF_A_JOIN);
        }
    }

    /** As before 1.0.0. */
    @Test
    void shouldRefuseMembersThatSayNoFormat() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            Config silent = new Config();
            silent.setClusterName(cluster.name());
            silent.setProperty("hazelcast.partition.count", "13");
            silent.getNetworkConfig()
                    .setPort(first.hazelcast().getConfig().getNetworkConfig().getPort() + 1);
            silent.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
            silent.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
            silent.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
            silent.getNetworkConfig()
                    .getJoin()
                    .getTcpIpConfig()
                    .setEnabled(true)
                    .addMember(cluster.address());
            HazelcastInstance other = Hazelcast.newHazelcastInstance(silent);
            try {
                TestCluster.await(
                        "both are there", () -> other.getCluster().getMembers().size() == 2);
                TestCluster.await("a line", () -> err.text().contains("otherFormat=none (older than 1.0.0)"));

                assertThatThrownBy(cluster::startMember)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("otherFormat=none (older than 1.0.0)");
            } finally {
                other.shutdown();
            }
        }
    }
}
