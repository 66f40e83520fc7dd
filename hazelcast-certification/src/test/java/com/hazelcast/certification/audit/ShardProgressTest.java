package com.hazelcast.certification.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which shards of a real member are silent while one of its partition threads hangs. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ShardProgressTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final CountDownLatch HANGS = new CountDownLatch(1);
    private static final CountDownLatch GOES_ON = new CountDownLatch(1);

    private final AtomicLong nowNs = new AtomicLong();

    /** Keeps its partition thread until the test lets it go. */
    private static final class Hang implements EntryProcessor<Integer, HistoryShard, Boolean> {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            HANGS.countDown();
            try {
                return GOES_ON.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
            return null;
        }
    }

    @Test
    void shouldNameTheShardsOfAThreadThatHangsAndNoOthers() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            ShardKeys keys = ShardKeys.of(member.hazelcast());
            ShardProgress progress = new ShardProgress(
                    new OwnedShards(
                            member.hazelcast(),
                            ShardMap.of(member.hazelcast()),
                            keys,
                            1,
                            Clock.systemUTC(),
                            nowNs::get),
                    nowNs::get);
            assertThat(progress.silentFor(LIMIT)).as("seen for the first time").isEmpty();

            var hanging = ShardMap.of(member.hazelcast()).submitToKey(keys.keyOf(0), new Hang());
            assertThat(HANGS.await(1, TimeUnit.MINUTES)).isTrue();
            pass(LIMIT.plusSeconds(1));
            TestCluster.await("the other threads answer", () -> {
                List<Integer> silent = progress.silentFor(LIMIT);
                return silent.contains(0) && silent.size() < keys.shardCount();
            });

            GOES_ON.countDown();
            assertThat(hanging.toCompletableFuture().get(1, TimeUnit.MINUTES)).isTrue();
            pass(Duration.ofSeconds(1));
            TestCluster.await("all answer", () -> progress.silentFor(LIMIT).isEmpty());
        }
    }

    private void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }
}
