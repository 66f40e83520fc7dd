package com.hazelcast.certification.console.api;

import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.console.flagged.CardLookup;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.flagged.Flagged;
import com.hazelcast.certification.console.flagged.FlaggedExplainer;
import com.hazelcast.certification.console.flagged.FlaggedTable;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.ConsoleAccess;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberAnswer;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.overview.Collector;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.rules.SetMarks;
import com.hazelcast.certification.console.throughput.Mark;
import com.hazelcast.certification.console.throughput.MemberThroughput;
import com.hazelcast.certification.console.throughput.Throughput;
import com.hazelcast.certification.console.throughput.ThroughputRange;
import com.hazelcast.certification.metrics.BuildVersion;
import com.hazelcast.certification.rules.live.RuleKeeper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of {@code docs/console-api.md}. Thread-safe; every method may block for some calls to members. */
public final class ConsoleApi {
    /** The event that carries {@link Overview}. */
    public static final String OVERVIEW_EVENT = "overview";

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleApi.class);

    /** How long other members may take to answer; those that take longer are left out. */
    private static final long TIMEOUT_MS = 5_000;

    private final ConsoleAccess access;
    private final MemberParts parts;
    private final ConsoleCluster cluster;
    private final Collector collector;
    private final CardLookups lookups;
    private final AuditTrail trail;
    private final BuildVersion build = BuildVersion.read();

    /** Of a member. */
    public ConsoleApi(
            ConsoleAccess access,
            MemberParts parts,
            ConsoleCluster cluster,
            Collector collector,
            CardLookups lookups,
            AuditTrail trail) {
        this.access = access;
        this.parts = parts;
        this.cluster = cluster;
        this.collector = collector;
        this.lookups = lookups;
        this.trail = trail;
    }

    Session session(Caller caller) {
        return new Session(
                caller.name(),
                caller.roleName(),
                access.isConfigured(Role.OPERATOR),
                caller.role().includes(Role.ANALYST),
                access.isConfigured(Role.ANALYST),
                parts.hazelcast().getConfig().getProperty(ConsoleSettings.CLUSTER_NAME),
                parts.address(),
                build.version(),
                build.commit(),
                new ArrayList<>(new TreeSet<>(presentConsoles())));
    }

    /** Has the caller checked anew at its next request, if it has signed in. */
    void signOut(Caller caller) {
        if (caller.isSignedIn()) {
            access.forget(caller.name());
        }
        lookups.signedOut(caller);
    }

    private List<String> presentConsoles() {
        return parts.hazelcast().getCluster().getMembers().stream()
                .map(MemberAddress::of)
                .map(cluster.consoles()::get)
                .filter(console -> console != null)
                .toList();
    }

    /** The cluster as it was a second ago or so; asks the members when nobody has. */
    public Overview overview() {
        return collector.latest();
    }

    /**
     * The last minutes or hours of all members. Asks the members.
     *
     * @param seconds of a {@link ThroughputRange}; null: ten minutes
     * @throws HttpFailure 400 when there is none of so many
     */
    Throughput throughput(@Nullable String seconds) {
        ThroughputRange range = seconds == null
                ? ThroughputRange.TEN_MINUTES
                : ThroughputRange.of(seconds)
                        .orElseThrow(() -> new HttpFailure(
                                HttpFailure.BAD_REQUEST,
                                "seconds must be 600, 3600 or 21600, as long as members remember"));
        long nowMs = parts.clock().millis();
        return Throughput.of(
                range,
                ask(ConsoleQuestion.THROUGHPUT.of(range.label()), MemberThroughput.class),
                marksOfSets(nowMs - range.spanMs()),
                nowMs);
    }

    private List<Mark> marksOfSets(long sinceMs) {
        RuleKeeper keeper = RuleKeeper.of(parts.hazelcast().getUserContext());
        return keeper == null ? List.of() : SetMarks.since(keeper.book(), sinceMs);
    }

    /** The rules with the figures of all members. Asks the members. */
    public RuleTable rules() {
        return RuleTable.of(parts.rules().active(), ask(ConsoleQuestion.RULES.name(), RuleFigures.class));
    }

    /**
     * The latest flagged transactions of all members. Asks the members.
     *
     * @param after only what is newer than the one with that id; null: all
     * @param max rows, from 1 to {@link FlaggedTable#ROWS_MAX}, which null means
     * @throws HttpFailure 400 when one of them is not that
     */
    public FlaggedTable flagged(@Nullable String after, @Nullable String max) {
        if (after != null && !FlaggedExplainer.isId(after)) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "after must be the id of a flagged transaction");
        }
        int rowsMax = rowsMax(max);
        // One more than is shown, to see whether there were more.
        List<Flagged> all = ask(ConsoleQuestion.FLAGGED.of(rowsMax + 1), Flagged[].class).stream()
                .flatMap(Arrays::stream)
                .toList();
        return FlaggedTable.of(all, Optional.ofNullable(after), rowsMax);
    }

    private static int rowsMax(@Nullable String max) {
        if (max == null) {
            return FlaggedTable.ROWS_MAX;
        }
        if (!max.matches("[1-9][0-9]?|" + FlaggedTable.ROWS_MAX)) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "max must be a whole number from 1 to " + FlaggedTable.ROWS_MAX);
        }
        return Integer.parseInt(max);
    }

    /** The explanation's JSON, as the member wrote it that keeps the transaction. */
    String explanation(Caller caller, String id) {
        if (!FlaggedExplainer.isId(id)) {
            throw forgotten();
        }
        return lookups.byTransaction(caller, id, () -> explanation(id));
    }

    private String explanation(String id) {
        for (MemberAnswer answer : cluster.ask(ConsoleQuestion.EXPLAIN.of(id), TIMEOUT_MS)) {
            String json = answer.json();
            if (json != null && !json.isEmpty()) {
                return json;
            }
        }
        throw forgotten();
    }

    private static HttpFailure forgotten() {
        return new HttpFailure(
                HttpFailure.NOT_FOUND, "no member keeps that transaction any more; take one of the latest flagged");
    }

    CardLookup card(Caller caller, CardLookup.Request request) {
        return lookups.byNumber(caller, request);
    }

    /** The card that a link leads to. */
    CardLookup card(Caller caller, String link) {
        return lookups.byLink(caller, link);
    }

    private <T> List<T> ask(String question, Class<T> type) {
        return cluster.ask(question, TIMEOUT_MS).stream()
                .filter(MemberAnswer::isKnown)
                .map(answer -> ConsoleJson.read(String.valueOf(answer.json()), type))
                .toList();
    }

    /**
     * Checks a control action and writes it down.
     *
     * @throws HttpFailure 400 when there is no such action, 409 when it cannot be done now, 503 when it cannot be written down
     */
    ControlAction accept(ControlAction.Request request, Caller from) {
        ControlAction action = ControlAction.of(request.action());
        requirePossible(action);
        try {
            trail.write(event(action, from, "accepted"));
        } catch (IllegalStateException e) {
            throw new HttpFailure(HttpFailure.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        return action;
    }

    private static AuditEvent event(ControlAction action, Caller from, String result) {
        return new AuditEvent(from.name(), from.roleName(), from.address(), action.label(), "", "", result);
    }

    private void requirePossible(ControlAction action) {
        if (action == ControlAction.START) {
            cluster.whyNotStart().ifPresent(why -> {
                throw new HttpFailure(HttpFailure.CONFLICT, why);
            });
        }
        if (action == ControlAction.LOAD) {
            for (Overview.MemberRow member : collector.latest().members()) {
                if (member.load() != null && member.load().active()) {
                    throw new HttpFailure(
                            HttpFailure.CONFLICT, "a load is running; wait for it: member=" + member.address());
                }
            }
        }
    }

    /** Does what was accepted, and logs how it went; {@code from} is who asked. */
    void run(ControlAction action, Caller from) {
        String name = action.label();
        String caller = from.name() + " at " + from.address();
        LOG.info("control from the console: action={} caller={}", name, caller);
        try {
            switch (action) {
                case START -> cluster.start();
                case STOP -> cluster.stop();
                case LOAD -> cluster.load();
            }
            LOG.info("control from the console done: action={} caller={}", name, caller);
            trail.offer(event(action, from, "done"));
        } catch (RuntimeException e) {
            LOG.warn("control from the console failed: action={} caller={}: {}", name, caller, e.toString());
            trail.offer(event(action, from, "failed"));
        }
    }
}
