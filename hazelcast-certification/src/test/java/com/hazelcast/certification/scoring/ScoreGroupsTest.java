package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.WatchedCards;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message at the member that it was sent to, whose shards answer when a test says so. */
@Timeout(60)
class ScoreGroupsTest {
    private static final BatchId ID = new BatchId(3, 4);

    private final ShardContext context = new ShardContext(1, 1);
    private final Map<Integer, CompletableFuture<byte[]>> shards = new HashMap<>();
    private final BlockingQueue<Integer> submitted = new LinkedBlockingQueue<>();
    private final ConcurrentMap<String, Object> userContext = new ConcurrentHashMap<>();
    private final ScoringContext scoring =
            new ScoringContext(null, new WatchedCards(code -> code), 1, UnknownCards.ACCEPT, Clock.systemUTC());
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private volatile Set<Member> members = new LinkedHashSet<>();

    ScoreGroupsTest() {
        context.register(userContext);
        scoring.register(userContext);
    }

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    private static <T> T proxy(Class<T> type, Map<String, Function<Object[], Object>> methods) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            var answer = methods.get(method.getName());
            if (answer == null) {
                throw new AssertionError("not expected: " + method);
            }
            return answer.apply(given);
        }));
    }

    private Cluster cluster() {
        return proxy(Cluster.class, Map.of("getMembers", given -> members));
    }

    private HazelcastInstance member() {
        IMap<?, ?> map = proxy(IMap.class, Map.of("submitToKey", given -> {
            submitted.add((Integer) given[0]);
            return shards.get(given[0]);
        }));
        return proxy(
                HazelcastInstance.class,
                Map.of(
                        "getMap", given -> map,
                        "getCluster", given -> cluster(),
                        "getUserContext", given -> userContext));
    }

    private Future<byte[]> run(Integer... keys) {
        ScoreGroups message = new ScoreGroups(keys.length);
        for (Integer key : keys) {
            shards.putIfAbsent(key, new CompletableFuture<>());
            message.add(key, ID, new byte[64], 1);
        }
        message.setHazelcastInstance(member());
        return executor.submit(message);
    }

    private byte[] confirmedNow() {
        long view = context.members().look(cluster()).number();
        return BatchAnswer.of(new byte[] {7}, true, view);
    }

    private static byte[][] answers(Future<byte[]> result, int count) throws Exception {
        return GroupAnswers.unpack(result.get(1, TimeUnit.MINUTES), count);
    }

    private void awaitSubmitted(Future<byte[]> result, Integer... keys) throws Exception {
        for (Integer key : keys) {
            if (result.isDone()) {
                result.get();
            }
            assertThat(submitted.poll(20, TimeUnit.SECONDS)).isEqualTo(key);
        }
    }

    @Test
    void shouldAnswerEachBatchInItsOrder() throws Exception {
        scoring.patience().took(TimeUnit.HOURS.toNanos(1));
        Future<byte[]> result = run(5, 6);
        awaitSubmitted(result, 5, 6);
        byte[] second = BatchAnswer.withoutCopies(new byte[] {1, 2});
        shards.get(6).complete(second);
        byte[] first = confirmedNow();
        shards.get(5).complete(first);

        assertThat(answers(result, 2)).isEqualTo(new byte[][] {first, second});
    }

    @Test
    void shouldLookAtTheMembersOnlyWhenTheLastIsAnswered() throws Exception {
        scoring.patience().took(TimeUnit.HOURS.toNanos(1));
        Future<byte[]> result = run(5, 6);
        awaitSubmitted(result, 5, 6);
        byte[] confirmed = confirmedNow();
        shards.get(5).complete(confirmed);
        // The backup of the other may be left out from here on: whoever was to hold it has gone.
        members = new LinkedHashSet<>();
        shards.get(6).complete(confirmed);

        byte[][] answers = answers(result, 2);
        assertThat(BatchAnswer.isConfirmed(answers[0])).isFalse();
        assertThat(BatchAnswer.isConfirmed(answers[1])).isFalse();
        assertThat(BatchAnswer.isConfirmed(confirmed)).isTrue();
    }

    @Test
    void shouldNotConfirmTheAnswerOfAnOwnerOnAnotherMember() throws Exception {
        Future<byte[]> result = run(5);
        long otherView = new ShardContext(1, 1).members().look(cluster()).number();
        shards.get(5).complete(BatchAnswer.of(new byte[] {7}, true, otherView));

        assertThat(BatchAnswer.isConfirmed(answers(result, 1)[0])).isFalse();
    }

    @Test
    void shouldLeaveAnswersAsTheyAreThatNeedNoLook() throws Exception {
        Future<byte[]> result = run(5, 6);
        byte[] unscored = BatchAnswer.unscored(3);
        byte[] withoutCopies = BatchAnswer.withoutCopies(new byte[] {4});
        shards.get(5).complete(unscored);
        shards.get(6).complete(withoutCopies);

        assertThat(BatchAnswer.view(withoutCopies)).isEqualTo(MembersView.NONE);
        assertThat(answers(result, 2)).isEqualTo(new byte[][] {unscored, withoutCopies});
    }

    @Test
    void shouldAnswerWhatIsDoneWhenAShardHangsOrFails() throws Exception {
        shards.put(5, new CompletableFuture<>());
        shards.put(6, CompletableFuture.failedFuture(new IllegalStateException("planted")));
        byte[] answer = BatchAnswer.withoutCopies(new byte[] {4});
        shards.put(7, CompletableFuture.completedFuture(answer));

        assertThat(answers(run(5, 6, 7), 3)).isEqualTo(new byte[][] {null, null, answer});
    }

    @Test
    void shouldHavePatienceInBoundsThatGrowsWithWhatMessagesTake() {
        MessagePatience patience = new MessagePatience();
        assertThat(patience.limitNs()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        for (int i = 0; i < 1_000; i++) {
            patience.took(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(patience.limitNs())
                .isBetween(TimeUnit.MILLISECONDS.toNanos(155), TimeUnit.MILLISECONDS.toNanos(160));
        patience.took(TimeUnit.HOURS.toNanos(1));
        assertThat(patience.limitNs()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void shouldRefuseAnAnswerToAnotherMessage() {
        byte[] packed = GroupAnswers.pack(new byte[][] {{1}, null});

        assertThatThrownBy(() -> GroupAnswers.unpack(packed, 1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> GroupAnswers.unpack(packed, 3)).isInstanceOf(RuntimeException.class);
    }
}
