package com.hazelcast.certification.member;

import com.hazelcast.certification.api.cards.CardsSerialization;
import com.hazelcast.certification.api.reads.OtherMembers;
import com.hazelcast.certification.api.reads.ReadsSerialization;
import com.hazelcast.certification.audit.AuditSerialization;
import com.hazelcast.certification.backtest.BacktestSerialization;
import com.hazelcast.certification.backup.BackupSerialization;
import com.hazelcast.certification.cluster.AllowedClasses;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.cluster.ClusterSerialization;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.console.members.ClusterConsoles;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.copies.CopiesSerialization;
import com.hazelcast.certification.directory.GatewayDirectory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.kafka.verdicts.VerdictsSerialization;
import com.hazelcast.certification.labelling.LabellingSerialization;
import com.hazelcast.certification.loading.LoadingSerialization;
import com.hazelcast.certification.removing.RemovingSerialization;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rulebook.RuleBookSerialization;
import com.hazelcast.certification.scoring.ScoringSerialization;
import com.hazelcast.certification.shard.CardKeyAgreement;
import com.hazelcast.certification.shard.CutOff;
import com.hazelcast.certification.shard.FormatAgreement;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.shard.ShardSerialization;
import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.PartitionGroupConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.spi.partitiongroup.PartitionGroupMetaData;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperty;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.UUID;

/** Hazelcast's configuration of a member: the user's YAML first, then what the product cannot do without. */
final class HazelcastConfiguration {
    private static final String MIN_MEMBERS = "min-members";

    private HazelcastConfiguration() {}

    static Config of(MemberConfig member, HistoryMemory memory, FormatAgreement formats) {
        Config config = member.network()
                .hazelcastConfig()
                .map(HazelcastConfiguration::read)
                .orElseGet(Config::new);
        config.setClusterName(ClusterSecret.joinName(
                member.network().clusterName(), member.network().secret()));
        // What people see; Hazelcast's own name may be a secret, and so may what it makes of it.
        config.setProperty(ConsoleSettings.CLUSTER_NAME, member.network().clusterName());
        config.setInstanceName(member.network().clusterName() + "-"
                + member.network().host() + "-" + member.network().port());
        config.setClassLoader(new SealedClassLoader());
        setProperties(config, member);
        NetworkEnds.set(config, member);
        UnusedParts.switchOff(config);
        // Unlike the member's UUID it stays when the member merges into the other side of a split.
        config.getMemberAttributeConfig()
                .setAttribute(CutOff.PROCESS, UUID.randomUUID().toString());
        member.shards().zone().ifPresent(zone -> setZone(config, zone));
        formats.announce(config.getMemberAttributeConfig());
        CardKeyAgreement.set(config, member.intake().cardKey());
        RemovingSerialization.announce(config.getMemberAttributeConfig());
        GatewayDirectory.configure(config);
        if (member.api().isPresent()) {
            OtherMembers.configure(config);
        }
        setSerialization(config, memory);
        formats.guard(config.getSerializationConfig());
        config.addMapConfig(historyMap(member));
        config.addSplitBrainProtectionConfig(new SplitBrainProtectionConfig(
                MIN_MEMBERS,
                member.shards().minMembers() > 1,
                Math.max(2, member.shards().minMembers())));
        config.getExecutorConfig(ClusterControl.EXECUTOR).setPoolSize(MemberLimits.CONTROL_THREADS);
        // Nothing to keep figures of.
        config.getExecutorConfig(Copies.EXECUTOR)
                .setPoolSize(MemberLimits.COPIES_THREADS)
                .setStatisticsEnabled(false);
        config.getExecutorConfig(ClusterConsoles.EXECUTOR)
                .setPoolSize(MemberLimits.CONSOLE_THREADS)
                .setQueueCapacity(MemberLimits.CONSOLE_QUESTIONS_MAX);
        config.getExecutorConfig(OtherMembers.EXECUTOR)
                .setPoolSize(MemberLimits.API_READ_THREADS)
                .setQueueCapacity(MemberLimits.API_READS_MAX)
                .setStatisticsEnabled(false);
        // A member that joins must not take "not known yet" for "nobody scores".
        config.getReplicatedMapConfig(DesiredState.MAP).setAsyncFillup(false);
        return config;
    }

    /** Hazelcast has started with that configuration; from now on it makes by name what is allowed, and nothing else. */
    static void seal(Config config) {
        if (config.getClassLoader() instanceof SealedClassLoader loader) {
            loader.seal();
        }
    }

