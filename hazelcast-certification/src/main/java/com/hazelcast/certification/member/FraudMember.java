package com.hazelcast.certification.member;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.api.http.ApiPort;
import com.hazelcast.certification.audit.AuditContext;
import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.audit.ShardProgress;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.cluster.DesiredState.Scoring;
import com.hazelcast.certification.cluster.MemberControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.copies.CopiesContext;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.copies.DeliveryWatch;
import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.kafka.KafkaReaders;
import com.hazelcast.certification.kafka.verdicts.MemberVerdicts;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.labelling.LabelDesk;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.LoadedShards;
import com.hazelcast.certification.loading.LoadingContext;
import com.hazelcast.certification.loading.ShardDelivery;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.loading.StoredShards;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.removing.CardRemoval;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rulebook.MemberRules;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.FirstRules;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.CardKeyAgreement;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.certification.shard.FormatAgreement;
import com.hazelcast.certification.shard.MemberCount;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running member: Hazelcast, its shards, its readers, its gateway, its metrics and its console, wired together. Thread-safe.
 *
 * <p>{@link #close} closes the gateway, stops the readers, waits for the answers to what they have read, hands the shards over, and leaves.
 */
public final class FraudMember implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FraudMember.class);

    private final MemberConfig config;
    private final Clock clock;
    private final OpenParts parts;
    private final MemberLifecycle lifecycle = new MemberLifecycle();
    private final FraudMetrics metrics;
    private final ShardContext shards;
    private final RulesInUse rules;
    private final ScoringContext scoring;
    private final ShardLoader loader;
    private final HistoryMemory memory;
    private final Optional<ShardStorage> storage;
    private final LifeAgreement life;
    private final HazelcastInstance hazelcast;
    private final ShardKeys keys;
    private final DesiredState desired;
    private final OwnedShards ownedShards;
    private final ShardProgress progress;
    private final MemberLoad load;
    private final InFlightGate gate;
    private final Copies copies;
    private final Optional<MemberVerdicts> verdicts;
    private final ShardDelivery delivery;
    private final Router router;
    private final LabelDesk labels;
    private final CardRemoval removal;
    private final MemberPulse pulse;
    private final MemberReport report;
    private final Optional<Gateway> gateway;
    private final ScoringSwitch scoringSwitch;
    private final Console console;
    private final Optional<ApiPort> api;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Optional<String> refusal = Optional.empty();
    private boolean hasStoredShards; // written by the thread that starts the member
    private final Object closing = new Object(); // held by the one that closes

    private FraudMember(MemberConfig config, Clock clock, OpenParts parts, ClusterFormat format) {
        this.config = config;
        this.clock = clock;
        this.parts = parts;
        int backups = config.shards().backups();
        int minMembers = config.shards().minMembers();
        Optional<CardKey> cardKey = config.intake().cardKey();
        Logs.setMember(config.network().host() + ":" + config.network().port());
        metrics = new FraudMetrics(clock);
        metrics.observeLog(Logs::leftOut);
        shards = new ShardContext(backups, minMembers);
        rules = new RulesInUse(FirstRules.compile(config.intake().rules(), cardKey));
        scoring = new ScoringContext(metrics, rules, backups, config.histories().unknownCards(), clock);
        metrics.rules().expect(rules.active());
        AuditContext audit = new AuditContext();
        // Before anything is opened: without files nothing works for long.
        Optional<GatewaySettings> gatewaySettings = parts.look(
                MemberPart.FILES,
                () -> OpenFiles.ofThisProcess()
                        .fit(config.gateway(), config.sources().readers()));
        memory = new HistoryMemory(
                config.histories().memory(), config.histories().bound());
        storage = config.onDisk()
                .map(onDisk -> parts.open(MemberPart.STORAGE, () -> stored(onDisk), ShardStorage::close));
        storage.ifPresent(shards::keepIn);
        life = new LifeAgreement(storage, clock);
        LoadedShards loaded = new LoadedShards();
        loader = new ShardLoader(memory, config.histories().entriesPerCardMax(), cardKey, loaded);
        FormatAgreement formats = new FormatAgreement(format);
        Config hazelcastConfig = HazelcastConfiguration.of(config, memory, formats);
        life.configure(hazelcastConfig);
        var userContext = hazelcastConfig.getUserContext();
        shards.register(userContext);
        scoring.register(userContext);
        rules.register(userContext);
        MemberRules ruleBook = new MemberRules(
                rules,
                code -> cardKey.map(key -> key.identify(code)).orElse(code),
                config.onDisk().map(MemberConfig.OnDisk::folder),
                clock,
                metrics.rules()::expect,
                metrics.shadows()::figures,
                metrics.rules()::decisions,
                config.intake().needsSecondPerson(),
                config.intake().shadowBudget());
        ruleBook.register(userContext);
        metrics.rules().observeBook(ruleBook::book, ruleBook::takenBack);
        new LoadingContext(loader, loaded).register(userContext);
        audit.register(userContext);
        new CopiesContext().register(userContext);
        delivery = new ShardDelivery(shards.deliveries(), memory::installedShards);
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
        parts.open(
                MemberPart.RULES,
                () -> {
                    ruleBook.begin(hazelcast);
                    return ruleBook;
                },
                MemberRules::close);
        keys = ShardKeys.of(hazelcast);
        IMap<Integer, HistoryShard> map = ShardMap.of(hazelcast);
        parts.open(
                MemberPart.DELIVERY,
                () -> {
                    delivery.begin(map, this::view, () -> areEnough() && life.isAgreed());
                    return delivery;
                },
                ShardDelivery::close);
        storage.ifPresentOrElse(this::bringStoredShards, life::waitIsOver);
        ownedShards = new OwnedShards(hazelcast, map, keys, backups, clock);
        progress = new ShardProgress(ownedShards);
        load = new MemberLoad(
                hazelcast,
                new LoadDriver(map, keys),
                desired,
                shards.deliveries(),
                life,
                config.generated(),
                config.atStart().folder(),
                clock);
        gate = MemberPorts.openGate(config.intake(), keys.shardCount(), backups > 0);
        Acks acks = config.shards().acks();
        copies = parts.open(
                MemberPart.COPIES,
                () -> new Copies(
                        hazelcast,
                        map,
                        keys,
                        backups,
                        minMembers,
                        config.shards().degradedAfter(),
                        acks,
                        scoring.applied()),
                Copies::close);
        ruleBook.allowChanges(this::whyRulesStay);
        verdicts = storage.flatMap(ShardStorage::outcomes).map(this::sendVerdicts);
        router = parts.open(
                MemberPart.ROUTER,
                () -> new Router(
                        map,
                        keys,
                        config.intake().batchLimit(),
                        config.intake().latencyTarget(),
                        acks,
                        copies,
                        metrics),
                Router::close);
        scoring.applied().setOrigin(router.origin());
        router.watchHeld(gate);
        MemberPorts ports = new MemberPorts(parts, config, router, gate, metrics, clock);
        labels = ports.openLabels(map, keys, copies);
        ports.openSweeper(hazelcast, map, keys);
        ports.watchCodes(hazelcast, map, keys, ruleBook);
        removal = ports.removal(hazelcast, map, keys, copies);
        SourceReaders readers = ports.openReaders();
        Optional<KafkaReaders> kafka = ports.openKafka(rules, labels);
        pulse = new MemberPulse(
                lifecycle::isScoring, copies::figures, copies::backupsNeeded, router, readers, metrics.lastMinute());
        report = new MemberReport(config, hazelcast, lifecycle, load, pulse, ownedShards, memory, metrics, life);
        gateway = gatewaySettings.map(settings -> ports.openGateway(settings, rules));
        gateway.ifPresent(opened -> ports.openDirectory(opened, hazelcast));
        scoringSwitch = parts.open(
                MemberPart.SCORING,
                () -> new ScoringSwitch(
                        lifecycle, desired, readers, kafka, gateway, gate, delivery, map, keys, this::isClusterRunning),
                ScoringSwitch::cancel);
        new MembershipLog(hazelcast, backups, formats);
        new MemberCount(hazelcast.getCluster(), config.histories().bound()::setMembers);
        gateway.ifPresent(
                opened -> new MemberCount(hazelcast.getCluster(), members -> opened.see(members, minMembers, false)));
        var unusedDeliveries = parts.open(
                MemberPart.DELIVERIES,
                () -> new DeliveryWatch(
                        hazelcast, shards.members(), shards.deliveries(), desired::hasHistories, view -> {
                            gateway.ifPresent(
                                    opened -> opened.see(view.members().size(), minMembers, true));
                            scoringSwitch.follow();
                        }),
                DeliveryWatch::close);
        DepartedShards.watch(hazelcast, memory);
        observe();
        MemberParts watched = report.parts(map, keys, scoring.flagged(), rules, clock);
        AuditTrail trail = ports.openAudit();
        console = ports.openConsole(watched, hazelcast, trail);
        api = config.api()
                .map(settings -> ports.openApi(settings, watched, labels, hazelcast, trail, report::takesTransactions));
        var unusedCertificates = ports.openCertificates(gateway, console, api);
        parts.pass(MemberPart.CONTROL, () -> {
            var unused = lifecycle.become(MemberPhase.IDLE);
            ShardRestore restore = new ShardRestore(
                    hazelcast,
                    this::view,
                    memory,
                    clusterOnDisk(),
                    config.onDisk().flatMap(MemberConfig.OnDisk::key),
                    OutcomeRecord::replay);
            new MemberControl(new FraudMemberControl(this, kafka, storage, restore), audit, trail).register(hazelcast);
        });
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

    private MemberVerdicts sendVerdicts(OutcomeLog log) {
        VerdictTopic topic =
                config.onDisk().flatMap(MemberConfig.OnDisk::verdicts).orElseThrow();
        return parts.open(
                MemberPart.VERDICTS,
                () -> new MemberVerdicts(topic, log, rules, hazelcast, clock),
                MemberVerdicts::close);
    }

    /** What all members have alike whose folders can be read by each other. */
    private String clusterOnDisk() {
        return config.shards().count() + "-shards-"
                + config.intake().cardKey().map(CardKey::fingerprint).orElse("no-card-key");
    }

    private void bringStoredShards(ShardStorage opened) {
        hasStoredShards = !opened.recoveredKeys().isEmpty();
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

    private boolean areEnough() {
        return hazelcast.getCluster().getMembers().size() >= config.shards().minMembers();
    }

    /** A member that still delivers may bring the life of the other side of a split. */
    private boolean mayBeginLife() {
        return areEnough() && shards.deliveries().isThrough(shards.members().look(hazelcast.getCluster()));
    }

    private void refuse(String why) {
        LogEvent.OTHER_LIFE.at(LOG).log("{}", why);
        refusal = Optional.of(why);
        // What it keeps aside after a merge is of the other life.
        parts.close(MemberPart.DELIVERY);
        close();
    }

    /** A number that changes whenever the members change. */
    private long view() {
        return shards.members().look(hazelcast.getCluster()).number();
    }

    /** A side that is not all may not be the only one that changes them. */
    private String whyRulesStay() {
        int there = hazelcast.getCluster().getMembers().size();
        if (there < config.shards().minMembers()) {
            return "fewer members are here than min-members; start them first: members=" + there;
        }
        String degraded = copies.figures().degradedBecause();
        return degraded == null
                ? ""
                : "the cluster is degraded, and members that are not reached may decide by other rules; start them first: "
                        + degraded;
    }

    private void observe() {
        storage.ifPresent(opened -> metrics.observeStorage(opened::figures));
        verdicts.ifPresent(sending -> metrics.observeVerdicts(sending::figures));
        metrics.observe(gate, router);
        metrics.observe(memory, ownedShards);
        metrics.observe(load::progress, report::shownState, MemberState.OF_ITSELF);
        metrics.observe(pulse::vitals);
        metrics.observeCopies(copies::figures);
        gateway.ifPresent(opened -> metrics.observeGateway(opened::connectionCount, opened::handshakesWaiting));
    }

    private boolean isClusterRunning() {
        return hazelcast.getLifecycleService().isRunning();
    }

    /**
     * Starts a member and, as configured, begins to load and to score. When a step fails, whatever had started is closed again.
     *
     * @throws RuntimeException when Hazelcast or a port of this member cannot start; says why
     */
    public static FraudMember start(MemberConfig config, Clock clock) {
        return start(config, clock, new OpenParts(), ClusterFormat.OF_THIS_RELEASE);
    }

    static FraudMember start(MemberConfig config, Clock clock, OpenParts parts, ClusterFormat format) {
        MemberLimits.requireRelations();
        FraudMember member;
        try {
            member = new FraudMember(config, clock, parts, format);
        } catch (RuntimeException e) {
            throw parts.unwind(e);
        }
        try {
            parts.pass(MemberPart.BEGIN, member::begin);
        } catch (RuntimeException e) {
            var unusedFailed = member.lifecycle.become(MemberPhase.FAILED);
            throw parts.unwind(e);
        }
        return member;
    }

    private void begin() {
        life.whenRefused(this::refuse);
        var unusedListener = hazelcast.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.SHUTDOWN) {
                ended();
            }
        });
        // Nothing is read while shards are missing, unless the others read already. Where they were stopped, it waits
        // with them.
        Optional<Scoring> requested = desired.scoring();
        Scoring joined = requested.orElse(Scoring.STOPPED);
        boolean startRequested = requested.isEmpty() ? config.atStart().start() : joined != Scoring.STOPPED;
        if (!startRequested) {
            scoringSwitch.followOthers();
        }
        if (hasStoredShards && startRequested) {
            // Each shard is scored as soon as it is with its owner.
            scoringSwitch.start(StartWhen.NOW);
        } else if (config.atStart().load() && hasStoredShards) {
            LOG.info("nothing is loaded: the data folder has histories; what is not in it, load with ctl load");
        } else if (config.atStart().load()) {
            CompletableFuture<Void> unused = load.begin(Optional.empty()).thenRun(() -> {
                if (startRequested) {
                    scoringSwitch.start(StartWhen.NOW);
                }
            });
        } else if (startRequested) {
            scoringSwitch.start(joined == Scoring.SCORING ? StartWhen.NOW : StartWhen.LOADED);
        }
    }

    private void ended() {
        if (lifecycle.become(MemberPhase.FAILED)) {
            LogEvent.MEMBER_ENDED
                    .at(LOG)
                    .log("Hazelcast has stopped by itself; this member scores nothing any more, start it again");
            scoringSwitch.abandon();
        }
        // Nothing can be submitted any more, so nothing is tried again.
        router.close();
        labels.close();
        delivery.close();
        life.close();
        verdicts.ifPresent(lifecycle.phase().isOwnEnd() ? MemberVerdicts::close : MemberVerdicts::abandon);
        storage.ifPresent(ShardStorage::close);
        api.ifPresent(ApiPort::close);
        end.countDown();
    }

    /**
     * Waits until Hazelcast has stopped.
     *
     * @return whether that was this member's own leaving
     */
    public boolean awaitEnd() throws InterruptedException {
        while (!end.await(MemberLimits.END_STEP_MS, TimeUnit.MILLISECONDS)) {
            // After an error of its own Hazelcast stops without a word to its listeners.
            if (!lifecycle.phase().isEnd() && !isClusterRunning()) {
                ended();
            }
        }
        return lifecycle.phase().isOwnEnd();
    }

    /** Why this member had to end by itself, its data folder being of another life of the cluster; empty: it had not. */
    public Optional<String> refusal() {
        return refusal;
    }

    LifeAgreement life() {
        return life;
    }

    void arm(LoadSpec spec) {
        int members = hazelcast.getCluster().getMembers().size();
        int copies = Math.min(config.shards().backups() + 1, members);
        int shardsHeld = (keys.shardCount() * copies + members - 1) / members;
        loader.arm(spec, keys, shardsHeld);
    }

    void disarm() {
        loader.disarm();
    }

    LabelDesk labels() {
        return labels;
    }

    CardRemoval removal() {
        return removal;
    }

    MemberLoad load() {
        return load;
    }

    void start(StartWhen when) {
        scoringSwitch.start(when);
    }

    /** Stops the readers and the gateway, and waits until everything read has been answered, or too long. */
    StopReport stopScoring() {
        return new StopReport(report.address(), scoringSwitch.stop());
    }

    void expectMembers(int count) {
        copies.expect(count);
    }

    /** What strict answers wait for, and whether fewer copies than configured are enough. Costs nothing. */
    public CopyFigures copyFigures() {
        return copies.figures();
    }

    CopyGuard copies() {
        return copies;
    }

    ShardContext shards() {
        return shards;
    }

    /** Metrics of this member. */
    public FraudMetrics metrics() {
        return metrics;
    }

    /** The port of the gateway, if there is one. */
    public OptionalInt gatewayPort() {
        return gateway.map(opened -> OptionalInt.of(opened.port())).orElseGet(OptionalInt::empty);
    }

    /** The port of the HTTP API, if there is one. */
    public OptionalInt apiPort() {
        return api.map(opened -> OptionalInt.of(opened.port())).orElseGet(OptionalInt::empty);
    }

    /** The port of metrics and console. */
    public int httpPort() {
        return console.port();
    }

    /** Where metrics and console are served, without a path. */
    public String consoleUrl() {
        return console.url();
    }

    String answerConsole(String question) throws InterruptedException {
        return console.answer(question);
    }

    /** The Hazelcast instance inside. */
    public HazelcastInstance hazelcast() {
        return hazelcast;
    }

    /** Shards of this member that have not answered for so long: their partition thread hangs. Does not wait. */
    public List<Integer> silentShards(Duration limit) {
        return progress.silentFor(limit);
    }

    /** The load that this member drives, or has driven. */
    public LoadState loadState() {
        return load.state();
    }

    /** What this member reports of itself. Costs a call to each shard that it owns, at most once a second. */
    public MemberStatus status() {
        return report.status();
    }

    @Override
    public void close() {
        synchronized (closing) {
            var unusedLeaving = lifecycle.become(MemberPhase.LEAVING);
            try {
                leave();
            } catch (RuntimeException e) {
                throw parts.unwind(e);
            }
            parts.close();
            var unusedLeft = lifecycle.become(MemberPhase.LEFT);
        }
    }

    /** What the last member holds is nowhere else, and is read from its disk at the next start. */
    private void shortenLog() {
        boolean isLast =
                isClusterRunning() && hazelcast.getCluster().getMembers().size() == 1;
        if (isLast && storage.isPresent()) {
            try {
                storage.get().shortenLog();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void leave() {
        // First: clients go to other members while this one answers what it has taken.
        parts.close(MemberPart.DIRECTORY);
        parts.close(MemberPart.GATEWAY);
        parts.close(MemberPart.SCORING);
        scoringSwitch.drain();
        if (gate.inFlight() > 0) {
            LOG.warn(
                    "leaving while {} transactions that this member read are not answered: whoever sent them gets no"
                            + " answer here",
                    gate.inFlight());
        }
        parts.close(MemberPart.ROUTER);
        parts.close(MemberPart.LABELS);
        parts.close(MemberPart.SWEEPER);
        parts.close(MemberPart.RULE_CODES);
        parts.close(MemberPart.DELIVERY);
        parts.close(MemberPart.STORED_SHARDS);
        parts.close(MemberPart.DELIVERIES);
        parts.close(MemberPart.COPIES);
        copies.announceLeaving();
        shortenLog();
        // The console answers until the shards are handed over; then the rest is closed.
        parts.close(MemberPart.HAZELCAST);
        // Nothing is decided here any more.
        parts.close(MemberPart.VERDICTS);
        parts.close(MemberPart.STORAGE);
    }
}
