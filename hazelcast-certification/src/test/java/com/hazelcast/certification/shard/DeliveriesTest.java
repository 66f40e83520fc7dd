package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Member;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Until when nothing is answered after sides of a split have found each other. */
class DeliveriesTest {
    private static final UUID OTHER = new UUID(0, 2);
    private static final UUID THIRD = new UUID(0, 3);

    private final Member self = member(new UUID(0, 1), true);
    private long nowNs = 5;
    private long views;
    private final Deliveries deliveries = new Deliveries(() -> nowNs, new MembersView(1, 1).cutOff());

    private static Member member(UUID uuid, boolean isLocal) {
        return (Member) Proxy.newProxyInstance(
                Member.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getUuid" -> uuid;
                    case "localMember" -> isLocal;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> uuid.hashCode();
                    default -> uuid.toString();
                });
    }

    private MembersView.View view(Member... members) {
        return new MembersView.View(++views, Set.of(members), 1, nowNs, null);
    }

    @Test
    void shouldHaveGoneOnWithoutThoseWhoCameAfterItHadWaited() {
        assertThat(deliveries.hasGoneOnWithout(OTHER)).as("it waits for nobody").isTrue();

        deliveries.gather();
        assertThat(deliveries.hasGoneOnWithout(OTHER)).isFalse();

        deliveries.gathered(Set.of(self.getUuid(), OTHER));
        deliveries.gathered(Set.of());
        assertThat(deliveries.hasGoneOnWithout(OTHER)).isFalse();
        assertThat(deliveries.hasGoneOnWithout(THIRD)).isTrue();
    }

    @Test
    void shouldTellWhatIsAwaitedFromWhatOnlyComes() {
        Member other = member(OTHER, false);
        deliveries.hasOnDisk(OTHER, Set.of(3), Set.of(4));
        MembersView.View view = view(self, other);
        assertThat(deliveries.isAwaited(3, view)).isTrue();
        assertThat(deliveries.isOnDisk(3, view)).isTrue();
        assertThat(deliveries.isAwaited(4, view)).as("scored meanwhile").isFalse();
        assertThat(deliveries.isOnDisk(4, view)).isTrue();
        assertThat(deliveries.isOnDisk(5, view)).isFalse();
        assertThat(deliveries.isOnDisk(4, view(self))).as("the member has left").isFalse();

        deliveries.hasOnDisk(OTHER, Set.of(), Set.of(4));
        assertThat(deliveries.hasOnDisk(OTHER)).as("it is asked again").isTrue();
        assertThat(deliveries.goneOn(OTHER)).containsExactly(4);

        deliveries.hasOnDisk(OTHER, Set.of(), Set.of());
        assertThat(deliveries.hasOnDisk(OTHER)).isFalse();
        assertThat(deliveries.isOnDisk(4, view)).isFalse();
        assertThat(deliveries.goneOn(OTHER)).isEmpty();
    }

    @Test
    void shouldWaitForNobodyAlone() {
        assertThat(deliveries.isThrough(view(self))).isTrue();
    }

    @Test
    void shouldWaitForEachMemberThatHasNotSaidThatItHasDelivered() {
        Member other = member(OTHER, false);
        MembersView.View view = view(self, other, member(THIRD, false));
        assertThat(deliveries.isThrough(view)).isFalse();

        deliveries.hasDelivered(THIRD);
        assertThat(deliveries.isThrough(view)).isFalse();
        assertThat(deliveries.missing(view)).containsExactly(other);

        deliveries.hasDelivered(OTHER);
        assertThat(deliveries.isThrough(view)).isTrue();
    }

    @Test
    void shouldGoOnAtOnceWhenAMemberGoesAndWaitWhenOneComesBack() {
        Member other = member(OTHER, false);
        deliveries.hasDelivered(OTHER);
        assertThat(deliveries.isThrough(view(self, other))).isTrue();

        assertThat(deliveries.isThrough(view(self))).isTrue();
        assertThat(deliveries.isThrough(view(self, other)))
                .as("it may come from somewhere else")
                .isFalse();
    }

    @Test
    void shouldNotWaitForAMemberThatDiedBeforeItHadDelivered() {
        assertThat(deliveries.isThrough(view(self, member(OTHER, false)))).isFalse();

        assertThat(deliveries.isThrough(view(self))).isTrue();
    }

    @Test
    void shouldHoldEverythingFromTheBeginningOfItsOwnMergeUntilItHasDelivered() {
        MembersView.View before = view(self);
        assertThat(deliveries.isThrough(before)).isTrue();

        deliveries.begin();
        assertThat(deliveries.isDelivering()).isTrue();
        assertThat(deliveries.isThrough(before)).as("its shards are taken away").isFalse();
        MembersView.View joined = view(self, member(OTHER, false));
        deliveries.hasDelivered(OTHER);
        assertThat(deliveries.isThrough(joined)).isFalse();

        deliveries.end();
        assertThat(deliveries.isDelivering()).isFalse();
        assertThat(deliveries.isThrough(joined)).isTrue();
    }

    @Test
    void shouldWaitForALoadedShardThatIsNotHereUntilItCountsAsLost() {
        MembersView.View view = view(self);
        assertThat(deliveries.presenceOfMissing(view)).as("never loaded").isEqualTo(ShardPresence.ABSENT);

        deliveries.histories();
        assertThat(deliveries.presenceOfMissing(view)).isEqualTo(ShardPresence.AWAITED);
        nowNs += Deliveries.LOST_AFTER_NS - 1;
        assertThat(deliveries.presenceOfMissing(view)).isEqualTo(ShardPresence.AWAITED);
        nowNs++;
        assertThat(deliveries.presenceOfMissing(view)).isEqualTo(ShardPresence.LOST);
        assertThat(deliveries.presenceOfMissing(view(self)))
                .as("the members have changed again")
                .isEqualTo(ShardPresence.AWAITED);
    }
}
