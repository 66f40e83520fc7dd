package com.hazelcast.certification.console.members;

import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.Vitals;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the console of a member looks at.
 *
 * @param rules that it decides with
 * @param cardKey by which cards are identified, if they are
 */
public record MemberParts(
        HazelcastInstance hazelcast,
        Shards shards,
        FraudMetrics metrics,
        FlaggedRing flagged,
        RulesInUse rules,
        HistoryMemory memory,
        Activity activity,
        Optional<String> zone,
        Optional<CardKey> cardKey,
        Clock clock) {
    /**
     * The shards of the cluster.
     *
     * @param owned the member's own, by their own counts
     * @param backups synchronous backups that each shard is to have
     * @param storage where the member keeps its copies on disk; empty: it does not
     */
    public record Shards(
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            OwnedShards owned,
            int backups,
            Optional<ShardStorage> storage) {}

    /**
     * What the member does at the moment of a call.
     *
     * @param vitals what keeps its answers flowing
     * @param load how far the load is that this member drives
     * @param life of the cluster, {@code ID since TIME}; empty: none has begun, or the member does not follow it yet
     */
    public record Activity(
            Supplier<MemberState> state, Supplier<Vitals> vitals, Supplier<LoadProgress> load, Supplier<String> life) {}

    /** The member's address, {@code host:port}. */
    public String address() {
        return MemberAddress.of(hazelcast.getCluster().getLocalMember());
    }
}
