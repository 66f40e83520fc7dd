package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.core.HazelcastInstance;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a control asks of a member, and whom it ends when it is closed. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ClusterControlTest {
    private static final TestCluster CLUSTER = new TestCluster();
    private static FraudMember member;

    @BeforeAll
    static void start() throws Exception {
        member = CLUSTER.startMember();
    }

    @AfterAll
    static void end() throws Exception {
        CLUSTER.close();
    }

    @Test
    void shouldLeaveAMemberRunningThatItWasLent() {
        try (ClusterControl control = ClusterControl.lent(member.hazelcast())) {
            assertThat(control.statuses()).hasSize(1);
        }

        assertThat(member.hazelcast().getLifecycleService().isRunning()).isTrue();
        assertThat(CLUSTER.control().statuses()).extracting(MemberStatus::state).containsExactly(MemberState.IDLE);
    }

    @Test
    void shouldLeaveAClientRunningThatItWasLent() {
        HazelcastInstance client = TestCluster.connectClient(member, CLUSTER.name());
        try {
            ClusterControl.lent(client).close();

            assertThat(client.getLifecycleService().isRunning()).isTrue();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void shouldEndTheClientThatItHasConnectedItself() {
        ClusterControl control =
                ClusterControl.connect(CLUSTER.name(), ClusterSecret.NONE, CLUSTER.controlAddress(), 10_000);
        HazelcastInstance client = control.hazelcast();
        assertThat(control.statuses()).hasSize(1);

        control.close();

        assertThat(client.getLifecycleService().isRunning()).isFalse();
        assertThat(member.hazelcast().getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void shouldGetTheTimesToAnswersSinceTheyWereForgotten() {
        ClusterControl control = CLUSTER.control();
        member.metrics().latency().record(5_000_000, 3);
        control.resetLatency();
        member.metrics().latency().record(2_000_000, 7);

        assertThat(control.answerTimes().getTotalCount()).isEqualTo(7);
        assertThat(control.answerTimes().getCountAtValue(2_000_000)).isEqualTo(7);
    }
}
