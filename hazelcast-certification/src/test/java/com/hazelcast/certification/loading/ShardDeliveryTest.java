package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.waiting.Await;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That what a member held on its side of a split comes to the owners, whatever becomes of single calls. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ShardDeliveryTest {
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final ShardContext context = new ShardContext(1, 1);
    private final Deliveries deliveries = context.deliveries();
    private final ShardDelivery delivery = new ShardDelivery(deliveries, context.forgotten(), memory::installedShards);

    /** Strong references, as Hazelcast's map has them. */
    private final List<HistoryShard> map = new ArrayList<>();

    @AfterEach
    void end() {
        delivery.close();
    }

    private record Call(int key, boolean isRepeated) {}

    /** Owners that do not take every call. */
    private static class UnreliableOwners implements ShardDelivery.Owners {
        final Queue<Call> calls = new ConcurrentLinkedQueue<>();
        final Queue<Integer> taken = new ConcurrentLinkedQueue<>();
        final AtomicLong views = new AtomicLong(1);

        private final IntPredicate fails;
        private final AtomicInteger count = new AtomicInteger();

        /** @param fails whether the first, second, and so on call fails */
        UnreliableOwners(IntPredicate fails) {
            this.fails = fails;
        }

        @Override
        public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
            calls.add(new Call(shard.key(), isRepeated));
            if (fails.test(count.incrementAndGet())) {
                return CompletableFuture.failedFuture(new TargetNotMemberException("it has left"));
            }
            taken.add(shard.key());
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public long view() {
            return views.get();
        }
    }

    private HistoryShard shardOf(int key) {
        HistoryShard shard = new HistoryShard(memory, 512, 0);
        shard.keptAt(key);
        shard.install();
        map.add(shard);
        return shard;
    }

    private void event(LifecycleState state) {
        delivery.stateChanged(new LifecycleEvent(state));
    }

    private void awaitDelivered() {
        Await.until("delivered", () -> !deliveries.isDelivering());
    }

    @ParameterizedTest
    @EnumSource(names = {"MERGED", "MERGE_FAILED"})
    void shouldDeliverEachShardOnceWhenNoCallFails(LifecycleState end) {
        for (int key = 0; key < 20; key++) {
            shardOf(key);
        }
        UnreliableOwners owners = new UnreliableOwners(call -> false);
        delivery.begin(owners);

        event(LifecycleState.MERGING);
        assertThat(deliveries.isDelivering()).isTrue();
        assertThat(delivery.remaining()).isEqualTo(20);
        event(end);
        awaitDelivered();

        assertThat(owners.taken).hasSize(20).doesNotHaveDuplicates();
        assertThat(owners.calls).noneMatch(Call::isRepeated);
    }

    @Test
    void shouldSayThatItHasDeliveredWhenItHeldNothing() {
        delivery.begin(new UnreliableOwners(call -> false));
        event(LifecycleState.MERGING);
        assertThat(deliveries.isDelivering()).isTrue();
        event(LifecycleState.MERGED);
        assertThat(deliveries.isDelivering()).isFalse();
    }

    /** Hazelcast's own merge drops all that comes after the first call that fails. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 15})
    void shouldRepeatCallsThatFailAndDeliverAllOthers(int failures) {
        for (int key = 0; key < 5; key++) {
            shardOf(key);
        }
        UnreliableOwners owners = new UnreliableOwners(call -> call <= failures);
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        awaitDelivered();

        assertThat(owners.taken).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(owners.calls).hasSize(5 + failures);
        assertThat(owners.calls.stream().filter(Call::isRepeated))
                .as("calls that say that backups may not have what the owner took")
                .hasSize(failures);
    }

    /** Each of these calls would be rejected, and leave a copy of its shard behind on the owner. */
    @Test
    void shouldMakeNoCallWhileTooFewMembersAreThere() {
        shardOf(1);
        AtomicBoolean areEnough = new AtomicBoolean();
        AtomicInteger looks = new AtomicInteger();
        UnreliableOwners owners = new UnreliableOwners(call -> false) {
            @Override
            public boolean areEnough() {
                looks.incrementAndGet();
                return areEnough.get();
            }
        };
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        Await.until("it looks again and again", () -> looks.get() > 3);
        assertThat(owners.calls).isEmpty();
        assertThat(deliveries.isDelivering()).isTrue();

        areEnough.set(true);
        awaitDelivered();

        assertThat(owners.taken).containsExactly(1);
    }

    @Test
    void shouldKeepTheClusterWaitingUntilTheLastCallHasSucceeded() {
        shardOf(1);
        shardOf(2);
        AtomicBoolean isRefused = new AtomicBoolean(true);
        UnreliableOwners owners = new UnreliableOwners(call -> isRefused.get());
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        Await.until("calls are repeated", () -> owners.calls.size() > 6);
        assertThat(deliveries.isDelivering()).isTrue();
        assertThat(delivery.remaining()).isEqualTo(2);

        isRefused.set(false);
        awaitDelivered();
        assertThat(delivery.remaining()).isZero();
    }

    /** The owner may have been the one that left, after it had the shard and before a backup had it. */
    @Test
    void shouldRepeatACallDuringWhichAMemberLeft() {
        shardOf(3);
        UnreliableOwners owners = new UnreliableOwners(call -> false) {
            @Override
            public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
                if (!isRepeated) {
                    views.incrementAndGet();
                }
                return super.unite(shard, isRepeated);
            }
        };
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        awaitDelivered();

        assertThat(owners.calls).containsExactly(new Call(3, false), new Call(3, true));
    }

    /** The owner that has taken it may have been reset since. */
    @Test
    void shouldRepeatACallDuringWhichAnotherMergeBegan() throws InterruptedException {
        shardOf(3);
        CountDownLatch isOut = new CountDownLatch(1);
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        UnreliableOwners owners = new UnreliableOwners(call -> false) {
            @Override
            public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
                CompletionStage<?> taken = super.unite(shard, isRepeated);
                if (isRepeated) {
                    return taken;
                }
                isOut.countDown();
                return answer;
            }
        };
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        assertThat(isOut.await(30, TimeUnit.SECONDS)).isTrue();

        event(LifecycleState.MERGING);
        assertThat(delivery.remaining()).as("kept aside once").isEqualTo(1);
        answer.complete(true);
        event(LifecycleState.MERGED);
        awaitDelivered();

        assertThat(owners.calls).containsExactly(new Call(3, false), new Call(3, true));
    }

    @Test
    void shouldDeliverWhatIsLeftOfOneMergeAfterTheNext() {
        shardOf(1);
        UnreliableOwners owners = new UnreliableOwners(call -> call <= 3);
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        Await.until("a call has failed", () -> !owners.calls.isEmpty());
        shardOf(2);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        awaitDelivered();

        assertThat(owners.taken).contains(1, 2);
    }

    private static void pay(HistoryShard shard, long card, int minute) {
        CardHistory history = shard.open(card);
        long times = TransactionLayout.times(1_700_000_000_000L + minute * 60_000L, 7, 7);
        long payment = TransactionLayout.payment(100, 1, 2);
        int outcome = TransactionLayout.outcome(33, 0);
        assertThat(history.place(times, payment, outcome)).isEqualTo(Placement.FRESH);
        history.insert(times, payment, outcome, 1, 0, 0);
    }

    /** It has left this member before the card was forgotten, and the garbage collector has not noticed. */
    @Test
    void shouldDeliverNoCardThatACopyHasNotForgottenBecauseItHadLeft() {
        HistoryShard left = shardOf(1);
        HistoryShard inPlace = shardOf(1);
        HistoryShard other = shardOf(2);
        List.of(left, inPlace, other).forEach(shard -> {
            pay(shard, 7, 1);
            pay(shard, 8, 1);
        });
        context.forgotten().among(memory::installedShards);
        int unused = inPlace.forget(7);
        context.forgotten().applied(inPlace, 7);
        context.forgotten().finished(1, 7);
        // The next one of the card, as of a new card.
        pay(inPlace, 7, 2);
        pay(inPlace, 7, 3);
        Queue<String> delivered = new ConcurrentLinkedQueue<>();
        delivery.begin(new UnreliableOwners(call -> false) {
            @Override
            public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
                assertThat(shard.isInstalled()).isTrue();
                delivered.add(shard.key() + ": " + shard.entryCount(7) + " and " + shard.entryCount(8));
                return super.unite(shard, isRepeated);
            }
        });
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        awaitDelivered();

        assertThat(delivered).containsExactlyInAnyOrder("1: 0 and 1", "1: 2 and 1", "2: 1 and 1");
        assertThat(memory.installedShards()).as("no copy of it counts").hasSize(3);
        assertThat(left.entryCount(7)).as("it stays as it is").isEqualTo(1);
    }

    @Test
    void shouldLetGoOfWhatIsDelivered() {
        WeakReference<HistoryShard> shard = new WeakReference<>(shardOf(1));
        delivery.begin(new UnreliableOwners(call -> false));
        event(LifecycleState.MERGING);
        // As when Hazelcast takes the map away.
        map.clear();
        System.gc();
        assertThat(shard.get()).as("kept aside").isNotNull();

        event(LifecycleState.MERGED);
        awaitDelivered();
        Await.until("its memory is free", () -> {
            System.gc();
            return shard.get() == null && memory.installedShards().isEmpty() && memory.usedBytes() == 0;
        });
    }

    @Test
    void shouldEndWithTheMember() throws InterruptedException {
        shardOf(1);
        UnreliableOwners owners = new UnreliableOwners(call -> true);
        delivery.begin(owners);
        event(LifecycleState.MERGING);
        event(LifecycleState.MERGED);
        Await.until("a call has failed", () -> !owners.calls.isEmpty());

        delivery.close();
        delivery.awaitDelivered(TimeUnit.MINUTES.toMillis(1));
        assertThat(deliveries.isDelivering()).as("it has not delivered").isTrue();
    }
}
