package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.CopyQuestion;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Comparisons of owners and backups, several at once. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ComparisonTest {
    private static final TestCluster CLUSTER = new TestCluster();
    private static FraudMember member;

    @BeforeAll
    static void start() throws Exception {
        member = CLUSTER.startMember();
        CLUSTER.startMember();
        CLUSTER.load();
        CLUSTER.awaitMembers(2);
    }

    @AfterAll
    static void end() throws Exception {
        CLUSTER.close();
    }

    @Test
    void shouldFindAllBackupsWhenAnotherComparisonRunsInBetween() {
        ControlCalls cluster = ControlCalls.lent(member.hazelcast());
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        Comparison first = new Comparison(cluster, CopyQuestion.DIGEST, 4711);
        first.begin();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            assertThat(first.ask(keys, shard)).isNotNull();
        }

        assertThat(CLUSTER.control().audit().verify().problems()).isEmpty();

        assertThat(first.takeBackups()).hasSize(keys.shardCount());
    }

    @Test
    void shouldAllBeGoodWhenSeveralVerifyAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Verification>> verifications = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            verifications.add(threads.submit(() -> CLUSTER.control().audit().verify()));
        }
        for (Future<Verification> verification : verifications) {
            assertThat(verification.get().problems()).isEmpty();
        }
        threads.shutdown();
    }

    @Test
    void shouldReadWholeCopiesSideBySide() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<List<byte[]>>> readings = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int shard = i % 2;
            readings.add(threads.submit(() -> CLUSTER.control().audit().readShard(shard)));
        }
        for (Future<List<byte[]>> reading : readings) {
            assertThat(reading.get()).as("an owner and its backup").hasSize(2);
        }
        threads.shutdown();
    }

    @Test
    void shouldRefuseMoreComparisonsThanAMemberHasRoomFor() {
        ControlCalls cluster = ControlCalls.lent(member.hazelcast());
        List<Comparison> begun = new ArrayList<>();
        try {
            assertThatThrownBy(() -> {
                        for (long number = 1; number <= 65; number++) {
                            Comparison next = new Comparison(cluster, CopyQuestion.DIGEST, number);
                            next.begin();
                            begun.add(next);
                        }
                    })
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("try again in some minutes: comparisonsMax=64");
        } finally {
            begun.forEach(Comparison::takeBackups);
        }
        assertThat(CLUSTER.control().audit().verify().problems()).isEmpty();
    }
}
