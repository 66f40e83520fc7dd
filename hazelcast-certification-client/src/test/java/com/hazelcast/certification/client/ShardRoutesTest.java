package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.CardShard;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which outbox a shard's transactions are in, while shards move. */
class ShardRoutesTest {
    private static final int SHARDS = 5;
    private static final int CARDS = 12;
    private static final RecordFormat FORMAT = RecordFormat.COMPACT;

    private final ClientCounters counters = new ClientCounters(Duration.ofSeconds(1));
    private final ShardRoutes routes = new ShardRoutes(
            ClientConfig.plain(List.of(new InetSocketAddress(1))).withFormat(FORMAT), counters);
    private final Outbox owner = routes.newOutbox();
    private long timeMs;

    private Pending send(int card) {
        Pending transaction = new Pending(
                new Transaction("41111111111111" + (10 + card), timeMs++, 1, 0, 1, 1, 1, 1, 1).record(FORMAT), 0);
        routes.add(transaction);
        routes.dispatch();
        return transaction;
    }

    private static int shard(Pending transaction) {
        return CardShard.of(transaction.record(), FORMAT, SHARDS);
    }

    private static void answer(Outbox outbox, Outbox.Batch batch) {
        int unused = outbox.answer(
                AnswerFrame.write(
                        new UnpooledByteBufAllocator(false, true),
                        batch.number(),
                        new byte[batch.content().size()]),
                false);
    }

    @Test
    void shouldSendAllByTheMainOutboxUntilAShardIsAssignedElsewhere() {
        Pending before = send(1);
        assertThat(routes.main().next(9).content()).containsExactly(before);
        assertThat(routes.open(SHARDS)).isTrue();
        assertThat(routes.open(SHARDS + 1)).as("another number").isFalse();
        Pending after = send(1);
        assertThat(routes.main().next(9).content()).containsExactly(after);
    }

    @Test
    void shouldGiveAShardToItsOwnerOnlyWhenWhatWasSentBeforeIsAnswered() {
        routes.open(SHARDS);
        Pending first = send(1);
        Outbox.Batch out = routes.main().next(9);
        routes.assign(shard(first), owner, true);
        Pending second = send(1);
        assertThat(owner.next(9)).as("it waits").isNull();
        assertThat(routes.main().next(9)).isNull();

        answer(routes.main(), out);
        assertThat(owner.next(9).content()).containsExactly(second);
        assertThat(counters.statistics().toOwners()).isEqualTo(1);
        assertThat(send(1)).isEqualTo(owner.next(9).content().get(0));
    }

    @Test
    void shouldGiveNoShardAwayWhileSomethingIsOutOfBeforeTheShardsWereKnown() {
        Pending early = send(1);
        Outbox.Batch out = routes.main().next(9);
        routes.open(SHARDS);
        routes.assign(shard(early), owner, true);
        Pending second = send(1);
        assertThat(routes.main().next(9).content()).containsExactly(second);
        answer(routes.main(), out);
        Pending third = send(1);
        assertThat(owner.next(9)).as("the second is out").isNull();
        routes.assign(shard(early), routes.main(), false);
        assertThat(routes.main().next(9).content()).as("goes on where it was").containsExactly(third);
    }

    @Test
    void shouldSendAgainWhatALostOwnerHadBeforeWhatWaits() {
        routes.open(SHARDS);
        for (int shard = 0; shard < SHARDS; shard++) {
            routes.assign(shard, owner, true);
        }
        Pending out = send(1);
        assertThat(owner.next(9).content()).containsExactly(out);
        Pending unsent = send(1);
        routes.assign(shard(out), routes.main(), false);
        Pending waits = send(1);
        for (int shard = 0; shard < SHARDS; shard++) {
            routes.assign(shard, routes.main(), false);
        }
        routes.handOver(owner);

        assertThat(routes.main().next(9).content()).containsExactly(out, unsent, waits);
        assertThat(owner.isEmpty()).isTrue();
        assertThat(counters.statistics().sentAgain()).isEqualTo(1);
    }

