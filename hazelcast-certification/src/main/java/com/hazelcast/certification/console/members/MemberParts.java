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
 * @param load how far the load is that this member drives
 * @param state what the member is doing
 * @param vitals what keeps its answers flowing
 * @param shards its shards by their own counts
 * @param cardKey by which cards are identified, if they are
 * @param backups synchronous backups that each shard is to have
 */
public record MemberParts(
        HazelcastInstance hazelcast,
        IMap<Integer, HistoryShard> map,
        ShardKeys keys,
        FraudMetrics metrics,
        FlaggedRing flagged,
        RulesInUse rules,
        HistoryMemory memory,
        Supplier<LoadProgress> load,
        Supplier<MemberState> state,
        Supplier<Vitals> vitals,
        OwnedShards shards,
        int backups,
        Optional<String> zone,
        Optional<CardKey> cardKey,
        Clock clock) {
    /** The member's address, {@code host:port}. */
    public String address() {
        return MemberAddress.of(hazelcast.getCluster().getLocalMember());
    }
}
