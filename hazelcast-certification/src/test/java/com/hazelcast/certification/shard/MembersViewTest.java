package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.shard.MembersView.View;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import java.lang.reflect.Proxy;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A look at lists of members that are made up, in the order of a sequence of faults. */
class MembersViewTest {
    private static final Member A = member(1);
    private static final Member B = member(2);
    private static final Member C = member(3);

    private Set<Member> members = Set.of();
    private final Cluster cluster = (Cluster) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Cluster.class}, (proxy, method, args) -> {
                assertThat(method.getName()).isEqualTo("getMembers");
                return members;
            });

    @Test
    void shouldHaveANewNumberForTheSameMembersInANewList() {
        MembersView members = new MembersView(1, 1);
        long first = see(members, A, B).number();
        assertThat(members.look(cluster).number()).isEqualTo(first);
        assertThat(see(members, A, B).number()).isNotEqualTo(first);
    }

    @Test
    void shouldBeDegradedWhenAllThatAreMissingLeftInOrder() {
        MembersView members = new MembersView(2, 1);
        see(members, A, B, C);
        members.leaves(C.getUuid());
        assertThat(see(members, A, B).degradedBecause()).contains("left in order");
        members.leaves(B.getUuid());
        assertThat(see(members, A).degradedBecause()).contains("left in order");
    }

    @Test
    void shouldWaitForALostMemberWhenAnotherLeavesInOrderAfterwards() {
        MembersView members = new MembersView(2, 1);
        see(members, A, B, C);
        View withoutC = see(members, A, B);
        assertThat(withoutC.isDegraded()).isFalse();
        members.leaves(B.getUuid());
        View alone = see(members, A);
        assertThat(alone.isDegraded()).isFalse();
        assertThat(members.backupsNeeded(alone)).isEqualTo(2);
    }

    @Test
    void shouldStayDegradedByTheOperatorsWordWhenAnotherLeavesInOrder() {
        MembersView members = new MembersView(2, 1);
        see(members, A, B, C);
        assertThat(members.degrade(see(members, A, B), cluster, "as the operator says"))
                .isTrue();
        members.leaves(B.getUuid());
        assertThat(see(members, A).isDegraded()).isTrue();
    }

    @Test
    void shouldBeStrictWhenOneOfThoseThatAreMissingSaidNothing() {
        MembersView members = new MembersView(1, 1);
        see(members, A, B, C);
        members.leaves(B.getUuid());
        assertThat(see(members, A).isDegraded()).isFalse();
    }

    @Test
    void shouldNotBeDegradedBelowTheLeastNumberOfMembers() {
        MembersView members = new MembersView(1, 2);
        see(members, A, B);
        members.leaves(B.getUuid());
        assertThat(see(members, A).isDegraded()).isFalse();
    }

    private View see(MembersView view, Member... now) {
        members = new LinkedHashSet<>(List.of(now));
        return view.look(cluster);
    }

    private static Member member(int number) {
        UUID uuid = new UUID(0, number);
        return (Member) Proxy.newProxyInstance(
                MembersViewTest.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getUuid" -> uuid;
                    case "getAddress" -> address(number);
                    case "hashCode" -> number;
                    case "equals" -> proxy == args[0];
                    default -> throw new AssertionError(method.getName());
                });
    }

    private static Address address(int number) throws UnknownHostException {
        return new Address("127.0.0.1", 5_700 + number);
    }
}
