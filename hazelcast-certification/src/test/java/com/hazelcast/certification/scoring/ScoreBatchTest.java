package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Clock;
import java.util.AbstractMap.SimpleEntry;
import org.junit.jupiter.api.Test;

/** What is answered for a shard that is not there. */
class ScoreBatchTest {
    private static final int COUNT = 3;

    private final FakeMember member = new FakeMember(1);
    private long laterNs;
    private final ShardContext shards = new ShardContext(1, 1, () -> System.nanoTime() + laterNs);

    ScoreBatchTest() {
        shards.register(member.userContext());
        new ScoringContext(
                        new OwnerAndBackup.Meter(),
                        new RulesInUse(RuleSet.shipped()),
                        1,
                        UnknownCards.ACCEPT,
                        Clock.systemUTC())
                .register(member.userContext());
    }

    private byte[] scored() {
        ScoreBatch batch =
                new ScoreBatch(new BatchId(1, 2), new byte[COUNT * TransactionLayout.TRANSACTION_SIZE_BYTES], COUNT);
        batch.setHazelcastInstance(member.hazelcast());
        return batch.process(new SimpleEntry<>(0, null));
    }

    private static void assertRejected(byte[] answer, Rejection reason) {
        assertThat(BatchAnswer.isScored(answer)).isTrue();
        assertThat(BatchAnswer.count(answer)).isEqualTo(COUNT);
        short[] answers = BatchAnswer.answers(answer);
        for (int i = 0; i < COUNT; i++) {
            assertThat(Answer.isRejected(answers[i])).isTrue();
            assertThat(Answer.rejection(answers[i])).isEqualTo(reason);
        }
    }

    @Test
    void shouldRejectAsNotLoadedWhereNothingWasEverLoaded() {
        assertRejected(scored(), Rejection.NOT_LOADED);

        laterNs = Deliveries.LOST_AFTER_NS;
        assertRejected(scored(), Rejection.NOT_LOADED);
    }

    @Test
    void shouldWaitForAShardOfALoadedClusterAndThenSayThatItIsLost() {
        shards.deliveries().histories();
        assertThat(BatchAnswer.isScored(scored())).isFalse();

        laterNs = Deliveries.LOST_AFTER_NS;
        assertRejected(scored(), Rejection.SHARD_LOST);
    }
}
