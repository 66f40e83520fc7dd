package com.hazelcast.certification.member;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.api.http.ApiPort;
import com.hazelcast.certification.audit.OwnedShards;
import com.hazelcast.certification.audit.ShardProgress;
import com.hazelcast.certification.cluster.MemberControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.copies.DeliveryWatch;
import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.kafka.group.MemberKafka;
import com.hazelcast.certification.kafka.verdicts.MemberVerdicts;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.labelling.LabelDesk;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.life.RestoreUnderWay;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.removing.CardRemoval;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.FirstRules;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.sending.SentHistories;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.certification.shard.MemberCount;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A running member: Hazelcast, its shards, its readers, its gateway, its metrics and its console, wired together. Thread-safe.
 *
 * <p>It starts in two halves: it joins its cluster ({@link JoinedMember}), and then opens the ways of transactions through it. {@link
 * #close} closes the gateway, stops the readers, waits for the answers to what they have read, hands the shards over, and leaves.
 */
public final class FraudMember implements AutoCloseable {
    private final MemberConfig config;
    private final Clock clock;
    private final OpenParts parts;
    private final MemberLifecycle lifecycle = new MemberLifecycle();
    private final FraudMetrics metrics;
    private final RulesInUse rules;
    private final JoinedMember joined;
    private final OwnedShards ownedShards;
    private final ShardProgress progress;
    private final MemberLoad load;
    private final InFlightGate gate;
    private final Copies copies;
    private final Optional<MemberVerdicts> verdicts;
    private final Router router;
    private final LabelDesk labels;
    private final CardRemoval removal;
    private final MemberPulse pulse;
    private final MemberReport report;
    private final Optional<Gateway> gateway;
    private final ScoringSwitch scoringSwitch;
    private final Console console;
    private final Optional<ApiPort> api;
    private final MemberExit exit;

    private FraudMember(MemberConfig config, Clock clock, OpenParts parts, ClusterFormat format) {
        this.config = config;
        this.clock = clock;
        this.parts = parts;
        Logs.setMember(config.network().host() + ":" + config.network().port());
        metrics = new FraudMetrics(clock);
        metrics.observeLog(Logs::leftOut);
        rules = new RulesInUse(FirstRules.compile(
                config.intake().rules(),
                config.intake().cardKey(),
                config.intake().ruleBudgetNs()));
        // Before anything is opened: without files nothing works for long.
        OpenFiles.Fitted fitted = parts.look(
                MemberPart.FILES,
                () -> OpenFiles.ofThisProcess()
                        .fit(config.gateway(), config.api(), config.sources().readers()));
        joined = new JoinedMember(config, clock, parts, format, metrics, rules);
        HazelcastInstance hazelcast = joined.hazelcast;
        IMap<Integer, HistoryShard> map = joined.map;
        ShardKeys keys = joined.keys;
        ownedShards = new OwnedShards(hazelcast, map, keys, config.shards().backups(), clock);
        progress = new ShardProgress(ownedShards);
        load = new MemberLoad(
                hazelcast,
                new LoadDriver(map, keys),
                joined.desired,
                joined.shards.deliveries(),
                joined.life,
                config.generated(),
                config.atStart().folder(),
                clock);
        gate = MemberPorts.openGate(
                config.intake(), keys.shardCount(), config.shards().backups() > 0);
        copies = joined.openCopies();
        joined.ruleBook.allowChanges(this::whyRulesStay);
        verdicts = joined.storage.flatMap(ShardStorage::outcomes).map(this::sendVerdicts);
        router = joined.openRouter(copies, metrics);
        joined.scoring.applied().setOrigin(router.origin());
        router.watchHeld(gate);
        MemberPorts ports = new MemberPorts(parts, config, router, gate, metrics, clock);
        labels = ports.openLabels(map, keys, copies);
        ports.openSweeper(hazelcast, map, keys);
        ports.watchCodes(hazelcast, map, keys, joined.ruleBook);
        removal = ports.removal(hazelcast, map, keys, copies);
        SourceReaders readers = ports.openReaders();
        Optional<MemberKafka> kafka = ports.openKafka(rules, labels);
        pulse = new MemberPulse(
                lifecycle::isScoring, copies::figures, copies::backupsNeeded, router, readers, metrics.lastMinute());
        report = new MemberReport(
                config, hazelcast, lifecycle, load, pulse, ownedShards, joined.memory, metrics, joined.life);
        gateway = fitted.gateway().map(settings -> ports.openGateway(settings, rules));
        gateway.ifPresent(opened -> ports.openDirectory(opened, hazelcast));
        scoringSwitch = openScoring(readers, kafka);
        watchMembers();
        observe();
        MemberParts watched = report.parts(map, keys, joined.scoring.flagged(), rules, clock);
        AuditTrail trail = ports.openAudit();
        console = ports.openConsole(watched, hazelcast, trail);
        api = fitted.api()
                .map(settings ->
                        ports.openApi(settings, watched, labels, copies, hazelcast, trail, report::takesTransactions));
        api.ifPresent(port -> removal.alsoBy(port::forget));
        var unusedCertificates = ports.openCertificates(gateway, console, api);
        exit = new MemberExit(parts, lifecycle, joined, scoringSwitch, gate, copies, router, labels, verdicts, api);
        openControl(ports, kafka, trail);
    }

    private ScoringSwitch openScoring(SourceReaders readers, Optional<MemberKafka> kafka) {
        return parts.open(
                MemberPart.SCORING,
                () -> new ScoringSwitch(
                        lifecycle,
                        joined.desired,
                        joined.restoring,
                        readers,
                        kafka,
                        gateway,
                        gate,
                        joined.delivery,
                        joined.map,
                        joined.keys,
                        joined::isRunning),
                ScoringSwitch::cancel);
    }

    /** Follows who joins and leaves. */
    private void watchMembers() {
        HazelcastInstance hazelcast = joined.hazelcast;
        ShardContext shards = joined.shards;
        int minMembers = config.shards().minMembers();
        new MembershipLog(hazelcast, config.shards().backups(), joined.formats);
        new MemberCount(hazelcast.getCluster(), config.histories().bound()::setMembers);
        gateway.ifPresent(
                opened -> new MemberCount(hazelcast.getCluster(), members -> opened.see(members, minMembers, false)));
        var unusedDeliveries = parts.open(
                MemberPart.DELIVERIES,
                () -> new DeliveryWatch(
                        hazelcast, shards.members(), shards.deliveries(), joined.desired::hasHistories, view -> {
                            gateway.ifPresent(
                                    opened -> opened.see(view.members().size(), minMembers, true));
                            scoringSwitch.follow();
                        }),
                DeliveryWatch::close);
        DepartedShards.watch(hazelcast, joined.memory);
    }

    private void openControl(MemberPorts ports, Optional<MemberKafka> kafka, AuditTrail trail) {
        parts.pass(MemberPart.CONTROL, () -> {
            var unused = lifecycle.become(MemberPhase.IDLE);
            ShardRestore restore = new ShardRestore(
                    joined.hazelcast,
                    joined::view,
                    joined.memory,
                    joined.clusterOnDisk(),
                    config.onDisk().flatMap(MemberConfig.OnDisk::key),
                    OutcomeRecord::replay);
            SentHistories sent = SentHistories.of(config.onDisk().map(MemberConfig.OnDisk::folder), report.address());
            FraudMemberControl control =
                    new FraudMemberControl(this, kafka, joined.backups(), restore, config.backupCommands(), sent);
            new MemberControl(control, joined.audit, trail, ports.controlUsers()).register(joined.hazelcast);
        });
    }

    private MemberVerdicts sendVerdicts(OutcomeLog log) {
        VerdictTopic topic =
                config.onDisk().flatMap(MemberConfig.OnDisk::verdicts).orElseThrow();
        return parts.open(
                MemberPart.VERDICTS,
                () -> new MemberVerdicts(topic, log, rules, joined.hazelcast, clock),
                MemberVerdicts::close);
    }

    /** A side that is not all may not be the only one that changes them. */
    private String whyRulesStay() {
        int there = joined.memberCount();
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
        joined.storage.ifPresent(opened -> metrics.observeStorage(opened::figures));
        verdicts.ifPresent(sending -> metrics.observeVerdicts(sending::figures));
        metrics.observe(gate, router);
        metrics.observe(joined.memory, ownedShards);
        metrics.observe(load::progress, report::shownState, MemberState.OF_ITSELF);
        metrics.observe(pulse::vitals);
        metrics.observeCopies(copies::figures);
        gateway.ifPresent(opened -> metrics.observeGateway(opened::connectionCount, opened::handshakesWaiting));
    }

    /**
     * Starts a member and, as configured, begins to load and to score. When a step fails, whatever had started is closed again.
     *
     * @throws RuntimeException when Hazelcast or a port of this member cannot start, or the JVM has an error meanwhile, as when it can
     *     make no thread; says why
     */
    public static FraudMember start(MemberConfig config, Clock clock) {
        return start(config, clock, new OpenParts(), ClusterFormat.OF_THIS_RELEASE);
    }

    static FraudMember start(MemberConfig config, Clock clock, OpenParts parts, ClusterFormat format) {
        MemberLimits.requireRelations();
        FraudMember member;
        try {
            member = new FraudMember(config, clock, parts, format);
        } catch (Throwable e) {
            throw parts.unwind(e);
        }
        try {
            parts.pass(MemberPart.BEGIN, member::begin);
        } catch (Throwable e) {
            var unusedFailed = member.lifecycle.become(MemberPhase.FAILED);
            throw parts.unwind(e);
        }
        return member;
    }

    private void begin() {
        exit.watch();
        scoringSwitch.begin(config.atStart(), joined.hasStoredShards(), load);
    }

    /**
     * Waits until Hazelcast has stopped.
     *
     * @return whether that was this member's own leaving
     */
    public boolean awaitEnd() throws InterruptedException {
        return exit.awaitEnd();
    }

    /** Why this member had to end by itself, its data folder being of another life of the cluster; empty: it had not. */
    public Optional<String> refusal() {
        return exit.refusal();
    }

    LifeAgreement life() {
        return joined.life;
    }

    RestoreUnderWay restoring() {
        return joined.restoring;
    }

    void arm(LoadSpec spec, Path folder) {
        joined.arm(spec, folder);
    }

    void disarm() {
        joined.disarm();
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

    /** That it goes on with what it does. */
    StopReport notStopped() {
        return new StopReport(report.address(), 0);
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
        return joined.shards;
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
        return joined.hazelcast;
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
        exit.leave();
    }
}
