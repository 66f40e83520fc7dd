package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.CompareCards;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That of a copy that was read from disk only the cards travel of which its owner, which went on, lacks something. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CardDeliveryTest {
    private static final long CARD = 400_000_000_000L;
    private static final long START_MS = 1_767_225_600_000L;
    private static final int CARDS = 10;

    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final HistoryShard copy = new HistoryShard(memory, 512, 0);

    private static void pay(HistoryShard shard, long card, long timeMs) {
        CardHistory history = shard.open(card);
        long times = TransactionLayout.times(timeMs, 107, 107);
        long payment = TransactionLayout.payment(1, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        int unused = history.place(times, payment, outcome);
        history.insert(times, payment, outcome, HistoryFlags.of(payment));
    }

    /** One that has the shard as the copy has it, is in a later round, and has scored since. */
    private class OwnersThatWentOn extends WillingOwners {
        final HistoryShard own;

        OwnersThatWentOn() {
            copy.install();
            copy.epoch().learn(1);
            for (int i = 0; i < CARDS; i++) {
                pay(copy, CARD + i, START_MS);
            }
            own = copy.copy();
            own.epoch().learn(2);
            for (int i = 0; i < CARDS; i++) {
                pay(own, CARD + i, START_MS + 1_000);
            }
        }

        @Override
        public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
            asked.add("compare");
            return CompletableFuture.completedFuture(question.process(new SimpleEntry<>(shard.key(), own)));
        }

        @Override
        public CompletionStage<Boolean> add(HistoryShard part) {
            assertThat(HistoryMerge.add(part, own).shard()).isSameAs(own);
            return super.add(part);
        }
    }

    @Test
    void shouldSendNothingWhereNoCardAddsAnything() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn();

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare");
    }

    @Test
    void shouldSendTheCardsThatAddSomething() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        pay(copy, CARD + 3, START_MS + 500);
        pay(copy, CARD + CARDS, START_MS);

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "add 2");
        assertThat(owners.own.entryCount(CARD + 3)).isEqualTo(3);
        assertThat(owners.own.entryCount(CARD + CARDS)).isEqualTo(1);
        assertThat(owners.own.heldCount()).isEqualTo(2 * CARDS + 2);
    }

    /** Who answered may be the one that left. */
    @Test
    void shouldAskAnewWhenTheMembersChangeMeanwhile() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
                CompletionStage<byte[]> answer = super.compare(shard, question);
                if (view == 1) {
                    view++;
                    // The next owner does not have all.
                    int unused = own.forget(CARD);
                }
                return answer;
            }
        };

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "same", "compare", "add 1");
        assertThat(owners.own.entryCount(CARD)).isEqualTo(1);
    }

    /** It is not known whether the owner's backups have what was sent. */
    @Test
    void shouldBringTheWholeCopyAfterACallWithAPartThatFailed() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<Boolean> add(HistoryShard part) {
                view++;
                return super.add(part);
            }
        };
        pay(copy, CARD + CARDS, START_MS);

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "add 1", "unite");
    }

    /** As one of a format before. */
    @Test
    void shouldBringWholeCopiesToOwnersThatDoNotKnowTheQuestion() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
                asked.add("compare");
                return CompletableFuture.failedFuture(new HazelcastSerializationException("no such class"));
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, false);

        assertThat(delivery.bring(copy)).isTrue();
        assertThat(delivery.bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "unite", "same", "unite");
    }

    /** A part of a shard must never be taken for the shard. */
    @Test
    void shouldAddCardsOnlyToAnOwnerThatIsAhead() {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        HistoryShard part = copy.part(new long[] {CARD});
        HistoryShard behind = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
        behind.install();
        behind.epoch().learn(1);

        for (HistoryShard existing : new HistoryShard[] {null, owners.own.part(new long[] {CARD}), behind}) {
            assertThatThrownBy(() -> new DeliverShard.AddCards(part).process(new SimpleEntry<>(1, existing)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shardKey=1");
        }
        assertThat(part.isInstalled()).isFalse();
    }

    /** Other threads go through the shards in place meanwhile: for snapshots and figures, and at a split, when each of them is kept aside. */
    @Test
    void shouldNotHaveAPartAmongTheShardsInPlaceWhileItIsUnited() {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        pay(copy, CARD + CARDS, START_MS);
        HistoryShard part = copy.part(new long[] {CARD + CARDS});
        FakeMember owner = new FakeMember(1);
        new ShardContext(1, 1).register(owner.userContext());
        List<List<HistoryShard>> inPlace = new ArrayList<>();
        SimpleEntry<Integer, HistoryShard> entry = new SimpleEntry<>(1, owners.own) {
            @Override
            public HistoryShard getValue() {
                inPlace.add(memory.installedShards());
                return super.getValue();
            }

            @Override
            public HistoryShard setValue(HistoryShard value) {
                inPlace.add(memory.installedShards());
                return super.setValue(value);
            }
        };
        DeliverShard delivery = new DeliverShard.AddCards(part);
        delivery.setHazelcastInstance(owner.hazelcast());

        assertThat(delivery.process(entry)).isTrue();

        inPlace.add(memory.installedShards());
        assertThat(inPlace)
                .hasSizeGreaterThan(2)
                .allSatisfy(shards -> assertThat(shards).noneMatch(shard -> shard == part));
        assertThat(part.isInstalled()).isFalse();
        assertThat(owners.own.entryCount(CARD + CARDS)).isEqualTo(1);
    }
}
