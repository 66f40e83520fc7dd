package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.flagged.FoundCard;
import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberAnswer;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.difference.SetDifference;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The paths of the API that are about sets of rules. Viewers see them; analysts check, submit and try them; operators let them decide.
 * Thread-safe.
 */
public final class RuleEndpoints implements AutoCloseable {
    /** A text has at most half a million characters; more room is for its lists and tables. */
    private static final int BODY_BYTES_MAX = 4 << 20;

    private static final String SETS = "/api/rule-sets";
    private static final String CHANGE = "/api/rule-change/";

    /** How long other members may take to answer; those that take longer are left out. */
    private static final long TIMEOUT_MS = 5_000;

    private static final int PAGE_LINES = 100;
    private static final int DAYS_USUAL = 30;
    private static final double SAMPLE_USUAL = 0.01;

    private final MemberParts parts;
    private final ConsoleCluster cluster;
    private final ClusterControl control;
    private final Backtests backtests;
    private final RuleChanges changes;
    private final CardLookups lookups;
    private final ListEndpoints lists;

    /**
     * Of a member.
     *
     * @param trail where it is written down who did what
     * @param lookups by which sets are tried on cards
     */
    public RuleEndpoints(MemberParts parts, ConsoleCluster cluster, AuditTrail trail, CardLookups lookups) {
        this.parts = parts;
        this.cluster = cluster;
        this.control = ClusterControl.lent(parts.hazelcast());
        this.backtests = new Backtests(control.backtest()::run, change -> {
            RuleBook unused = control.rules().change(change);
        });
        this.changes = new RuleChanges(control, this::book, trail, parts.clock());
        this.lookups = lookups;
        this.lists = new ListEndpoints(this::book, changes, lookups, book -> ConsoleJson.write(table(book)));
    }