    private static Config read(Path yaml) {
        try {
            return new YamlConfigBuilder(yaml.toString()).build();
        } catch (FileNotFoundException e) {
            throw new IllegalArgumentException(
                    "no such file; give the path of Hazelcast's YAML: hazelcast-config=" + yaml, e);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "Hazelcast does not take this YAML: hazelcast-config=" + yaml + ": " + e.getMessage(), e);
        }
    }

    private static void setProperties(Config config, MemberConfig member) {
        set(
                config,
                ClusterProperty.PARTITION_COUNT,
                Integer.toString(member.shards().count()));
        set(config, ClusterProperty.PHONE_HOME_ENABLED, "false");
        set(config, ClusterProperty.SHUTDOWNHOOK_ENABLED, "false");
        set(config, ClusterProperty.SOCKET_BIND_ANY, "false");
        // Each line of Hazelcast's log would begin with the name that is made from the secret.
        set(
                config,
                ClusterProperty.LOGGING_ENABLE_DETAILS,
                Boolean.toString(member.network().secret().isEmpty()));
        // Without it a call whose backup does not answer reports success; with it the lane submits the batch again.
        set(
                config,
                ClusterProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE,
                Boolean.toString(member.shards().acks() == Acks.STRICT));
        set(
                config,
                ClusterProperty.PARTITION_OPERATION_THREAD_COUNT,
                Integer.toString(member.shards().partitionThreads()));
        // A shard on its way takes two to four times its size on the heap of either end.
        set(config, ClusterProperty.PARTITION_MAX_PARALLEL_MIGRATIONS, "1");
        set(config, ClusterProperty.PARTITION_MAX_PARALLEL_REPLICATIONS, "1");
        // A call whose backup has died waits that long for it; then the lane submits the batch again.
        setUnlessGiven(config, ClusterProperty.OPERATION_BACKUP_TIMEOUT_MILLIS, "1000");
        // A call that was lost with its connection, while its target stays, counts as lost after twice this: within 20
        // s,
        // as a link that breaks. One that is being worked on is waited for. A minute, and so two, by default.
        setUnlessGiven(config, ClusterProperty.OPERATION_CALL_TIMEOUT_MILLIS, "9000");
        // A call to a shard that moves is tried again after 50 ms at most, not 500, and as long in all as by default:
        // a map that loads refuses for longer than 250 such pauses.
        setUnlessGiven(config, ClusterProperty.INVOCATION_RETRY_PAUSE, "50");
        setUnlessGiven(config, ClusterProperty.INVOCATION_MAX_RETRY_COUNT, "2500");
        // A member whose port refuses a second time, 100 ms later, counts as lost: not the fourth time.
        setUnlessGiven(config, ClusterProperty.CONNECTION_MONITOR_MAX_FAULTS, "1");
        // So that a link that breaks is dealt with, and its shards answer again, within 20 s.
        setUnlessGiven(config, ClusterProperty.MAX_NO_HEARTBEAT_SECONDS, "12");
        setUnlessGiven(config, ClusterProperty.HEARTBEAT_INTERVAL_SECONDS, "1");
        // Two that do not hear each other, and are both heard by the oldest: it gives one of them up two heartbeats
        // later. Never, by default.
        setUnlessGiven(config, ClusterProperty.PARTIAL_MEMBER_DISCONNECTION_RESOLUTION_HEARTBEAT_COUNT, "2");
        // A shard that moves over a link that breaks answers nothing for that long; then it is moved again. Five
        // minutes, by default.
        setUnlessGiven(config, ClusterProperty.PARTITION_MIGRATION_TIMEOUT, "10");
        // A connection to a member that hangs keeps its output thread busy until that one answers
        // (hazelcast/hazelcast#26473).
        // Connections take the threads in turn: with more threads than connections, the others are not held up.
        setUnlessGiven(config, ClusterProperty.IO_OUTPUT_THREAD_COUNT, "16");
        // Whoever sends writes to the socket itself. By default an output thread does it for 100 ms after two have sent
        // at once, which is
        // always: one thread more to wake for each message.
        setUnlessGiven(config, ClusterProperty.CONCURRENT_WINDOW_MS, "0");
        setUnlessGiven(config, ClusterProperty.MERGE_FIRST_RUN_DELAY_SECONDS, "15");
        setUnlessGiven(config, ClusterProperty.MERGE_NEXT_RUN_DELAY_SECONDS, "15");
        // Nothing starts without a request, so there is no need to wait for others.
        set(config, ClusterProperty.WAIT_SECONDS_BEFORE_JOIN, "0");
    }

    // By its constant: a name that Hazelcast does not know is no error to it.
    private static void set(Config config, HazelcastProperty property, String value) {
        config.setProperty(property.getName(), value);
    }

    private static void setUnlessGiven(Config config, HazelcastProperty property, String value) {
        if (config.getProperty(property.getName()) == null && System.getProperty(property.getName()) == null) {
            set(config, property, value);
        }
    }

    /** Copies of a shard go to different zones. Hazelcast asks that of all members or of none. */
    private static void setZone(Config config, String zone) {
        config.getPartitionGroupConfig().setEnabled(true).setGroupType(PartitionGroupConfig.MemberGroupType.ZONE_AWARE);
        config.getMemberAttributeConfig().setAttribute(PartitionGroupMetaData.PARTITION_GROUP_ZONE, zone);
    }

    private static void setSerialization(Config config, HistoryMemory memory) {
        SerializationConfig serialization = config.getSerializationConfig();
        ShardSerialization.register(serialization, memory);
        AuditSerialization.register(serialization);
        BackupSerialization.register(serialization);
        BacktestSerialization.register(serialization);
        ScoringSerialization.register(serialization);
        LoadingSerialization.register(serialization);
        CopiesSerialization.register(serialization);
        CardsSerialization.register(serialization);
        ReadsSerialization.register(serialization);
        LabellingSerialization.register(serialization);
        RemovingSerialization.register(serialization);
        RuleBookSerialization.register(serialization);
        VerdictsSerialization.register(serialization);
        ClusterSerialization.register(serialization);
        serialization
                .setAllowUnsafe(false)
                .setAllowOverrideDefaultSerializers(false)
                .setJavaSerializationFilterConfig(AllowedClasses.filter());
    }

    private static MapConfig historyMap(MemberConfig member) {
        MapConfig map = new MapConfig(ShardMap.NAME)
                // Hazelcast's merge drops all further shards when one call fails; ShardDelivery brings them.
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(DiscardMergePolicy.class.getName()))
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setBackupCount(member.shards().backups())
                .setAsyncBackupCount(0)
                // Counts calls and entries of the map, so batches and shards; nothing an entry.
                .setStatisticsEnabled(true)
                .setPerEntryStatsEnabled(false);
        if (member.shards().minMembers() > 1) {
            map.setSplitBrainProtectionName(MIN_MEMBERS);
        }
        return map;
    }
}
