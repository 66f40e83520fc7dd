package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is read from a source while shards are missing, unless somebody says so. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StartTest {
    private static final int COUNT = 2_000;

    @Test
    void shouldRefuseToStartWithNothingLoadedAndReadNothing() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            assertThatThrownBy(() -> cluster.control().start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("13 of 13 shards are not loaded")
                    .hasMessageContaining("ctl load")
                    .hasMessageContaining("--without-histories");
            TestCluster.pause();
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);
            assertThat(member.metrics().accounting()).isEqualTo(Accounting.NONE);

            cluster.load();
            assertThat(cluster.control().start()).isTrue();
            cluster.awaitAnswered(member, COUNT);
            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldSayThatMembersAreMissingWhenShardsCannotBeAsked() throws IOException {
        try (TestCluster cluster = new TestCluster().withMinMembers(2)) {
            var unused = cluster.startMember();
            assertThatThrownBy(() -> cluster.control().start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("fewer members are here than min-members");
        }
    }

    @Test
    void shouldStartWithNothingLoadedWhenThatIsConfirmed() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            cluster.control().startWithoutHistories();
            cluster.awaitAnswered(member, COUNT);
            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, 0, 0, COUNT, 0));
        }
    }

    @Test
    void shouldStartOnShardsThatWereLoadedEmpty() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            cluster.control().load(Optional.of(new LoadSpec(0, 0, 1, System.currentTimeMillis(), Traffic.CHALLENGE)));
            cluster.awaitLoaded();
            assertThat(cluster.control().start()).isTrue();
            cluster.awaitAnswered(member, COUNT);
            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldWaitForTheLoadWhenAMemberStartsByItself() throws IOException {
        try (TestCluster cluster = new TestCluster().withStart()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            TestCluster.pause();
            assertThat(member.status().state()).isEqualTo(MemberState.WAITING_FOR_LOAD);
            assertThat(member.metrics().accounting()).isEqualTo(Accounting.NONE);

            cluster.load();
            cluster.awaitAnswered(member, COUNT);
            assertThat(member.status().state()).isNotEqualTo(MemberState.WAITING_FOR_LOAD);
            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldNotStartWhenItIsStoppedWhileItWaits() throws IOException {
        try (TestCluster cluster = new TestCluster().withStart()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            assertThat(cluster.control().stop()).allMatch(report -> report.inFlight() == 0);
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);
            cluster.load();
            TestCluster.pause();
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);
            assertThat(member.metrics().accounting()).isEqualTo(Accounting.NONE);
        }
    }

    @Test
    void shouldStartAtOnceWhenItJoinsALoadedCluster() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            FraudMember joining = cluster.withStart().startMember(cluster.startSource(COUNT, 0));
            cluster.awaitAnswered(joining, COUNT);
            assertThat(joining.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldStayStoppedWhenItJoinsAClusterThatWasStopped() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            cluster.control().stop();
            FraudMember joining = cluster.withStart().startMember(cluster.startSource(COUNT, 0));
            TestCluster.pause();
            assertThat(joining.status().state()).isEqualTo(MemberState.IDLE);
            assertThat(joining.metrics().accounting()).isEqualTo(Accounting.NONE);

            assertThat(cluster.control().start()).isTrue();
            cluster.awaitAnswered(joining, COUNT);
        }
    }

    @Test
    void shouldStartWhenTheLoadThatRunsHasEnded() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, 0));
            cluster.control().load(Optional.empty());
            // Whether the load still runs is a matter of milliseconds; in no case is anything rejected.
            boolean hasStarted = cluster.control().start();
            assertThat(hasStarted).isIn(true, false);
            cluster.awaitAnswered(member, COUNT);
            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }
}