    /** All of them. */
    public List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>(List.of(
                Endpoint.get(SETS, call -> ConsoleJson.write(table(book()))),
                Endpoint.get(SETS + Endpoint.ID_PART, call -> ConsoleJson.write(detail(RuleRequest.number(call.id())))),
                Endpoint.get("/api/rule-diff", this::difference),
                Endpoint.get("/api/rule-log", this::log),
                Endpoint.get(
                        "/api/rule-shadows",
                        call -> ConsoleJson.write(
                                ShadowTable.of(book(), control.rules().shadowFigures()))),
                Endpoint.get(
                        "/api/rule-backtest",
                        call -> ConsoleJson.write(
                                new LastBacktest(backtests.last().orElse(null), RuleChanges.BLAST_LIMIT_PERCENT))),
                Endpoint.rules("/api/rule-backtest/begin", Role.ANALYST, this::beginBacktest)
                        .withBody(BODY_BYTES_MAX),
                Endpoint.rules("/api/rule-backtest/cancel", Role.ANALYST, this::cancelBacktest),
                Endpoint.rules("/api/rule-check", Role.ANALYST, this::check).withBody(BODY_BYTES_MAX),
                Endpoint.rules("/api/rule-trial", Role.ANALYST, this::trial).withBody(BODY_BYTES_MAX)));
        all.addAll(lists.all());
        for (Kind kind : Kind.values()) {
            if (kind.isAsked()) {
                Endpoint change = Endpoint.rules(CHANGE + kind.label(), neededFor(kind), call -> change(kind, call));
                all.add(kind == Kind.SUBMIT ? change.withBody(BODY_BYTES_MAX) : change);
            }
        }
        return all;
    }

    private static Role neededFor(Kind kind) {
        return switch (kind) {
            case SUBMIT, SHADOW, BACKTEST -> Role.ANALYST;
            case CANARY, ACTIVATE, ROLLBACK, RETIRE, REMOVE, DECLINE_NOTHING, CODES_OUT -> Role.OPERATOR;
        };
    }

    /** What this member's sets have decided, for the consoles of others. */
    public SetFigures figures() {
        return SetFigures.of(book().version(), parts.metrics().rules(), parts.rules());
    }

    private RuleKeeper keeper() {
        RuleKeeper keeper = RuleKeeper.of(parts.hazelcast().getUserContext());
        return Objects.requireNonNull(keeper, "the console opens after it is registered");
    }

    private RuleBook book() {
        return keeper().book();
    }

    private SetTable table(RuleBook book) {
        List<SetFigures> members = cluster.ask(ConsoleQuestion.SETS.name(), TIMEOUT_MS).stream()
                .filter(MemberAnswer::isKnown)
                .map(answer -> ConsoleJson.read(String.valueOf(answer.json()), SetFigures.class))
                .toList();
        return SetTable.of(book, keeper().breaker(book), keeper().needsSecondPerson(), members);
    }

    /** A list or table of a set: so many lines, and without them a value. */
    private record FileRow(String name, long lines) {}

    /**
     * A set.
     *
     * @param removed whether its text and lists were removed: the text is what is left of it
     * @param masked whether its text names cards, which are masked here
     * @param backtest what its last one has found; null: there was none
     */
    private record Detail(
            int number,
            String name,
            String author,
            String stage,
            boolean removed,
            String text,
            boolean masked,
            List<FileRow> files,
            CheckedText checked,
            @Nullable BacktestResult backtest) {}

    private Detail detail(int number) {
        RecordedSet set = RuleRequest.set(book(), number);
        String text = CardMask.text(set.text().text());
        List<FileRow> files = new ArrayList<>();
        new TreeMap<>(set.text().files())
                .forEach((name, content) ->
                        files.add(new FileRow(name, content.lines().count())));
        return new Detail(
                set.number(),
                set.name(),
                set.author(),
                set.stage().label(),
                set.isRemoved(),
                text,
                !text.equals(set.text().text()),
                files,
                CheckedText.of(set.text(), keeper().budgetNs()),
                set.backtest());
    }

    private String difference(Endpoint.Call call) {
        RuleBook book = book();
        RuleSetText from = RuleRequest.text(book, RuleRequest.number(call.param("from")));
        RuleSetText to = RuleRequest.text(book, RuleRequest.number(call.param("to")));
        return ConsoleJson.write(difference(from, to));
    }

    private static DifferenceView difference(RuleSetText from, RuleSetText to) {
        try {
            return DifferenceView.of(SetDifference.of(from, to));
        } catch (RuleLanguageException e) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "a set is wrong: " + CardMask.text(String.valueOf(e.getMessage())));
        }
    }

    private String log(Endpoint.Call call) {
        return ConsoleJson.write(RecordPage.of(
                book().record(),
                RuleRequest.number(call.param("before"), "before", Integer.MAX_VALUE, Integer.MAX_VALUE),
                RuleRequest.number(call.param("max"), "max", PAGE_LINES, RecordPage.LINES_MAX)));
    }

    private record Checked(CheckedText checked, @Nullable DifferenceView difference) {}

    private String check(Endpoint.Call call) {
        RuleRequest request = read(call);
        RuleBook book = book();
        RuleSetText text = request.requiredText(book);
        CheckedText checked = CheckedText.toSubmit(text, keeper().budgetNs());
        Integer against = request.against();
        boolean isCompared = against != null && checked.problems().isEmpty();
        return ConsoleJson.write(new Checked(
                checked,
                isCompared ? difference(RuleRequest.text(book, Objects.requireNonNull(against)), text) : null));
    }

    /** What a text or set decides for a transaction of one card; problems of the text, and no trial, when it is none. */
    private record Tried(
            List<CheckedText.Place> problems, @Nullable CardTrial trial) {}

    private String trial(Endpoint.Call call) {
        RuleRequest request = read(call);
        TrialRequest on = read(call, TrialRequest.class);
        RuleBook book = book();
        RuleSetText text = request.textOrSet(book);
        List<CheckedText.Place> problems = CheckedText.of(text).problems();
        if (!problems.isEmpty()) {
            return ConsoleJson.write(new Tried(problems, null));
        }
        try {
            RuleSet set = RuleSet.of(
                    Objects.requireNonNullElse(request.set(), 0), 0, text, this::identify, keeper().budgetNs(text));
            FoundCard card = on.find(lookups, call.caller());
            TransactionText transaction = on.transactionOf(card, parts.clock().millis());
            CardTrial trial = CardTrial.of(set, card, lookups.linkTo(card), transaction);
            return ConsoleJson.write(new Tried(List.of(), trial));
        } catch (RuleSetRefusedException e) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, CardMask.text(String.valueOf(e.getMessage())));
        }
    }

    /** From the code of a card's number to the card's word in this cluster. */
    private long identify(long code) {
        return parts.cardKey().map(key -> key.identify(code)).orElse(code);
    }

    private String change(Kind kind, Endpoint.Call call) {
        return ConsoleJson.write(table(changes.make(kind, read(call), call.caller())));
    }

    /** The backtest that this member's console has run last, and from how many changed cards on an activation is confirmed. */
    private record LastBacktest(Backtests.@Nullable View backtest, double blastLimitPercent) {}

    private String beginBacktest(Endpoint.Call call) {
        RuleRequest request = read(call);
        RuleBook book = book();
        Integer set = request.set();
        RuleSetText text = request.textOrSet(book);
        Integer against = request.against();
        RuleSetText other = against == null ? null : RuleRequest.text(book, against);
        int days = Objects.requireNonNullElse(request.days(), DAYS_USUAL);
        double sample = Objects.requireNonNullElse(request.sample(), SAMPLE_USUAL);
        if (days < 1 || days > HistoryLimits.HORIZON_DAYS || !(sample > 0 && sample <= 1)) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "histories reach " + HistoryLimits.HORIZON_DAYS
                            + " days back, and a sample is a share of the cards; give days from 1 and sample above 0, at most 1");
        }
        requireWithinBudget(text);
        if (other != null) {
            requireWithinBudget(other);
        }
        long toMs = parts.clock().millis();
        BacktestPlan plan = new BacktestPlan(
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                text,
                other,
                other == null ? recorded(book) : List.of(),
                toMs - days * HistoryLimits.DAY_MS,
                toMs,
                sample,
                1);
        Backtests.Subject subject = new Backtests.Subject(
                set == null ? 0 : set,
                against == null ? 0 : against,
                days,
                call.caller().name());
        return ConsoleJson.write(backtests.begin(subject, plan));
    }

    private void requireWithinBudget(RuleSetText text) {
        try {
            SetCost unused = RuleSet.withinBudget(text.read(), keeper().budgetNs(text));
        } catch (RuleLanguageException | RuleSetRefusedException e) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, CardMask.text(String.valueOf(e.getMessage())));
        }
    }

    private static List<Decider> recorded(RuleBook book) {
        try {
            return Decider.recorded(book);
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("a set that members use cannot be read: " + e.getMessage(), e);
        }
    }

    private String cancelBacktest(Endpoint.Call call) {
        backtests.cancel();
        return "{}";
    }

    private static RuleRequest read(Endpoint.Call call) {
        return read(call, RuleRequest.class);
    }

    /** @throws HttpFailure 400 when the body is none */
    static <T> T read(Endpoint.Call call, Class<T> type) {
        try {
            return Optional.ofNullable(ConsoleJson.read(call.body(), type)).orElseThrow(IllegalArgumentException::new);
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "the body must be a JSON object as docs/console-api.md describes it; whole numbers have no point");
        }
    }

    @Override
    public void close() {
        backtests.close();
    }
}
