package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A shard of key 5 and members that answer a probe as a test says. */
class CopyCallsTest {
    private static final Integer KEY = 5;
    private static final long TIMEOUT_MS = 60_000;
    private static final Map<Integer, UUID> OWNERS = Map.of(KEY, FakeMember.uuid(1));

    @Test
    void shouldCountNoMoreCopiesThanMembersKnowTheOwner() throws InterruptedException {
        // How many keys the probe has passed there, those, and those whose owner is known there.
        int[] passedAndKnows = {1, KEY, KEY};
        int[] passed = {1, KEY};
        int[] knows = {0, KEY};

        assertThat(count(passed, TakeProbe.NOTHING)).isZero();
        assertThat(count(knows, TakeProbe.NOTHING)).isZero();
        assertThat(count(passed, knows)).isOne();
        assertThat(count(passedAndKnows, TakeProbe.NOTHING)).isOne();
        assertThat(count(passedAndKnows, passed)).isOne();
        assertThat(count(passedAndKnows, passedAndKnows)).isEqualTo(2);
    }

    private static int count(int[]... answers) throws InterruptedException {
        Map<Integer, Integer> counts =
                new CopyCalls(hazelcast(List.of(answers))).countProbes(7, OWNERS, answers.length, TIMEOUT_MS);
        return counts.getOrDefault(KEY, 0);
    }

    private static HazelcastInstance hazelcast(List<int[]> answers) {
        FakeMember seen = new FakeMember(1);
        seen.see(answers.size());
        Set<Member> members = seen.cluster().getMembers();
        Iterator<int[]> next = answers.iterator();
        Cluster cluster = fake(Cluster.class, arguments -> members);
        IExecutorService executor = fake(IExecutorService.class, arguments -> {
            respond(arguments[2], next.next());
            return null;
        });
        return (HazelcastInstance) Proxy.newProxyInstance(
                CopyCallsTest.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> method.getName().equals("getCluster") ? cluster : executor);
    }

    @SuppressWarnings("unchecked") // what is called takes this answer
    private static void respond(Object callback, int[] answer) {
        ((ExecutionCallback<int[]>) callback).onResponse(answer);
    }

    private interface Answer {
        Object to(Object[] arguments);
    }

    private static <T> T fake(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                CopyCallsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.to(arguments)));
    }
}
