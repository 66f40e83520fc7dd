package com.hazelcast.certification.member;

import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.removing.SweepSettings;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.ShadowBudget;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.source.SourceTls;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.CardKey;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a member is configured for, checked, in groups. Every key is described in {@code docs/reference/configuration.md} under the same name. Immutable.
 *
 * @param onDisk what it keeps on disk; empty: nothing
 * @param console the port of {@code /metrics} and the console, and who may see what
 * @param gateway where clients hand in batches; empty: none
 * @param api the HTTP API; empty: none
 * @param kafka what is read from Kafka and where its verdicts go; empty: nothing
 * @param backupCommands what it runs for backups
 */
public record MemberConfig(
        Network network,
        Shards shards,
        Histories histories,
        Optional<OnDisk> onDisk,
        Intake intake,
        Sources sources,
        Generated generated,
        ConsoleSettings console,
        Optional<GatewaySettings> gateway,
        Optional<ApiSettings> api,
        Optional<KafkaSettings> kafka,
        BackupCommands backupCommands,
        AtStart atStart) {

    /**
     * Where a member is, and how it finds its cluster.
     *
     * @param clusterName members of one cluster agree on it
     * @param host address that the member port is bound to
     * @param port member port
     * @param control where {@code ctl} and Management Center reach this member; empty: nowhere
     * @param secret what members and clients of the cluster share; empty: nothing but its name
     * @param join members to find the cluster by; none: this member begins one
     * @param hazelcastConfig Hazelcast's own YAML, to start from
     * @param needsControlUser whether who acts by {@code ctl} has to be one of the console's users
     */
    public record Network(
            String clusterName,
            String host,
            int port,
            Optional<InetSocketAddress> control,
            Optional<ClusterSecret> secret,
            List<InetSocketAddress> join,
            Optional<Path> hazelcastConfig,
            boolean needsControlUser) {}

    /**
     * The shards of the cluster and their copies; all members alike, but for the zone.
     *
     * @param count shards of the cluster
     * @param backups synchronous backups of each shard
     * @param acks when a transaction counts as answered
     * @param minMembers fewer members score nothing; 1: any number scores
     * @param degradedAfter how long too few members for all copies are waited for; empty: until one joins
     * @param zone of this machine; copies of a shard never share one
     * @param partitionThreads threads of this member that score, each for its share of the shards
     */
    public record Shards(
            int count,
            int backups,
            Acks acks,
            int minMembers,
            Optional<Duration> degradedAfter,
            Optional<String> zone,
            int partitionThreads) {}

    /**
     * The histories of a member.
     *
     * @param memory where they live
     * @param bound on their bytes on this member
     * @param entriesPerCardMax bound on entries a card
     * @param unknownCards what becomes of transactions of cards without a history
     * @param sweeps how expired entries and silent cards go
     */
    public record Histories(
            MemoryKind memory,
            HistoryBound bound,
            int entriesPerCardMax,
            UnknownCards unknownCards,
            SweepSettings sweeps) {}

    /**
     * What a member keeps on disk.
     *
     * @param folder of this member alone
     * @param durability how much of a change is on disk before it is answered
     * @param key by which files are encrypted; empty: they are not
     * @param membersExpected so many members are waited for before what is on disk is scored
     * @param expectedWithin but no longer than that
     * @param verdicts where those in the log are sent; empty: nowhere
     */
    public record OnDisk(
            Path folder,
            Durability durability,
            Optional<DataKey> key,
            int membersExpected,
            Duration expectedWithin,
            Optional<VerdictTopic> verdicts) {
        /** Whose verdicts are not sent. */
        public OnDisk(
                Path folder,
                Durability durability,
                Optional<DataKey> key,
                int membersExpected,
                Duration expectedWithin) {
            this(folder, durability, key, membersExpected, expectedWithin, Optional.empty());
        }
    }

    /**
     * What a member takes in, from sources and clients alike.
     *
     * @param batchLimit most transactions in a batch
     * @param inFlightMax most transactions read and not answered
     * @param isInFlightAdaptive whether fewer may be, as many as the member answers in some milliseconds
     * @param inFlightLeast never fewer than that; empty: as suits the number of shards and backups
     * @param latencyTarget how long a reader lets its socket collect while calls carry little; zero: never
     * @param futureTolerance how far ahead of the clock a transaction's time may be
     * @param cardKey by which cards are identified from where their numbers come in; empty: members work with the numbers
     * @param rules that decide
     * @param needsSecondPerson whether a set is to be activated by another person than the one who submitted it
     * @param ruleBudgetNs what a set may cost, in nanoseconds at 200 entries a card
     * @param shadowBudget what sets in the shadow may cost together
     * @param breaker how much sets may decline, where an activation says nothing else
     * @param latencyFrom from when on the time to an answer counts
     * @param sourceClock by which sources set the times of records
     */
    public record Intake(
            int batchLimit,
            int inFlightMax,
            boolean isInFlightAdaptive,
            OptionalInt inFlightLeast,
            Duration latencyTarget,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            RuleSetText rules,
            boolean needsSecondPerson,
            long ruleBudgetNs,
            ShadowBudget shadowBudget,
            BreakerLimits breaker,
            LatencyFrom latencyFrom,
            SourceClock sourceClock) {}

    /**
     * The servers of transactions that a member reads.
     *
     * @param addresses of the servers
     * @param tls to them; empty: none
     * @param readers connections to them, spread evenly
     */
    public record Sources(List<InetSocketAddress> addresses, Optional<SourceTls> tls, int readers) {}

    /**
     * The histories that a load makes by default.
     *
     * @param cards cards to load
     * @param historyPerCard transactions to load a card
     * @param seed of the histories
     * @param traffic whose histories
     */
    public record Generated(int cards, int historyPerCard, long seed, Traffic traffic) {}

    /**
     * What a member does by itself when it has started.
     *
     * @param load load the cluster
     * @param folder of imported histories to load; empty: those of {@link Generated}
     * @param start start scoring, after the load if there is one
     */
    public record AtStart(boolean load, Optional<Path> folder, boolean start) {}
}
