package com.hazelcast.certification.member;

import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.MemberParts;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.metrics.CopyFigures;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.ShardFigures;
import com.hazelcast.certification.routing.AnswerBooks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.WatchedCards;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.certification.source.SocketReader;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.certification.source.door.Door;
import com.hazelcast.certification.source.door.DoorSettings;
import com.hazelcast.cluster.Address;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running member: Hazelcast, its shards, its readers, its door, its metrics and its console, wired together. Thread-safe.
 *
 * <p>{@link #close} closes the door, stops the readers, waits for the answers to what they have read, hands the shards over, and leaves.
 */
public final class FraudMember implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FraudMember.class);
    private static final long DRAIN_MAX_MS = 10_000;
    private static final long DRAIN_STEP_MS = 5;
    private static final long END_STEP_MS = 500;

    private static final String DESIRED_STATE = "state";
    private static final String HISTORIES = "histories";
    private static final String LOADED = "loaded";
    private static final String SCORING = "scoring";
    private static final String SCORING_WHEN_LOADED = "scoring-when-loaded";
    private static final String STOPPED = "stopped";

    private final MemberConfig config;
    private final FraudMetrics metrics = new FraudMetrics();
    private final ScoringContext context;
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
    private final Optional<Door> door;
    private final Console console;
    private final StartWhenLoaded starter;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean loading;
    private volatile boolean leaving;
    private volatile boolean isScoring;

    private FraudMember(MemberConfig config, Clock clock) {
        this.config = config;
        context = new ScoringContext(
                metrics,
                new WatchedCards(
                        code -> config.cardKey().map(key -> key.identify(code)).orElse(code)),
                config.backups(),
                config.minMembers(),
                config.unknownCards());
        // Before anything is opened: without files nothing works for long.
        Optional<DoorSettings> doorSettings = OpenFiles.ofThisProcess().fit(config.door(), config.readers());
        memory = new HistoryMemory(config.memory(), config.historyBound());
        loader = new ShardLoader(memory, config.entriesPerCardMax(), config.cardKey(), context.loaded());
        var hazelcastConfig = HazelcastConfiguration.of(config, memory, loader);
        context.register(hazelcastConfig.getUserContext());
        hazelcastConfig.addListenerConfig(new ListenerConfig(context.deliveries()));
        hazelcast = joined(hazelcastConfig);
        HazelcastConfiguration.seal(hazelcastConfig);
        keys = ShardKeys.of(hazelcast);
        desired = new DesiredState(hazelcast);
        IMap<Integer, HistoryShard> map = hazelcast.getMap(HazelcastConfiguration.HISTORY_MAP);
        ownedShards = new OwnedShards(hazelcast, map, keys, config.backups());
        loadDriver = new LoadDriver(map, keys);
        gate = new InFlightGate(config.inFlightMax());
        starter = new StartWhenLoaded(map, keys, this::startScoring);
        copies = new Copies(hazelcast, map, keys, context, config);
        router = new Router(map, keys, config.batchLimit(), config.acks(), copies, metrics);
        router.watchHeld(gate);
        AnswerBooks answers = new AnswerBooks(gate, metrics);
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
        door = doorSettings.map(settings -> openDoor(settings, answers, clock));
        new MembershipLog(hazelcast.getCluster());
        new MemberCount(hazelcast.getCluster(), config.historyBound()::setMembers);
        door.ifPresent(opened ->
                new MemberCount(hazelcast.getCluster(), members -> opened.see(members, config.minMembers(), false)));
        deliveries = new DeliveryWatch(
                hazelcast,
                context.members(),
                context.deliveries(),
                () -> LOADED.equals(desired.get(HISTORIES)),
                view -> door.ifPresent(opened -> opened.see(view.members().size(), config.minMembers(), true)));
        DepartedShards.watch(hazelcast);
        metrics.observe(gate, router);
        metrics.observe(memory, ownedShards);
        metrics.observe(loadDriver::progress, this::shownState);
        metrics.observe(pulse::vitals);
        metrics.observeCopies(copies::figures);
        door.ifPresent(opened -> metrics.observeDoor(opened::connectionCount));
        console = openConsole(map, clock);
        new MemberControl(this).register(hazelcast);
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

    private Door openDoor(DoorSettings settings, AnswerBooks answers, Clock clock) {
        try {
            return new Door(
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

    private Console openConsole(IMap<Integer, HistoryShard> map, Clock clock) {
        MemberParts parts = new MemberParts(
                hazelcast,
                map,
                keys,
                metrics,
                context.flagged(),
                memory,
                loadDriver::progress,
                this::shownState,
                pulse::vitals,
                ownedShards,
                config.backups(),
                config.zone(),
                config.cardKey(),
                clock);
        try {
            return new Console(config.console(), parts, new ClusterConsoles(hazelcast));
        } catch (RuntimeException e) {
            door.ifPresent(Door::close);
            hazelcast.shutdown();
            throw e;
        }
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
        String joined = desired.get(DESIRED_STATE);
        boolean wanted = config.start() || SCORING.equals(joined) || SCORING_WHEN_LOADED.equals(joined);
        if (config.load()) {
            CompletableFuture<Void> unused = loadInBackground(null).thenRun(() -> {
                if (wanted) {
                    startScoring();
                }
            });
        } else if (wanted) {
            start(SCORING.equals(joined) ? StartWhen.NOW : StartWhen.LOADED);
        }
    }

    private void ended() {
        if (!leaving) {
            LOG.error("Hazelcast has stopped by itself; this member scores nothing any more, start it again");
        }
        // Nothing can be submitted any more, so nothing is tried again.
        router.close();
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
                : new LoadSpec(
                        config.cards(),
                        config.historyPerCard(),
                        config.seed(),
                        Clock.systemUTC().millis());
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
            desired.put(HISTORIES, LOADED);
            context.deliveries().histories();
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
            desired.put(DESIRED_STATE, SCORING_WHEN_LOADED);
            starter.begin();
        } else {
            starter.cancel();
            startScoring();
        }
    }

    private void startScoring() {
        desired.put(DESIRED_STATE, SCORING);
        readers.start();
        door.ifPresent(Door::serve);
        isScoring = true;
    }

    /** Stops the readers and the door, and waits until everything read has been answered, or too long. */
    StopReport stopScoring() {
        desired.put(DESIRED_STATE, STOPPED);
        starter.cancel();
        isScoring = false;
        try {
            if (door.isPresent()) {
                door.get().pause();
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

    ScoringContext context() {
        return context;
    }

    /** Metrics of this member. */
    public FraudMetrics metrics() {
        return metrics;
    }

    /** The port of the door, if there is one. */
    public OptionalInt doorPort() {
        return door.map(opened -> OptionalInt.of(opened.port())).orElseGet(OptionalInt::empty);
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
        Address address = hazelcast.getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
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
                metrics.books(),
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
        door.ifPresent(Door::close);
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
        console.close();
    }
}
