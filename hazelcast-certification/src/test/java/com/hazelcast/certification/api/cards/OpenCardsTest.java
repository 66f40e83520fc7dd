package com.hazelcast.certification.api.cards;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.cards.Cards.Opening;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.UnaskedGuard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class OpenCardsTest {
    /** None that is loaded. */
    private static final long CARD = TestCluster.CARDS;

    private static void awaitCopies(FraudMember member, Set<Integer> keys) {
        UUID self = member.hazelcast().getCluster().getLocalMember().getUuid();
        ShardContext.of(member.hazelcast()).deliveries().hasOnDisk(self, keys, Set.of());
    }

    /** A copy that is ahead takes the place of the shard, and does not have the card. */
    @Test
    void shouldOpenNoCardOfAShardOfWhichACopyIsAwaited() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
            ShardKeys keys = ShardKeys.of(member.hazelcast());
            Integer key = keys.keyOf(CardHash.shard(CardHash.of(CARD), keys.shardCount()));
            Cards cards = new Cards(map, keys, 0, Acks.FAST, new UnaskedGuard(), () -> ShardPresence.AWAITED);

            awaitCopies(member, Set.of(key));
            assertThat(cards.open(new long[] {CARD}).join()).containsExactly(Opening.UNAVAILABLE);
            assertThat(map.submitToKey(key, new OpenCards(new long[] {CARD})).toCompletableFuture())
                    .as("what a member of the release before takes for a shard that does not answer")
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withMessageContaining("shardKey=" + key);
            assertThat(map.get(key).holds(CARD)).isFalse();

            awaitCopies(member, Set.of());
            assertThat(cards.open(new long[] {CARD}).join()).containsExactly(Opening.OPENED);
            assertThat(cards.open(new long[] {CARD}).join()).containsExactly(Opening.KNOWN);
        }
    }
}
