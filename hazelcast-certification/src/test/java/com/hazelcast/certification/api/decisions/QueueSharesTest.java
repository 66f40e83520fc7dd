package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.gateway.NewCardQuota;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients may have of the queue beside each other. */
class QueueSharesTest {
    private static final int QUEUE = 64;
    private static final int LIMIT = 4_096;

    private final ScriptedRouter shards = new ScriptedRouter(1, LIMIT);
    private final InFlightGate gate = new InFlightGate(LIMIT);
    private final AccountingMeter accounting = ignoring(AccountingMeter.class);
    private final DecisionDesk desk = new DecisionDesk(
            new DecisionSettings(
                    Duration.ofSeconds(10),
                    QUEUE,
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
            Clock.systemUTC(),
            Duration.ofMinutes(1),
            Optional.empty(),
            new RulesInUse(RuleSet.shipped()),
            () -> true,
            DecisionDesk.newIdTag());

    /** Of an interface whose methods return nothing. */
    private static <T> T ignoring(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
    }

    @AfterEach
    void close() {
        desk.close();
        shards.close();
    }

    private static Submitter client(String name, int limit) {
        return new Submitter(name, limit, TurnedAway.Reason.CLIENT_FULL, new NewCardQuota(0, 1, System::nanoTime));
    }

    /** Takes all places that it gets, and returns how many. */
    private int fill(Submitter client, TurnedAway.Reason whyNoMore) {
        int taken = 0;
        while (true) {
            try {
                desk.enterCall(client);
                taken++;
            } catch (TurnedAway e) {
                assertThat(e.reason()).isEqualTo(whyNoMore);
                return taken;
            }
        }
    }

    @Test
    void shouldLeavePlacesForOthersWhenTwoClientsTakeAllThatTheyMay() {
        assertThat(fill(client("first", QUEUE / 2), TurnedAway.Reason.CLIENT_FULL))
                .isEqualTo(32);
        assertThat(fill(client("second", QUEUE / 2), TurnedAway.Reason.CLIENT_FULL))
                .isEqualTo(28);
        assertThat(fill(client("third", QUEUE / 2), TurnedAway.Reason.MEMBER_FULL))
                .isEqualTo(4);
    }

    @Test
    void shouldLeavePlacesForOthersWhateverTheBoundOfOneClient() throws Exception {
        Submitter greedy = client("greedy", QUEUE);
        assertThat(fill(greedy, TurnedAway.Reason.CLIENT_FULL)).isEqualTo(56);
        Submitter modest = client("modest", QUEUE);
        for (int i = 0; i < 3; i++) {
            desk.enterCall(modest);
        }
        desk.leaveCall(greedy);
        desk.leaveCall(greedy);
        assertThat(fill(greedy, TurnedAway.Reason.CLIENT_FULL))
                .as("what it has left is free for others")
                .isZero();
        assertThat(desk.queued()).isEqualTo(57);
    }
}
