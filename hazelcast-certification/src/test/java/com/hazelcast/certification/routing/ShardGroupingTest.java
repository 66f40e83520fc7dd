package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.routing.ScriptedShards.Call;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the transactions of one read are divided among shards. */
class ShardGroupingTest {
    private static final int COUNT = 1_000;
    private static final int SIZE = TransactionLayout.TRANSACTION_SIZE_BYTES;

    private final ScriptedShards shards = new ScriptedShards();

    private Router router(int shardCount) {
        RoutingMeter meter = new FakeOwner(1, card -> false, IllegalStateException::new);
        return new Router(shardCount, shards, 2 * COUNT, Duration.ZERO, Acks.STRICT, ScriptedRouter.NO_COPIES, meter);
    }

    /** Of few cards, so that most have several; each with its own time, by which it is found again. */
    private static byte[] transactions() {
        Random random = new Random(5);
        byte[] transactions = new byte[COUNT * SIZE];
        for (int i = 0; i < COUNT; i++) {
            long card = 400_000_000_000L + random.nextInt(COUNT / 4);
            TransactionLayout.put(transactions, i * SIZE, card, TransactionLayout.times(1_000_000L + i, 1, 1), i, 0);
        }
        return transactions;
    }

    private static byte[] transaction(byte[] transactions, int index) {
        return Arrays.copyOfRange(transactions, index * SIZE, (index + 1) * SIZE);
    }

    /** The calls that are out, each of another shard. */
    private Map<Integer, Call> calls() throws InterruptedException {
        Map<Integer, Call> calls = new HashMap<>();
        while (!shards.isIdle()) {
            Call call = shards.next();
            assertThat(calls.put(call.shard(), call))
                    .as("another call of the same shard")
                    .isNull();
        }
        return calls;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 31, 271})
    void shouldHandEachTransactionToTheShardOfItsCardInTheOrderInWhichItCame(int shardCount)
            throws InterruptedException {
        byte[] transactions = transactions();
        try (Router router = router(shardCount)) {
            Map<Integer, byte[]> expected = new HashMap<>();
            for (int i = 0; i < COUNT; i++) {
                int shard = router.shardOf(TransactionLayout.cardAt(transactions, i * SIZE));
                byte[] before = expected.getOrDefault(shard, new byte[0]);
                byte[] grown = Arrays.copyOf(before, before.length + SIZE);
                System.arraycopy(transactions, i * SIZE, grown, before.length, SIZE);
                expected.put(shard, grown);
            }

            new ShardGrouping(router, COUNT).route(transactions, COUNT, new AnswersByOrder(), System.nanoTime());

            Map<Integer, Call> calls = calls();
            assertThat(calls.keySet()).isEqualTo(expected.keySet());
            calls.forEach((shard, call) -> assertThat(call.bytes()).isEqualTo(expected.get(shard)));
        }
    }

    @Test
    void shouldSayWhereEachTransactionOfAGroupStood() throws InterruptedException {
        byte[] transactions = transactions();
        Map<Integer, List<Integer>> stood = new HashMap<>();
        try (Router router = router(7)) {
            new ShardGrouping(router, COUNT)
                    .routeGroups(
                            transactions,
                            COUNT,
                            (shard, order, first, count) -> {
                                for (int i = first; i < first + count; i++) {
                                    stood.computeIfAbsent(shard, ignored -> new ArrayList<>())
                                            .add(order[i]);
                                }
                                return new AnswersByOrder();
                            },
                            System.nanoTime());

            calls().forEach((shard, call) -> {
                assertThat(stood.get(shard)).hasSize(call.count());
                for (int i = 0; i < call.count(); i++) {
                    assertThat(transaction(call.transactions(), i))
                            .isEqualTo(
                                    transaction(transactions, stood.get(shard).get(i)));
                }
            });
            assertThat(stood.values().stream().flatMap(List::stream))
                    .hasSize(COUNT)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldBringTheAnswersOfAGroupToItsOwnListener() throws InterruptedException {
        Map<Integer, AnswersByOrder> listeners = new HashMap<>();
        try (Router router = router(7)) {
            new ShardGrouping(router, COUNT)
                    .routeGroups(
                            transactions(),
                            COUNT,
                            (shard, order, first, count) -> listeners.computeIfAbsent(shard, i -> new AnswersByOrder()),
                            System.nanoTime());

            calls().forEach((shard, call) -> {
                assertThat(listeners.get(shard).answers).isEmpty();
                call.answer();
                assertThat(listeners.get(shard).answers).hasSize(call.count());
                for (int i = 0; i < call.count(); i++) {
                    assertThat(listeners.get(shard).answers.get(i))
                            .isEqualTo(Answers.scored((int) (call.cardAt(i) % 50)));
                }
            });
        }
    }

    @Test
    void shouldRouteNoMoreThanTheFirstSoManyAndKeepNothingOfAnEarlierRead() throws InterruptedException {
        byte[] transactions = transactions();
        try (Router router = router(7)) {
            ShardGrouping grouping = new ShardGrouping(router, COUNT);
            grouping.route(transactions, COUNT, new AnswersByOrder(), System.nanoTime());
            calls().values().forEach(Call::answer);

            grouping.route(transactions, 10, new AnswersByOrder(), System.nanoTime());

            assertThat(calls().values().stream().mapToInt(Call::count).sum()).isEqualTo(10);
        }
    }

    @Test
    void shouldLetTheArrayBeUsedAgain() throws InterruptedException {
        byte[] transactions = transactions();
        byte[] before = transactions.clone();
        try (Router router = router(1)) {
            ShardGrouping grouping = new ShardGrouping(router, COUNT);
            grouping.route(transactions, COUNT, new AnswersByOrder(), System.nanoTime());
            Call first = shards.next();
            grouping.route(transactions, COUNT, new AnswersByOrder(), System.nanoTime());

            Arrays.fill(transactions, (byte) -1);
            grouping.route(transactions, 0, new AnswersByOrder(), System.nanoTime());

            assertThat(first.bytes()).isEqualTo(before);
            first.answer();
            assertThat(shards.next().bytes()).as("what waited in the lane").isEqualTo(before);
        }
    }
}
