package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * When a side may go on, and for whom it waits. A member is a letter and the last digit of its port; a process that has started anew at
 * the same port is another letter.
 */
class CutOffTest {
    private final CutOff cutOff = new CutOff(2);

    private static Member member(String text) {
        String process = text.substring(0, 1);
        return (Member) Proxy.newProxyInstance(
                Member.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    // A merge gives a member another one.
                    case "getUuid" -> UUID.randomUUID();
                    case "getAttribute" -> process;
                    case "getAddress" -> address(5700 + Integer.parseInt(text.substring(1)));
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    private static Address address(int port) {
        return new Address(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static List<Member> members(String text) {
        return Arrays.stream(text.split(" ")).map(CutOffTest::member).toList();
    }

    private List<String> awaited(String seen) {
        return cutOff.awaited(members(seen)).stream()
                .map(address -> address.substring(address.length() - 1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # agreed,       seen,         awaited
            A1 B2 C3,       A1 B2 C3,     ''
            A1 B2 C3,       A1 B2,        ''
            A1 B2 C3,       A1 b2,        3
            A1 B2 C3,       A1 c3,        2
            A1 B2 C3,       A1 d4,        2 3
            A1 B2 C3,       A1 b2 c3,     ''
            A1 B2 C3,       A1 b2 d4,     3
            A1 B2,          A1 b2,        ''
            A1 B2,          A1 d4,        ''
            A1 B2 C3 D4,    A1 B2 c3,     ''
            A1 B2 C3 D4 E5, A1 B2 c3,     4 5
            A1 B2 C3 D4 E5, A1 B2 C3,     ''
            """)
    void shouldGoOnWithHalfOfThoseThatLastAgreedOrWhenNoneOfTheOthersCanStillRun(
            String agreed, String seen, String awaited) {
        cutOff.agreed(members(agreed));

        assertThat(String.join(" ", awaited(seen))).isEqualTo(awaited);
    }

    @Test
    void shouldWaitForNobodyBeforeAnybodyHasAgreed() {
        assertThat(awaited("A1")).isEmpty();
    }

    @Test
    void shouldNotTakeASideThatIsTooSmallForOneThatGoesOn() {
        cutOff.agreed(members("A1 B2 C3"));
        cutOff.agreed(members("A1"));

        assertThat(awaited("A1 b2")).containsExactly("3");
    }

    @Test
    void shouldNotWaitForMembersThatHaveLeftInOrder() {
        cutOff.agreed(members("A1 B2 C3"));
        cutOff.leftInOrder(member("C3"));

        assertThat(awaited("A1 b2")).isEmpty();
    }

    @Test
    void shouldFollowThoseThatAgreedLast() {
        cutOff.agreed(members("A1 B2 C3"));
        cutOff.agreed(members("B2 C3"));

        assertThat(awaited("C3 b2")).isEmpty();
        assertThat(awaited("A1 b2")).containsExactly("3");
    }

    @Test
    void shouldGoOnWhenTheOperatorSaysSo() {
        cutOff.agreed(members("A1 B2 C3"));
        cutOff.goOn(members("A1 b2"));

        assertThat(awaited("A1 b2")).isEmpty();
    }

    @Test
    void shouldWaitForNobodyWhereAnyNumberGoesOn() {
        CutOff any = new CutOff(1);
        any.agreed(members("A1 B2 C3"));

        assertThat(any.awaited(members("A1 b2"))).isEmpty();
    }
}
