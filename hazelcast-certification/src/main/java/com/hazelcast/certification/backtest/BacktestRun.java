package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/** A plan with its sets compiled, on one member. Thread-safe. */
public final class BacktestRun {
    /** When a slice has taken so much of a partition thread, it ends with the card that it is at; a batch waits meanwhile. */
    static final long SLICE_NS = 500_000;

    private final BacktestPlan plan;
    private final LongSupplier nanoTime;
    private final CompiledRules rules;
    private final Optional<CompiledRules> against;
    private final Queue<CardTrial> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean isCancelled;

    /**
     * A run.
     *
     * @param budgetNs what each set may cost, at {@link SetCost#ENTRIES_MANY} entries a card
     * @throws RuleLanguageException when a set is wrong
     * @throws IllegalArgumentException when a set may cost more
     */
    public BacktestRun(BacktestPlan plan, long budgetNs) throws RuleLanguageException {
        this(plan, budgetNs, System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    BacktestRun(BacktestPlan plan, long budgetNs, LongSupplier nanoTime) throws RuleLanguageException {
        this(plan, text -> budgetNs, code -> code, nanoTime);
    }

    /**
     * On a member.
     *
     * @param budgetNs what the set with that text may cost
     * @param identify from the code of a card's number to its word, as the histories have it
     */
    BacktestRun(BacktestPlan plan, ToLongFunction<RuleSetText> budgetNs, LongUnaryOperator identify)
            throws RuleLanguageException {
        this(plan, budgetNs, identify, System::nanoTime);
    }

    private BacktestRun(
            BacktestPlan plan, ToLongFunction<RuleSetText> budgetNs, LongUnaryOperator identify, LongSupplier nanoTime)
            throws RuleLanguageException {
        this.plan = plan;
        this.nanoTime = nanoTime;
        this.rules = compiled(plan.rules(), budgetNs.applyAsLong(plan.rules()), identify);
        RuleSetText other = plan.against();
        this.against =
                other == null ? Optional.empty() : Optional.of(compiled(other, budgetNs.applyAsLong(other), identify));
    }

    /** It runs on threads that score, so it may cost no more than a set that decides. */
    private static CompiledRules compiled(RuleSetText text, long budgetNs, LongUnaryOperator identify)
            throws RuleLanguageException {
        RuleSetDefinition definition = new RuleLanguage(identify).read(text.text(), text);
        try {
            SetCost unused = RuleSet.withinBudget(definition, budgetNs);
        } catch (RuleSetRefusedException e) {
            // Without the cause, whose class members do not send each other.
            throw new IllegalArgumentException(e.getMessage());
        }
        return CompiledRules.of(definition);
    }

    BacktestPlan plan() {
        return plan;
    }

    /** Rules of the set. */
    public int ruleCount() {
        return rules.definition().rules().size();
    }

    /** Rules of the other set, or the greatest number that what is recorded is counted under. */
    public int otherCount() {
        return against.map(other -> other.definition().rules().size())
                .orElse(plan.recorded().size() - 1);
    }

    /** Nothing counted yet. */
    public BacktestTally newTally() {
        return new BacktestTally(ruleCount(), otherCount());
    }

    /** The tally that a member's state carries. */
    public BacktestTally tallyOf(BacktestState state) {
        return tallyOf(state.counts().stream().mapToLong(Long::longValue).toArray());
    }

    /** The tally of a slice, without the position before it. */
    BacktestTally tallyOf(long[] longs) {
        return BacktestTally.of(longs, ruleCount(), otherCount());
    }

    /** Has slices end with the card that they are at. */
    void cancel() {
        isCancelled = true;
    }

    /**
     * Goes on with a shard for some time, on its partition thread.
     *
     * @param from position of the first card, see {@link CardHash#position}
     * @return the position to go on from, and behind it the tally of what lies before
     */
    long[] slice(HistoryShard shard, long from) {
        CardTrial pooled = idle.poll();
        CardTrial trial = pooled == null ? new CardTrial(plan, rules, against) : pooled;
        long endNs = nanoTime.getAsLong() + SLICE_NS;
        long position = from;
        do {
            position = step(shard, position, trial);
        } while (position < CardHash.POSITIONS && !isCancelled && nanoTime.getAsLong() - endNs < 0);
        long[] counted = trial.take().toLongs();
        idle.add(trial);
        long[] answer = new long[counted.length + 1];
        answer[0] = position;
        System.arraycopy(counted, 0, answer, 1, counted.length);
        return answer;
    }

    /** Tries the first card of a part that has about one, if it has any. Returns the position to go on from. */
    private long step(HistoryShard shard, long from, CardTrial trial) {
        long to = CardHash.endOfPart(from, 1, shard.cardCount() * plan.sample());
        long[] first = {to};
        shard.forEachHistory(
                from, to, plan::isSampled, (card, history) -> first[0] = Math.min(first[0], CardHash.position(card)));
        if (first[0] == to) {
            return to;
        }
        shard.forEachHistory(first[0], first[0] + 1, plan::isSampled, trial);
        return first[0] + 1;
    }
}
