package com.hazelcast.certification.console;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.access.oidc.OidcSessions;
import com.hazelcast.certification.access.oidc.OidcSignIn;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.console.api.ApiContent;
import com.hazelcast.certification.console.api.ConsoleApi;
import com.hazelcast.certification.console.api.RuleFigures;
import com.hazelcast.certification.console.flagged.CardLinks;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.flagged.CardReader;
import com.hazelcast.certification.console.flagged.FlaggedExplainer;
import com.hazelcast.certification.console.flagged.FlaggedTable;
import com.hazelcast.certification.console.flagged.LookupAudit;
import com.hazelcast.certification.console.http.ConsoleAccess;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.console.http.EventStreams;
import com.hazelcast.certification.console.http.HttpPort;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.overview.Collector;
import com.hazelcast.certification.console.overview.LeftMembers;
import com.hazelcast.certification.console.overview.MemberFigures;
import com.hazelcast.certification.console.overview.MemberHearing;
import com.hazelcast.certification.console.overview.MemberLeftListener;
import com.hazelcast.certification.console.overview.Migrations;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.OwnConditions;
import com.hazelcast.certification.console.rules.RuleEndpoints;
import com.hazelcast.certification.console.throughput.ThroughputRange;
import com.hazelcast.core.LifecycleEvent;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The console of a member: its HTTP port, and what the other members' consoles ask of this one. Open from its construction; it
 * closes by itself when the member's Hazelcast has ended. Thread-safe.
 *
 * <p>While nobody looks it costs one point of throughput a second. While somebody does, a call to each member and each shard a
 * second, whatever the number of consoles that are open on this member.
 */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);

    /** How long an overview waits for the tables that were requested at the same time. */
    private static final long TABLES_MAX_MS = 200;

    private static final int COMMENT_TICKS = 15;

    /** New rows a second: at a high rate a row then stays in a table long enough to be read. */
    private static final int FLAGGED_MAX = 3;

    private static final String FLAGGED = "flagged";
    private static final String RULES = "rules";

    /** How long other members may take to answer where their consoles are. */
    private static final long LEARN_TIMEOUT_MS = 2_000;

    private final ConsoleSettings settings;
    private final ConsoleCluster cluster;
    private final MemberParts parts;
    private final MemberFigures figures;
    private final MemberHearing hearing;
    private final FlaggedExplainer explainer;
    private final Collector collector;
    private final ConsoleAccess access;
    private final ConsoleApi api;
    private final RuleEndpoints ruleSets;
    private final EventStreams streams = new EventStreams();
    private final Migrations migrations = new Migrations();
    private final LeftMembers leftMembers;
    private final ConsoleTick tick;
    private final ConsoleTask tables;
    private final ExecutorService controls = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fraud-console-control");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final HttpPort port;

    /** The newest flagged transaction that has been looked at; null: none yet. Used by one run of {@link #tables} at a time. */
    private volatile @Nullable String newestFlagged;

    /** Events that go out with the next overview; empty: none. */
    private final AtomicReference<String> flaggedEvent = new AtomicReference<>("");

    private final AtomicReference<String> rulesEvent = new AtomicReference<>("");

    /**
     * Opens the port.
     *
     * @param trail where it is written down who did what
     * @throws RuntimeException when it cannot be opened; says why
     */
    public Console(ConsoleSettings settings, MemberParts parts, ConsoleCluster cluster, AuditTrail trail) {
        this.settings = settings;
        this.parts = parts;
        this.cluster = cluster;
        CardReader cards = new CardReader(parts);
        figures = new MemberFigures(parts);
        CardLinks links = new CardLinks(cluster::cardLinkKey, cluster::knownCardLinkKey);
        CardLookups lookups = new CardLookups(cards, links, new LookupAudit(trail), parts.rules());
        explainer = new FlaggedExplainer(parts.flagged(), cards, links, parts.rules());
        hearing = new MemberHearing(parts.hazelcast(), cluster, parts.clock());
        collector = new Collector(cluster, parts, migrations, hearing, this::leftMembers);
        leftMembers = new LeftMembers(parts.clock(), collector::lastState);
        Optional<OidcSessions> sessions = settings.oidc().map(oidc -> new OidcSessions(oidc, parts.clock()));
        Optional<OidcSignIn> provider =
                settings.oidc().map(oidc -> new OidcSignIn(oidc, sessions.orElseThrow(), this::url, parts.clock()));
        access = new ConsoleAccess(settings, new Users(settings.users(), parts.clock()), sessions);
        api = new ConsoleApi(access, parts, cluster, collector, lookups, trail);
        ruleSets = new RuleEndpoints(parts, cluster, trail, lookups);
        tick = new ConsoleTick(parts.clock());
        tables = tick.task(this::lookForTables);
        port = HttpPort.open(
                settings,
                access,
                new ApiContent(api, parts, lookups, controls, ruleSets, provider),
                streams,
                new PrometheusScrapeHandler(parts.metrics().registry()),
                () -> cluster.consoles().values());
        var unusedMembership = parts.hazelcast().getCluster().addMembershipListener(leftMembers);
        var unusedMarks = parts.hazelcast().getCluster().addMembershipListener(figures.marks());
        var unusedLeft =
                parts.hazelcast().getCluster().addMembershipListener(new MemberLeftListener(migrations::forgetRunning));
        var unusedMigrations = parts.hazelcast().getPartitionService().addMigrationListener(migrations);
        var unusedLifecycle = parts.hazelcast().getLifecycleService().addLifecycleListener(this::changed);
        observe();
        begin();
    }

    private LeftMembers leftMembers() {
        return leftMembers;
    }

    private void observe() {
        parts.metrics()
                .observeMembers(hearing::memberCount, () -> hearing.silent().size());
        parts.metrics().observeConditions(new OwnConditions(parts, figures, hearing, leftMembers)::byLabel);
    }

    private void begin() {
        ConsoleTask overviews = tick.task(this::publishOverview);
        ConsoleTask hearings = tick.task(hearing::listen);
        ConsoleTask urls = tick.task(() -> cluster.learnConsoles(ConsoleQuestion.URL.name(), LEARN_TIMEOUT_MS));
        ConsoleTask users = tick.task(access::lookForUsers);
        tick.every(1, figures::tick)
                .every(1, users)
                .every(1, () -> overviewIfWatched(overviews))
                .every(1, urls)
                .every(MemberHearing.PERIOD_S, hearings)
                .every(COMMENT_TICKS, () -> streams.publish(": still here\n\n"))
                .start();
    }

    private void overviewIfWatched(ConsoleTask overviews) {
        if (streams.isEmpty()) {
            // Whoever looks next would take them for news.
            flaggedEvent.set("");
            rulesEvent.set("");
        } else {
            var unused = overviews.begin();
        }
    }

    /** What a second brings goes out in one piece, which costs a browser less than several. */
    private void publishOverview() {
        CompletableFuture<Void> withIt = tables.begin();
        String overview = EventStreams.event(ConsoleApi.OVERVIEW_EVENT, collector.collect());
        try {
            withIt.get(TABLES_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("tables go out with the next overview", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        streams.publish(flaggedEvent.getAndSet("") + rulesEvent.getAndSet("") + overview);
    }

    private void lookForTables() {
        lookForFlagged();
        lookAtRules();
    }

    /** Not while some wait for an overview that is late: these would take their place. */
    private void lookForFlagged() {
        if (streams.isEmpty() || !"".equals(flaggedEvent.get())) {
            return;
        }
        FlaggedTable table = api.flagged(newestFlagged, Integer.toString(FLAGGED_MAX));
        if (!table.flagged().isEmpty()) {
            newestFlagged = table.flagged().get(0).id();
            flaggedEvent.set(EventStreams.event(FLAGGED, table));
        }
    }

    private void lookAtRules() {
        if (!streams.isEmpty()) {
            rulesEvent.set(EventStreams.event(RULES, api.rules()));
        }
    }

    /**
     * Answers what a member's console asked by {@link ConsoleCluster#ask}.
     *
     * @return JSON; empty when there is nothing to report
     * @throws InterruptedException when interrupted meanwhile
     */
    public String answer(String question) throws InterruptedException {
        String[] words = question.split(" ", 2);
        return switch (ConsoleQuestion.valueOf(words[0])) {
            case URL -> url();
            case OVERVIEW -> ConsoleJson.write(collector.latest());
            case SAMPLE -> ConsoleJson.write(figures.sample());
            case THROUGHPUT ->
                ConsoleJson.write(figures.throughput(
                        words.length == 1
                                ? ThroughputRange.TEN_MINUTES
                                : ThroughputRange.of(words[1]).orElseThrow()));
            case RULES ->
                ConsoleJson.write(RuleFigures.of(parts.metrics(), parts.rules().active()));
            case SETS -> ConsoleJson.write(ruleSets.figures());
            case FLAGGED -> ConsoleJson.write(explainer.latest(Integer.parseInt(words[1])));
            case EXPLAIN -> explainer.explain(words[1]).map(ConsoleJson::write).orElse("");
        };
    }

    /**
     * What the cluster's consoles show, as a control client gets it from the first member that answers.
     *
     * @param timeoutMs for each member that is asked
     * @throws IllegalStateException when none answers; names them
     */
    public static Overview overview(ClusterControl cluster, long timeoutMs) {
        return ConsoleJson.read(cluster.askConsole(ConsoleQuestion.OVERVIEW.name(), timeoutMs), Overview.class);
    }

    /** The port that is open. */
    public int port() {
        return port.port();
    }

    /**
     * Takes the files of its certificate as they are, for connections from then on. Blocks.
     *
     * @throws Exception when they cannot be used; then it keeps those that it has
     */
    public void reloadCertificate() throws Exception {
        port.reloadCertificate();
    }

    /** Where the API is served, as an origin: {@code http://10.0.0.1:7777}. */
    public String url() {
        InetAddress address = settings.address();
        String host = address.isAnyLocalAddress()
                ? parts.hazelcast().getCluster().getLocalMember().getAddress().getHost()
                : settings.host();
        boolean isSixth = address instanceof Inet6Address && host.contains(":");
        return (settings.tls().isPresent() ? "https://" : "http://") + (isSixth ? "[" + host + "]" : host) + ":"
                + port();
    }

    private void changed(LifecycleEvent event) {
        if (event.getState() == LifecycleEvent.LifecycleState.SHUTDOWN) {
            close();
        }
    }

    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        tick.close();
        controls.shutdownNow();
        ruleSets.close();
        port.close();
    }
}
