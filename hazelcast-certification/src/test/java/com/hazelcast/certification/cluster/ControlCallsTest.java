package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.sending.FolderSender;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Members that answer what a test says. */
class ControlCallsTest {
    private final Map<Member, CompletableFuture<String>> answers = new LinkedHashMap<>();
    private Runnable onCall = () -> {};
    private final ControlCalls calls = ControlCalls.lent(hazelcast());

    @Test
    void shouldGiveTheAnswersOfAllMembers() {
        answers.put(member(), CompletableFuture.completedFuture("one"));
        answers.put(member(), CompletableFuture.completedFuture("two"));

        assertThat(calls.callAll(ControlVerb.START, "")).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void shouldLeaveOutMembersThatLeaveBeforeOrWhileTheyAreAsked() {
        answers.put(member(), CompletableFuture.completedFuture("stays"));
        answers.put(member(), CompletableFuture.failedFuture(new MemberLeftException("planted")));
        answers.put(member(), CompletableFuture.failedFuture(new TargetNotMemberException("planted")));

        assertThat(calls.callAll(ControlVerb.START, "")).containsExactly("stays");
    }

    /** A member that merges after a split leaves, and joins under another identity. */
    @Test
    void shouldAskAMemberThatHasComeBackAsAnother() {
        Member before = member();
        Member after = member();
        answers.put(before, new CompletableFuture<>());
        answers.get(before)
                .whenComplete((answer, failure) -> answers.put(after, CompletableFuture.completedFuture("back")));
        onCall = () -> answers.get(before).completeExceptionally(new TargetNotMemberException("planted"));

        assertThat(calls.callAll(ControlVerb.STOP, "")).containsExactly("back");
    }

    @Test
    void shouldFailWhenAMemberThatIsThereFails() {
        answers.put(member(), CompletableFuture.failedFuture(new IllegalArgumentException("planted")));

        assertThatThrownBy(() -> calls.callAll(ControlVerb.START, ""))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("START on")
                .hasMessageContaining("planted");
    }

    /** It may be a thread of control calls that calls. */
    @Test
    void shouldCallAllButTheMemberThatCalls() {
        answers.put(member(), CompletableFuture.failedFuture(new IllegalArgumentException("itself")));
        Member other = member();
        answers.put(other, CompletableFuture.completedFuture(""));

        calls.callOthers(ControlVerb.FORGET_CARD, "1");

        answers.put(other, CompletableFuture.failedFuture(new IllegalArgumentException("another")));
        assertThatThrownBy(() -> calls.callOthers(ControlVerb.FORGET_CARD, "1")).hasMessageContaining("another");
    }

    @Test
    void shouldLeaveOutAReceiverOfHistoriesThatHasLeftAndNameOneThatFails() {
        Member left = member();
        Member fails = member();
        answers.put(left, CompletableFuture.failedFuture(new MemberLeftException("planted")));
        answers.put(fails, CompletableFuture.failedFuture(new IllegalStateException("no room")));
        FolderSender.Members<Member> receivers = calls.receivers();

        assertThat(receivers.now()).containsExactlyInAnyOrder(left, fails);
        assertThat(receivers.answer(left, receivers.ask(left, "a part"))).isEmpty();
        assertThatThrownBy(() -> receivers.answer(fails, receivers.ask(fails, "a part")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sending histories to")
                .hasMessageContaining("no room");
    }

    @Test
    void shouldSendABookWholeOnlyWhereItsFormCannotBeRead() {
        RuleBook book = bookWithARepeatedList();
        // Whoever is sent it whole has another book afterwards.
        assertThat(usesAfter(book, "not the JSON of a RuleBook; run one version of the product: character 7 of 9"))
                .as("sent whole")
                .isFalse();
        assertThat(usesAfter(book, "the set cannot run here")).as("given up").isTrue();
    }

    /** Of a member that has not agreed to the book, and fails once when it is sent. */
    private boolean usesAfter(RuleBook book, String failure) {
        answers.clear();
        Member other = member();
        answers.put(other, CompletableFuture.completedFuture("not agreed"));
        onCall = () -> {
            answers.put(other, CompletableFuture.failedFuture(new IllegalArgumentException(failure)));
            onCall = () -> answers.put(other, CompletableFuture.completedFuture("another book"));
        };
        return new ClusterRules(calls).use(book, other);
    }

    private static RuleBook bookWithARepeatedList() {
        String list = "5411\n".repeat(1 << 20);
        RuleBook book = RuleBook.first(RuleSet.shipped());
        RuleSetText text = new RuleSetText("rule a decline when tx.amount > 1", Map.of("a.csv", list));
        RuleChange change = new RuleChange(RuleChange.Kind.SUBMIT, 0, 0, 0, "Ben", "a test", text);
        try {
            for (int number = 2; number <= 3; number++) {
                book = book.after(change, Optional.of(RuleSet.of(number, 0, text, code -> code)), 1_000);
            }
        } catch (RuleSetRefusedException e) {
            throw new AssertionError(e);
        }
        return book;
    }

    private HazelcastInstance hazelcast() {
        Cluster cluster = fake(
                Cluster.class,
                (method, arguments) -> method.equals("getLocalMember")
                        ? answers.keySet().iterator().next()
                        : Set.copyOf(answers.keySet()));
        IExecutorService executor = fake(IExecutorService.class, (method, arguments) -> {
            Runnable once = onCall;
            onCall = () -> {};
            CompletableFuture<String> answer = answers.get((Member) arguments[1]);
            once.run();
            return answer;
        });
        return fake(HazelcastInstance.class, (method, arguments) -> method.equals("getCluster") ? cluster : executor);
    }

    private static Member member() {
        UUID uuid = UUID.randomUUID();
        return fake(Member.class, (method, arguments) -> method.equals("getUuid") ? uuid : null);
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private static <T> T fake(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                ControlCallsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> answer.to(method.getName(), arguments);
                }));
    }
}
