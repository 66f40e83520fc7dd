package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.CardShard;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that sends each transaction to the owner of its shard, against members that do exactly what the test says. */
@Timeout(60)
class FraudClientOwnersTest {
    /** Five pings are sent in that time; the first shows that the client has read the hello. */
    private static final int PINGED_MS = 5_000;

    /** Ten times as long as a client waits at most before it connects to an owner. */
    private static final int NOT_CALLED_MS = 200;

    private static final int SHARDS = 2;
    private static final int MAIN = 0;
    private static final int OTHER = 1;
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);

    /** By the shards of their cards. */
    private static final Transaction OF_SHARD_0 = ofShard(0, 1);

    private static final Transaction OF_SHARD_1 = ofShard(1, 1);
    private static final Transaction LATER_OF_SHARD_1 = ofShard(1, 2);

    private ScriptedMember member;
    private ScriptedMember other;
    private ClientConfig config;

    private static Transaction ofShard(int shard, long timeMs) {
        long number = 4_111_111_111_111_111L;
        while (CardShard.of(CardNumber.of(Long.toString(number)), SHARDS) != shard) {
            number++;
        }
        return new Transaction(Long.toString(number), timeMs, 1, 0, 1, 1, 1, 1, 1);
    }

    @BeforeEach
    void startMembers() throws Exception {
        member = new ScriptedMember();
        other = new ScriptedMember();
        config = ClientConfig.plain(List.of(member.address()))
                .withOwners(new ClientConfig.Owners(2, 0))
                .withSpreadWithin(Duration.ofMillis(20))
                .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofMillis(300));
    }

    @AfterEach
    void closeMembers() throws Exception {
        member.close();
        other.close();
    }

    @Test
    void shouldSendEachTransactionToTheOwnerOfItsShard() throws Exception {
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            assertThat(other.helloVersion()).as("is sent no lists").isEqualTo(ProtocolLimits.VERSION_WITHOUT_GATEWAYS);
            for (int i = 0; i < 3; i++) {
                CompletionStage<Verdict> first = client.send(OF_SHARD_0);
                CompletionStage<Verdict> second = client.send(OF_SHARD_1);
                answer(other, OF_SHARD_1, 8);
                assertThat(get(second).rule()).isEqualTo(8);
                answer(member, OF_SHARD_0, 7);
                assertThat(get(first).rule()).isEqualTo(7);
            }
            ClientStatistics counted = client.statistics();
            assertThat(counted.toOwners()).isEqualTo(6);
            assertThat(counted.connections()).isEqualTo(2);
            assertThat(counted.sentAgain()).isZero();
        }
    }

    @Test
    void shouldKeepTheOrderOfACardWhoseShardMovesWhileOneIsOut() throws Exception {
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            CompletionStage<Verdict> first = client.send(OF_SHARD_1);
            ByteBuf out = other.readBatch();
            // The other keeps a shard, so that its connection stays.
            ownAndAwait(client, OF_SHARD_0, table(OTHER, MAIN));
            CompletionStage<Verdict> second = client.send(LATER_OF_SHARD_1);
            CompletionStage<Verdict> unrelated = client.send(OF_SHARD_0);
            answer(other, OF_SHARD_0, 3);
            assertThat(get(unrelated).rule()).isEqualTo(3);
            assertThat(second.toCompletableFuture()).isNotDone();

            other.answer(BatchFrame.number(out), (byte) 4);
            assertThat(get(first).rule()).isEqualTo(4);
            answer(member, LATER_OF_SHARD_1, 5);
            assertThat(get(second).rule()).isEqualTo(5);
            assertThat(client.statistics().sentAgain()).isZero();
        }
    }

    @Test
    void shouldSendByItsMainConnectionWhatALostOwnerHasNotAnsweredAndComeBackToIt() throws Exception {
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            CompletionStage<Verdict> first = client.send(OF_SHARD_1);
            ByteBuf out = other.readBatch();
            assertRecords(out, OF_SHARD_1);
            other.cut();
            ByteBuf again = member.readBatch();
            assertRecords(again, OF_SHARD_1);
            CompletionStage<Verdict> second = client.send(LATER_OF_SHARD_1);
            ByteBuf later = member.readBatch();
            assertRecords(later, LATER_OF_SHARD_1);
            member.answer(BatchFrame.number(again), (byte) 0x44);
            member.answer(BatchFrame.number(later), (byte) 5);
            assertThat(get(first).status()).isEqualTo(Verdict.Status.DUPLICATE);
            assertThat(get(second).rule()).isEqualTo(5);
            assertThat(client.statistics().sentAgain()).isEqualTo(1);
            assertThat(client.statistics().connectionsLost()).isEqualTo(1);

            greetOwner();
            assertGoesTo(client, other, OF_SHARD_1);
        }
    }

    @Test
    void shouldEndTheConnectionToAMemberThatOwnsNothingAnyMore() throws Exception {
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            CompletionStage<Verdict> first = client.send(OF_SHARD_1);
            ByteBuf out = other.readBatch();
            ownAndAwait(client, OF_SHARD_0, table(MAIN, MAIN));
            other.answer(BatchFrame.number(out), (byte) 4);
            assertThat(get(first).rule()).isEqualTo(4);
            assertThat(Frame.type(other.readBatch())).isEqualTo(FrameType.GOODBYE);
            assertGoesTo(client, member, OF_SHARD_1);
            assertThat(client.statistics().connectionsLost()).isZero();
        }
    }

    @Test
    void shouldNotWaitLongForAMemberThatOwnsNothingAnyMoreAndDoesNotAnswer() throws Exception {
        config = config.withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(300));
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            CompletionStage<Verdict> first = client.send(OF_SHARD_1);
            assertRecords(other.readBatch(), OF_SHARD_1);
            own(MAIN, MAIN);
            answer(member, OF_SHARD_1, 4);
            assertThat(get(first).rule()).isEqualTo(4);
            assertThat(client.statistics().losses())
                    .as("before it is taken for silent")
                    .containsEntry(ConnectionLoss.CUT, 1L)
                    .containsEntry(ConnectionLoss.TIMEOUT, 0L);
        }
    }

    @Test
    void shouldSendAllByOneConnectionWhereThatIsNotConfiguredOrCannotBe() throws Exception {
        OwnersFrame both = table(MAIN, OTHER);
        List<ClientConfig> single = List.of(
                config.withOwners(ClientConfig.Owners.NONE),
                config.withOwners(new ClientConfig.Owners(1, 0)),
                config.withOwners(ClientConfig.Owners.USUAL),
                config.withSpreadWithin(Duration.ZERO));
        for (ClientConfig each : single) {
            config = each;
            assertOneConnection(both);
        }
        config = config.withSpreadWithin(Duration.ofMillis(20)).withOwners(new ClientConfig.Owners(2, 0));
        assertOneConnection(new OwnersFrame(false, gateways(), List.of(MAIN, OTHER)));
        assertOneConnection(table(MAIN, OwnersFrame.NOBODY));
    }

    private void assertOneConnection(OwnersFrame table) throws Exception {
        try (FraudClient client = connect()) {
            ownAndAwait(client, OF_SHARD_1, table);
            for (int i = 0; i < 5; i++) {
                assertGoesTo(client, member, OF_SHARD_1);
            }
            assertThat(other.isCalled(NOT_CALLED_MS)).isFalse();
            assertThat(client.statistics().toOwners()).isZero();
            assertThat(client.statistics().listsRefused()).isZero();
        }
    }

    @Test
    void shouldGoOnByTheTableBeforeWhenOneCannotBeUsed() throws Exception {
        try (FraudClient client = connect()) {
            own(MAIN, OTHER);
            greetOwner();
            ByteBuf wrong = table(MAIN, OTHER).write(ALLOCATOR);
            // More shards than there are owners behind it; the frame itself is whole.
            member.write(withCrc(wrong.setInt(6, 3)));
            assertGoesTo(client, member, OF_SHARD_0);
            assertThat(client.statistics().listsRefused()).isEqualTo(1);
            assertGoesTo(client, other, OF_SHARD_1);

            own(new OwnersFrame(true, gateways(), List.of(MAIN, MAIN, OTHER)));
            assertThat(Frame.type(other.readBatch()))
                    .as("another number of shards")
                    .isEqualTo(FrameType.GOODBYE);
            assertGoesTo(client, member, OF_SHARD_1);
        }
    }

    private static ByteBuf withCrc(ByteBuf frame) {
        CRC32C crc = new CRC32C();
        int covered = frame.readableBytes() - Integer.BYTES;
        crc.update(frame.array(), frame.arrayOffset(), covered);
        return frame.setInt(covered, (int) crc.getValue());
    }

    @Test
    void shouldFailWhatAnOwnerHasNotAnsweredAndWhatWaitsForItWhenClosed() throws Exception {
        FraudClient client = connect();
        own(MAIN, OTHER);
        greetOwner();
        CompletionStage<Verdict> out = client.send(OF_SHARD_1);
        assertRecords(other.readBatch(), OF_SHARD_1);
        ownAndAwait(client, OF_SHARD_0, table(OTHER, MAIN));
        CompletionStage<Verdict> waits = client.send(LATER_OF_SHARD_1);
        client.close();
        assertThat(out.toCompletableFuture()).isCompletedExceptionally();
        assertThat(waits.toCompletableFuture()).isCompletedExceptionally();
        assertThat(client.unacknowledged()).isZero();
        assertThat(client.statistics().failed()).isEqualTo(2);
    }

    private List<InetSocketAddress> gateways() {
        return Stream.of(member, other).map(ScriptedMember::name).toList();
    }

    /** The member of the main connection says who owns shards 0 and 1. */
    private void own(int ofShard0, int ofShard1) throws IOException {
        own(table(ofShard0, ofShard1));
    }

    private OwnersFrame table(int ofShard0, int ofShard1) {
        return new OwnersFrame(true, gateways(), List.of(ofShard0, ofShard1));
    }

    /** Returns when the client has read the table: the answer behind it has come. */
    private void ownAndAwait(FraudClient client, Transaction toMain, OwnersFrame table) throws Exception {
        CompletionStage<Verdict> verdict = client.send(toMain);
        ByteBuf out = member.readBatch();
        assertRecords(out, toMain);
        own(table);
        member.answer(BatchFrame.number(out), (byte) 1);
        assertThat(get(verdict).rule()).isEqualTo(1);
    }

    private static void assertGoesTo(FraudClient client, ScriptedMember owner, Transaction transaction)
            throws Exception {
        CompletionStage<Verdict> verdict = client.send(transaction);
        answer(owner, transaction, 6);
        assertThat(get(verdict).rule()).isEqualTo(6);
    }

    private void own(OwnersFrame table) throws IOException {
        member.write(new GatewaysFrame(gateways(), Optional.of(MAIN)).write(ALLOCATOR));
        member.write(table.write(ALLOCATOR));
    }

    /** The owner of shard 1 says hello; returns when the client has read that. */
    private void greetOwner() throws IOException {
        other.greet(4, 100, PINGED_MS);
        assertThat(Frame.type(other.readFrame())).isEqualTo(FrameType.PING);
    }

    private static void assertRecords(ByteBuf frame, Transaction... expected) {
        assertThat(Clients.hasRecords(frame, expected)).isTrue();
    }

    /** The next batch there has that transaction alone, and is answered with that rule. */
    private static void answer(ScriptedMember by, Transaction expected, int rule) throws IOException {
        ByteBuf frame = by.readBatch();
        assertRecords(frame, expected);
        by.answer(BatchFrame.number(frame), (byte) rule);
    }

    /** A client whose main connection is to {@code member}, which it prefers. */
    private FraudClient connect() throws Exception {
        MemberRing ring = MemberRing.preferring(gateways(), List.of(member.name()));
        CompletableFuture<FraudClient> connecting = Clients.connecting(config, ring);
        member.greet(4, 100, IDLE_MS);
        return connecting.get();
    }
}
