package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.lists.CsvAddition;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes to the cluster's sets by people who have signed in. Who makes a change is who has signed in, whatever the request says. An
 * activation needs a backtest of the set over a month against the one that decides, kept with it, and a number when many cards would get
 * another action; so does a canary. Thread-safe; waits for all members.
 */
final class RuleChanges {
    /** Of the cards, and of the amounts: more that would get another action have to be confirmed. */
    static final double BLAST_LIMIT_PERCENT = 2;

    /** An older backtest is run again before its set decides: histories have changed since. The command runs a new one each time. */
    static final long BACKTEST_AGE_MINUTES_MAX = 60;

    /** Of fewer days fewer cards would change. The command takes as many. */
    static final int BACKTEST_DAYS_MIN = 30;

    private static final Logger LOG = LoggerFactory.getLogger(RuleChanges.class);
    private static final double PERCENT = 100;

    /** Characters of a reason, which all members keep. */
    private static final int REASON_MAX = 200;

    private static final int PROBLEMS_SHOWN = 3;

    /** Of added entries, in the audit log and the log; cards masked. */
    private static final int KEYS_SHOWN = 5;

    /** Of a key or a list's name there. */
    private static final int SHOWN_MAX = 50;

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final ClusterControl control;
    private final Supplier<RuleBook> books;
    private final AuditTrail trail;
    private final Clock clock;

    /**
     * Of a member.
     *
     * @param books the book as this member has it
     * @param clock by which backtests grow old
     */
    RuleChanges(ClusterControl control, Supplier<RuleBook> books, AuditTrail trail, Clock clock) {
        this.control = control;
        this.books = books;
        this.trail = trail;
        this.clock = clock;
    }

    /**
     * Makes a change.
     *
     * @return the book after it
     * @throws HttpFailure 400 when the request lacks something or the text is wrong, 404 when there is no such set, 409 when the change is
     *     not possible now, 503 when it cannot be written down
     */
    RuleBook make(Kind kind, RuleRequest request, Caller caller) {
        return make(change(kind, request, caller), "", caller);
    }

