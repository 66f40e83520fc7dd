package com.hazelcast.certification.cluster;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestRun;
import com.hazelcast.certification.backtest.BacktestState;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has all members of a cluster run a backtest on the shards that they own, and adds up what they count. Thread-safe; waits. */
public final class ClusterBacktest {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterBacktest.class);
    private static final long PAUSE_MS = 200;

    private final ControlCalls calls;

    ClusterBacktest(ControlCalls calls) {
        this.calls = calls;
    }

    /**
     * Runs it to its end.
     *
     * @param progress takes the share that is done, from time to time
     * @param isCancelled asked from time to time; when it is, the members end it, too
     * @throws RuleLanguageException when a set is wrong; no member is asked
     * @throws IllegalArgumentException when a set may cost more than a member allows
     * @throws CancellationException when it was cancelled
     * @throws IllegalStateException when a member refuses, fails or leaves, or shards moved while it began
     */
    public BacktestTally run(BacktestPlan plan, DoubleConsumer progress, BooleanSupplier isCancelled)
            throws RuleLanguageException, InterruptedException {
        // What a set may cost, members know.
        BacktestRun run = new BacktestRun(plan, Long.MAX_VALUE);
        List<Member> members = List.copyOf(calls.members());
        boolean isComplete = false;
        try {
            requireAllShards(begin(plan, members));
            List<BacktestState> states;
            do {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
                states = ask(members, ControlVerb.BACKTEST_STATE, "");
                states.forEach(state -> requireWell(plan, state));
                progress.accept(done(states));
                if (isCancelled.getAsBoolean()) {
                    throw new CancellationException("the backtest was cancelled");
                }
            } while (states.stream().anyMatch(BacktestState::running));
            isComplete = true;
            BacktestTally sum = run.newTally();
            states.forEach(state -> sum.add(run.tallyOf(state)));
            return sum;
        } finally {
            if (!isComplete) {
                cancel(members, plan.id());
            }
        }
    }

    private List<BacktestState> begin(BacktestPlan plan, List<Member> members) {
        try {
            return ask(members, ControlVerb.BEGIN_BACKTEST, MemberControl.write(plan));
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw new IllegalArgumentException(refused.getMessage(), e);
            }
            throw e;
        }
    }

    private static double done(List<BacktestState> states) {
        double done = 0;
        int shards = 0;
        for (BacktestState state : states) {
            done += state.done() * state.shards().size();
            shards += state.shards().size();
        }
        return done / Math.max(1, shards);
    }

    private List<BacktestState> ask(List<Member> members, ControlVerb verb, String argument) {
        List<Future<String>> asked = members.stream()
                .map(member -> calls.submit(member, verb, argument))
                .toList();
        List<BacktestState> states = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            String json = ControlCalls.await(
                    asked.get(i), verb + " on " + members.get(i).getAddress());
            states.add(MemberControl.read(json, BacktestState.class));
        }
        return states;
    }

    private void requireAllShards(List<BacktestState> states) {
        List<Integer> shards = states.stream()
                .flatMap(state -> state.shards().stream())
                .sorted()
                .toList();
        if (shards.size() != calls.keys().shardCount()
                || shards.stream().distinct().count() != shards.size()) {
            throw new IllegalStateException(
                    "shards were moving when the backtest began; run it again when 'ctl status' shows none that move: shards="
                            + calls.keys().shardCount() + " owned=" + shards.size());
        }
    }

    private static void requireWell(BacktestPlan plan, BacktestState state) {
        if (state.id() != plan.id() || !state.failure().isEmpty()) {
            throw new IllegalStateException("the backtest did not come to its end on a member: "
                    + (state.id() == plan.id() ? state.failure() : "another has begun there"));
        }
    }

    private void cancel(List<Member> members, long id) {
        for (Member member : members) {
            Future<String> cancelled = calls.submit(member, ControlVerb.CANCEL_BACKTEST, Long.toString(id));
            try {
                ControlCalls.await(cancelled, "cancelling on " + member.getAddress());
            } catch (IllegalStateException e) {
                // A member that has left runs nothing; why the backtest has ended is thrown already.
                LOG.info("a backtest was not cancelled on {}: {}", member.getAddress(), e.getMessage());
            }
        }
    }
}
