package com.hazelcast.certification.labelling;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.waiting.Await;
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LabelDeskTest {
    private static final int CALLS = 20;

    /** As of a shard whose backup has nowhere to be. */
    private final CompletableFuture<Void> never = new CompletableFuture<>();

    private final CopyGuard guard = new CopyGuard() {
        @Override
        public CompletionStage<Void> confirmed(int shard) {
            return never;
        }

        @Override
        public CompletionStage<Boolean> isStillSeen(int shard, long view) {
            return CompletableFuture.completedFuture(false);
        }

        @Override
        public boolean isBackupHere(int shard, byte[] batchAnswer) {
            return false;
        }
    };

    private static final LabelMeter NO_METER = new LabelMeter() {
        @Override
        public void labelled(Label label) {}

        @Override
        public void rejected(LabelResult reason) {}
    };

    /** The owner takes each label and cannot confirm its copies. */
    private static IMap<Integer, HistoryShard> unconfirmed() {
        return owners(label -> CompletableFuture.completedFuture(answer(LabelAnswer.State.UNCONFIRMED)));
    }

    private static byte[] answer(LabelAnswer.State state) {
        return LabelAnswer.of(state, 1, new LabelResult[] {LabelResult.LABELLED});
    }

    /** Owners that answer calls of one label. */
    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    private static IMap<Integer, HistoryShard> owners(Function<Label, CompletableFuture<byte[]>> answer) {
        return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                LabelDeskTest.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submitToKey")) {
                        return answer.apply(
                                ((TakeLabels) arguments[1]).requests().get(0).label());
                    }
                    throw new UnsupportedOperationException(method.toString());
                });
    }

    /** What waited on that stage would stay until the shard is confirmed, however long that takes. */
    @Test
    void shouldLeaveNothingBehindOfLabelsThatAreNotConfirmedInTime() {
        ShardKeys keys = ShardKeys.of(new FakeMember(1).hazelcast());
        try (LabelDesk desk = new LabelDesk(unconfirmed(), keys, 1, Acks.STRICT, guard, card -> card, NO_METER)) {
            for (int i = 0; i < CALLS; i++) {
                LabelResult[] results = desk.add(
                                List.of(new LabelRequest(400_000_000_000L, 1, 1, 1, Label.FRAUD)),
                                Duration.ofMillis(10))
                        .join();
                assertThat(results).containsExactly(LabelResult.UNAVAILABLE);
            }
            assertThat(never.getNumberOfDependents()).isZero();
        }
    }

    private static CompletableFuture<LabelResult[]> add(LabelDesk desk, Label label, Duration within) {
        return desk.add(List.of(new LabelRequest(400_000_000_000L, 1, 1, 1, label)), within);
    }

    /** The owner cannot confirm the first one, so that its call is repeated. */
    @Test
    void shouldRepeatNoCallOnTopOfALaterLabel() {
        List<Label> taken = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        IMap<Integer, HistoryShard> owner = owners(label -> {
            taken.add(label);
            first.countDown();
            return CompletableFuture.completedFuture(
                    answer(taken.size() == 1 ? LabelAnswer.State.UNCONFIRMED : LabelAnswer.State.SETTLED));
        });
        ShardKeys keys = ShardKeys.of(new FakeMember(1).hazelcast());
        try (LabelDesk desk = new LabelDesk(owner, keys, 1, Acks.STRICT, guard, card -> card, NO_METER)) {
            CompletableFuture<LabelResult[]> earlier = add(desk, Label.FRAUD, Duration.ofSeconds(50));
            Await.until("the first call", () -> first.getCount() == 0);

            assertThat(add(desk, Label.GENUINE, Duration.ofSeconds(50)).join()).containsExactly(LabelResult.LABELLED);

            assertThat(earlier.join()).containsExactly(LabelResult.LABELLED);
            assertThat(taken).containsExactly(Label.FRAUD, Label.FRAUD, Label.GENUINE);
        }
    }

    /** Hazelcast may still repeat the call of one that nobody waits for any more. */
    @Test
    void shouldSendNoLaterLabelWhileACallOfAnEarlierOneIsOut() {
        CompletableFuture<byte[]> out = new CompletableFuture<>();
        CountDownLatch first = new CountDownLatch(1);
        IMap<Integer, HistoryShard> owner = owners(label -> {
            first.countDown();
            return label == Label.FRAUD ? out : CompletableFuture.completedFuture(answer(LabelAnswer.State.SETTLED));
        });
        ShardKeys keys = ShardKeys.of(new FakeMember(1).hazelcast());
        try (LabelDesk desk = new LabelDesk(owner, keys, 1, Acks.STRICT, guard, card -> card, NO_METER)) {
            CompletableFuture<LabelResult[]> earlier = add(desk, Label.FRAUD, Duration.ofSeconds(2));
            Await.until("the first call", () -> first.getCount() == 0);
            assertThat(earlier.join()).containsExactly(LabelResult.UNAVAILABLE);
            assertThat(add(desk, Label.GENUINE, Duration.ofMillis(200)).join())
                    .containsExactly(LabelResult.UNAVAILABLE);

            assertThat(out.completeExceptionally(new IllegalStateException("the owner has left")))
                    .isTrue();

            assertThat(add(desk, Label.GENUINE, Duration.ofSeconds(50)).join()).containsExactly(LabelResult.LABELLED);
        }
    }
}
