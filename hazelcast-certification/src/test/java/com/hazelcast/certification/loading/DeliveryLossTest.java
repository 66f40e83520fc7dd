package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two members of a side that merges hold the same shards, as owner and as backup. One of them ends while it delivers: everything comes to
 * the owners all the same, by the other.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class DeliveryLossTest {
    private static final int OUTCOME = TransactionLayout.outcome(33, 0);
    private static final int SHARDS = 6;
    private static final int CARDS = 3;

    /** Transactions a card that both sides had when they lost each other. */
    private static final int BEFORE = 4;

    /** And with those that the side that merges has answered alone. */
    private static final int ALL = 11;

    private static final long FIRST_MS = 1_700_000_000_000L;

    private final OtherSide otherSide = new OtherSide();
    private final Side dies = new Side();
    private final Side stays = new Side();

    @AfterEach
    void end() {
        dies.delivery.close();
        stays.delivery.close();
    }

    /** A member of the side that merges. */
    private static final class Side {
        private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        private final ShardContext context = new ShardContext(1, 1);
        private final Deliveries deliveries = context.deliveries();
        private final ShardDelivery delivery =
                new ShardDelivery(deliveries, context.forgotten(), memory::installedShards);

        /** As Hazelcast's map has them. */
        private final List<HistoryShard> map = new ArrayList<>();

        Side() {
            for (int key = 0; key < SHARDS; key++) {
                map.add(shard(memory, key, ALL));
            }
        }

        void merge(ShardDelivery.Owners owners) {
            delivery.begin(owners);
            delivery.stateChanged(new LifecycleEvent(LifecycleState.MERGING));
            delivery.stateChanged(new LifecycleEvent(LifecycleState.MERGED));
        }
    }

    /** The owners on the side that is merged into: some of the shards are there as of before the split, the others were lost with it. */
    private static class OtherSide implements ShardDelivery.Owners {
        private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        private final Map<Integer, HistoryShard> shards = new HashMap<>();
        private final FakeMember owner = new FakeMember(1);

        OtherSide() {
            new ShardContext(1, 1).register(owner.userContext());
            for (int key = 0; key < SHARDS; key += 2) {
                shards.put(key, shard(memory, key, BEFORE));
            }
        }

        @Override
        public synchronized CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
            Map.Entry<Integer, HistoryShard> entry =
                    new AbstractMap.SimpleEntry<>(shard.key(), shards.get(shard.key()));
            DeliverShard delivery = new DeliverShard(shard, isRepeated);
            delivery.setHazelcastInstance(owner.hazelcast());
            Boolean isChanged = delivery.process(entry);
            if (entry.getValue() != null) {
                shards.put(entry.getKey(), entry.getValue());
            }
            return CompletableFuture.completedFuture(isChanged);
        }

        @Override
        public long view() {
            return 1;
        }
    }

    /** The same owners as a member reaches them that ends with its n-th call: that call and all later ones have no answer. */
    private final class LastCalls implements ShardDelivery.Owners {
        private final int calls;
        private final boolean isLastTaken;
        private final AtomicInteger count = new AtomicInteger();
        private final CountDownLatch isLast = new CountDownLatch(1);

        LastCalls(int calls, boolean isLastTaken) {
            this.calls = calls;
            this.isLastTaken = isLastTaken;
        }

        @Override
        public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
            int number = count.incrementAndGet();
            if (number < calls) {
                return otherSide.unite(shard, isRepeated);
            }
            if (number == calls) {
                if (isLastTaken) {
                    var unused = otherSide.unite(shard, isRepeated);
                }
                isLast.countDown();
            }
            return new CompletableFuture<>();
        }

        @Override
        public long view() {
            return 1;
        }
    }

    private static HistoryShard shard(HistoryMemory memory, int key, int transactionsPerCard) {
        HistoryShard shard = new HistoryShard(memory, 512, CARDS);
        shard.keptAt(key);
        for (int card = 0; card < CARDS; card++) {
            for (int i = 0; i < transactionsPerCard; i++) {
                CardHistory history = shard.open(card);
                assertThat(history.place(times(i), payment(card), OUTCOME)).isEqualTo(Placement.FRESH);
                history.insert(times(i), payment(card), OUTCOME, verdict(key, i), 0, 0);
            }
        }
        shard.install();
        return shard;
    }

    private static long times(int number) {
        return TransactionLayout.times(FIRST_MS + number * 60_000L, 7, 7);
    }

    private static long payment(int card) {
        return TransactionLayout.payment(100 + card, 1, 2);
    }

    private static int verdict(int key, int number) {
        return (key + number) % 3;
    }

    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "2, false", "4, true", "6, false", "6, true"})
    void shouldBringEverythingThoughOneOfTwoEndsWhileItDelivers(int lastCall, boolean isLastTaken)
            throws InterruptedException {
        LastCalls reached = new LastCalls(lastCall, isLastTaken);
        dies.merge(reached);
        assertThat(reached.isLast.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(dies.deliveries.isDelivering()).as("it has not delivered").isTrue();
        dies.delivery.close();

        stays.merge(otherSide);
        stays.delivery.awaitDelivered(TimeUnit.SECONDS.toMillis(30));

        assertThat(stays.deliveries.isDelivering()).isFalse();
        assertThat(otherSide.shards).hasSize(SHARDS);
        otherSide.shards.forEach(DeliveryLossTest::assertHoldsAllOnce);
    }

    private static void assertHoldsAllOnce(int key, HistoryShard shard) {
        assertThat(shard.isInstalled()).isTrue();
        assertThat(shard.heldCount()).as("held by shard %d", key).isEqualTo(CARDS * ALL);
        for (int card = 0; card < CARDS; card++) {
            for (int i = 0; i < ALL; i++) {
                // Of one that is held, the placement is its verdict.
                assertThat(shard.open(card).place(times(i), payment(card), OUTCOME))
                        .as("shard %d, card %d, transaction %d", key, card, i)
                        .isEqualTo(verdict(key, i));
            }
        }
    }
}
