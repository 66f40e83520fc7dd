package com.hazelcast.certification.console;

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
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.console.http.EventStreams;
import com.hazelcast.certification.console.http.HttpPort;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.overview.Collector;
import com.hazelcast.certification.console.overview.GoneMembers;
import com.hazelcast.certification.console.overview.MemberFigures;
import com.hazelcast.certification.console.overview.MemberHearing;
import com.hazelcast.certification.console.overview.MemberLeftListener;
import com.hazelcast.certification.console.overview.Migrations;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.OwnConditions;
import com.hazelcast.certification.rules.WatchedCards;
import com.hazelcast.core.LifecycleEvent;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
    private static final long PERIOD_MS = 1_000;

    /** So that all members have their point of a second when they are asked. */
    private static final long COLLECT_OFFSET_MS = 100;

    /** Tables come just before the overview, with which a page shows them. */
    private static final long TABLES_OFFSET_MS = 50;

    /** New rows a second: at a high rate a row then stays in a table long enough to be read. */
    private static final int FLAGGED_MAX = 3;

    private static final String FLAGGED = "flagged";
    private static final String RULES = "rules";

    private static final long COMMENT_PERIOD_MS = 15_000;

    private static final long LEARN_TIMEOUT_MS = 2_000;

    private final ConsoleSettings settings;
    private final ConsoleCluster cluster;
    private final MemberParts parts;
    private final MemberFigures figures;
    private final MemberHearing hearing;
    private final FlaggedExplainer explainer;
    private final Collector collector;
    private final ConsoleApi api;
    private final EventStreams streams = new EventStreams();
    private final Migrations migrations = new Migrations();
    private final GoneMembers gone;
    private final ScheduledExecutorService ticks = executor("fraud-console-tick");
    private final ScheduledExecutorService collections = executor("fraud-console-collect");
    private final ScheduledExecutorService tables = executor("fraud-console-tables");
    private final ScheduledExecutorService controls = executor("fraud-console-control");
    private final ScheduledExecutorService hearings = executor("fraud-console-hear");
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final HttpPort port;

    /** The newest flagged transaction that has been looked at; null: none yet. */
    private @Nullable String newestFlagged;

    /** Events that go out with the next overview; empty: none. */
    private final AtomicReference<String> flaggedEvent = new AtomicReference<>("");

    private final AtomicReference<String> rulesEvent = new AtomicReference<>("");

    /**
     * Opens the port.
     *
     * @throws RuntimeException when it cannot be opened; says why
     */
    public Console(ConsoleSettings settings, MemberParts parts, ConsoleCluster cluster) {
        this.settings = settings;
        this.parts = parts;
        this.cluster = cluster;
        CardReader cards = new CardReader(parts);
        figures = new MemberFigures(parts);
        CardLinks links = new CardLinks(cluster::cardLinkKey, cluster::knownCardLinkKey);
        CardLookups lookups = new CardLookups(cards, links, new LookupAudit());
        explainer = new FlaggedExplainer(parts.flagged(), cards, links, new WatchedCards(cards::identify));
        hearing = new MemberHearing(parts.hazelcast(), cluster, parts.clock());
        collector = new Collector(cluster, parts, migrations, hearing, this::goneMembers);
        gone = new GoneMembers(parts.clock(), collector::lastState);
        api = new ConsoleApi(settings, parts, cluster, collector, lookups);
        port = HttpPort.open(
                settings,
                new ApiContent(api, parts, lookups, controls),
                streams,
                new PrometheusScrapeHandler(parts.metrics().registry()),
                () -> cluster.consoles().values());
        var unusedMembership = parts.hazelcast().getCluster().addMembershipListener(gone);
        var unusedLeft =
                parts.hazelcast().getCluster().addMembershipListener(new MemberLeftListener(migrations::forgetRunning));
        var unusedMigrations = parts.hazelcast().getPartitionService().addMigrationListener(migrations);
        var unusedLifecycle = parts.hazelcast().getLifecycleService().addLifecycleListener(this::changed);
        observe();
        begin();
    }

    private GoneMembers goneMembers() {
        return gone;
    }

    private void observe() {
        parts.metrics()
                .observeMembers(hearing::memberCount, () -> hearing.silent().size());
        parts.metrics().observeConditions(new OwnConditions(parts, figures, hearing, gone)::byLabel);
    }

    private static ScheduledExecutorService executor(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    private void begin() {
        long toNextSecondMs = PERIOD_MS - parts.clock().millis() % PERIOD_MS;
        every(ticks, toNextSecondMs, PERIOD_MS, figures::tick);
        every(collections, toNextSecondMs + COLLECT_OFFSET_MS, PERIOD_MS, this::collect);
        every(tables, toNextSecondMs + TABLES_OFFSET_MS, PERIOD_MS, this::lookForFlagged);
        every(tables, toNextSecondMs + TABLES_OFFSET_MS, PERIOD_MS, this::lookAtRules);
        every(hearings, 0, MemberHearing.PERIOD_MS, hearing::listen);
        every(controls, 0, PERIOD_MS, () -> cluster.learnConsoles(ConsoleQuestion.URL.name(), LEARN_TIMEOUT_MS));
        every(collections, COMMENT_PERIOD_MS, COMMENT_PERIOD_MS, () -> streams.publish(": still here\n\n"));
    }

    private static void every(ScheduledExecutorService executor, long delayMs, long periodMs, Runnable task) {
        Future<?> unused = executor.scheduleAtFixedRate(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        // For example: the member is shutting down. The next second tries again.
                        LOG.debug("the console could not look at the cluster", e);
                    }
                },
                delayMs,
                periodMs,
                TimeUnit.MILLISECONDS);
    }

    /** What a second brings goes out in one piece, which costs a browser less than several. */
    private void collect() {
        if (streams.isEmpty()) {
            // Whoever looks next would take them for news.
            flaggedEvent.set("");
            rulesEvent.set("");
            return;
        }
        String overview = EventStreams.event(ConsoleApi.OVERVIEW_EVENT, collector.collect());
        streams.publish(flaggedEvent.getAndSet("") + rulesEvent.getAndSet("") + overview);
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
     * @return JSON; empty when there is nothing to tell
     * @throws InterruptedException when interrupted meanwhile
     */
    public String answer(String question) throws InterruptedException {
        String[] words = question.split(" ", 2);
        return switch (ConsoleQuestion.valueOf(words[0])) {
            case URL -> url();
            case OVERVIEW -> ConsoleJson.write(collector.latest());
            case SAMPLE -> ConsoleJson.write(figures.sample());
            case THROUGHPUT -> ConsoleJson.write(figures.ring().read(parts.address()));
            case RULES -> ConsoleJson.write(RuleFigures.of(parts.metrics()));
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
        ticks.shutdownNow();
        collections.shutdownNow();
        tables.shutdownNow();
        controls.shutdownNow();
        hearings.shutdownNow();
        port.close();
    }
}
