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

/** Desks in front of shards that answer when a test lets them, with counters that nobody reads. */
public final class ScriptedDesk {
    /** Of the shards and of the member's gate. */
    public static final int LIMIT = 4_096;

    private ScriptedDesk() {}

    /**
     * A desk that scores.
     *
     * @param queue places of the member's queue
     * @param deadline of decisions
     */
    public static DecisionDesk of(ScriptedRouter shards, InFlightGate gate, int queue, Duration deadline, Clock clock) {
        AccountingMeter accounting = ignoring(AccountingMeter.class);
        return new DecisionDesk(
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

    /** Of an interface whose methods return nothing. */
    public static <T> T ignoring(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }
}
