package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                .mapToObj(client -> MemberRing.shuffled(MEMBERS, random))
                .toList();
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
