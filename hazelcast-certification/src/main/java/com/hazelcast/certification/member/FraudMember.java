package com.hazelcast.certification.member;

import com.hazelcast.certification.api.cards.CardTokens;
import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.http.ApiMeter;
import com.hazelcast.certification.api.http.ApiParts;
import com.hazelcast.certification.api.http.ApiPort;
import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.audit.AuditContext;
import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.cluster.DesiredState.Scoring;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.cluster.MemberControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.api.MemberHealth;
import com.hazelcast.certification.console.flagged.CardLinks;
import com.hazelcast.certification.console.members.ClusterConsoles;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.copies.CopiesContext;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.copies.DeliveryWatch;
import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.LoadingContext;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.WatchedCards;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.SocketReader;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.map.IMap;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running member: Hazelcast, its shards, its readers, its gateway, its metrics and its console, wired together. Thread-safe.
 *
 * <p>{@link #close} closes the gateway, stops the readers, waits for the answers to what they have read, hands the shards over, and leaves.
 */
public final class FraudMember implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FraudMember.class);
    private static final long DRAIN_MAX_MS = 10_000;
    private static final long DRAIN_STEP_MS = 5;
    private static final long END_STEP_MS = 500;

    private final MemberConfig config;
    private final Clock clock;
    private final FraudMetrics metrics;
    private final ShardContext shards;
    private final ScoringContext scoring;
    private final ShardLoader loader;
    private final HistoryMemory memory;
    private final HazelcastInstance hazelcast;
    private final ShardKeys keys;
    private final DesiredState desired;
    private final OwnedShards ownedShards;
    private final LoadDriver loadDriver;
    private final InFlightGate gate;
    private final Copies copies;
    private final DeliveryWatch deliveries;
    private final Router router;
    private final SourceReaders readers;
    private final MemberPulse pulse;
    private final Optional<Gateway> gateway;
    private final Console console;
    private final Optional<ApiPort> api;
    private final StartWhenLoaded starter;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean loading;
    private volatile boolean leaving;
    private volatile boolean isScoring;

    private FraudMember(MemberConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
        metrics = new FraudMetrics(clock);
        shards = new ShardContext(config.backups(), config.minMembers());
        scoring = new ScoringContext(
                metrics,
                new WatchedCards(
                        code -> config.cardKey().map(key -> key.identify(code)).orElse(code)),
                config.backups(),
                config.unknownCards(),
                clock);
        LoadingContext loads = new LoadingContext();
        AuditContext audit = new AuditContext();
        // Before anything is opened: without files nothing works for long.
        Optional<GatewaySettings> gatewaySettings = OpenFiles.ofThisProcess().fit(config.gateway(), config.readers());
        memory = new HistoryMemory(config.memory(), config.historyBound());
        loader = new ShardLoader(memory, config.entriesPerCardMax(), config.cardKey(), loads.loaded());
        var hazelcastConfig = HazelcastConfiguration.of(config, memory, loader);
        var userContext = hazelcastConfig.getUserContext();
        shards.register(userContext);
        scoring.register(userContext);
        loads.register(userContext);
        audit.register(userContext);
        new CopiesContext().register(userContext);
        hazelcastConfig.addListenerConfig(new ListenerConfig(shards.deliveries()));
        hazelcast = joined(hazelcastConfig);
        HazelcastConfiguration.seal(hazelcastConfig);
        keys = ShardKeys.of(hazelcast);
        desired = new DesiredState(hazelcast);
        IMap<Integer, HistoryShard> map = ShardMap.of(hazelcast);
        ownedShards = new OwnedShards(hazelcast, map, keys, config.backups());
        loadDriver = new LoadDriver(map, keys);
        gate = new InFlightGate(config.inFlightMax());
        starter = new StartWhenLoaded(map, keys, this::startScoring);
        copies = new Copies(
                hazelcast, map, keys, config.backups(), config.minMembers(), config.degradedAfter(), config.acks());
        router = new Router(map, keys, config.batchLimit(), config.acks(), copies, metrics);
        router.watchHeld(gate);
        AnswerAccounting answers = new AnswerAccounting(gate, metrics);
        readers = new SourceReaders(
                config.sources(),
                config.readers(),
                source -> new SocketReader(
                        source,
                        router,
                        gate,
                        answers,
                        metrics,
                        clock,
                        config.futureTolerance(),
                        config.cardKey(),
                        config.sourceTls(),
                        config.latencyFrom()));
        pulse = new MemberPulse(
                () -> isScoring, copies::figures, copies::backupsNeeded, router, readers, metrics.lastMinute());
        gateway = gatewaySettings.map(settings -> openGateway(settings, answers));
        new MembershipLog(hazelcast.getCluster());
        new MemberCount(hazelcast.getCluster(), config.historyBound()::setMembers);
        gateway.ifPresent(opened ->
                new MemberCount(hazelcast.getCluster(), members -> opened.see(members, config.minMembers(), false)));
        deliveries = new DeliveryWatch(
                hazelcast,
                shards.members(),
                shards.deliveries(),
                desired::hasHistories,
                view -> gateway.ifPresent(opened -> opened.see(view.members().size(), config.minMembers(), true)));
        DepartedShards.watch(hazelcast);
        metrics.observe(gate, router);
        metrics.observe(memory, ownedShards);
        metrics.observe(loadDriver::progress, this::shownState);
        metrics.observe(pulse::vitals);
        metrics.observeCopies(copies::figures);
        gateway.ifPresent(opened -> metrics.observeGateway(opened::connectionCount));
        MemberParts parts = parts(map);
        console = openConsole(parts);
        api = config.api().map(settings -> openApi(settings, parts, answers));
        new MemberControl(new FraudMemberControl(this), audit).register(hazelcast);
    }

    private static HazelcastInstance joined(Config hazelcastConfig) {
        HazelcastInstance joined = Hazelcast.newHazelcastInstance(hazelcastConfig);
        try {
            CardKeyAgreement.require(joined);
            return joined;
        } catch (RuntimeException e) {
            joined.shutdown();
            throw e;
        }
    }

    private Gateway openGateway(GatewaySettings settings, AnswerAccounting answers) {
        try {
            return new Gateway(
                    settings,
                    router,
                    gate,
                    answers,
                    metrics,
                    metrics,
                    clock,
                    config.futureTolerance(),
                    config.cardKey());
        } catch (RuntimeException e) {
            hazelcast.shutdown();
            throw e;
        }
    }

    private MemberParts parts(IMap<Integer, HistoryShard> map) {
        return new MemberParts(
                hazelcast,
                map,
                keys,
                metrics,
                scoring.flagged(),
                memory,
                loadDriver::progress,
                this::shownState,
                pulse::vitals,
                ownedShards,
                config.backups(),
                config.zone(),
                config.cardKey(),
                clock);
    }

    private Console openConsole(MemberParts parts) {
        try {
            return new Console(config.console(), parts, new ClusterConsoles(hazelcast));
        } catch (RuntimeException e) {
            gateway.ifPresent(Gateway::close);
            hazelcast.shutdown();
            throw e;
        }
    }

    private ApiPort openApi(ApiSettings settings, MemberParts parts, AnswerAccounting answers) {
        ApiMeter meter = metrics.openApi();
        DecisionDesk desk = new DecisionDesk(
                settings.decisions(),
                router,
                gate,
                answers,
                metrics,
                meter,
                clock,
                config.futureTolerance(),
                config.cardKey(),
                this::takesTransactions);
        ClusterConsoles shared = new ClusterConsoles(hazelcast);
        CardLinks links = new CardLinks(shared::cardLinkKey, shared::knownCardLinkKey);
        CardTokens tokens = new CardTokens() {
            @Override
            public String tokenOf(long card) {
                return links.linkOf(card);
            }

            @Override
            public OptionalLong cardOf(String token) {
                return links.cardOf(token);
            }
        };
        try {
            return new ApiPort(
                    settings,
                    new ApiParts(desk, new Cards(parts.map(), keys), tokens, new MemberHealth(parts), meter, clock));
        } catch (RuntimeException e) {
            console.close();
            gateway.ifPresent(Gateway::close);
            hazelcast.shutdown();
            throw e;
        }
    }

    /** Whether a transaction that came now would be scored. */
    private boolean takesTransactions() {
        return isScoring
                && !leaving
                && hazelcast.getLifecycleService().isRunning()
                && hazelcast.getCluster().getMembers().size() >= config.minMembers();
    }

    /**
     * Starts a member and, as configured, begins to load and to score.
     *
     * @throws RuntimeException when Hazelcast or a port of this member cannot start; says why
     */
    public static FraudMember start(MemberConfig config, Clock clock) {
        FraudMember member = new FraudMember(config, clock);
        member.begin();
        return member;
    }

    private void begin() {
        var unusedListener = hazelcast.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.SHUTDOWN) {
                ended();
            }
        });
        // Nothing is read while shards are missing, unless the others read already.
        Scoring joined = desired.scoring().orElse(Scoring.STOPPED);
        boolean wanted = config.start() || joined != Scoring.STOPPED;
        if (config.load()) {
            CompletableFuture<Void> unused = loadInBackground(null).thenRun(() -> {
                if (wanted) {
                    startScoring();
                }
            });
        } else if (wanted) {
            start(joined == Scoring.SCORING ? StartWhen.NOW : StartWhen.LOADED);
        }
    }

    private void ended() {
        if (!leaving) {
            LOG.error("Hazelcast has stopped by itself; this member scores nothing any more, start it again");
        }
        // Nothing can be submitted any more, so nothing is tried again.
        router.close();
        api.ifPresent(ApiPort::close);
        end.countDown();
    }

    /**
     * Waits until Hazelcast has stopped.
     *
     * @return whether that was this member's own leaving
     */
    public boolean awaitEnd() throws InterruptedException {
        while (!end.await(END_STEP_MS, TimeUnit.MILLISECONDS)) {
            // After an error of its own Hazelcast stops without a word to its listeners.
            if (!leaving && !hazelcast.getLifecycleService().isRunning()) {
                ended();
            }
        }
        return leaving;
    }

    void arm(LoadSpec spec) {
        loader.arm(spec, keys, hazelcast.getPartitionService());
    }

    void disarm() {
        loader.disarm();
    }

    /** Loads the cluster from this member; a null specification means this member's configuration, from now. */
    CompletableFuture<Void> loadInBackground(@Nullable LoadSpec wanted) {
        LoadSpec spec = wanted != null
                ? wanted
                : new LoadSpec(config.cards(), config.historyPerCard(), config.seed(), clock.millis());
        loading = true;
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> load(spec, done), "fraud-load");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    private void load(LoadSpec spec, CompletableFuture<Void> done) {
        ClusterControl cluster = new ClusterControl(hazelcast);
        try {
            loadDriver.run(spec, cluster::arm);
            desired.setHasHistories();
            shards.deliveries().histories();
            LoadProgress progress = loadDriver.progress();
            LOG.info("loaded {} shards in {} ms", progress.shardCount(), progress.elapsedMs());
            loading = false;
            done.complete(null);
        } catch (InterruptedException | RuntimeException e) {
            loading = false;
            LOG.error("load ended early: {}", e.toString(), e);
            done.completeExceptionally(e);
        } finally {
            cluster.disarm();
        }
    }

    void start(StartWhen when) {
        if (when == StartWhen.LOADED && !isScoring) {
            desired.setScoring(Scoring.SCORING_WHEN_LOADED);
            starter.begin();
        } else {
            starter.cancel();
            startScoring();
        }
    }

    private void startScoring() {
        desired.setScoring(Scoring.SCORING);
        readers.start();
        gateway.ifPresent(Gateway::serve);
        isScoring = true;
    }

    /** Stops the readers and the gateway, and waits until everything read has been answered, or too long. */
    StopReport stopScoring() {
        desired.setScoring(Scoring.STOPPED);
        starter.cancel();
        isScoring = false;
        try {
            if (gateway.isPresent()) {
                gateway.get().pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        drain();
        int inFlight = gate.inFlight();
        if (inFlight > 0) {
            LOG.warn("stopped reading; {} transactions that were read are still not answered", inFlight);
        }
        return new StopReport(address(), inFlight);
    }

    private void drain() {
        try {
            readers.stop();
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MAX_MS);
            // Without Hazelcast nothing is answered any more.
            while (gate.inFlight() > 0
                    && hazelcast.getLifecycleService().isRunning()
                    && System.nanoTime() < deadlineNs) {
                Thread.sleep(DRAIN_STEP_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** The load that this member drives, or has driven. */
    public LoadState loadState() {
        return new LoadState(loading, loadDriver.progress());
    }

    private String address() {
        return MemberAddress.of(hazelcast.getCluster().getLocalMember());
    }

    /** What this member says of itself. Costs a call to each shard that it owns, at most once a second. */
    public MemberStatus status() {
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
                owned.owned(),
                owned.loaded(),
                owned.sum(),
                memory.usedBytes(),
                memory.kind().label(),
                config.backups(),
                metrics.verdictsFrom(0),
                metrics.verdictsFrom(1),
                metrics.accounting(),
                loadDriver.progress(),
                metrics.latency().sinceStart(),
                metrics.latency().recent(),
                gcCount,
                gcPauseMs);
    }

    private MemberState shownState() {
        return pulse.shown(state());
    }

    private MemberState state() {
        if (leaving) {
            return MemberState.LEAVING;
        }
        if (hazelcast.getCluster().getMembers().size() < config.minMembers()) {
            return MemberState.TOO_FEW_MEMBERS;
        }
        if (loading) {
            return MemberState.LOADING;
        }
        if (starter.isWaiting()) {
            return MemberState.WAITING_FOR_LOAD;
        }
        return isScoring ? MemberState.SCORING : MemberState.IDLE;
    }

    @Override
    public void close() {
        leaving = true;
        // First: clients go to other members while this one answers what it has taken.
        gateway.ifPresent(Gateway::close);
        starter.cancel();
        drain();
        if (gate.inFlight() > 0) {
            LOG.warn(
                    "leaving while {} transactions that this member read are not answered: whoever sent them gets no answer here",
                    gate.inFlight());
        }
        router.close();
        deliveries.close();
        copies.close();
        copies.sayLeaving();
        hazelcast.shutdown();
        api.ifPresent(ApiPort::close);
        console.close();
    }
}
