package com.hazelcast.certification.member;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.ControlUsers;
import com.hazelcast.certification.api.cards.ApiAudit;
import com.hazelcast.certification.api.cards.CardTokens;
import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.http.ApiMeter;
import com.hazelcast.certification.api.http.ApiParts;
import com.hazelcast.certification.api.http.ApiPort;
import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.api.reads.OtherMembers;
import com.hazelcast.certification.backtest.MemberBacktest;
import com.hazelcast.certification.certificates.CertificateFiles;
import com.hazelcast.certification.certificates.CertificateWatch;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.api.MemberHealth;
import com.hazelcast.certification.console.flagged.CardLinks;
import com.hazelcast.certification.console.members.ClusterConsoles;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.directory.GatewayDirectory;
import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.kafka.KafkaReaders;
import com.hazelcast.certification.kafka.group.MemberKafka;
import com.hazelcast.certification.labelling.LabelDesk;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.KafkaMetrics;
import com.hazelcast.certification.removing.CardRemoval;
import com.hazelcast.certification.removing.Sweeper;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rulebook.CodeWatch;
import com.hazelcast.certification.rulebook.MemberRules;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.source.SocketReader;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Opens the ways in which transactions and questions reach a member: readers of sources and of Kafka, gateway, console and HTTP API. Used by the
 * one thread that starts the member.
 */
final class MemberPorts {
    private final OpenParts parts;
    private final MemberConfig config;
    private final Router router;
    private final InFlightGate gate;
    private final FraudMetrics metrics;
    private final Clock clock;
    private final AnswerAccounting answers;

    MemberPorts(
            OpenParts parts, MemberConfig config, Router router, InFlightGate gate, FraudMetrics metrics, Clock clock) {
        this.parts = parts;
        this.config = config;
        this.router = router;
        this.gate = gate;
        this.metrics = metrics;
        this.clock = clock;
        this.answers = new AnswerAccounting(gate, metrics);
    }

    /** The bound on what is in flight, with a limit that adapts below it if that is configured. */
    static InFlightGate openGate(MemberConfig.Intake intake, int shardCount, boolean hasBackups) {
        return intake.isInFlightAdaptive()
                ? new InFlightGate(
                        intake.inFlightMax(),
                        intake.inFlightLeast().orElseGet(() -> InFlightGate.usualLeast(shardCount, hasBackups)),
                        System::nanoTime)
                : new InFlightGate(intake.inFlightMax());
    }

    /** Where labels come in. */
    LabelDesk openLabels(IMap<Integer, HistoryShard> map, ShardKeys keys, CopyGuard copies) {
        Optional<CardKey> cardKey = config.intake().cardKey();
        return parts.open(
                MemberPart.LABELS,
                () -> new LabelDesk(
                        map,
                        keys,
                        config.shards().backups(),
                        config.shards().acks(),
                        copies,
                        code -> cardKey.map(key -> key.identify(code)).orElse(code),
                        metrics.labels()),
                LabelDesk::close);
    }

    /** What forgets cards. */
    CardRemoval removal(
            HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys, CopyGuard copies) {
        Optional<CardKey> cardKey = config.intake().cardKey();
        CardRemoval removal = new CardRemoval(
                hazelcast,
                map,
                keys,
                config.shards().backups(),
                config.shards().acks(),
                copies,
                code -> cardKey.map(key -> key.identify(code)).orElse(code));
        removal.alsoBy(metrics.shadows()::forget);
        removal.alsoBy(MemberBacktest.of(hazelcast)::forget);
        return removal;
    }

    /** What goes through the cards of the shards that this member owns. */
    void openSweeper(HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys) {
        var unused = parts.open(
                MemberPart.SWEEPER,
                () -> new Sweeper(
                        hazelcast, map, keys, clock, config.histories().sweeps(), metrics.sweeps()),
                Sweeper::close);
    }

    /** What finds out which codes of decisions may go to other sets. */
    void watchCodes(HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys, MemberRules rules) {
        var unused = parts.open(
                MemberPart.RULE_CODES, () -> new CodeWatch(hazelcast, map, keys, rules, clock), CodeWatch::close);
    }

    SourceReaders openReaders() {
        MemberConfig.Intake intake = config.intake();
        return parts.open(
                MemberPart.READERS,
                () -> new SourceReaders(
                        config.sources().addresses(),
                        config.sources().readers(),
                        source -> new SocketReader(
                                source,
                                router,
                                gate,
                                answers,
                                metrics,
                                clock,
                                intake.futureTolerance(),
                                intake.cardKey(),
                                config.sources().tls(),
                                intake.latencyFrom(),
                                intake.sourceClock())),
                SourceReaders::stop);
    }

    /**
     * The readers of Kafka; empty: nothing is read from there.
     *
     * @param labels where those of the topic of labels go
     */
    Optional<MemberKafka> openKafka(RulesInUse rules, LabelDesk labels) {
        MemberConfig.Intake intake = config.intake();
        return config.kafka().map(settings -> {
            KafkaMetrics meter = metrics.openKafka();
            KafkaReaders readers = new KafkaReaders(
                    settings,
                    router,
                    gate,
                    answers,
                    meter,
                    rules,
                    clock,
                    intake.futureTolerance(),
                    intake.cardKey(),
                    intake.sourceClock(),
                    labels::add);
            MemberKafka opened =
                    parts.open(MemberPart.KAFKA, () -> new MemberKafka(settings, readers, clock), MemberKafka::close);
            meter.observe(opened::figures);
            return opened;
        });
    }

