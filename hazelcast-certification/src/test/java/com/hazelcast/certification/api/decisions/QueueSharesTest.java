package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.NewCardQuota;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients may have of the queue beside each other. */
class QueueSharesTest {
    private static final int QUEUE = 64;

    private final List<MemberQueue.Place> places = new ArrayList<>();
    private final ScriptedDesk scripted = new ScriptedDesk(1, QUEUE, Duration.ofSeconds(10), Clock.systemUTC());
    private final DecisionDesk desk = scripted.desk();

    @AfterEach
    void close() {
        scripted.close();
    }

    private static Submitter client(String name, int limit) {
        return new Submitter(name, limit, TurnedAway.Reason.CLIENT_FULL, new NewCardQuota(0, 1, System::nanoTime));
    }

    /** Takes all places that it gets, and returns how many. */
    private int fill(Submitter client, TurnedAway.Reason whyNoMore) {
        int taken = 0;
        while (true) {
            try {
                places.add(desk.queue().enterCall(client));
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
            MemberQueue.Place unused = desk.queue().enterCall(modest);
        }
        places.get(0).leave();
        places.get(1).leave();
        assertThat(fill(greedy, TurnedAway.Reason.CLIENT_FULL))
                .as("what it has left is free for others")
                .isZero();
        assertThat(desk.queued()).isEqualTo(57);
    }

    private void assertTurnedAway(ThrowingCallable entering, TurnedAway.Reason reason) {
        assertThatThrownBy(entering)
                .isInstanceOfSatisfying(
                        TurnedAway.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void shouldTakeNothingOfAQuotaOfConcurrencyToWaitForADecision() throws Exception {
        Submitter limited = client("limited", 1);
        limited.allow(1, 2, TurnedAway.Reason.CONCURRENCY);
        MemberQueue.Place call = desk.queue().enterCall(limited);
        MemberQueue.Place first = desk.queue().enterWait(limited);
        MemberQueue.Place second = desk.queue().enterWait(limited);

        assertTurnedAway(() -> desk.queue().enterCall(limited), TurnedAway.Reason.CONCURRENCY);
        assertTurnedAway(() -> desk.queue().enterWait(limited), TurnedAway.Reason.CLIENT_FULL);
        assertThat(desk.queue().tryEnterWait(limited)).isNull();
        assertThat(desk.queued()).as("who waits has a place as well").isEqualTo(3);

        call.leave();
        assertThat(desk.queue().enterCall(limited)).isNotNull();
        first.leave();
        first.leave();
        second.leave();
        assertThat(desk.queued()).as("each place is given back once").isEqualTo(1);
        assertThat(limited.inFlight()).isEqualTo(1);
    }

    @Test
    void shouldCountWhoWaitsInAShareOfTheQueue() throws Exception {
        Submitter client = client("usual", 2);
        MemberQueue.Place waiting = desk.queue().enterWait(client);
        MemberQueue.Place call = desk.queue().enterCall(client);

        assertTurnedAway(() -> desk.queue().enterWait(client), TurnedAway.Reason.CLIENT_FULL);
        assertTurnedAway(() -> desk.queue().enterCall(client), TurnedAway.Reason.CLIENT_FULL);

        waiting.leave();
        call.leave();
        assertThat(desk.queued()).isZero();
        assertThat(client.inFlight()).isZero();
    }

    @Test
    void shouldGiveAPlaceBackWhenAStepFails() throws Exception {
        Submitter client = client("usual", 1);
        MemberQueue.Place place = desk.queue().enterCall(client);
        place.during(() -> {});
        assertThat(desk.queued()).isEqualTo(1);
        assertThatThrownBy(() -> place.during(() -> {
                    throw new IllegalStateException("planted");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(desk.queued()).isZero();
    }
}
