package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.GatewaysFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that learns of members from those that it is connected to. */
@Timeout(60)
class FraudClientSpreadTest {
    /** Five pings are sent in that time. */
    private static final int PINGED_MS = 5_000;

    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);
    private static final Transaction FIRST = new Transaction("4111111111111111", 1, 1, 0, 1, 1, 1, 1, 1);
    private static final Transaction SECOND = new Transaction("4222222222222222", 1, 1, 0, 1, 1, 1, 1, 1);

    private ScriptedMember member;
    private ScriptedMember other;
    private ClientConfig config;

    @BeforeEach
    void startMembers() throws Exception {
        member = new ScriptedMember();
        other = new ScriptedMember();
        config = ClientConfig.plain(List.of(member.address()))
                .withSpreadWithin(Duration.ofMillis(20))
                .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofMillis(300));
    }

    @AfterEach
    void closeMembers() throws Exception {
        member.close();
        other.close();
    }

    @Test
    void shouldGoToAMemberThatItHasLearnedOfWhenItsOnlySeedIsLost() throws Exception {
        try (FraudClient client = connect(member, other)) {
            list(member, member, other);
            CompletionStage<Verdict> verdict = client.send(FIRST);
            ByteBuf sent = member.readFrame();
            member.close();
            other.greet(4, 100, IDLE_MS);
            assertThat(other.readFrame()).as("the same bytes").isEqualTo(sent);
            other.answer(BatchFrame.number(sent), (byte) 7);
            assertThat(get(verdict).rule()).isEqualTo(7);
        }
    }

    @Test
    void shouldMoveToAMemberThatJoinsWhenWhatIsOutIsAnswered() throws Exception {
        try (FraudClient client = connect(other, member)) {
            list(member, member);
            CompletionStage<Verdict> first = client.send(FIRST);
            ByteBuf sent = member.readFrame();
            list(member, member, other);
            greetWhereItMovesTo();
            CompletionStage<Verdict> second = client.send(SECOND);
            member.answer(BatchFrame.number(sent), (byte) 7);

            assertThat(get(first).rule()).isEqualTo(7);
            ByteBuf moved = other.readBatch();
            assertThat(BatchFrame.number(moved)).isGreaterThan(BatchFrame.number(sent));
            other.answer(BatchFrame.number(moved), (byte) 8);
            assertThat(get(second).rule()).isEqualTo(8);
            assertThat(Frame.type(member.readFrame())).isEqualTo(FrameType.GOODBYE);
            ClientStatistics counted = client.statistics();
            assertThat(counted.moved()).isEqualTo(1);
            assertThat(counted.sentAgain()).as("nothing twice").isZero();
            assertThat(counted.connectionsLost()).isZero();
        }
    }

    /** Returns when the client has read the hello: it pings then. */
    private void greetWhereItMovesTo() throws IOException {
        other.greet(4, 100, PINGED_MS);
        assertThat(Frame.type(other.readFrame())).isEqualTo(FrameType.PING);
    }

    @Test
    void shouldSendAgainWhereItMovesToWhenTheMemberBeforeIsLost() throws Exception {
        try (FraudClient client = connect(other, member)) {
            list(member, member);
            CompletionStage<Verdict> verdict = client.send(FIRST);
            ByteBuf sent = member.readFrame();
            list(member, member, other);
            greetWhereItMovesTo();
            member.cut();

            assertThat(other.readBatch()).as("the same bytes").isEqualTo(sent);
            other.answer(BatchFrame.number(sent), (byte) 7);
            assertThat(get(verdict).rule()).isEqualTo(7);
            assertThat(client.statistics().connectionsLost()).isEqualTo(1);
        }
    }

    @Test
    void shouldStayWhereItIsWhenTheMemberThatJoinsCannotBeReached() throws Exception {
        // Nobody listens there; a port that was free a moment ago another test may have by now.
        int closedPort = 1;
        InetSocketAddress closed = InetSocketAddress.createUnresolved("127.0.0.1", closedPort);
        try (FraudClient client = connect(List.of(closed, member.address()))) {
            list(member, member);
            member.write(new GatewaysFrame(List.of(closed, member.name()), Optional.of(1)).write(ALLOCATOR));
            for (int i = 0; i < 5; i++) {
                TimeUnit.MILLISECONDS.sleep(20);
                assertAnswered(client, member);
            }
            assertThat(client.statistics().moved()).isZero();
            assertThat(client.statistics().connectionsLost()).isZero();
        }
    }

    @Test
    void shouldRefuseListsThatItCannotUseAndGoOn() throws Exception {
        try (FraudClient client = connect(member, other)) {
            list(member, member, other);
            List<byte[]> bodies = List.of(
                    new byte[] {},
                    new byte[] {0, 0, 0, 0},
                    new byte[] {0, 0, 4, 1},
                    new byte[] {0, 0, 0, 1, 100, 'a', 0, 1},
                    new byte[] {0, 0, 0, 1, 1, ' ', 0, 1});
            for (byte[] body : bodies) {
                member.write(frame(body));
                assertAnswered(client, member);
            }
            assertThat(client.statistics().listsRefused()).isEqualTo(bodies.size());
            member.close();
            other.greet(4, 100, IDLE_MS);
            assertAnswered(client, other);
        }
    }

    @Test
    void shouldKeepToItsListWhenItDoesNotSpread() throws Exception {
        config = config.withSpreadWithin(Duration.ZERO);
        try (FraudClient client = connect(other, member)) {
            list(member, member);
            list(member, member, other);
            assertAnswered(client, member);
            member.cut();
            member.greet(4, 100, IDLE_MS);
            assertAnswered(client, member);
            assertThat(client.statistics().moved()).isZero();
        }
    }

    /** A frame with that body, as a member might send it. */
    private static ByteBuf frame(byte[] body) {
        CRC32C crc = new CRC32C();
        ByteBuf frame = Unpooled.buffer()
                .writeInt(body.length + 5)
                .writeByte(FrameType.GATEWAYS)
                .writeBytes(body);
        crc.update(frame.array(), 0, frame.readableBytes());
        return frame.writeInt((int) crc.getValue());
    }

    private static void assertAnswered(FraudClient client, ScriptedMember by) throws Exception {
        CompletionStage<Verdict> verdict = client.send(FIRST);
        by.answer(BatchFrame.number(by.readFrame()), (byte) 7);
        assertThat(get(verdict).rule()).isEqualTo(7);
    }

    /** The member that sends it is the first of them. */
    private static void list(ScriptedMember from, ScriptedMember... members) throws IOException {
        from.write(
                new GatewaysFrame(Stream.of(members).map(ScriptedMember::name).toList(), Optional.of(0))
                        .write(ALLOCATOR));
    }

    private FraudClient connect(ScriptedMember... preferred) throws Exception {
        return connect(Stream.of(preferred).map(ScriptedMember::name).toList());
    }

    /** A client of {@code member} that prefers members in that order. */
    private FraudClient connect(List<InetSocketAddress> preferred) throws Exception {
        MemberRing ring = MemberRing.preferring(preferred, List.of(member.name()));
        CompletableFuture<FraudClient> connecting = Clients.connecting(config, ring);
        member.greet(4, 100, IDLE_MS);
        return connecting.get();
    }
}
