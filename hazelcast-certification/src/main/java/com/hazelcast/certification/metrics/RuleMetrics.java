package com.hazelcast.certification.metrics;

import com.hazelcast.certification.rules.live.BookRoom;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleCodes;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Verdicts by set and rule on shards that this member owns, and what rules cost: {@code fraud_verdicts_total}, and {@code
 * fraud_rule_sampled_seconds_total / fraud_rule_samples_total}, each rule tried alone. Thread-safe; written once a batch.
 */
public final class RuleMetrics {
    private static final double NS_PER_SECOND = 1e9;

    private final Counter verdicts;
    private final Counter ruleSeconds;
    private final Counter ruleSamples;

    /** By the code of a decision. */
    private final AtomicReferenceArray<Points> points = new AtomicReferenceArray<>(TransactionLayout.VERDICTS);

    private final AtomicLongArray lastVerdictMs = new AtomicLongArray(TransactionLayout.VERDICTS);
    private final Clock clock;
    private final PrometheusRegistry registry;

    /** Of decisions whose codes are those of others by now. */
    private final LongAdder pastGiven = new LongAdder();

    private final LongAdder pastFlagged = new LongAdder();

    /**
     * Of a code. Those of different sums of points with one action share what is shown.
     *
     * @param made how often the decision with that code has been made
     */
    private record Points(
            int set, int rules, int rule, Action action, CounterDataPoint given, LongAdder made, boolean isFlagged) {
        boolean isShownWith(Points other) {
            return set == other.set && rule == other.rule && action == other.action;
        }
    }

    RuleMetrics(PrometheusRegistry registry, Clock clock) {
        this.clock = clock;
        this.registry = registry;
        verdicts = Counter.builder()
                .name("fraud_verdicts_total")
                .help(
                        "Verdicts given on shards that this member owns, by number of the set and of the rule, 0 when no rule decided,"
                                + " and by action")
                .labelNames("set", "rule", "action")
                .register(registry);
        ruleSeconds = Counter.builder()
                .name("fraud_rule_sampled_seconds_total")
                .help("Time in which this member evaluated the rule alone, on a sample of transactions")
                .labelNames("set", "rule")
                .register(registry);
        ruleSamples = Counter.builder()
                .name("fraud_rule_samples_total")
                .help(
                        "Transactions on which this member has evaluated every rule of the set alone, to see what rules cost")
                .labelNames("set")
                .register(registry);
    }