    Gateway openGateway(GatewaySettings settings, RulesInUse rules) {
        return parts.open(
                MemberPart.GATEWAY,
                () -> new Gateway(
                        settings,
                        router,
                        gate,
                        answers,
                        metrics,
                        metrics.gateway(),
                        clock,
                        config.intake().futureTolerance(),
                        config.intake().cardKey(),
                        rules),
                Gateway::close);
    }

    /** Lists the gateway while it is open, and has it say to clients where the others are. */
    void openDirectory(Gateway gateway, HazelcastInstance hazelcast) {
        String host = hazelcast.getCluster().getLocalMember().getAddress().getHost();
        var unused = parts.open(
                MemberPart.DIRECTORY,
                () -> new GatewayDirectory(
                        hazelcast,
                        () -> gateway.isOpen() ? Optional.of(gateway.publicAddress(host)) : Optional.empty(),
                        config.intake().cardKey().isEmpty(),
                        gateway::list),
                GatewayDirectory::close);
    }

    AuditTrail openAudit() {
        return parts.open(
                MemberPart.AUDIT, () -> AuditTrail.open(config.console().auditLog(), clock), AuditTrail::close);
    }

    /** Who may act by {@code ctl}. */
    ControlUsers controlUsers() {
        return new ControlUsers(config.console().users(), config.network().needsControlUser(), clock);
    }

    Console openConsole(MemberParts watched, HazelcastInstance hazelcast, AuditTrail trail) {
        return parts.open(
                MemberPart.CONSOLE,
                () -> new Console(config.console(), watched, new ClusterConsoles(hazelcast), trail),
                Console::close);
    }

    /** @param takesTransactions whether a transaction that came now would be scored */
    ApiPort openApi(
            ApiSettings settings,
            MemberParts watched,
            LabelDesk labels,
            CopyGuard copies,
            HazelcastInstance hazelcast,
            AuditTrail trail,
            BooleanSupplier takesTransactions) {
        ApiMeter meter = metrics.openApi();
        OtherMembers others = new OtherMembers(hazelcast);
        DecisionDesk desk = new DecisionDesk(
                settings.decisions(),
                router,
                gate,
                answers,
                metrics,
                meter,
                clock,
                config.intake().futureTolerance(),
                config.intake().cardKey(),
                watched.rules(),
                takesTransactions,
                others.ownTag());
        ShardContext shards = ShardContext.of(hazelcast);
        Cards cards = new Cards(
                watched.shards().map(),
                watched.shards().keys(),
                config.shards().backups(),
                config.shards().acks(),
                copies,
                () -> shards.presenceOfMissing(shards.members().look(hazelcast.getCluster())));
        return parts.open(
                MemberPart.API,
                () -> new ApiPort(
                        settings,
                        new ApiParts(
                                desk,
                                others,
                                cards,
                                labels,
                                tokens(hazelcast),
                                new ApiAudit(trail, System::nanoTime),
                                new MemberHealth(watched),
                                meter,
                                clock)),
                ApiPort::close);
    }

    /** Has ports take certificates that are written while they are open, and says how long those in use are valid. */
    CertificateWatch openCertificates(Optional<Gateway> gateway, Console console, Optional<ApiPort> api) {
        return parts.open(
                MemberPart.CERTIFICATES,
                () -> {
                    CertificateWatch watch = new CertificateWatch(clock, MemberLimits.CERTIFICATE_LOOK_MS);
                    try {
                        gateway.ifPresent(port -> port.tls()
                                .ifPresent(tls -> watch.follow(files("gateway", tls), port::reloadCertificate)));
                        api.ifPresent(port ->
                                port.tls().ifPresent(tls -> watch.follow(files("api", tls), port::reloadCertificate)));
                        config.console()
                                .tls()
                                .ifPresent(tls -> watch.follow(
                                        new CertificateFiles("console", tls.certificate(), tls.key(), Optional.empty()),
                                        console::reloadCertificate));
                    } catch (RuntimeException e) {
                        watch.close();
                        throw e;
                    }
                    metrics.observeCertificates(watch::daysLeft);
                    return watch;
                },
                CertificateWatch::close);
    }

    private static CertificateFiles files(String port, GatewaySettings.Tls tls) {
        return new CertificateFiles(port, tls.certificate(), tls.key(), tls.clientAuthorities());
    }

    /** Tokens are the console's links to cards, so both name a card alike. */
    private static CardTokens tokens(HazelcastInstance hazelcast) {
        ClusterConsoles shared = new ClusterConsoles(hazelcast);
        CardLinks links = new CardLinks(shared::cardLinkKey, shared::knownCardLinkKey);
        return new CardTokens() {
            @Override
            public String tokenOf(long card) {
                return links.linkOf(card);
            }

            @Override
            public OptionalLong cardOf(String token) {
                return links.cardOf(token);
            }
        };
    }
}
