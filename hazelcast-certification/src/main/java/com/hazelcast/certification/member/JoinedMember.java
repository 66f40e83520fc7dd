package com.hazelcast.certification.member;

import com.hazelcast.certification.audit.AuditContext;
import com.hazelcast.certification.backtest.MemberBacktest;
import com.hazelcast.certification.backup.BackupSource;
import com.hazelcast.certification.backup.MemoryBackup;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.copies.CopiesContext;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.life.RestoreUnderWay;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadedShards;
import com.hazelcast.certification.loading.LoadingContext;
import com.hazelcast.certification.loading.ShardDelivery;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.loading.StoredShards;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rulebook.BookFiles;
import com.hazelcast.certification.rulebook.MemberRules;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.CardKeyAgreement;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.certification.shard.FormatAgreement;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * A member that has joined its cluster: Hazelcast with all that entry processors and messages find on a member, the member's disk, the life and
 * the rules that it has agreed on with the others, and the way of its shards to their owners. Transactions do not reach it yet.
 *
 * <p>Opened by the thread that starts the member, from the disk to the shards on it; thread-safe from then on.
 */
final class JoinedMember {
    final ShardContext shards;
    final ScoringContext scoring;
    final AuditContext audit = new AuditContext();
    final HistoryMemory memory;
    final Optional<ShardStorage> storage;
    final LifeAgreement life;
    final FormatAgreement formats;
    final MemberRules ruleBook;
    final ShardDelivery delivery;
    final HazelcastInstance hazelcast;
    final DesiredState desired;
    final RestoreUnderWay restoring;
    final ShardKeys keys;
    final IMap<Integer, HistoryShard> map;

    private final MemberConfig config;
    private final OpenParts parts;
    private final ShardLoader loader;
    private final boolean hasStoredShards;

    /**
     * Reads the disk, and joins.
     *
     * @param rules that decide until the member has those of the others
     * @throws RuntimeException when a step fails; what it had opened is among the parts
     */
    JoinedMember(
            MemberConfig config,
            Clock clock,
            OpenParts parts,
            ClusterFormat format,
            FraudMetrics metrics,
            RulesInUse rules) {
        this.config = config;
        this.parts = parts;
        int backups = config.shards().backups();
        Optional<CardKey> cardKey = config.intake().cardKey();
        LongUnaryOperator identify =
                code -> cardKey.map(key -> key.identify(code)).orElse(code);
        shards = new ShardContext(backups, config.shards().minMembers());
        scoring = new ScoringContext(metrics, rules, backups, config.histories().unknownCards(), clock);
        metrics.rules().expect(rules.active());
        memory = new HistoryMemory(
                config.histories().memory(), config.histories().bound());
        storage = config.onDisk()
                .map(onDisk -> parts.open(MemberPart.STORAGE, () -> stored(onDisk), ShardStorage::close));
        storage.ifPresent(shards::keepIn);
        life = new LifeAgreement(storage, clock);
        LoadedShards loaded = new LoadedShards();
        loader = new ShardLoader(memory, config.histories().entriesPerCardMax(), cardKey, loaded);
        formats = new FormatAgreement(format);
        Config hazelcastConfig = HazelcastConfiguration.of(config, memory, formats);
        life.configure(hazelcastConfig);
        var userContext = hazelcastConfig.getUserContext();
        shards.register(userContext);
        scoring.register(userContext);
        rules.register(userContext);
        ruleBook = new MemberRules(
                rules,
                identify,
                config.onDisk().map(onDisk -> new BookFiles(onDisk.folder(), onDisk.key())),
                clock,
                metrics.rules()::expect,
                metrics.shadows()::figures,
                metrics.rules()::decisions,
                config.intake().needsSecondPerson(),
                config.intake().ruleBudgetNs(),
                config.intake().shadowBudget(),
                config.intake().breaker());
        ruleBook.register(userContext);
        metrics.rules().observeBook(ruleBook::book, ruleBook::takenBack);
        new LoadingContext(loader, loaded).register(userContext);
        audit.register(userContext);
        new CopiesContext().register(userContext);
        shards.forgotten().among(memory::installedShards);
        delivery = new ShardDelivery(shards.deliveries(), shards.forgotten(), memory::installedShards);
        hazelcastConfig.addListenerConfig(new ListenerConfig(delivery));
        hazelcast = parts.open(
                MemberPart.HAZELCAST,
                () -> Hazelcast.newHazelcastInstance(hazelcastConfig),
                HazelcastInstance::shutdown);
        parts.pass(MemberPart.FORMAT, () -> formats.require(hazelcast));
        parts.pass(MemberPart.CARD_KEY, () -> CardKeyAgreement.require(hazelcast));
        HazelcastConfiguration.seal(hazelcastConfig);
        desired = new DesiredState(hazelcast);
        parts.open(
                MemberPart.LIFE,
                () -> {
                    life.begin(hazelcast, this::mayBeginLife, desired::hasHistories);
                    return life;
                },
                LifeAgreement::close);
        restoring = new RestoreUnderWay(storage.map(ShardStorage::disk), desired);
        boolean unusedRestoring = restoring.look();
        parts.open(
                MemberPart.RULES,
                () -> {
                    ruleBook.begin(hazelcast);
                    return ruleBook;
                },
                MemberRules::close);
        MemberBacktest backtests = MemberBacktest.of(hazelcast);
        backtests.identifyBy(identify);
        backtests.paceBy(metrics::batchCount);
        keys = ShardKeys.of(hazelcast);
        map = ShardMap.of(hazelcast);
        parts.open(
                MemberPart.DELIVERY,
                () -> {
                    delivery.begin(map, this::view, () -> areEnough() && life.isAgreed());
                    return delivery;
                },
                ShardDelivery::close);
        hasStoredShards =
                storage.filter(opened -> !opened.recoveredKeys().isEmpty()).isPresent();
        storage.ifPresentOrElse(this::bringStoredShards, life::waitIsOver);
    }

