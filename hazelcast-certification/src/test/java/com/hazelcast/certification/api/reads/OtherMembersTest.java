package com.hazelcast.certification.api.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class OtherMembersTest {
    private final Map<String, Object> context = new ConcurrentHashMap<>();
    private final Set<Member> members = Set.of();
    private final Cluster cluster = (Cluster) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, arguments) -> method.getName().equals("getMembers") ? members : new UUID(0, 1));
    private final HazelcastInstance hazelcast = (HazelcastInstance) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HazelcastInstance.class},
            (proxy, method, arguments) -> method.getName().equals("getUserContext") ? context : cluster);

    private KeptAnswer ask() {
        return OtherMembers.keeperOf(hazelcast).answer("one", "order-1");
    }

    @Test
    void shouldHaveNothingBeforeItTakesTransactionsAndNoAnswerWhenItTakesNoMore() {
        assertThat(ask().status()).as("it has only joined").isEqualTo(KeptAnswer.UNKNOWN);

        OtherMembers others = new OtherMembers(hazelcast);
        KeptAnswer kept = new KeptAnswer(200, "decided", "APPROVE", 0);
        others.answerBy((client, name) -> kept);
        assertThat(ask()).isSameAs(kept);

        others.close();
        assertThatThrownBy(this::ask).as("it may have taken it").hasMessageContaining("closed");
    }
}
