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
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    private static IMap<Integer, HistoryShard> unconfirmed() {
        byte[] answer = LabelAnswer.of(LabelAnswer.State.UNCONFIRMED, 1, new LabelResult[] {LabelResult.LABELLED});
        return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                LabelDeskTest.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submitToKey")) {
                        return CompletableFuture.completedFuture(answer);
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
}
