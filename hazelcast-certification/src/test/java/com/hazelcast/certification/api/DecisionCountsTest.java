package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the API counts as decisions: transactions that were answered, whatever they came in, and nothing that was turned away. */
@Timeout(180)
class DecisionCountsTest {
    private final long now = System.currentTimeMillis();

    private static long decisions(FraudMember member, String source) {
        return counted(member, "fraud_api_decisions", "source", source);
    }

    private static long counted(FraudMember member, String metric, String label, String value) {
        return member.metrics().registry().scrape(metric::equals).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .filter(point -> value.equals(point.getLabels().get(label)))
                .mapToLong(point -> (long) point.getValue())
                .sum();
    }

    @Test
    void shouldCountEachTransactionThatWasDecidedByWhatHasDecided() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            ApiUser user = new ApiUser(member);
            assertThat(user.post("/v1/decisions", transaction(1, now, "")).status())
                    .as("not started")
                    .isEqualTo(503);
            cluster.load();
            cluster.control().start();
            TestCluster.await("the member is ready", user::isReady);
            assertThat(user.post("/v1/decisions", "{}").status()).isEqualTo(422);
            assertThat(user.post("/v1/decisions", transaction(1, now + 86_400_000, ""))
                            .text("code"))
                    .isEqualTo("future");
            assertThat(decisions(member, "rules")).as("nothing was decided").isZero();

            assertThat(user.post("/v1/decisions", transaction(1, now, "")).status())
                    .isEqualTo(200);
            assertThat(user.post("/v1/decisions?explain=true", transaction(2, now, ""))
                            .status())
                    .isEqualTo(200);
            String threeLines = transaction(3, now, "") + "\n{}\n" + transaction(4, now, "") + "\n";
            assertThat(user.post("/v1/decisions:batch", threeLines).status()).isEqualTo(200);
            assertThat(decisions(member, "rules")).isEqualTo(4);
            assertThat(decisions(member, "stand_in")).isZero();

            ShardKeys keys = ShardKeys.of(member.hazelcast());
            Integer key = keys.keyOf(CardHash.shard(CardHash.of(5), keys.shardCount()));
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                String twoLines = transaction(5, now, "") + "\n" + transaction(5, now + 1, "") + "\n";
                assertThat(user.post("/v1/decisions:batch", twoLines, "X-Deadline-Ms", "50")
                                .body()
                                .split("\"source\":\"stand_in\"", -1))
                        .hasSize(3);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            TestCluster.await(
                    "the rules decide",
                    () -> counted(member, "fraud_api_late_decisions", "differed", "false")
                                    + counted(member, "fraud_api_late_decisions", "differed", "true")
                            == 2);
            assertThat(decisions(member, "stand_in")).isEqualTo(2);
            assertThat(decisions(member, "rules"))
                    .as("what came too late was no answer")
                    .isEqualTo(4);
        }
    }
}
