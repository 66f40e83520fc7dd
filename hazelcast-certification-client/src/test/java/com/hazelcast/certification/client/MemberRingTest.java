package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemberRingTest {
    private static final int CLIENTS = 3_000;
    private static final List<InetSocketAddress> MEMBERS = IntStream.range(1, 4)
            .mapToObj(port -> InetSocketAddress.createUnresolved("member", port))
            .toList();
    private static final InetSocketAddress FAILED = MEMBERS.get(1);

    private final List<MemberRing> clients = clients(27);

    private static List<MemberRing> clients(long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, CLIENTS)
                .mapToObj(client -> MemberRing.spread(MEMBERS, random.nextLong()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private Map<InetSocketAddress, Long> clientsByMember() {
        return clients.stream()
                .map(MemberRing::current)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void shouldSpreadClientsWithinATenthOfEven() {
        assertSpread(clientsByMember(), MEMBERS);
    }

    @Test
    void shouldSpreadTheClientsOfAFailedMemberOverAllOthers() {
        clients.stream().filter(client -> client.current().equals(FAILED)).forEach(MemberRing::advance);

        assertSpread(clientsByMember(), List.of(MEMBERS.get(0), MEMBERS.get(2)));
    }

    @Test
    void shouldGiveAMemberThatJoinsItsShareAndMoveNobodyElse() {
        clients.forEach(client -> client.learn(MEMBERS, Optional.of(client.current())));
        assertThat(clients)
                .as("are where they prefer to be")
                .allMatch(client -> client.better().isEmpty());
        InetSocketAddress joined = InetSocketAddress.createUnresolved("member", 4);
        List<InetSocketAddress> four = new ArrayList<>(MEMBERS);
        four.add(joined);

        clients.forEach(client -> client.learn(four, Optional.of(client.current())));
        for (MemberRing client : clients) {
            client.better().ifPresent(better -> {
                assertThat(better).isEqualTo(joined);
                client.arrived(better);
            });
        }
        assertSpread(clientsByMember(), four);
    }

    @Test
    void shouldSpreadClientsThatAllHaveTheSameSeed() {
        Random random = new Random(5);
        for (int i = 0; i < CLIENTS; i++) {
            MemberRing client = MemberRing.spread(List.of(FAILED), random.nextLong());
            client.learn(MEMBERS, Optional.of(FAILED));
            client.better().ifPresent(client::arrived);
            clients.set(i, client);
        }
        assertSpread(clientsByMember(), MEMBERS);
    }

    @Test
    void shouldGoBackToAMemberThatHasComeBack() {
        MemberRing client = MemberRing.inOrder(MEMBERS);
        client.learn(MEMBERS, Optional.of(MEMBERS.get(0)));
        client.advance();
        assertThat(client.current()).isEqualTo(MEMBERS.get(1));
        client.learn(MEMBERS, Optional.of(MEMBERS.get(1)));
        assertThat(client.better()).as("it has only just failed").isEmpty();
        client.learn(MEMBERS.subList(1, 3), Optional.of(MEMBERS.get(1)));
        assertThat(client.better()).as("it has left").isEmpty();
        client.learn(MEMBERS, Optional.of(MEMBERS.get(1)));
        assertThat(client.better()).contains(MEMBERS.get(0));
    }

    @Test
    void shouldTryItsSeedsBehindTheMembersThatItHasLearnedOf() {
        InetSocketAddress seed = InetSocketAddress.createUnresolved("balancer", 1);
        MemberRing client = MemberRing.inOrder(List.of(seed));
        client.learn(MEMBERS, Optional.empty());
        assertThat(client.better())
                .as("which member is behind the seed is not known")
                .isEmpty();
        List<InetSocketAddress> tried = new ArrayList<>();
        for (int i = 0; i < MEMBERS.size(); i++) {
            client.advance();
            tried.add(client.current());
        }
        assertThat(tried).containsExactlyElementsOf(MEMBERS);
        client.advance();
        assertThat(client.current()).as("round again").isNotNull();
    }

    private static void assertSpread(Map<InetSocketAddress, Long> counts, List<InetSocketAddress> members) {
        long even = CLIENTS / members.size();
        assertThat(counts).containsOnlyKeys(members);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isCloseTo(even, within(even / 10)));
    }

    @Test
    void shouldTryAFailedMemberAgainOnlyAfterAllOthers() {
        MemberRing client = clients.get(0);
        List<InetSocketAddress> tried = new ArrayList<>();
        for (int i = 0; i < 2 * MEMBERS.size(); i++) {
            tried.add(client.current());
            client.advance();
        }

        assertThat(tried.subList(0, MEMBERS.size())).containsExactlyInAnyOrderElementsOf(MEMBERS);
        assertThat(tried.subList(MEMBERS.size(), tried.size())).isEqualTo(tried.subList(0, MEMBERS.size()));
    }
}
