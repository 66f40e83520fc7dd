package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.plan.ClusterPlan;
import com.hazelcast.certification.plan.ShardPlan;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.scoring.UnknownCards;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The keys of a member's configuration. Each is an option {@code --key} of the command line and a key of the YAML file; the
 * command line wins. Not thread-safe.
 */
public final class MemberOptions {

    @Option(
            names = "--cluster-name",
            defaultValue = "fraud",
            paramLabel = "NAME",
            description = "Members of one cluster agree on it (default: ${DEFAULT-VALUE}).")
    String clusterName;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address that the member port is bound to (default: ${DEFAULT-VALUE}).")
    String host;

    @Option(
            names = "--port",
            defaultValue = "5701",
            paramLabel = "PORT",
            description = "Member port (default: ${DEFAULT-VALUE}).")
    int port;

    @Mixin
    ControlOptions control;

    @Option(
            names = "--join",
            split = ",",
            paramLabel = "HOST:PORT",
            description =
                    "A member to find the cluster by; may be given several times. None: this member begins a cluster.")
    List<String> join = new ArrayList<>();

    @Option(
            names = "--source",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "A server of 100-byte records to read from; may be given several times, or not at all.")
    List<String> sources = new ArrayList<>();

    @Mixin
    SourceTlsOptions sourceTls;

    @Option(
            names = "--readers",
            defaultValue = "2",
            paramLabel = "N|auto",
            description =
                    "Connections to the sources, spread evenly over them; auto: one for every two processors, and at least one for each source (default: ${DEFAULT-VALUE}).")
    String readers = "";

    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Cards to load (default: ${DEFAULT-VALUE}).")
    int cards;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions to load a card, spread over 90 days (default: ${DEFAULT-VALUE}).")
    int history;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of the loaded histories (default: ${DEFAULT-VALUE}).")
    long seed;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--shards",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description = "Shards of the cluster, the same on all members; auto: from --cards and --members (default:"
                    + " ${DEFAULT-VALUE}).")
    String shards;

    @Option(
            names = "--partition-threads",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Threads that score, each for its share of this member's shards; auto: as many as processors, at"
                            + " least two (default: ${DEFAULT-VALUE}).")
    String partitionThreads = "";

    @Option(
            names = "--members",
            paramLabel = "N",
            description =
                    "Members that the cluster is planned for, for --shards auto and --min-members auto (default: 2,"
                            + " and unknown to --min-members).")
    @Nullable
    Integer members;

    @Option(
            names = "--backups",
            defaultValue = "1",
            paramLabel = "0|1|2",
            description = "Synchronous backups of each shard (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--acks",
            defaultValue = "strict",
            paramLabel = "strict|fast",
            description =
                    "strict: after a member is lost, answers wait until each shard has all its copies again; fast:"
                            + " they do not (default: ${DEFAULT-VALUE}).")
    Acks acks;

    @Option(
            names = "--min-members",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description = "Fewer members score nothing, as the smaller side of a split network; auto: more than half of"
                    + " --members where these are three or more, else 1 (default: ${DEFAULT-VALUE}).")
    String minMembers;

    @Option(
            names = "--degraded-after",
            defaultValue = "10s",
            paramLabel = "TIME|never",
            description =
                    "With strict acks: when too few members are left to hold all copies, go on with fewer after that"
                            + " time; never: only by 'ctl expect', or when the others left in order (default:"
                            + " ${DEFAULT-VALUE}).")
    String degradedAfter;

    @Option(
            names = "--zone",
            paramLabel = "NAME",
            description =
                    "Zone of this machine; copies of a shard then never share one. All members have a zone, or none.")
    @Nullable
    String zone;

    @Mixin
    public MemoryOptions memory;

    @Mixin
    StorageOptions storage;

    @Option(
            names = "--history-memory",
            defaultValue = "auto",
            paramLabel = "SIZE|auto",
            description =
                    "Bound on the pages of histories; auto: at most 80 %% of the heap or native memory, less where"
                            + " shards are few and large (default: ${DEFAULT-VALUE}).")
    String historyMemory;

    @Option(
            names = "--entries-per-card",
            defaultValue = "" + HistoryLimits.ENTRIES_PER_CARD_DEFAULT,
            paramLabel = "N",
            description =
                    "Most transactions held a card; the oldest are dropped and counted (default: ${DEFAULT-VALUE}).")
    int entriesPerCard;

    @Option(
            names = "--unknown-cards",
            defaultValue = "accept",
            paramLabel = "accept|reject",
            description =
                    "reject: a transaction of a card without a history is rejected, wherever it comes from; the same"
                            + " on all members (default: ${DEFAULT-VALUE}).")
    UnknownCards unknownCards;

    @Mixin
    SweepOptions sweeps;

    @Mixin
    IntakeOptions intake;

    @Mixin
    KafkaOptions kafka;

    @Mixin
    ConsoleOptions console;

    @Mixin
    GatewayOptions gateway;

    @Mixin
    ApiOptions api;

    @Option(
            names = "--jmx-exporter",
            paramLabel = "[ADDRESS:]PORT",
            description = "Where the JMX exporter serves Hazelcast's and the JVM's figures, on 127.0.0.1 by default"
                    + " (default: none).")
    @Nullable
    public String jmxExporter;

    @Option(names = "--hazelcast-config", paramLabel = "FILE", description = "Hazelcast's own YAML to start from.")
    @Nullable
    Path hazelcastConfig;