    /** What strict answers wait for. */
    Copies openCopies() {
        MemberConfig.Shards ofShards = config.shards();
        return parts.open(
                MemberPart.COPIES,
                () -> new Copies(
                        hazelcast,
                        map,
                        keys,
                        ofShards.backups(),
                        ofShards.minMembers(),
                        ofShards.degradedAfter(),
                        ofShards.acks(),
                        scoring.applied()),
                Copies::close);
    }

    /** The way of transactions to their shards. */
    Router openRouter(Copies copies, FraudMetrics metrics) {
        return parts.open(
                MemberPart.ROUTER,
                () -> new Router(
                        map,
                        keys,
                        config.intake().batchLimit(),
                        config.intake().latencyTarget(),
                        config.shards().acks(),
                        copies,
                        metrics),
                Router::close);
    }

    private ShardStorage stored(MemberConfig.OnDisk onDisk) {
        return ShardStorage.open(
                FolderDisk.open(onDisk.folder()),
                StorageSettings.of(
                        onDisk.durability(),
                        onDisk.key(),
                        clusterOnDisk(),
                        onDisk.verdicts().map(VerdictTopic::logMaxBytes).orElse(0L)),
                memory,
                OutcomeRecord::replay);
    }

    /** What all members have alike whose folders can be read by each other. */
    String clusterOnDisk() {
        return config.shards().count() + "-shards-"
                + config.intake().cardKey().map(CardKey::fingerprint).orElse("no-card-key");
    }

    /** What it has for a backup: its disk, or, without one, its memory. */
    BackupSource backups() {
        return storage.<BackupSource>map(kept -> kept::prepareBackup)
                .orElseGet(() -> new MemoryBackup(hazelcast, map, clusterOnDisk(), life, ruleBook::book));
    }

    private void bringStoredShards(ShardStorage opened) {
        if (hasStoredShards) {
            desired.setHasHistories();
        }
        MemberConfig.OnDisk onDisk = config.onDisk().orElseThrow();
        var unused = parts.open(
                MemberPart.STORED_SHARDS,
                () -> new StoredShards(
                        hazelcast,
                        opened,
                        life,
                        shards.deliveries(),
                        this::view,
                        onDisk.membersExpected(),
                        onDisk.expectedWithin()),
                StoredShards::close);
    }

    /** Whether the disk had shards when the member started. */
    boolean hasStoredShards() {
        return hasStoredShards;
    }

    /** The members that this one sees. */
    int memberCount() {
        return hazelcast.getCluster().getMembers().size();
    }

    private boolean areEnough() {
        return memberCount() >= config.shards().minMembers();
    }

    /** A member that still delivers may bring the life of the other side of a split. */
    private boolean mayBeginLife() {
        return areEnough() && shards.deliveries().isThrough(shards.members().look(hazelcast.getCluster()));
    }

    /** A number that changes whenever the members change. */
    long view() {
        return shards.members().look(hazelcast.getCluster()).number();
    }

    /** Whether Hazelcast runs; without it nothing is answered any more. */
    boolean isRunning() {
        return hazelcast.getLifecycleService().isRunning();
    }

    /** Has the member's map loader return what the load is of; imported histories are in that folder. */
    void arm(LoadSpec spec, Path folder) {
        int members = memberCount();
        int copies = Math.min(config.shards().backups() + 1, members);
        int shardsHeld = (keys.shardCount() * copies + members - 1) / members;
        loader.arm(spec, folder, keys, shardsHeld);
    }

    /** The load has ended. */
    void disarm() {
        loader.disarm();
    }

    /** Shortens the log if this is the last member: what it holds is nowhere else, and is read from its disk at the next start. */
    void shortenLogOfLast() {
        boolean isLast = isRunning() && memberCount() == 1;
        if (isLast && storage.isPresent()) {
            try {
                storage.get().shortenLog();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
