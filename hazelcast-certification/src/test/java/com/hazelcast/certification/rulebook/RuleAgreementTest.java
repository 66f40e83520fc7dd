package com.hazelcast.certification.rulebook;

import static com.hazelcast.certification.rulebook.RuleAgreements.BIG;
import static com.hazelcast.certification.rulebook.RuleAgreements.SMALL;
import static com.hazelcast.certification.rulebook.RuleAgreements.activating;
import static com.hazelcast.certification.rulebook.RuleAgreements.awaitBook;
import static com.hazelcast.certification.rulebook.RuleAgreements.keeper;
import static com.hazelcast.certification.rulebook.RuleAgreements.submission;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.NextRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of rules that their maker did not complete: members are left where one that ends in the middle leaves them. */
class RuleAgreementTest {
    @Test
    void shouldBringAllMembersToABookThatOneOfThemUses() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            RuleBook next = activating(keeper(first).book(), SMALL, 1);
            for (FraudMember member : List.of(first, second, third)) {
                keeper(member).commit(next);
            }

            keeper(second).use(next);

            awaitBook(next, first, second, third);
        }
    }

    @Test
    void shouldCompleteWhatAllAgreedToBeforeAnotherChange() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            RuleBook agreed = activating(keeper(first).book(), SMALL, 1);
            keeper(first).commit(agreed);
            keeper(second).commit(agreed);

            RuleBook changed = cluster.control().rules().change(submission(BIG));

            RuleBook after = cluster.control().rules().book();
            assertThat(changed).as("without texts").isEqualTo(after.withoutTexts());
            assertThat(after.version()).isEqualTo(agreed.version() + 1);
            assertThat(after.active()).isEqualTo(2);
            assertThat(after.set(2)).isEqualTo(agreed.set(2));
            awaitBook(after, first, second);
        }
    }

    /** Asserts that a change is cancelled which one member has given up and the other one has agreed to. */
    private static void assertCancels(FraudMember givingUp, FraudMember agreeing) throws RuleSetRefusedException {
        RuleBook before = keeper(givingUp).book();
        RuleBook given = activating(before, SMALL, 1);
        keeper(givingUp).abandon(given.lastHash());

        keeper(agreeing).commit(given);

        TestCluster.await(
                "nobody has agreed to it", () -> keeper(agreeing).agreed().isEmpty());
        assertThat(keeper(givingUp).book()).isEqualTo(before);
        assertThat(keeper(agreeing).book()).isEqualTo(before);
    }

    /** A member was away when a change was given up, and has kept on its disk that it agreed. */
    @Test
    void shouldNotCompleteWhatWasGivenUp() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            assertCancels(first, second);
        }
    }

    /** A member did not answer when they were first brought back, for example. It is the same book again. */
    @Test
    void shouldRestoreRulesWhoseRestoreWasGivenUpBefore() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            RuleBook backedUp = activating(keeper(first).book(), SMALL, 1);
            cluster.control().rules().abandon(backedUp);

            RuleBook restored = keeper(first).restore(backedUp);

            assertThat(restored.active()).isEqualTo(2);
            assertThat(restored.record()).hasSize(backedUp.record().size() + 1).containsAll(backedUp.record());
            awaitBook(restored, first, second);
            assertThat(keeper(first).restore(backedUp)).as("once more").isEqualTo(restored);
        }
    }

    /** The oldest one was away when the change was given up, or has forgotten it. */
    @Test
    void shouldNotCompleteWhatAnotherMemberHasGivenUp() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            assertCancels(second, first);
        }
    }

    /** By that, who completes a change of another knows that nobody has used it, and gives it up. */
    @Test
    void shouldSayOfWhatKindItIsWhenASetCannotRun() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            RuleBook next = activating(keeper(member).book(), SMALL, 1);
            List<RecordedSet> sets = new ArrayList<>(next.sets());
            sets.replaceAll(set -> set.number() == 1
                    ? set
                    : new RecordedSet(
                            set.number(),
                            set.firstCode(),
                            set.codeCount(),
                            set.name(),
                            set.author(),
                            new RuleSetText("no set of rules", Map.of()),
                            set.stage(),
                            set.backtest(),
                            set.rest()));
            RuleBook wrong = new RuleBook(
                    next.version(),
                    sets,
                    next.active(),
                    next.previous(),
                    next.canary(),
                    next.canaryShare(),
                    next.breaker(),
                    next.declinesNothing(),
                    next.record());

            assertThatThrownBy(() -> cluster.control().rules().prepare(NextRules.whole(wrong)))
                    .hasMessageContaining("failed: a set of rules cannot run")
                    .cause()
                    .isExactlyInstanceOf(IllegalArgumentException.class);
            assertThat(keeper(member).agreed()).isEmpty();
        }
    }

    /** As a member of another build may be. */
    private static RuleKeeper refusing(RuleKeeper own) {
        return (RuleKeeper) Proxy.newProxyInstance(
                RuleKeeper.class.getClassLoader(), new Class<?>[] {RuleKeeper.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepare")) {
                        throw new RuleSetRefusedException("this member has no such function");
                    }
                    try {
                        return method.invoke(own, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void shouldChangeNothingAnywhereWhenOneMemberCannotRunASet() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            ClusterRules rules = cluster.control().rules();
            RuleBook before = keeper(first).book();
            RuleKeeper own = keeper(second);
            second.hazelcast().getUserContext().put(RuleKeeper.class.getName(), refusing(own));

            assertThatThrownBy(() -> rules.change(submission(SMALL)))
                    .hasMessageContaining("a set of rules cannot run")
                    .hasMessageContaining("this member has no such function");

            for (RuleKeeper keeper : List.of(keeper(first), own)) {
                assertThat(keeper.book()).isEqualTo(before);
                assertThat(keeper.agreed()).isEmpty();
            }
            own.register(second.hazelcast().getUserContext());
            assertThat(rules.change(submission(SMALL)).version()).isEqualTo(before.version() + 1);
        }
    }

    /** Something happens as soon as it is notified that all have agreed. */
    private static RuleKeeper beforeUse(RuleKeeper own, Runnable happening) {
        return (RuleKeeper) Proxy.newProxyInstance(
                RuleKeeper.class.getClassLoader(), new Class<?>[] {RuleKeeper.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(own, arguments);
                        if (method.getName().equals("commit")) {
                            happening.run();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The others may not have been notified that all have agreed. Then they give the change up, and make another one of that version. */
    @Test
    void shouldNotUseWhatAllHaveAgreedToWhenTooFewMembersAreLeft() throws Exception {
        try (TestCluster cluster = new TestCluster().withMinMembers(2)) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            RuleKeeper own = keeper(first);
            RuleBook before = own.book();
            RuleKeeper losing = beforeUse(own, () -> {
                cluster.kill(second);
                TestCluster.await(
                        "the first is alone",
                        () -> first.hazelcast().getCluster().getMembers().size() == 1);
            });
            first.hazelcast().getUserContext().put(RuleKeeper.class.getName(), losing);

            assertThatThrownBy(() -> own.change(submission(SMALL)))
                    .hasMessageContaining("members were lost before it was used");

            assertThat(own.book()).isEqualTo(before);
            RuleBook next = own.agreed().orElseThrow();
            own.register(first.hazelcast().getUserContext());
            FraudMember third = cluster.startMember();
            awaitBook(next, first, third);
        }
    }

    /** Its maker and the only other member that used it end at once. The last one has a copy of what they decided. */
    @Test
    void shouldCompleteWhatIsAgreedWhenItsMakerAndTheOnlyMemberThatUsedItAreLost() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            RuleBook next = activating(keeper(first).book(), SMALL, 1);
            for (FraudMember member : List.of(first, second, third)) {
                keeper(member).commit(next);
            }
            keeper(second).use(next);
            cluster.kill(second);
            cluster.kill(third);

            FraudMember joined = cluster.startMember();
            awaitBook(next, first, joined);
        }
    }

    /** It joins while the others may use it already, and they may end at once. */
    @Test
    void shouldBeNotifiedWhenItJoinsMembersThatAre() throws Exception {
        try (TestCluster cluster = new TestCluster().withMinMembers(3)) {
            FraudMember first = cluster.startMember();
            RuleBook next = activating(keeper(first).book(), SMALL, 1);
            // Before three are there it is not completed.
            keeper(first).commit(next);

            FraudMember second = cluster.startMember();

            assertThat(keeper(second).agreed()).contains(next);
            assertThat(keeper(second).state().mayBeInUse()).isTrue();
            FraudMember third = cluster.startMember();
            awaitBook(next, first, second, third);
        }
    }

    /** Its maker has ended before all had agreed: nobody uses it. */
    @Test
    void shouldGiveUpWhatNotAllHadAgreedTo() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            RuleBook before = keeper(first).book();
            RuleBook next = activating(before, SMALL, 1);

            keeper(second).prepare(next);

            TestCluster.await(
                    "both have given it up",
                    () -> keeper(first).hasGivenUp(next.lastHash())
                            && keeper(second).hasGivenUp(next.lastHash()));
            assertThat(keeper(second).agreed()).isEmpty();
            assertThat(keeper(first).book()).isEqualTo(before);
            assertThat(keeper(second).book()).isEqualTo(before);
        }
    }
}