    @Option(
            names = "--load",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false|FOLDER",
            description =
                    "Load when the member has started: generated histories, or those of a folder that 'import' has made (default: ${DEFAULT-VALUE}).")
    String load;

    @Option(
            names = "--start",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description = "Score when the member has started and loaded.")
    boolean start;

    /**
     * The checked configuration.
     *
     * @throws IllegalArgumentException naming the key, its value and what it may be
     */
    public MemberConfig toConfig() {
        return new MemberConfig(
                network(),
                shards(),
                new MemberConfig.Histories(
                        memory.kind,
                        historyBound(),
                        OptionValues.within(
                                "entries-per-card",
                                entriesPerCard,
                                HistoryLimits.ENTRIES_PER_CARD_FLOOR,
                                HistoryLimits.ENTRIES_PER_CARD_CEILING),
                        unknownCards,
                        sweeps.toSettings()),
                storage.toOnDisk(Optional.ofNullable(members), kafka.toVerdicts(host, port)),
                intake.toIntake(),
                new MemberConfig.Sources(
                        OptionValues.addresses("source", sources),
                        sourceTls.toTls(),
                        OptionValues.within(
                                "readers",
                                OptionValues.numberOrAuto("readers", readers, autoReaders()),
                                1,
                                MemberLimits.READERS_MAX)),
                new MemberConfig.Generated(
                        OptionValues.within("cards", cards, 0, Integer.MAX_VALUE),
                        OptionValues.within("history", history, 0, HistoryLimits.ENTRIES_PER_CARD_CEILING),
                        seed,
                        traffic.traffic),
                console.toSettings(),
                gateway.toSettings(),
                api.toSettings(),
                kafka.toSettings(host, port),
                storage.toBackupCommands(),
                atStart());
    }

    private int autoReaders() {
        int ofProcessors = Runtime.getRuntime().availableProcessors() / 2;
        return Math.max(1, Math.min(MemberLimits.READERS_MAX, Math.max(sources.size(), ofProcessors)));
    }

    private MemberConfig.AtStart atStart() {
        boolean isFolder = !load.equals("true") && !load.equals("false");
        return new MemberConfig.AtStart(
                !load.equals("false"),
                isFolder ? Optional.of(ImportedFolder.open(Path.of(load)).folder()) : Optional.empty(),
                start);
    }

    private MemberConfig.Network network() {
        return new MemberConfig.Network(
                clusterName,
                host,
                OptionValues.within("port", port, 1, MemberLimits.PORT_MAX),
                control.address(port),
                control.secret(host),
                OptionValues.addresses("join", join),
                Optional.ofNullable(hazelcastConfig),
                control.needsUser(console.users));
    }

    private MemberConfig.Shards shards() {
        return new MemberConfig.Shards(
                shardCount(),
                OptionValues.within("backups", backups, 0, MemberLimits.BACKUPS_MAX),
                acks,
                leastMembers(),
                degradedAfter(),
                zone(),
                OptionValues.within(
                        "partition-threads",
                        OptionValues.numberOrAuto(
                                "partition-threads",
                                partitionThreads,
                                Math.max(2, Runtime.getRuntime().availableProcessors())),
                        1,
                        MemberLimits.PARTITION_THREADS_MAX));
    }

    private Optional<String> zone() {
        if (zone != null && !zone.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
            throw new IllegalArgumentException(
                    "zone must be a name of letters, digits, dots, dashes and underscores: zone=" + zone);
        }
        return Optional.ofNullable(zone);
    }

    private int plannedMembers() {
        return OptionValues.within(
                "members", members == null ? MemberLimits.MEMBERS_DEFAULT : members, 1, MemberLimits.MEMBERS_MAX);
    }

    private int leastMembers() {
        if (minMembers.equals("auto")) {
            return members == null ? 1 : ClusterPlan.leastMembers(plannedMembers());
        }
        try {
            return OptionValues.within("min-members", Integer.parseInt(minMembers), 1, MemberLimits.MEMBERS_MAX);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("min-members must be a number or auto: min-members=" + minMembers, e);
        }
    }

    private Optional<Duration> degradedAfter() {
        if (degradedAfter.equals("never")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DurationConverter().convert(degradedAfter));
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException(
                    "degraded-after must be a time such as 10s, or never: degraded-after=" + degradedAfter, e);
        }
    }

    private int shardCount() {
        if (shards.equals("auto")) {
            return ShardPlan.shards(cards, plannedMembers());
        }
        try {
            return OptionValues.within("shards", Integer.parseInt(shards), 1, ShardPlan.SHARDS_MAX);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("shards must be a number or auto: shards=" + shards, e);
        }
    }

    private HistoryBound historyBound() {
        long heapBytes = MemorySize.ofThisJvm(MemoryKind.HEAP);
        boolean isOnHeap = memory.kind == MemoryKind.HEAP;
        if (historyMemory.equals("auto")) {
            return isOnHeap
                    ? HistoryBound.onHeap(heapBytes, shardCount(), backups)
                    : HistoryBound.inNative(MemorySize.ofThisJvm(memory.kind), heapBytes, shardCount(), backups);
        }
        long bytes = MemorySize.parse("history-memory", historyMemory);
        return isOnHeap
                ? HistoryBound.fixed(bytes)
                : HistoryBound.fixedInNative(bytes, heapBytes, shardCount(), backups);
    }
}
