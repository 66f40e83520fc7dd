package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.waiting.Await;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shards on one owner, whose processors really run; how many backups have seen a probe is what a test says. */
class CopyConfirmationTest {
    private static final int SHARDS = 3;
    private static final long WAIT_SECONDS = 60;

    /** So many more rounds than a confirmation needs, after which a shard that is not confirmed counts as held. */
    private static final int ROUNDS = 5;

    private final FakeMember member = new FakeMember(SHARDS);
    private final ShardKeys keys = member.keys();
    private final Map<Integer, HistoryShard> shards = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> backupsSeen = new ConcurrentHashMap<>();
    private final Set<Integer> hanging = ConcurrentHashMap.newKeySet();
    private final AtomicInteger counts = new AtomicInteger();
    private ShardContext context = new ShardContext(1, 1);
    private CopyConfirmation confirmation = confirmation();

    @BeforeEach
    void haveAllShardsAndABackup() {
        see(2);
        for (int shard = 0; shard < SHARDS; shard++) {
            HistoryShard held = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 50, 10);
            held.install();
            shards.put(keys.keyOf(shard), held);
            backupsSeen.put(keys.keyOf(shard), 1);
        }
    }

    @AfterEach
    void close() {
        confirmation.close();
    }

    private void see(int memberCount) {
        member.see(memberCount);
        for (int other = 1; other < memberCount; other++) {
            context.deliveries().hasDelivered(FakeMember.uuid(other));
        }
    }

    private CopyConfirmation confirmation() {
        context.register(member.userContext());
        return new CopyConfirmation(map(), keys, this::count, context, member.cluster());
    }

    private Map<Integer, Integer> count(long probe, Map<Integer, UUID> asked, int required, long timeoutMs) {
        counts.incrementAndGet();
        assertThat(asked.values()).as("the owner").containsOnly(FakeMember.uuid(0));
        Map<Integer, Integer> seen = new ConcurrentHashMap<>(backupsSeen);
        seen.keySet().retainAll(asked.keySet());
        return seen;
    }

    /** A map that runs a processor on its shard at once, but for shards that hang. */
    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    private IMap<Integer, HistoryShard> map() {
        return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                CopyConfirmationTest.class.getClassLoader(),
                new Class<?>[] {IMap.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("submitToKey")) {
                        throw new UnsupportedOperationException(method.toString());
                    }
                    Integer key = (Integer) arguments[0];
                    EntryProcessor<Integer, HistoryShard, Object> processor =
                            (EntryProcessor<Integer, HistoryShard, Object>) arguments[1];
                    ((HazelcastInstanceAware) processor).setHazelcastInstance(member.hazelcast());
                    return hanging.contains(key)
                            ? new CompletableFuture<>()
                            : CompletableFuture.completedFuture(
                                    processor.process(new SimpleEntry<>(key, shards.get(key))));
                });
    }

    private static void await(CompletableFuture<Void> confirmed)
            throws ExecutionException, InterruptedException, TimeoutException {
        confirmed.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private CompletableFuture<Void> confirmed(int shard) {
        return confirmation.confirmed(shard).toCompletableFuture();
    }

    /** Each round counts once, if it counts at all. */
    private void awaitRounds() {
        awaitMore("rounds that count", counts::get);
    }

    /** Each round looks once at least who the members are. */
    private void awaitLooks() {
        awaitMore("looks at the members", member::looks);
    }

    private static void awaitMore(String what, IntSupplier counted) {
        int until = counted.getAsInt() + ROUNDS;
        Await.until(what, () -> counted.getAsInt() >= until);
    }

    private boolean isComplete(int shard) {
        MembersView.View view = context.members().look(member.cluster());
        return shards.get(keys.keyOf(shard)).copies().isComplete(view.number());
    }

    @Test
    void shouldConfirmAShardWhoseBackupHasSeenTheProbe() throws Exception {
        await(confirmed(1));

        assertThat(isComplete(1)).as("the owner has been notified").isTrue();
        assertThat(isComplete(0)).as("nobody waits for that one").isFalse();
        assertThat(confirmation.waitingCount()).isZero();
    }

    @Test
    void shouldHoldAShardWhoseBackupIsMissingAndNoOther() throws Exception {
        backupsSeen.remove(keys.keyOf(1));
        CompletableFuture<Void> missing = confirmed(1);

        await(confirmed(0));
        awaitRounds();
        assertThat(missing).isNotDone();
        assertThat(isComplete(1)).isFalse();
        assertThat(confirmation.waitingCount()).isEqualTo(1);

        backupsSeen.put(keys.keyOf(1), 1);
        await(missing);
        assertThat(isComplete(1)).isTrue();
    }

    @Test
    void shouldGiveAllWhoWaitForAShardTheSameConfirmation() {
        backupsSeen.clear();

        assertThat(confirmed(0)).isSameAs(confirmed(0));
        assertThat(confirmation.waitingCount()).isEqualTo(1);
    }

    @Test
    void shouldNotEvenCountWhileThereAreTooFewMembers() throws Exception {
        see(1);
        CompletableFuture<Void> alone = confirmed(0);
        awaitLooks();
        assertThat(alone).isNotDone();
        assertThat(counts).hasValue(0);

        see(2);
        await(alone);
    }

    @Test
    void shouldGoOnWithFewerCopiesWhereThatIsDecided() throws Exception {
        see(1);
        MembersView members = context.members();
        assertThat(members.degrade(members.look(member.cluster()), member.cluster(), "a test"))
                .isTrue();

        await(confirmed(0));

        assertThat(counts).as("no backup is needed, so none is asked").hasValue(0);
    }

    @Test
    void shouldWaitForMembersThatHaveNotDelivered() throws Exception {
        member.see(3);
        CompletableFuture<Void> waiting = confirmed(0);
        awaitLooks();
        assertThat(waiting).isNotDone();
        assertThat(counts).hasValue(0);

        see(3);
        await(waiting);
    }

    @Test
    void shouldReleaseWhoWaitsForAShardThatIsNotThere() throws Exception {
        shards.remove(keys.keyOf(2));

        await(confirmed(2));

        assertThat(confirmation.waitingCount()).isZero();
    }

    @Test
    void shouldKeepWaitingForAShardThatMayStillCome() throws Exception {
        context.deliveries().histories();
        HistoryShard late = shards.remove(keys.keyOf(2));
        CompletableFuture<Void> awaited = confirmed(2);

        await(confirmed(0));
        awaitLooks();
        assertThat(awaited).isNotDone();

        shards.put(keys.keyOf(2), late);
        await(awaited);
        assertThat(isComplete(2)).isTrue();
    }

    @Test
    void shouldNotWaitForAShardThatHangs() throws Exception {
        hanging.add(keys.keyOf(0));
        CompletableFuture<Void> stuck = confirmed(0);

        await(confirmed(1));
        assertThat(stuck).isNotDone();

        hanging.clear();
        await(stuck);
    }

    @Test
    void shouldNotConfirmWithACountOfFewerBackupsThanAreNeeded() throws Exception {
        confirmation.close();
        context = new ShardContext(2, 1);
        see(3);
        confirmation = confirmation();

        CompletableFuture<Void> half = confirmed(0);
        awaitRounds();
        assertThat(half).isNotDone();

        backupsSeen.put(keys.keyOf(0), 2);
        await(half);
    }
}
