package com.hazelcast.certification.member;

import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;

/** What a member reports of itself: its state, its status, and what console and HTTP API show. Thread-safe. */
final class MemberReport {
    private final MemberConfig config;
    private final HazelcastInstance hazelcast;
    private final MemberLifecycle lifecycle;
    private final MemberLoad load;
    private final MemberPulse pulse;
    private final OwnedShards ownedShards;
    private final HistoryMemory memory;
    private final FraudMetrics metrics;
    private final LifeAgreement life;

    MemberReport(
            MemberConfig config,
            HazelcastInstance hazelcast,
            MemberLifecycle lifecycle,
            MemberLoad load,
            MemberPulse pulse,
            OwnedShards ownedShards,
            HistoryMemory memory,
            FraudMetrics metrics,
            LifeAgreement life) {
        this.config = config;
        this.hazelcast = hazelcast;
        this.lifecycle = lifecycle;
        this.load = load;
        this.pulse = pulse;
        this.ownedShards = ownedShards;
        this.memory = memory;
        this.metrics = metrics;
        this.life = life;
    }

    String address() {
        return MemberAddress.of(hazelcast.getCluster().getLocalMember());
    }

    /** Costs a call to each shard that the member owns, at most once a second. */
    MemberStatus status() {
        ShardFigures owned = ownedShards.get();
        long gcCount = 0;
        long gcPauseMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcCount += Math.max(0, collector.getCollectionCount());
            gcPauseMs += Math.max(0, collector.getCollectionTime());
        }
        return new MemberStatus(
                address(),
                shownState(),
                owned,
                memory.usedBytes(),
                memory.kind().label(),
                config.shards().backups(),
                metrics.rules().verdictCount(),
                metrics.rules().flaggedCount(),
                metrics.accounting(),
                load.progress(),
                metrics.latency().sinceStart(),
                metrics.latency().recent(),
                gcCount,
                gcPauseMs);
    }

    /** As {@link MemberPulse#shown} shows it. */
    MemberState shownState() {
        return pulse.shown(state());
    }

    /** Whether a transaction that came now would be scored. */
    boolean takesTransactions() {
        return lifecycle.isScoring()
                && hazelcast.getLifecycleService().isRunning()
                && hazelcast.getCluster().getMembers().size() >= config.shards().minMembers()
                && !pulse.isCutOff();
    }

    /** What console and HTTP API show of the member. */
    MemberParts parts(
            IMap<Integer, HistoryShard> map, ShardKeys keys, FlaggedRing flagged, RulesInUse rules, Clock clock) {
        return new MemberParts(
                hazelcast,
                new MemberParts.Shards(
                        map,
                        keys,
                        ownedShards,
                        config.shards().backups(),
                        ShardContext.of(hazelcast).storage()),
                metrics,
                flagged,
                rules,
                memory,
                new MemberParts.Activity(this::shownState, pulse::vitals, load::progress, life::text),
                config.shards().zone(),
                config.intake().cardKey(),
                clock);
    }

    private MemberState state() {
        MemberPhase phase = lifecycle.phase();
        if (phase.isEnd()) {
            return MemberState.LEAVING;
        }
        if (hazelcast.getCluster().getMembers().size() < config.shards().minMembers() || pulse.isCutOff()) {
            return MemberState.TOO_FEW_MEMBERS;
        }
        if (load.isRunning()) {
            return MemberState.LOADING;
        }
        return switch (phase) {
            case STARTING -> MemberState.STARTING;
            case IDLE -> MemberState.IDLE;
            case WAITING_FOR_LOAD -> MemberState.WAITING_FOR_LOAD;
            case SCORING -> MemberState.SCORING;
            case LEAVING, LEFT, FAILED -> MemberState.LEAVING;
        };
    }
}
