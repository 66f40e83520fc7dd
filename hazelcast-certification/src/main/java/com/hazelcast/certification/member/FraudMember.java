package com.hazelcast.certification.member;

import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.MemberParts;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.ShardLoader;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.ShardFigures;
import com.hazelcast.certification.routing.AnswerBooks;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.scoring.ShardDigest;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.certification.source.SocketReader;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.certification.source.door.Door;
import com.hazelcast.certification.source.door.DoorSettings;
import com.hazelcast.cluster.Address;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.map.IMap;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Map;
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

    private static final String DESIRED_STATE = "state";

    private final MemberConfig config;
    private final FraudMetrics metrics = new FraudMetrics();
    private final ScoringContext context = new ScoringContext(metrics);
    private final ShardLoader loader;
    private final HistoryMemory memory;
    private final HazelcastInstance hazelcast;
    private final ShardKeys keys;
    private final DesiredState desired;
    private final OwnedShards ownedShards;
    private final LoadDriver loadDriver;
    private final InFlightGate gate;
    private final ExpectedMembers expectedMembers;
    private final CopyConfirmation copies;
    private final Router router;
    private final SourceReaders readers;
    private final Optional<Door> door;
    private final Console console;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean loading;
    private volatile boolean leaving;
    private volatile boolean isScoring;

    private FraudMember(MemberConfig config, Clock clock) {
        this.config = config;
        memory = new HistoryMemory(config.memory(), config.historyBound());
        loader = new ShardLoader(memory, config.entriesPerCardMax());
        var hazelcastConfig = HazelcastConfiguration.of(config, memory, loader);
        context.register(hazelcastConfig.getUserContext());
        hazelcast = Hazelcast.newHazelcastInstance(hazelcastConfig);
        keys = ShardKeys.of(hazelcast);
        desired = new DesiredState(hazelcast);
        IMap<Integer, HistoryShard> map = hazelcast.getMap(HazelcastConfiguration.HISTORY_MAP);
        ownedShards = new OwnedShards(hazelcast, map, keys, config.backups());
        loadDriver = new LoadDriver(map, keys);
        gate = new InFlightGate(config.inFlightMax());
        expectedMembers = new ExpectedMembers(hazelcast, desired);
        copies = new CopyConfirmation(map, keys, new ClusterControl(hazelcast), this::copiesWanted);
        router = new Router(map, keys, config.batchLimit(), config.acks(), copies, metrics);
        AnswerBooks answers = new AnswerBooks(gate, metrics);
        readers = new SourceReaders(
                config.sources(),
                config.readers(),
                source -> new SocketReader(source, router, gate, answers, metrics, clock, config.futureTolerance()));
        door = config.door().map(settings -> openDoor(settings, answers, clock));
        new MemberCount(hazelcast.getCluster(), config.historyBound()::setMembers);
        door.ifPresent(
                opened -> new MemberCount(hazelcast.getCluster(), members -> opened.see(members, config.minMembers())));
        DepartedShards.watch(hazelcast);
        metrics.observe(gate, router);
        metrics.observe(memory, ownedShards);
        metrics.observe(loadDriver::progress, this::state);
        door.ifPresent(opened -> metrics.observeDoor(opened::connectionCount));
        console = openConsole(map, clock);
        new MemberControl(this).register(hazelcast);
    }

    private Door openDoor(DoorSettings settings, AnswerBooks answers, Clock clock) {
        try {
            return new Door(settings, router, gate, answers, metrics, metrics, clock, config.futureTolerance());
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
                this::state,
                config.backups(),
                config.zone(),
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
        boolean joinsRunning = "scoring".equals(desired.get(DESIRED_STATE));
        if (config.load()) {
            CompletableFuture<Void> unused =
                    loadInBackground(null).thenRun(() -> startIf(config.start() || joinsRunning));
        } else {
            startIf(config.start() || joinsRunning);
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
        end.await();
        return leaving;
    }

    private void startIf(boolean wanted) {
        if (wanted) {
            startScoring();
        }
    }

    void arm(LoadSpec spec) {
        loader.arm(spec, keys);
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

    void startScoring() {
        desired.put(DESIRED_STATE, "scoring");
        readers.start();
        door.ifPresent(Door::serve);
        isScoring = true;
    }

    /** Stops the readers and the door, and waits until everything read has been answered. */
    void stopScoring() {
        desired.put(DESIRED_STATE, "stopped");
        isScoring = false;
        try {
            if (door.isPresent()) {
                door.get().pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        drain();
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
            if (gate.inFlight() > 0) {
                LOG.warn("{} transactions were not answered before the member left", gate.inFlight());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int copiesWanted() {
        return Math.min(config.backups(), expectedMembers.count() - 1);
    }

    void expectMembers(int count) {
        LOG.warn("the operator expects {} member(s) from now on", count);
        expectedMembers.set(count);
    }

    byte @Nullable [] takeBackupContents(int key) {
        return context.takeBackupContents(key);
    }

    Map<Integer, ShardDigest> takeBackupDigests() {
        return context.takeBackupDigests();
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

    /** What this member says of itself. Costs a call to each shard that it owns, at most once a second. */
    public MemberStatus status() {
        ShardFigures owned = ownedShards.get();
        Address address = hazelcast.getCluster().getLocalMember().getAddress();
        long gcCount = 0;
        long gcPauseMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcCount += Math.max(0, collector.getCollectionCount());
            gcPauseMs += Math.max(0, collector.getCollectionTime());
        }
        return new MemberStatus(
                address.getHost() + ":" + address.getPort(),
                state(),
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
        return isScoring ? MemberState.SCORING : MemberState.IDLE;
    }

    @Override
    public void close() {
        leaving = true;
        // First: clients go to other members while this one answers what it has taken.
        door.ifPresent(Door::close);
        drain();
        router.close();
        copies.close();
        if (hazelcast.getLifecycleService().isRunning()) {
            expectedMembers.leave();
        }
        hazelcast.shutdown();
        console.close();
    }
}
