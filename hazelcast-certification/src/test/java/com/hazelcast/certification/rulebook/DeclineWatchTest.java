package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Set 2 decides, set 1 did before, and set 3 is the canary for half of the cards. */
class DeclineWatchTest {
    private static final RuleSetText TEXT = new RuleSetText("set tried rule r decline when tx.amount > 5", Map.of());

    private final Map<Integer, Decisions> made = new HashMap<>();
    private final DeclineWatch watch = watch(BreakerLimits.NONE);
    private long nowNs;

    private DeclineWatch watch(BreakerLimits usual) {
        return new DeclineWatch(set -> made.getOrDefault(set.number(), new Decisions(0, 0)), usual);
    }

    private static RuleBook change(RuleBook book, RuleChange change, Optional<RuleSet> submitted) {
        return book.after(change, submitted, 1);
    }

    private static RuleBook submitted(RuleBook book) throws RuleSetRefusedException {
        RuleSet set = RuleSet.of(book.nextNumber(), 0, TEXT, code -> code);
        return change(book, new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", TEXT), Optional.of(set));
    }

    private static RuleBook book(BreakerLimits limits) throws RuleSetRefusedException {
        RuleBook two = submitted(submitted(RuleBook.first(RuleSet.shipped())));
        RuleChange activation = new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", "a test", null).with(limits);
        RuleBook active = change(two, activation, Optional.empty());
        return change(active, new RuleChange(Kind.CANARY, 3, 5_000, 0, "Ana", "a test", null), Optional.empty());
    }

    private static DecidingRules rules(RuleBook book) throws RuleSetRefusedException {
        RuleSet active = RuleSet.of(book.set(book.active()).orElseThrow(), code -> code);
        Optional<RuleSet> canary = book.canary() == 0
                ? Optional.empty()
                : Optional.of(RuleSet.of(book.set(book.canary()).orElseThrow(), code -> code));
        return new DecidingRules(active, canary, book.canaryShare(), List.of(), false, List.of());
    }

    private Optional<RuleChange> look(RuleBook book) throws RuleSetRefusedException {
        return look(watch, book);
    }

    private Optional<RuleChange> look(DeclineWatch by, RuleBook book) throws RuleSetRefusedException {
        nowNs += TimeUnit.MILLISECONDS.toNanos(500);
        return by.look(book, rules(book), nowNs);
    }

    private void decide(int set, int more, int declined) {
        Decisions before = made.getOrDefault(set, new Decisions(0, 0));
        made.put(set, new Decisions(before.made() + more, before.declined() + declined));
    }

    @Test
    void shouldEndACanaryThatDeclinesTooMuchAndLeaveTheActiveSet() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 10);
        decide(3, 1_000, 300);
        assertThat(look(book)).as("as many as it may").isEmpty();

        decide(3, 1_000, 1_000);
        RuleChange end = look(book).orElseThrow();

