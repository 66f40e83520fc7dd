package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Member;
import com.hazelcast.partition.ReplicaMigrationEvent;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DepartedShardsTest {
    private Member self = member();
    private final AtomicInteger collections = new AtomicInteger();
    private final DepartedShards departed = new DepartedShards(() -> self, collections::incrementAndGet);

    @Test
    void shouldCollectWhenAShardHasLeftThisMember() {
        departed.replicaMigrationCompleted(from(self));

        assertThat(collections).hasValue(1);
    }

    @Test
    void shouldCollectAlsoWhenThisMemberHasGotAnotherIdentityByMerging() {
        self = member();

        departed.replicaMigrationCompleted(from(self));

        assertThat(collections).hasValue(1);
    }

    @Test
    void shouldNotCollectWhenItHasLeftAnotherOneOrIsANewCopyOrHasNotLeft() {
        departed.replicaMigrationCompleted(from(member()));
        departed.replicaMigrationCompleted(from(null));
        departed.replicaMigrationFailed(from(self));

        assertThat(collections).hasValue(0);
    }

    /** Equal to itself alone. */
    private static Member member() {
        return (Member) Proxy.newProxyInstance(
                Member.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, arguments) -> method.getName().equals("equals") ? proxy == arguments[0] : null);
    }

    private static ReplicaMigrationEvent from(@Nullable Member source) {
        return (ReplicaMigrationEvent) Proxy.newProxyInstance(
                ReplicaMigrationEvent.class.getClassLoader(),
                new Class<?>[] {ReplicaMigrationEvent.class},
                (proxy, method, arguments) -> method.getName().equals("getSource") ? source : null);
    }
}
