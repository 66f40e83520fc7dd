package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.scoring.HistoryMerge;
import com.hazelcast.certification.scoring.ScoringSerialization;
import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.PartitionGroupConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.spi.partitiongroup.PartitionGroupMetaData;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperty;
import java.io.FileNotFoundException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Hazelcast's configuration of a member: the user's YAML first, then what the product cannot do without. */
final class HazelcastConfiguration {
    /** The map of shards. */
    static final String HISTORY_MAP = "transaction_history";

    /** The executor of control calls. */
    static final String CONTROL_EXECUTOR = "fraud-control";

    /** The executor of what consoles ask: apart, so that a slow answer keeps no control call waiting. */
    static final String CONSOLE_EXECUTOR = "fraud-console";

    private static final String MIN_MEMBERS = "min-members";

    private HazelcastConfiguration() {}

    static Config of(MemberConfig member, HistoryMemory memory, ShardLoader loader) {
        Config config =
                member.hazelcastConfig().map(HazelcastConfiguration::read).orElseGet(Config::new);
        config.setClusterName(member.clusterName());
        setProperties(config, member);
        setNetwork(config, member);
        member.zone().ifPresent(zone -> setZone(config, zone));
        setSerialization(config, memory);
        config.addMapConfig(historyMap(member, loader));
        config.addSplitBrainProtectionConfig(
                new SplitBrainProtectionConfig(MIN_MEMBERS, member.minMembers() > 1, Math.max(2, member.minMembers())));
        config.getExecutorConfig(CONTROL_EXECUTOR).setPoolSize(4);
        // More than that many questions at once are refused, and shown as not answered.
        config.getExecutorConfig(CONSOLE_EXECUTOR).setPoolSize(2).setQueueCapacity(256);
        // A member that joins must not take "not known yet" for "nobody scores".
        config.getReplicatedMapConfig(DesiredState.MAP).setAsyncFillup(false);
        config.getJetConfig().setEnabled(false);
        config.getIntegrityCheckerConfig().setEnabled(false);
        return config;
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
        set(config, ClusterProperty.PARTITION_COUNT, Integer.toString(member.shards()));
        set(config, ClusterProperty.PHONE_HOME_ENABLED, "false");
        set(config, ClusterProperty.SHUTDOWNHOOK_ENABLED, "false");
        // Without it a call whose backup does not answer reports success; with it the lane submits the batch again.
        set(
                config,
                ClusterProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE,
                Boolean.toString(member.acks() == Acks.STRICT));
        set(
                config,
                ClusterProperty.PARTITION_OPERATION_THREAD_COUNT,
                Integer.toString(Math.max(2, Runtime.getRuntime().availableProcessors())));
        // A shard on its way takes two to four times its size on the heap of either end.
        set(config, ClusterProperty.PARTITION_MAX_PARALLEL_MIGRATIONS, "1");
        set(config, ClusterProperty.PARTITION_MAX_PARALLEL_REPLICATIONS, "1");
        // A call whose backup has died waits that long for it; then the lane submits the batch again.
        setUnlessGiven(config, ClusterProperty.OPERATION_BACKUP_TIMEOUT_MILLIS, "1000");
        // A call to a shard that moves is tried again after 50 ms at most, not 500, and as long in all as by default:
        // a map that loads refuses for longer than 250 such pauses.
        setUnlessGiven(config, ClusterProperty.INVOCATION_RETRY_PAUSE, "50");
        setUnlessGiven(config, ClusterProperty.INVOCATION_MAX_RETRY_COUNT, "2500");
        // A member whose port refuses a second time, 100 ms later, has gone: not the fourth time.
        setUnlessGiven(config, ClusterProperty.CONNECTION_MONITOR_MAX_FAULTS, "1");
        setUnlessGiven(config, ClusterProperty.MAX_NO_HEARTBEAT_SECONDS, "20");
        setUnlessGiven(config, ClusterProperty.HEARTBEAT_INTERVAL_SECONDS, "2");
        // A connection to a member that hangs keeps its output thread busy until that one answers
        // (hazelcast/hazelcast#26473).
        // Connections take the threads in turn: with more threads than connections, the others are not held up.
        setUnlessGiven(config, ClusterProperty.IO_OUTPUT_THREAD_COUNT, "16");
        setUnlessGiven(config, ClusterProperty.MERGE_FIRST_RUN_DELAY_SECONDS, "15");
        setUnlessGiven(config, ClusterProperty.MERGE_NEXT_RUN_DELAY_SECONDS, "15");
        // Nothing starts before the member is told to, so there is no need to wait for others.
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

    // A user's YAML may still switch the REST server on, and there is no other way to refuse it.
    @SuppressWarnings("removal")
    private static void setNetwork(Config config, MemberConfig member) {
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(member.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).clear();
        network.getInterfaces().addInterface(member.host());
        set(config, ClusterProperty.SOCKET_BIND_ANY, "false");
        network.getRestApiConfig().setEnabled(false);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).clear();
        for (InetSocketAddress address : member.join()) {
            join.getTcpIpConfig().addMember(address.getHostString() + ":" + address.getPort());
        }
    }

    /** Copies of a shard go to different zones. Hazelcast asks that of all members or of none. */
    private static void setZone(Config config, String zone) {
        config.getPartitionGroupConfig().setEnabled(true).setGroupType(PartitionGroupConfig.MemberGroupType.ZONE_AWARE);
        config.getMemberAttributeConfig().setAttribute(PartitionGroupMetaData.PARTITION_GROUP_ZONE, zone);
    }

    private static void setSerialization(Config config, HistoryMemory memory) {
        ScoringSerialization.register(config.getSerializationConfig(), memory);
        ControlSerialization.register(config.getSerializationConfig());
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        // Hazelcast's own list lets all of java and javax in; exceptions and what they hold need this much.
        filter.setDefaultsDisabled(true);
        filter.getWhitelist().addPrefixes("java.lang.", "java.util.", "java.io.", "com.hazelcast.", "[");
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
    }

    private static MapConfig historyMap(MemberConfig member, ShardLoader loader) {
        MapStoreConfig store = new MapStoreConfig()
                .setEnabled(true)
                .setImplementation(loader)
                .setInitialLoadMode(MapStoreConfig.InitialLoadMode.LAZY)
                // Otherwise every entry processor takes a detour through another executor.
                .setOffload(false);
        MapConfig map = new MapConfig(HISTORY_MAP)
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(HistoryMerge.class.getName()))
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setBackupCount(member.backups())
                .setAsyncBackupCount(0)
                // Counts calls and entries of the map, so batches and shards; nothing an entry.
                .setStatisticsEnabled(true)
                .setPerEntryStatsEnabled(false)
                .setMapStoreConfig(store);
        if (member.minMembers() > 1) {
            map.setSplitBrainProtectionName(MIN_MEMBERS);
        }
        return map;
    }
}