    @Test
    void shouldDrainWhatWaits() {
        routes.open(SHARDS);
        Pending first = send(1);
        Outbox.Batch unused = routes.main().next(9);
        routes.assign(shard(first), owner, true);
        Pending waits = send(1);
        Pending arrived = new Pending(waits.record(), 0);
        routes.add(arrived);
        assertThat(routes.drain()).containsExactly(waits, arrived);
        assertThat(routes.drain()).isEmpty();
    }

    /**
     * What members may score, in the order in which they get it: answered in any order, deferred never, and connections are lost. Each time
     * that a transaction is sent, all of its card that were handed in before it are answered or were sent before it over the same connection.
     */
    @Property(tries = 300)
    void shouldKeepTheOrderOfEachCardWhateverMoves(@ForAll long seed) {
        Random random = new Random(seed);
        ShardRoutesTest run = new ShardRoutesTest();
        Outbox[] outboxes = {run.routes.main(), run.owner, run.routes.newOutbox()};
        List<List<Outbox.Batch>> out = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<Long, List<Pending>> handed = new HashMap<>();
        Map<Pending, Integer> sentOver = new HashMap<>();
        int[] assigned = new int[SHARDS];
        int count = 0;
        for (int step = 0; step < 400; step++) {
            int place = random.nextInt(outboxes.length);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    Pending sent = run.send(random.nextInt(CARDS));
                    handed.computeIfAbsent(card(sent), key -> new ArrayList<>()).add(sent);
                    count++;
                }
                case 3, 4 -> {
                    Outbox.Batch batch = outboxes[place].next(1 + random.nextInt(4));
                    if (batch != null) {
                        out.get(place).add(batch);
                        for (Pending each : batch.content()) {
                            assertMayBeSent(each, place, handed.get(card(each)), sentOver);
                            sentOver.put(each, place);
                        }
                    }
                }
                case 5 -> {
                    List<Outbox.Batch> waiting = out.get(place);
                    if (!waiting.isEmpty()) {
                        answer(outboxes[place], waiting.remove(random.nextInt(waiting.size())));
                    }
                }
                case 6 -> {
                    if (step > 50 && run.routes.open(SHARDS)) {
                        int shard = random.nextInt(SHARDS);
                        assigned[shard] = place;
                        run.routes.assign(shard, outboxes[place], place > 0);
                    }
                }
                default -> {
                    if (place > 0 && run.routes.shardCount() > 0) {
                        for (int shard = 0; shard < SHARDS; shard++) {
                            if (assigned[shard] == place) {
                                assigned[shard] = 0;
                                run.routes.assign(shard, run.routes.main(), false);
                            }
                        }
                        run.routes.handOver(outboxes[place]);
                        out.get(place).clear();
                        sentOver.values().removeIf(lost -> lost.equals(place));
                    }
                }
            }
        }
        finish(outboxes, out);
        assertThat(handed.values().stream().flatMap(List::stream))
                .hasSize(count)
                .allMatch(each -> each.verdict().isDone());
    }

    private static long card(Pending transaction) {
        return ByteBuffer.wrap(transaction.record()).getLong();
    }

    /** All of its card before it are answered, or out over the same connection. */
    private static void assertMayBeSent(
            Pending transaction, int place, List<Pending> ofCard, Map<Pending, Integer> sentOver) {
        for (Pending before : ofCard.subList(0, ofCard.indexOf(transaction))) {
            if (!before.verdict().isDone()) {
                assertThat(sentOver).containsEntry(before, place);
            }
        }
    }

    private static void finish(Outbox[] outboxes, List<List<Outbox.Batch>> out) {
        boolean isMoving = true;
        while (isMoving) {
            isMoving = false;
            for (int place = 0; place < outboxes.length; place++) {
                Outbox.Batch batch = outboxes[place].next(100);
                if (batch != null) {
                    out.get(place).add(batch);
                }
                for (Outbox.Batch each : out.get(place)) {
                    answer(outboxes[place], each);
                    isMoving = true;
                }
                out.get(place).clear();
            }
        }
    }
}
