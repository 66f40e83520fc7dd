package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
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

    private HazelcastInstance hazelcast() {
        Cluster cluster = fake(Cluster.class, (method, arguments) -> Set.copyOf(answers.keySet()));
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