    /**
     * Makes a set with the rules of another one, in which a list has more entries.
     *
     * @return the book after it
     * @throws HttpFailure 400 when there is no reason or an entry is wrong, 409 when the list has all of them, 409 and 503 as for other changes
     */
    RuleBook add(RecordedSet base, String list, CsvAddition addition, @Nullable String reason, Caller caller) {
        // Before anything is said of the list: without a change that is recorded, nobody finds out whether a masked
        // card is on it.
        String why = reason(reason);
        if (addition.keys().isEmpty()) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "the list has these entries already, or none was given: set=" + base.number());
        }
        Map<String, String> files = new HashMap<>(base.text().files());
        files.put(list, addition.content());
        RuleSetText text = new RuleSetText(base.text().text(), files);
        requireRight(text);
        String keys = addition.keys().stream()
                .limit(KEYS_SHOWN)
                .map(RuleChanges::shown)
                .collect(Collectors.joining(" "));
        return make(
                new RuleChange(Kind.SUBMIT, 0, 0, BreakerLimits.NONE, caller.name(), why, text, true, 0),
                " of=" + base.number() + " list=" + shown(list) + " entries="
                        + addition.keys().size() + ": " + keys,
                caller);
    }

    /** For one line of a log: cards masked, and nothing that is no word. */
    private static String shown(String text) {
        String masked = CONTROL.matcher(CardMask.file(text)).replaceAll("?");
        return masked.length() <= SHOWN_MAX ? masked : masked.substring(0, SHOWN_MAX) + "...";
    }

    /** @param more what the change's summary does not say, without card numbers */
    private RuleBook make(RuleChange change, String more, Caller caller) {
        try {
            trail.write(event(change, more, caller, "accepted"));
        } catch (IllegalStateException e) {
            throw new HttpFailure(HttpFailure.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        String who = caller.name() + " at " + caller.address();
        try {
            RuleBook after = control.rules().change(change);
            LOG.info("rules changed from the console: {}{} caller={}", change.summary(), more, who);
            trail.offer(event(change, more, caller, "done"));
            // The answer has no texts, which this member has itself by now.
            RuleBook own = books.get();
            return own.lastHash().equals(after.lastHash()) ? own : after;
        } catch (IllegalStateException e) {
            LOG.warn(
                    "rules not changed from the console: {}{} caller={}: {}",
                    change.summary(),
                    more,
                    who,
                    e.getMessage());
            trail.offer(event(change, more, caller, "failed"));
            Throwable why = e.getCause() instanceof RuntimeException cause ? cause : e;
            throw new HttpFailure(HttpFailure.CONFLICT, CardMask.text(String.valueOf(why.getMessage())));
        }
    }

    private static AuditEvent event(RuleChange change, String more, Caller caller, String result) {
        return new AuditEvent(
                caller.name(),
                caller.roleName(),
                caller.address(),
                "rules-" + change.kind().label(),
                "",
                change.summary() + more,
                result);
    }

    private RuleChange change(Kind kind, RuleRequest request, Caller caller) {
        String reason = reason(request.reason());
        RuleBook book = books.get();
        int set = 0;
        int share = 0;
        BreakerLimits breaker = BreakerLimits.NONE;
        int against = 0;
        RuleSetText text = null;
        switch (kind) {
            case SUBMIT -> {
                text = request.requiredText(book);
                requireRight(text);
            }
            case CANARY -> {
                set = known(book, request);
                share = share(request.sharePercent());
                against = book.active();
                requireKnownRadius(
                        book,
                        set,
                        (double) share / DecidingRules.WHOLE_SHARE,
                        Objects.requireNonNullElse(request.confirmedCards(), 0L),
                        clock.millis());
            }
            case ACTIVATE -> {
                set = known(book, request);
                breaker = request.breaker();
                against = book.active();
                requireKnownRadius(
                        book, set, 1, Objects.requireNonNullElse(request.confirmedCards(), 0L), clock.millis());
            }
            case ROLLBACK -> set = Objects.requireNonNullElse(request.set(), 0);
            case SHADOW, RETIRE, REMOVE -> set = known(book, request);
            case DECLINE_NOTHING, BACKTEST, CODES_OUT ->
                throw new IllegalArgumentException("no path leads to it: " + kind);
        }
        return new RuleChange(kind, set, share, breaker, caller.name(), reason, text, true, against);
    }

    private static int known(RuleBook book, RuleRequest request) {
        RecordedSet found = RuleRequest.set(book, request.requiredSet());
        return found.number();
    }

    private static String reason(@Nullable String given) {
        String reason = given == null ? "" : given.strip();
        if (reason.isEmpty() || reason.length() > REASON_MAX || reason.chars().anyMatch(Character::isISOControl)) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST,
                    "the record needs a reason: give reason, 1 to " + REASON_MAX + " characters in one line");
        }
        return reason;
    }

    private static int share(@Nullable Double percent) {
        if (percent == null) {
            throw new HttpFailure(
                    HttpFailure.BAD_REQUEST, "a canary has a share of the cards: give sharePercent, 0.01 to 99.99");
        }
        try {
            return DecidingRules.share(percent);
        } catch (IllegalArgumentException e) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static void requireRight(RuleSetText text) {
        CheckedText checked = CheckedText.toSubmit(text, SetCost.BUDGET_NS);
        if (!checked.problems().isEmpty()) {
            StringBuilder why = new StringBuilder("the set is wrong; /api/rule-check lists all that is:");
            checked.problems().stream()
                    .limit(PROBLEMS_SHOWN)
                    .forEach(place -> why.append(" line ")
                            .append(place.line())
                            .append(", column ")
                            .append(place.column())
                            .append(": ")
                            .append(place.message())
                            .append('.'));
            throw new HttpFailure(HttpFailure.BAD_REQUEST, why.toString());
        }
    }

    /**
     * Holds that somebody knows what a set would change.
     *
     * @param share of the cards for which it is to decide, from 0 to 1
     * @param nowMs by which the backtest that found it is not too old
     * @throws HttpFailure 409 when nobody does, or it is much and was not confirmed
     */
    static void requireKnownRadius(RuleBook book, int set, double share, long confirmed, long nowMs) {
        int active = book.active();
        if (set == active) {
            throw new HttpFailure(HttpFailure.CONFLICT, "that set decides already: set=" + set);
        }
        BacktestResult found = Optional.ofNullable(book.set(set).orElseThrow().backtest())
                .filter(kept -> kept.against() == active)
                .orElseThrow(() -> new HttpFailure(
                        HttpFailure.CONFLICT,
                        "run a backtest of the set against the active one first: set=" + set + " against=" + active));
        // Of another member, whose clock may be ahead.
        long ageMinutes = Math.max(0, TimeUnit.MILLISECONDS.toMinutes(nowMs - found.toMs()));
        if (ageMinutes > BACKTEST_AGE_MINUTES_MAX) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "the backtest of the set is too old, because histories have changed since; run one against the active set again: set="
                            + set + " against=" + active + " ageMinutes=" + ageMinutes + " ageMinutesMax="
                            + BACKTEST_AGE_MINUTES_MAX);
        }
        long days = (found.toMs() - found.fromMs()) / HistoryLimits.DAY_MS;
        if (days < BACKTEST_DAYS_MIN) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "the backtest of the set is of too few days, in which fewer cards would change; run a longer one against the active set: set="
                            + set + " against=" + active + " days=" + days + " daysMin=" + BACKTEST_DAYS_MIN);
        }
        if (found.hasSeenNoCard()) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "the backtest of the set has seen no card; run one of a larger sample, or of more days: set=" + set
                            + " sample=" + found.sample());
        }
        // Of a sample, what it may be: a small one says little.
        if (found.isBeyond(share, BLAST_LIMIT_PERCENT, BLAST_LIMIT_PERCENT)
                && confirmed < found.cardsChangedMax(share)) {
            throw new HttpFailure(
                    HttpFailure.CONFLICT,
                    "more than " + BLAST_LIMIT_PERCENT + " % of the cards or of the amounts "
                            + (found.sample() < 1 ? "may" : "would")
                            + String.format(
                                    Locale.ROOT,
                                    " get another action (cards %.2f ± %.2f %%, amounts %.2f ± %.2f %%), by a backtest of %d minutes ago over %d days, sample=%s; confirm the number of cards: confirmedCards=%d",
                                    PERCENT * share * found.cardsChangedShare(),
                                    PERCENT * share * found.cardsChangedBound(),
                                    PERCENT * found.changedUnitsPart(share),
                                    PERCENT * share * found.changedUnitsBound(),
                                    ageMinutes,
                                    days,
                                    found.sample(),
                                    found.cardsChangedMax(share)));
        }
    }
}
