package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.LoadingContext;
import com.hazelcast.certification.loading.MissingShards;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.map.EntryProcessor;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a load makes, and what it leaves. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LoadTest {
    /** For a page and a table of each shard, and half as much again. */
    private static final long ROOM_BYTES = 20L << 20;

    /** Shards that take memory and are in no map. */
    private static final List<HistoryShard> TAKEN = new CopyOnWriteArrayList<>();

    /** Takes a shard out of the map, and keeps it in this JVM. */
    private static final class Take implements EntryProcessor<Integer, HistoryShard, Boolean> {
        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            TAKEN.add(entry.getValue());
            return entry.setValue(null) != null;
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
            return null;
        }
    }

    private static LoadSpec spec(int cards, int history) {
        return new LoadSpec(cards, history, 7, System.currentTimeMillis(), Traffic.CHALLENGE);
    }

    private static long made(FraudMember member) {
        return LoadingContext.of(member.hazelcast()).loaded().madeCount();
    }

    @Test
    void shouldMakeEachShardOnceThoughItsBackupsGetItToo() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();

            cluster.load();

            assertThat(made(first) + made(second))
                    .isEqualTo(ShardKeys.of(first.hazelcast()).shardCount());
            Verification verification = cluster.control().audit().verify();
            assertThat(verification.problems())
                    .as("owners and backups are equal")
                    .isEmpty();
            assertThat(verification.transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    @Test
    void shouldMakeNothingForThoseWhoOnlyAsk() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.control().arm(spec(1_000, 3));

            assertThat(cluster.survey().held()).isZero();
            assertThat(MissingShards.count(ShardMap.of(member.hazelcast()), ShardKeys.of(member.hazelcast()), 10_000))
                    .isEqualTo(ShardKeys.of(member.hazelcast()).shardCount());
            assertThat(made(member)).isZero();
        }
    }

    /** Hazelcast keeps a state of its own of such a map's loading, and may not come out of it after a split ({@code docs/decisions/0041}). */
    @Test
    void shouldNotLetHazelcastLoadTheMap() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();

            assertThat(member.hazelcast()
                            .getConfig()
                            .findMapConfig(ShardMap.NAME)
                            .getMapStoreConfig()
                            .isEnabled())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectALoadThatDoesNotFitBeforeAnythingHasChanged(MemoryKind memory) throws Exception {
        try (TestCluster cluster = new TestCluster().withMemory(memory).withHistoryMemory(ROOM_BYTES)) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();

            cluster.control().load(Optional.of(spec(200_000, 20)));
            LoadState ended = cluster.awaitLoadEnded();

            assertThat(ended.problem())
                    .contains("ARM on ", "nothing was loaded", "cards=200000 history=20", "13 shards would take ")
                    .contains(memory == MemoryKind.HEAP ? "--heap" : "--native-size");
            assertThat(made(first) + made(second)).isZero();
            assertThat(first.status().memoryUsedBytes()).isZero();

            cluster.load();
            assertThat(cluster.control().loadState().problem()).isEmpty();
            assertThat(cluster.control().audit().verify().transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    /** Ends the thread that loads by an error. */
    private static final class BreakingClock extends Clock {
        private volatile boolean isBroken = true;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            if (isBroken && Thread.currentThread().getName().equals("fraud-load")) {
                throw new StackOverflowError("planted");
            }
            return Instant.now();
        }
    }

    /** Else it would run for ever, for all that anybody is told. */
    @Test
    void shouldReportALoadThatAnErrorHasEndedAndLoadAgain() throws Exception {
        BreakingClock clock = new BreakingClock();
        try (TestCluster cluster = new TestCluster().withClock(clock)) {
            FraudMember unused = cluster.startMember();

            cluster.control().load(Optional.empty());
            assertThat(cluster.awaitLoadEnded().problem()).isEqualTo("planted");

            clock.isBroken = false;
            cluster.load();
            assertThat(cluster.control().loadState().problem()).isEmpty();
            assertThat(cluster.control().audit().verify().transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    /** The list of the cards alone would take more than this JVM has; a table for the second does not exist. */
    @ParameterizedTest
    @ValueSource(ints = {400_000_000, 700_000_000})
    void shouldRejectALoadWhoseListOfCardsAloneWouldNotFit(int cards) throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();

            cluster.control().load(Optional.of(spec(cards, 0)));

            assertThat(cluster.awaitLoadEnded().problem()).contains("nothing was loaded", "cards=" + cards);
        }
    }

    @Test
    void shouldLoadWhatFitsAndGoOnWithItWhereMemoryIsTakenOtherwise() throws Exception {
        TAKEN.clear();
        try (TestCluster cluster = new TestCluster().withHistoryMemory(ROOM_BYTES)) {
            FraudMember member = cluster.startMember();
            ShardKeys keys = ShardKeys.of(member.hazelcast());
            cluster.control().load(Optional.of(spec(1_000, 3)));
            cluster.awaitLoaded();
            for (int shard = 0; shard < keys.shardCount(); shard++) {
                ShardMap.of(member.hazelcast()).executeOnKey(keys.keyOf(shard), new Take());
            }
            assertThat(TAKEN).hasSize(keys.shardCount()).doesNotContainNull();

            cluster.control().load(Optional.empty());
            LoadState ended = cluster.awaitLoadEnded();

            // How many fit depends on what the garbage collector has noticed of the shards before: some, and not all.
            int missing = MissingShards.count(ShardMap.of(member.hazelcast()), keys, 10_000);
            assertThat(missing).isBetween(1, keys.shardCount() - 1);
            assertThat(ended.problem())
                    .contains(
                            missing + " of 13 shards are not loaded, because they do not fit",
                            " on [127.0.0.1]",
                            "this shard would take ");
            assertThat(ended.progress().shardsLoaded()).isEqualTo(keys.shardCount() - missing);
            assertThat(cluster.survey().held()).isGreaterThan(1_000);
            assertThat(new DesiredState(member.hazelcast()).hasHistories()).isTrue();

            TAKEN.clear();
            TestCluster.await("only what is loaded takes memory", () -> {
                System.gc();
                return member.status().memoryUsedBytes() < (keys.shardCount() - missing + 1L) << 20;
            });
            cluster.load();
            assertThat(cluster.control().audit().verify().transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    /** Each member with the key load has driven one. */
    @Test
    void shouldShowTheLoadThatWasRequestedAndNoneThatAnotherMemberHasDriven() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            ClusterControl control = cluster.control();
            assertThat(control.requestedLoad()).isEqualTo(LoadState.NONE);
            second.load().begin(Optional.empty()).join();

            control.load(Optional.of(spec(400_000_000, 0)));
            assertThat(cluster.awaitLoadEnded().problem()).isNotEmpty();

            assertThat(control.requestedLoad().problem()).contains("nothing was loaded");
            assertThat(second.loadState().problem()).isEmpty();

            control.load(Optional.empty());
            assertThat(cluster.awaitLoadEnded().problem()).isEmpty();
            assertThat(control.requestedLoad().problem()).isEmpty();
            assertThat(control.requestedLoad().progress().isDone()).isTrue();
        }
    }

    @Test
    void shouldSayOfALoadWhoseDriverHasLeftThatItsEndIsNotKnown() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            ClusterControl control = ClusterControl.lent(second.hazelcast());
            control.load(Optional.empty());
            cluster.awaitLoaded();

            cluster.leave(first);

            LoadState found = control.requestedLoad();
            assertThat(found.running()).isFalse();
            assertThat(found.problem()).contains("the member that drove the load has left", "run the command again");
        }
    }

    @Test
    void shouldKeepWhatIsInPlaceWhenItIsLoadedAgain() throws Exception {
        try (TestCluster cluster = new TestCluster();
                LoggedLines lines = new LoggedLines(LoadDriver.class)) {
            cluster.startMember();
            cluster.load();
            assertThat(lines.messages()).noneMatch(line -> line.contains("stay as they are"));

            cluster.control()
                    .load(Optional.of(new LoadSpec(1_000, 3, 7, System.currentTimeMillis(), Traffic.CHALLENGE)));
            cluster.awaitLoaded();

            // A shard whose owner was lost behind its backup is one of this load.
            assertThat(lines.messages())
                    .anyMatch(
                            line -> line.contains("13 of 13 shards were in place") && line.contains("or of this one"));
            assertThat(cluster.control().audit().verify().transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }
}
