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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A look at lists of members that are made up, in the order of a sequence of faults. */
class MembersViewTest {
    private static final Member A = member(1, null);
    private static final Member B = member(2, null);
    private static final Member C = member(3, null);

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

    /** Hazelcast takes a member that leaves off the shards' places while it is still seen, and sends no backups to empty ones. */
    @Test
    void shouldBeDegradedAsSoonAsAMemberSaysThatItLeavesTooFew() {
        MembersView members = new MembersView(1, 1);
        View both = see(members, A, B);
        members.leaves(B.getUuid());
        View leaving = members.look(cluster);
        assertThat(leaving.number()).isNotEqualTo(both.number());
        assertThat(leaving.degradedBecause()).contains("leaves in order");
        assertThat(members.backupsNeeded(leaving)).isZero();
        assertThat(see(members, A).degradedBecause()).contains("left in order");
    }

    @Test
    void shouldCountNoCopyOfAMemberThatLeavesWhereFewerAreNotAllowed() {
        MembersView members = new MembersView(1, 2);
        View both = see(members, A, B);
        members.leaves(B.getUuid());
        View leaving = members.look(cluster);
        assertThat(leaving.number()).isNotEqualTo(both.number());
        assertThat(leaving.isDegraded()).isFalse();
        assertThat(leaving.backupsPossible()).isZero();
        assertThat(members.backupsNeeded(leaving)).isOne();
    }

    @Test
    void shouldGoOnInTheSameViewWhenThoseWhoStayCanHoldTheCopies() {
        MembersView members = new MembersView(1, 1);
        View all = see(members, A, B, C);
        members.leaves(B.getUuid());
        assertThat(members.look(cluster)).isEqualTo(all);
        members.leaves(C.getUuid());
        assertThat(members.look(cluster).degradedBecause()).contains("leaves in order");
    }

    @Test
    void shouldBeStrictWhenOneJoinsWhileAnotherLeaves() {
        MembersView members = new MembersView(1, 1);
        see(members, A, B);
        members.leaves(B.getUuid());
        View joined = see(members, A, B, C);
        assertThat(joined.isDegraded()).isFalse();
        assertThat(joined.backupsPossible()).isOne();
        assertThat(see(members, A, C).isDegraded()).isFalse();
    }

    @Test
    void shouldWaitForALostMemberWhileAnotherSaysThatItLeaves() {
        MembersView members = new MembersView(2, 1);
        see(members, A, B, C);
        see(members, A, B);
        members.leaves(B.getUuid());
        assertThat(members.look(cluster).isDegraded()).isFalse();
        assertThat(see(members, A).isDegraded()).isFalse();
    }

    @Test
    void shouldWaitForAMemberThatWasLostWhileAnotherWasLeaving() {
        MembersView members = new MembersView(1, 1);
        see(members, A, B, C);
        members.leaves(C.getUuid());
        View withoutB = see(members, A, C);
        assertThat(withoutB.isDegraded()).isFalse();
        assertThat(withoutB.backupsPossible()).isZero();
        assertThat(see(members, A).isDegraded()).isFalse();
    }

    @Test
    void shouldCountZonesAndNotTheirMembers() {
        MembersView members = new MembersView(1, 1);
        Member first = member(1, "east");
        Member second = member(2, "east");
        assertThat(see(members, first, second, member(3, "west")).backupsPossible())
                .isOne();
        View oneZone = see(members, first, second);
        assertThat(oneZone.backupsPossible()).isZero();
        assertThat(members.mayDegrade(oneZone)).isTrue();
        assertThat(members.degrade(oneZone, cluster, "as the operator says")).isTrue();
        assertThat(members.backupsNeeded(members.look(cluster))).isZero();
    }

    private View see(MembersView view, Member... now) {
        members = new LinkedHashSet<>(List.of(now));
        return view.look(cluster);
    }

    private static Member member(int number, @Nullable String zone) {
        UUID uuid = new UUID(0, number);
        return (Member) Proxy.newProxyInstance(
                MembersViewTest.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getUuid" -> uuid;
                    case "getAddress" -> address(number);
                    case "getAttribute" -> zone;
                    case "hashCode" -> number;
                    case "equals" -> proxy == args[0];
                    default -> throw new AssertionError(method.getName());
                });
    }

    private static Address address(int number) throws UnknownHostException {
        return new Address("127.0.0.1", 5_700 + number);
    }
}