        assertThat(end.kind()).isEqualTo(Kind.RETIRE);
        assertThat(end.set()).isEqualTo(3);
        assertThat(end.by()).isEqualTo("breaker");
        assertThat(end.reason()).startsWith("set 3 declined 65.0 % of 2000").endsWith("may decline 30 %");
        RuleBook after = change(book, end, Optional.empty());
        assertThat(after.active()).isEqualTo(2);
        assertThat(after.canary()).isZero();
    }

    @Test
    void shouldCompareACanaryWithTheHourOfTheActiveSet() throws Exception {
        RuleBook book = book(new BreakerLimits(0, 5, BreakerLimits.WINDOW_S, false));
        for (int i = 0; i < 120; i++) {
            decide(2, 100, 1);
            decide(3, 100, 4);
            assertThat(look(book)).isEmpty();
        }
        decide(2, 100, 1);
        decide(3, 1_000, 500);

        assertThat(look(book)).hasValueSatisfying(end -> assertThat(end.set()).isEqualTo(3));
    }

    @Test
    void shouldBeginAnewWhenASetIsTheCanaryAgain() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        RuleBook ended = change(book, new RuleChange(Kind.RETIRE, 3, 0, 0, "Ana", "a test", null), Optional.empty());
        assertThat(look(book)).isEmpty();
        decide(3, 1_000, 1_000);
        assertThat(look(ended)).isEmpty();

        RuleBook again =
                change(ended, new RuleChange(Kind.CANARY, 3, 5_000, 0, "Ana", "a test", null), Optional.empty());
        assertThat(look(again)).isEmpty();
        decide(3, 1_000, 0);
        assertThat(look(again)).as("what it declined before is past").isEmpty();
    }

    @Test
    void shouldTakeTheActiveSetBackWithItsCanaryWhereBothDeclineTooMuch() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 1_000);
        decide(3, 1_000, 1_000);

        RuleChange back = look(book).orElseThrow();

        assertThat(back.kind()).isEqualTo(Kind.ROLLBACK);
        RuleBook after = change(book, back, Optional.empty());
        assertThat(after.active()).isEqualTo(1);
        assertThat(after.canary()).isZero();
    }

    @Test
    void shouldHoldSetsToTheUsualLimitsUnlessTheirActivationSaysOtherwise() throws Exception {
        for (BreakerLimits given : List.of(BreakerLimits.NONE, BreakerLimits.ofPercent(80), BreakerLimits.NEVER)) {
            made.clear();
            DeclineWatch usual = watch(BreakerLimits.ofPercent(30));
            RuleBook book = book(given);
            assertThat(look(usual, book)).isEmpty();
            decide(2, 1_000, 500);
            decide(3, 1_000, 500);

            assertThat(look(usual, book).map(RuleChange::kind))
                    .as("50 % declined, activated with " + given)
                    .isEqualTo(given.isAny() ? Optional.empty() : Optional.of(Kind.ROLLBACK));
        }
    }

    @Test
    void shouldActOnceWhereNothingIsDeclinedAnyMore() throws Exception {
        RuleBook book = book(new BreakerLimits(30, 0, BreakerLimits.WINDOW_S, true));
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 1_000);
        RuleChange change = look(book).orElseThrow();
        assertThat(change.kind()).isEqualTo(Kind.DECLINE_NOTHING);

        RuleBook after = change(book, change, Optional.empty());

        assertThat(after.breaker()).as("it keeps its limits").isEqualTo(book.breaker());
        assertThat(look(after))
                .as("what it declined before is in the window still")
                .isEmpty();
    }

    /** Else an hour in which nothing was declined would have any set taken back that declines some. */
    @Test
    void shouldNotCompareWithTheTimeInWhichNothingWasDeclined() throws Exception {
        RuleBook book = book(new BreakerLimits(0, 5, BreakerLimits.WINDOW_S, true));
        for (int i = 0; i < 120; i++) {
            decide(2, 100, 1);
            assertThat(look(book)).isEmpty();
        }
        decide(2, 1_000, 1_000);
        RuleBook milder = change(book, look(book).orElseThrow(), Optional.empty());
        for (int minute = 0; minute < 120; minute++) {
            nowNs += TimeUnit.MINUTES.toNanos(1);
            decide(2, 1_000, 0);
            assertThat(look(milder)).isEmpty();
        }
        RuleBook corrected = change(
                milder,
                new RuleChange(Kind.ACTIVATE, 3, 0, 0, "Ana", "a test", null).with(book.breaker()),
                Optional.empty());
        assertThat(look(corrected)).isEmpty();
        for (int i = 0; i < 120; i++) {
            decide(3, 100, 1);
            assertThat(look(corrected)).as("as usual").isEmpty();
        }
        decide(3, 1_000, 1_000);
        assertThat(look(corrected))
                .as("more than in the hour before the breaker")
                .isPresent();
    }

    private void act(RuleBook book, RuleBook meanwhile, Consumer<RuleChange> changes) throws RuleSetRefusedException {
        nowNs += TimeUnit.MILLISECONDS.toNanos(500);
        Iterator<RuleBook> books = List.of(book, meanwhile).iterator();
        watch.act(books::next, rules(book), nowNs, changes);
    }

    /** Where members are missing nothing is changed: whoever reads that the set before decides again would look no further. */
    @Test
    void shouldSayThatASetWasTakenBackOnlyWhenItWas() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 1_000);
        try (LoggedLines lines = new LoggedLines(DeclineWatch.class)) {
            assertThatThrownBy(() -> act(book, book, change -> {
                        throw new IllegalStateException("the cluster is degraded");
                    }))
                    .hasMessageStartingWith("set 2 declined 100.0 % of 1000")
                    .hasMessageEndingWith("that could not be ended now: the cluster is degraded");
            assertThat(lines.messages()).isEmpty();
            assertThat(watch.takenBack()).isZero();

            List<RuleChange> changes = new ArrayList<>();
            act(book, book, changes::add);

            assertThat(changes).extracting(RuleChange::kind).containsExactly(Kind.ROLLBACK);
            assertThat(lines.messages())
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("the set before decides again: set 2 declined 100.0 %"));
            assertThat(watch.takenBack()).isOne();
        }
    }

    @Test
    void shouldBeContentWhenAnotherMemberHasTakenTheSetBack() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        RuleBook next =
                change(book, new RuleChange(Kind.ROLLBACK, 2, 0, 0, "breaker", "a test", null), Optional.empty());
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 1_000);
        try (LoggedLines lines = new LoggedLines(DeclineWatch.class)) {
            act(book, next, change -> {
                throw new IllegalStateException("another set decides already");
            });

            assertThat(lines.messages()).isEmpty();
            assertThat(watch.takenBack()).isZero();
        }
    }

    @Test
    void shouldWaitWhileAChangeIsOnItsWayToTheScorers() throws Exception {
        RuleBook book = book(BreakerLimits.ofPercent(30));
        RuleBook next = change(book, new RuleChange(Kind.ROLLBACK, 0, 0, 0, "Ana", "a test", null), Optional.empty());
        assertThat(look(book)).isEmpty();
        decide(2, 1_000, 1_000);

        nowNs += TimeUnit.MILLISECONDS.toNanos(500);
        assertThat(watch.look(next, rules(book), nowNs)).isEmpty();
    }
}
