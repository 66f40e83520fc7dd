package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadingContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.traffic.Traffic;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a load makes, and what it leaves. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LoadTest {
    private static long made(FraudMember member) {
        return LoadingContext.of(member.hazelcast()).loaded().madeCount();
    }

    @Test
    void shouldMakeEachShardOnceThoughItsBackupsGetItToo() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();

            cluster.load();

            assertThat(made(first) + made(second))
                    .isEqualTo(ShardKeys.of(first.hazelcast()).shardCount());
            Verification verification = cluster.control().audit().verify();
            assertThat(verification.problems())
                    .as("owners and backups are equal")
                    .isEmpty();
            assertThat(verification.transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    @Test
    void shouldThrowAwayWhatAnEarlierLoadOfOtherParametersHasLeft() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            ClusterControl control = cluster.control();
            control.arm(new LoadSpec(1_000, 3, 7, System.currentTimeMillis(), Traffic.CHALLENGE));
            // Whoever asks for a shard has it loaded; a load that ends now has put none in place.
            assertThat(cluster.survey().held()).isZero();
            control.disarm();

            control.load(Optional.of(new LoadSpec(
                    TestCluster.CARDS, TestCluster.HISTORY, 1, System.currentTimeMillis(), Traffic.CHALLENGE)));
            cluster.awaitLoaded();

            Verification verification = control.audit().verify();
            assertThat(verification.problems()).isEmpty();
            assertThat(verification.cards()).isEqualTo(TestCluster.CARDS);
            assertThat(verification.transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    @Test
    void shouldKeepWhatIsInPlaceWhenItIsLoadedAgain() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();

            cluster.control()
                    .load(Optional.of(new LoadSpec(1_000, 3, 7, System.currentTimeMillis(), Traffic.CHALLENGE)));
            cluster.awaitLoaded();

            assertThat(cluster.control().audit().verify().transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }
}
