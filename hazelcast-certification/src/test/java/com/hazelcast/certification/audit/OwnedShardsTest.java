package com.hazelcast.certification.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often the shards of a real member are asked, and what is known of them. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OwnedShardsTest {
    private static final TestCluster CLUSTER = new TestCluster();
    private static final Instant BEGIN = Instant.parse("2031-05-06T07:08:09Z");

    private static FraudMember member;
    private static int shardCount;

    private final AtomicLong nowNs = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return BEGIN.plusNanos(nowNs.get());
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    };

    private final OwnedShards shards = new OwnedShards(
            member.hazelcast(),
            counting(ShardMap.of(member.hazelcast())),
            ShardKeys.of(member.hazelcast()),
            1,
            clock,
            nowNs::get);

    @BeforeAll
    static void start() throws Exception {
        member = CLUSTER.startMember();
        shardCount = ShardKeys.of(member.hazelcast()).shardCount();
        CLUSTER.load();
    }

    @AfterAll
    static void end() throws Exception {
        CLUSTER.close();
    }

    /** The member's own map, whose calls of shards are counted on their way. */
    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    private IMap<Integer, HistoryShard> counting(IMap<Integer, HistoryShard> map) {
        return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submitToKey")) {
                        calls.incrementAndGet();
                    }
                    return method.invoke(map, arguments);
                });
    }

    private void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    @Test
    void shouldAskEachShardOnceASecondWhoeverLooks() throws Exception {
        ShardFigures first = shards.get();
        shards.look().get(60, TimeUnit.SECONDS);
        pass(Duration.ofMillis(900));
        assertThat(shards.get()).isSameAs(first);
        assertThat(shards.latest().sum()).isEqualTo(first.sum());
        assertThat(calls).as("one second").hasValue(shardCount);

        pass(Duration.ofMillis(100));
        shards.look().get(60, TimeUnit.SECONDS);
        var unused = shards.get();

        assertThat(calls).as("two seconds").hasValue(2L * shardCount);
    }

    @Test
    void shouldKnowNothingBeforeTheFirstAnswersAndAllAfterThem() {
        ShardFigures before = shards.latest();
        assertThat(before.isKnown()).isFalse();
        assertThat(before.loadedIfKnown()).isNull();
        assertThat(before.sumIfKnown()).isNull();

        ShardFigures after = shards.get();

        assertThat(after.owned()).isEqualTo(shardCount);
        assertThat(after.loadedIfKnown()).isEqualTo(shardCount);
        assertThat(after.missing()).isZero();
        assertThat(after.sum().held()).isEqualTo(TestCluster.LOADED);
        assertThat(after.sum().cards()).isEqualTo(TestCluster.CARDS);
    }
}
