package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.ScriptedRouter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** A desk in front of shards that answer when a test lets them, with counters that nobody reads. */
public final class ScriptedDesk implements AutoCloseable {
    /** Of the shards and of the member's gate. */
    private static final int LIMIT = 4_096;

    private final ScriptedRouter shards;
    private final InFlightGate gate = new InFlightGate(LIMIT);
    private final DecisionDesk desk;

    /**
     * A desk that scores.
     *
     * @param queue places of the member's queue
     * @param deadline of decisions
     */
    public ScriptedDesk(int shardCount, int queue, Duration deadline, Clock clock) {
        shards = new ScriptedRouter(shardCount, LIMIT);
        AccountingMeter accounting = ignoring(AccountingMeter.class);
        desk = new DecisionDesk(
                new DecisionSettings(
                        deadline,
                        queue,
                        Action.DECLINE,
                        StandInTable.USUAL,
                        LIMIT,
                        Duration.ofMinutes(1),
                        Optional.empty()),
                shards.router(),
                gate,
                new AnswerAccounting(gate, accounting),
                accounting,
                ignoring(DecisionMeter.class),
                clock,
                Duration.ofMinutes(1),
                Optional.empty(),
                new RulesInUse(RuleSet.shipped()),
                () -> true,
                DecisionDesk.newIdTag());
    }

    public DecisionDesk desk() {
        return desk;
    }

    public ScriptedRouter shards() {
        return shards;
    }

    public InFlightGate gate() {
        return gate;
    }

    @Override
    public void close() {
        desk.close();
        shards.close();
    }

    /** Of an interface whose methods return nothing. */
    public static <T> T ignoring(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }
}
