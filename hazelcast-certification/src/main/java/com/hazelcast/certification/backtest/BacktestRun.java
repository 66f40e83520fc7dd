package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A plan with its sets compiled, on one member. Thread-safe. */
public final class BacktestRun {
    /** What a slice takes of a partition thread: a batch that arrives meanwhile waits so long at most. */
    private static final long SLICE_NS = 500_000;

    /** Cards between two looks at the time. */
    private static final int CARDS_PER_LOOK = 16;

    private final BacktestPlan plan;
    private final CompiledRules rules;
    private final Optional<CompiledRules> against;
    private final Queue<CardTrial> idle = new ConcurrentLinkedQueue<>();

    /**
     * A run.
     *
     * @throws RuleLanguageException when a set is wrong
     */
    public BacktestRun(BacktestPlan plan) throws RuleLanguageException {
        this.plan = plan;
        this.rules = CompiledRules.of(plan.rules().read());
        RuleSetText other = plan.against();
        this.against = other == null ? Optional.empty() : Optional.of(CompiledRules.of(other.read()));
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

    /**
     * Goes on with a shard for some time, on its partition thread.
     *
     * @param from position of the first card, see {@link CardHash#position}
     * @return the position to go on from, and behind it the tally of what lies before
     */
    long[] slice(HistoryShard shard, long from) {
        CardTrial pooled = idle.poll();
        CardTrial trial = pooled == null ? new CardTrial(plan, rules, against) : pooled;
        long endNs = System.nanoTime() + SLICE_NS;
        long position = from;
        do {
            long to = CardHash.endOfPart(position, CARDS_PER_LOOK, shard.cardCount() * plan.sample());
            shard.forEachHistory(position, to, plan::isSampled, trial);
            position = to;
        } while (position < CardHash.POSITIONS && System.nanoTime() < endNs);
        long[] counted = trial.take().toLongs();
        idle.add(trial);
        long[] answer = new long[counted.length + 1];
        answer[0] = position;
        System.arraycopy(counted, 0, answer, 1, counted.length);
        return answer;
    }
}
