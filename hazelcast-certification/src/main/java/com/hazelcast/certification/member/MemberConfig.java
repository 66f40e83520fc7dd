package com.hazelcast.certification.member;

import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceTls;
import com.hazelcast.certification.transaction.CardKey;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a member is told, checked. Every key is described in {@code USAGE.md} under the same name.
 *
 * @param clusterName members of one cluster agree on it
 * @param host address that the member port is bound to
 * @param port member port
 * @param control where {@code ctl} and Management Center reach this member; empty: nowhere
 * @param secret what members and clients of the cluster share; empty: nothing but its name
 * @param join members to find the cluster by; none: this member begins one
 * @param sources servers of transactions that this member reads
 * @param sourceTls TLS to the sources; empty: none
 * @param readers connections to the sources, spread evenly over them
 * @param cards cards to load
 * @param historyPerCard transactions to load a card
 * @param seed of the loaded histories
 * @param shards shards of the cluster, all members alike
 * @param backups synchronous backups of each shard
 * @param acks when a transaction counts as answered
 * @param minMembers fewer members score nothing; 1: any number scores
 * @param degradedAfter how long too few members for all copies are waited for; empty: until one joins
 * @param zone of this machine; copies of a shard never share one
 * @param memory where histories live
 * @param historyBound bound on the pages of histories on this member
 * @param entriesPerCardMax bound on entries a card
 * @param unknownCards what becomes of transactions of cards without a history
 * @param batchLimit most transactions in a batch
 * @param inFlightMax most transactions read and not answered
 * @param futureTolerance how far ahead of the clock a transaction's time may be
 * @param cardKey by which cards are identified from where their numbers come in; empty: members work with the numbers
 * @param latencyFrom from when on the time to an answer counts
 * @param console the port of {@code /metrics} and the console, and who may see what
 * @param gateway where clients hand in batches; empty: none
 * @param api the HTTP API; empty: none
 * @param hazelcastConfig Hazelcast's own YAML, to start from
 * @param load load when the member has started
 * @param start start scoring when the member has started, and loaded if told to
 */
public record MemberConfig(
        String clusterName,
        String host,
        int port,
        Optional<InetSocketAddress> control,
        Optional<ClusterSecret> secret,
        List<InetSocketAddress> join,
        List<InetSocketAddress> sources,
        Optional<SourceTls> sourceTls,
        int readers,
        int cards,
        int historyPerCard,
        long seed,
        int shards,
        int backups,
        Acks acks,
        int minMembers,
        Optional<Duration> degradedAfter,
        Optional<String> zone,
        MemoryKind memory,
        HistoryBound historyBound,
        int entriesPerCardMax,
        UnknownCards unknownCards,
        int batchLimit,
        int inFlightMax,
        Duration futureTolerance,
        Optional<CardKey> cardKey,
        LatencyFrom latencyFrom,
        ConsoleSettings console,
        Optional<GatewaySettings> gateway,
        Optional<ApiSettings> api,
        Optional<Path> hazelcastConfig,
        boolean load,
        boolean start) {}