    /**
     * From now on shows the book of rules of this member.
     *
     * @param book as this member has it
     * @param takenBack how often this member has taken a set back because it declined too much
     */
    public void observeBook(Supplier<RuleBook> book, LongSupplier takenBack) {
        GaugeWithCallback.builder()
                .name("fraud_rule_book_version")
                .help(
                        "Version of the sets of rules that this member decides by; the same on all members, but for seconds")
                .callback(callback -> callback.call(book.get().version()))
                .register(registry);
        GaugeWithCallback.builder()
                .name("fraud_rule_codes")
                .help(
                        "Decisions that histories can distinguish, by what has become of them: free, deciding (of a set that decides, or of the first"
                                + " one), held (of a set that does not decide, but histories have its decisions), out (no history has any more)")
                .labelNames("state")
                .callback(callback -> {
                    RuleCodes.Figures codes = RuleCodes.figures(book.get());
                    callback.call(codes.free(), "free");
                    callback.call(codes.deciding(), RuleCodes.State.DECIDING.label());
                    callback.call(codes.held(), RuleCodes.State.HELD.label());
                    callback.call(codes.out(), RuleCodes.State.OUT.label());
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("fraud_rule_book_fill_ratio")
                .help(
                        "Part of what the book of rules may have, 0 to 1: characters of texts and lists, and sets with their texts")
                .labelNames("of")
                .callback(callback -> {
                    BookRoom.Figures room = BookRoom.figures(book.get());
                    callback.call((double) room.characters() / room.charactersMax(), "characters");
                    callback.call((double) room.sets() / room.setsMax(), "sets");
                })
                .register(registry);
        CounterWithCallback.builder()
                .name("fraud_rules_taken_back_total")
                .help("Sets of rules that this member has taken back because they declined more than they may")
                .callback(callback -> callback.call(takenBack.getAsLong()))
                .register(registry);
    }

    /** Shows all decisions of a set from now on, also those that have not been made. */
    public void expect(RuleSet set) {
        for (int code = 0; code < points.length(); code++) {
            Points known = points.get(code);
            boolean isIn = code >= set.firstCode() && code < set.firstCode() + set.codeCount();
            if (known != null && isIn != (known.set == set.number())) {
                retire(code, known);
            }
        }
        for (int rule = 0; rule <= set.rules().size(); rule++) {
            secondsOf(set, rule).inc(0);
        }
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            pointsOf(set, code).given.inc(0);
        }
        ruleSamples.labelValues(Integer.toString(set.number())).inc(0);
    }

    /** The decision has no code any more, or another one, and the code is another's. Nobody has made it for 90 days. */
    private void retire(int code, Points past) {
        long given = past.made.sum();
        pastGiven.add(given);
        pastFlagged.add(past.isFlagged ? given : 0);
        points.set(code, null);
        lastVerdictMs.set(code, 0);
        String number = Integer.toString(past.set);
        String rule = Integer.toString(past.rule);
        if (!isShown(past)) {
            verdicts.remove(number, rule, past.action.label());
        }
        if (past.rule == 0 && past.action == Action.APPROVE) {
            // The first of a set's codes.
            for (int other = 0; other <= past.rules; other++) {
                ruleSeconds.remove(number, Integer.toString(other));
            }
            ruleSamples.remove(number);
        }
    }

    private boolean isShown(Points past) {
        for (int code = 0; code < points.length(); code++) {
            Points known = points.get(code);
            if (known != null && known.isShownWith(past)) {
                return true;
            }
        }
        return false;
    }

    private Points pointsOf(RuleSet set, int code) {
        Points known = points.get(code);
        if (known != null) {
            return known;
        }
        String number = Integer.toString(set.number());
        String rule = Integer.toString(set.ruleOf(code));
        Action action = set.actionOf(code);
        Points made = new Points(
                set.number(),
                set.rules().size(),
                set.ruleOf(code),
                action,
                verdicts.labelValues(number, rule, action.label()),
                new LongAdder(),
                action != Action.APPROVE);
        Points first = points.compareAndExchange(code, null, made);
        return first == null ? made : first;
    }

    void given(RuleSet set, int code, int count) {
        Points known = pointsOf(set, code);
        known.given.inc(count);
        known.made.add(count);
        lastVerdictMs.set(code, clock.millis());
    }

    void timed(RuleSet set, int transactionCount, long[] ruleNs) {
        ruleSamples.labelValues(Integer.toString(set.number())).inc(transactionCount);
        for (int rule = 1; rule < ruleNs.length; rule++) {
            secondsOf(set, rule).inc(ruleNs[rule] / NS_PER_SECOND);
        }
    }

    /** Verdicts given, by all sets. */
    public long verdictCount() {
        return count(false);
    }

    /** Verdicts given whose action is not to approve, by all sets. */
    public long flaggedCount() {
        return count(true);
    }

    private long count(boolean onlyFlagged) {
        long given = onlyFlagged ? pastFlagged.sum() : pastGiven.sum();
        for (int code = 0; code < points.length(); code++) {
            Points known = points.get(code);
            given += known == null || onlyFlagged && !known.isFlagged ? 0 : known.made.sum();
        }
        return given;
    }

    /** Decisions that a set has made on shards that this member owns. */
    public Decisions decisions(RuleSet set) {
        long made = 0;
        long declined = 0;
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            long count = verdictCount(code);
            made += count;
            declined += set.actionOf(code) == Action.DECLINE ? count : 0;
        }
        return new Decisions(made, declined);
    }

    /** Verdicts given by a set whose action is not to approve. */
    public long flaggedCount(RuleSet set) {
        long flagged = 0;
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            flagged += set.actionOf(code) == Action.APPROVE ? 0 : verdictCount(code);
        }
        return flagged;
    }

    /** How often the decision with that code has been made. */
    public long verdictCount(int code) {
        Points known = points.get(code);
        return known == null ? 0 : known.made.sum();
    }

    /** When the decision with that code was last made, in ms since the epoch; 0: not yet. */
    public long lastVerdictMs(int code) {
        return lastVerdictMs.get(code);
    }

    /** Time in which this member has evaluated that rule alone, on {@link #sampleCount} transactions. */
    public double sampledNs(RuleSet set, int rule) {
        return secondsOf(set, rule).get() * NS_PER_SECOND;
    }

    private CounterDataPoint secondsOf(RuleSet set, int rule) {
        return ruleSeconds.labelValues(Integer.toString(set.number()), Integer.toString(rule));
    }

    /** Transactions on which this member has evaluated every rule of the set alone. */
    public long sampleCount(RuleSet set) {
        return (long) ruleSamples.labelValues(Integer.toString(set.number())).get();
    }
}
